"""A question to a whole journal holds few of its matches at once, however many there are."""

from __future__ import annotations

import json
import weakref
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.recorded_match import RecordedMatch
from tests.support.records.simulated_records import SimulatedMatch, record_matches

Captured = pytest.CaptureFixture[str]

MOST = 6
"""A match, its neighbours, and what is read of one again for its sake."""

WHOLE = (
    ("verify", "JOURNAL"),
    ("verify", "JOURNAL", "--json"),
    ("verify", "JOURNAL", "--head", "ab" * 32),
    ("matches",),
    ("matches", "--json"),
    ("ledger", "all"),
    ("ledger", "--since", "2026-11-01"),
    ("history",),
    ("history", "--json"),
    ("audits",),
)
"""Questions to every match of a journal."""


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("many") / "journal.db"
    return record_matches(path, (SimulatedMatch(seed=seed) for seed in range(3 * MOST)))


class MatchesAlive:
    """Counts the matches that are in memory whenever another one is read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.most = self.all = 0
        self._read: list[weakref.ref[RecordedMatch]] = []
        make = RecordedMatch.__init__

        def count(match: RecordedMatch, *values: Any) -> None:
            make(match, *values)
            self._read = [ref for ref in self._read if ref() is not None] + [weakref.ref(match)]
            self.most, self.all = max(self.most, len(self._read)), self.all + 1

        monkeypatch.setattr(RecordedMatch, "__init__", count)

    @property
    def left(self) -> int:
        """How many are still there."""
        return sum(ref() is not None for ref in self._read)


def ask(question: tuple[str, ...], journal: Path) -> int:
    words = [str(journal) if word == "JOURNAL" else word for word in question]
    return main([*words, "--journal", str(journal)])


@pytest.mark.parametrize("question", WHOLE, ids=" ".join)
def test_no_question_holds_all_matches(
    journal: Path, monkeypatch: pytest.MonkeyPatch, question: tuple[str, ...]
) -> None:
    alive = MatchesAlive(monkeypatch)
    assert ask(question, journal) in (0, 1)
    assert alive.all >= 3 * MOST
    assert alive.most <= MOST
    assert alive.left == 0


@pytest.mark.parametrize("question", [each for each in WHOLE if "--json" in each], ids=" ".join)
def test_json_is_one_document_on_one_line(
    journal: Path, capsys: Captured, question: tuple[str, ...]
) -> None:
    ask(question, journal)
    printed = capsys.readouterr().out
    assert printed == json.dumps(json.loads(printed)) + "\n"
