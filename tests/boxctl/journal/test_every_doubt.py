"""Whatever a ruling rests on, every command that reads its match answers."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from boxctl.audit.match_list import rulings_in
from boxctl.cli.commands import COMMANDS
from boxctl.journal.add_entry import add_signature
from boxctl.journal.query import read_sound_match
from boxctl.presentation.input_faults import doubt_in_words
from boxctl.presentation.phrases import WRITTEN
from boxctl.referee.fields import WrongValue
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Doubt, DoubtReason, doubt_as_data, doubt_from_data
from boxctl.rules.variants import variant
from tests.support.every_command import options_of
from tests.support.records.forger import Forged, forges, last_hash
from tests.support.records.questions import (
    ASKED_OTHERWISE,
    PAGES,
    QUESTIONS,
    every_question,
    plays_on,
    two_matches,
)

SOURCES = (7, "roller", "")
"""A tile, a device or a button, and none."""


def doubt_of(reason: DoubtReason) -> Doubt:
    """A doubt for this reason, about the first source that it can have."""
    for source in SOURCES:
        doubt = Doubt(reason, source, 1_500_000)
        with suppress(WrongValue):
            return doubt_from_data(doubt_as_data(doubt))
    raise AssertionError(f"{reason} has no source")


def doubted(path: Path, doubt: Doubt) -> Path:
    """Two matches in which every ruling and every event is doubted."""
    data = doubt_as_data(doubt)

    def forge(entries: Forged) -> Forged:
        if (after := entries[0][1]["after"]) is not None:
            after["head"] = last_hash(path, after["match"])
        for kind, body in entries:
            if kind == "ruling":
                body["unverified"] = [data]
            elif kind == "event":
                body.setdefault("how", {})["doubts"] = [data]
        return entries

    two_matches(path, signed=False)
    for match in (1, 2):
        forges(path, match, forge)
        add_signature(path, read_sound_match(path, str(match)))
    return path


def test_every_command_that_reads_a_journal_is_asked() -> None:
    reads = {
        command
        for command in COMMANDS
        if any(action.dest == "journal" for action in options_of(command)[1]._actions)
    }
    assert reads == {question[0] for question in QUESTIONS} | set(ASKED_OTHERWISE)


@pytest.mark.parametrize("reason", DoubtReason)
def test_a_match_with_any_doubt_is_read_by_every_command(
    tmp_path: Path, reason: DoubtReason
) -> None:
    journal = doubted(tmp_path / "journal.db", doubt_of(reason))
    asked = [question for question in QUESTIONS if question[0] not in ("overrule", "play")]
    assert set(every_question(journal, tuple(asked))) == {0}
    list(every_question(journal, QUESTIONS[len(asked) :]))
    assert plays_on(journal) == "played"


@pytest.mark.parametrize("reason", DoubtReason)
def test_a_match_with_any_doubt_is_shown_on_every_page(tmp_path: Path, reason: DoubtReason) -> None:
    pytest.importorskip("starlette")
    from tests.support.web.asked_app import answers_of_journal

    journal = doubted(tmp_path / "journal.db", doubt_of(reason))
    answers = answers_of_journal(journal, PAGES[:5])
    assert [status for status, _ in answers] == [200] * 5


@pytest.mark.parametrize("reason", DoubtReason)
def test_doubts_in_a_file_are_read_as_data_and_as_words(
    tmp_path: Path, reason: DoubtReason
) -> None:
    doubt = doubt_of(reason)
    words = doubt_in_words(doubt, WRITTEN)
    ruling: dict[str, Any] = {"at": 1.0, "line": 1, "verdict": "ready", "rule": "R4.9"}
    ruling |= {"player": "Ann", "open": [1, 2, 3], "text": "Ann, throw."}
    file = tmp_path / "rulings.jsonl"
    for written in (doubt_as_data(doubt), words):
        file.write_text(json.dumps(ruling | {"unverified": [written]}), encoding="utf-8")
        (read,) = rulings_in(file, Referee(variant("classic"), ["Ann"]))
        assert read["unverified"] == [words]
