"""A day at a stall is cut short at any call: no money that was answered for is lost."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.stall_record import STALLS
from boxctl.presentation.stall.sheet import sheet_as_json
from tests.support.power_cuts import NEEDS_GCC, Kind, Log, record
from tests.support.power_cuts.stall_day import COMMANDS
from tests.support.soak import SOAK, tried

pytestmark = NEEDS_GCC

JOURNAL = "journal.db"

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Log:
    directory = tmp_path_factory.mktemp("stall")
    program = [sys.executable, "-m", "tests.support.power_cuts.stall_day"]
    return record([*program, directory / JOURNAL], directory)


def has_come_to(told: dict[str, Any]) -> tuple[int, int, int, int, bool]:
    """How far the days have come by what is told of one: none of it ever goes back."""
    settled = sum(go["settled"] for go in told["goes"])
    return told["stall"], len(told["goes"]), settled, told["refunded"], told["closed"]


def test_every_answer_is_on_the_disk_before_it_is_shown(
    days: Log, place: Path, capsys: Captured
) -> None:
    cuts = days.cuts((Kind.KILLED, Kind.POWER), most=12 * SOAK, seed=SOAK)
    assert len({cut.shown for cut in cuts}) >= len(COMMANDS) // 2
    for cut in cuts:
        cut.build(place / "cut")
        journal = place / "cut" / JOURNAL
        shown = [json.loads(line) for line in cut.shown]
        if shown:
            found = STALLS.read(journal)
            there = sheet_as_json(found.number, found.state)
            assert there["balances"]
            assert has_come_to(there) >= has_come_to(shown[-1]), str(cut)
        goes_on(journal, capsys, str(cut))
        tried("cuts of the power")


def goes_on(journal: Path, capsys: Captured, cut: str) -> None:
    """Go on with what is left of the day, end it, and verify all of it."""
    here = ("--journal", str(journal))
    if main(["stall", "sheet", *here]) == 2:
        assert "BX832" in capsys.readouterr().err, cut
        assert main(["stall", *COMMANDS[0].split(), *here]) == 0, cut
    if STALLS.read(journal).state.closed:
        assert main(["stall", "begin", *here]) == 0, cut
    assert main(["stall", "go", "Eve", "--score", "3", *here]) == 0, cut
    assert main(["stall", "close", *here]) == 0, cut
    assert main(["verify", *here]) == 0, (cut, capsys.readouterr().out)
    capsys.readouterr()
