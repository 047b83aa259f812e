"""Rulings as lines of JSON with their sentences, as ``boxctl referee`` writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from boxctl.presentation.input_faults import doubts_in_words, refused_line
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.referee.lines import InputRefused, read_event
from boxctl.referee.payloads import NO_RULING
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling, as_contract
from groundwork.json_text import json_writer

BAD_LINE = "BX207"

_write = json_writer(ascii_only=True)


def referee_lines(referee: Referee, lines: Iterable[bytes], before: int = 0) -> Iterator[str]:
    """Yield the rulings on all lines, each as a line of JSON, from the first ``ready`` to the last.

    The rulings on a line come before the next line is read. Line numbers start at ``before + 1``.
    A line that is no event gets an ``error`` at once and changes nothing, not even the time.
    """
    for ruling in referee.begin():
        yield write_ruling(ruling)
    for number, line in enumerate(lines, start=before + 1):
        try:
            rulings = referee.hear(read_event(line), number)
        except InputRefused as refusal:
            yield _write(_error(number, refused_line(number, refusal)))
        else:
            for ruling in rulings:
                yield write_ruling(ruling)
    for ruling in referee.finish():
        yield write_ruling(ruling)


def write_ruling(ruling: Ruling) -> str:
    """Write a ruling as one line of JSON, without its line end."""
    return _write(ruling_as_json(ruling))


def ruling_as_json(ruling: Ruling) -> dict[str, Any]:
    """Write a ruling as the JSON object of the contract, with sentence and doubts."""
    return as_contract(
        ruling, sentence(ruling, WRITTEN), doubts_in_words(ruling.unverified, WRITTEN)
    )


def _error(line: int, why: str) -> dict[str, Any]:
    return {"line": line, "verdict": NO_RULING, "text": f"{BAD_LINE}: {why}"}
