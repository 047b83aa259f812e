"""A tournament is cut short at any call: nothing that was answered is lost, and it goes on."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.presentation.tournament.document import tournament_as_json
from tests.support.power_cuts import NEEDS_GCC, Kind, Log, record
from tests.support.power_cuts.tournament_evening import COMMANDS
from tests.support.soak import SOAK, tried

pytestmark = NEEDS_GCC

JOURNAL = "journal.db"

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Log:
    directory = tmp_path_factory.mktemp("held")
    program = [sys.executable, "-m", "tests.support.power_cuts.tournament_evening"]
    return record([*program, directory / JOURNAL], directory)


def has_come_to(told: Mapping[str, Any]) -> tuple[int, int, int, int]:
    """How far a tournament has come by what is told of it: no number ever falls."""
    decided = sum(pairing["decided"] for pairing in told["pairings"])
    return told["round"], decided, len(told["standings"]), len(told["corrections"])


def test_every_answer_is_on_the_disk_before_it_is_shown(
    evening: Log, place: Path, capsys: Captured
) -> None:
    cuts = evening.cuts((Kind.KILLED, Kind.POWER), most=12 * SOAK, seed=SOAK)
    assert len({cut.shown for cut in cuts}) >= len(COMMANDS) // 2
    for cut in cuts:
        cut.build(place / "cut")
        journal = place / "cut" / JOURNAL
        shown = [json.loads(line) for line in cut.shown]
        if shown:
            found = TOURNAMENTS.read(journal)
            there = tournament_as_json(found.number, found.state)
            now, then = has_come_to(there), has_come_to(shown[-1])
            assert all(a >= b for a, b in zip(now, then, strict=True)), str(cut)
        goes_on(journal, capsys, str(cut))
        tried("cuts of the power")


def goes_on(journal: Path, capsys: Captured, cut: str) -> None:
    """Hold what is left of the tournament, and verify all of it."""
    if main(["tournament", "next", "--journal", str(journal)]) == 2:
        assert "BX817" in capsys.readouterr().err, cut
        assert main(["tournament", *COMMANDS[0].split(), "--journal", str(journal)]) == 0, cut
    assert main(["tournament", "player", "Cas", "away", "--journal", str(journal)]) == 0, cut
    assert main(["verify", "--journal", str(journal)]) == 0, (cut, capsys.readouterr().out)
    capsys.readouterr()
