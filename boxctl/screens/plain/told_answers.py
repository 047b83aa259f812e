"""The answers to what was told, in sentences and as data (:mod:`.told_match`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.presentation.sentences.objections import rule_in_words
from boxctl.presentation.sentences.ruling import sentence
from boxctl.presentation.sentences.throws import or_throw_again
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Ruling
from boxctl.rules import rule_ids
from boxctl.screens.plain.told_match import ToldAnswer, ToldMatch


def told_lines(answer: ToldAnswer, match: ToldMatch) -> Iterator[str]:
    """Yield what people are told of it, a line each."""
    for ruling in answer.rulings:
        if ruling.verdict is not Verdict.READY:
            yield f"{sentence(ruling, WRITTEN)} ({rule_in_words(ruling.rule)})"
        elif len(match.players) > 1:
            yield f"{sentence(ruling, WRITTEN)}"
    if answer.note:
        yield f"{answer.note}"
    if answer.may_throw_again and not _offers_again(answer.rulings[-1:]):
        yield f"{or_throw_again()} ({rule_in_words(rule_ids.MAY_RETHROW)})"


def _offers_again(rulings: Iterable[Ruling]) -> bool:
    """Whether a ruling's own sentence says that the double may be thrown again."""
    return any(getattr(ruling.payload, "may_rethrow", None) for ruling in rulings)


def told_document(answer: ToldAnswer) -> dict[str, Any]:
    """Return the answer for programs."""
    again = {"again": rule_ids.MAY_RETHROW} if answer.may_throw_again else {}
    return {
        "line": answer.line or None,
        "rulings": [ruling_as_json(ruling) for ruling in answer.rulings],
        "note": answer.note or None,
        **again,
    }
