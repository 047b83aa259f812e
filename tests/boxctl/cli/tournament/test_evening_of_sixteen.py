"""The evening of docs/tournament.md: sixteen names, five exceptions, three power cuts."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.add_entry import add_signature
from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.tournament_record import TOURNAMENTS
from tests.support.records.plug import PlugPulled, pulling_the_plug
from tests.support.records.recorded_evening import play_to_the_end
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]

PAGE = (Path(__file__).parents[4] / "docs" / "tournament.md").read_text(encoding="utf-8")
EVENING = PAGE.split("## An evening of sixteen\n")[1]
FENCES = re.findall(r"```sh\n(.*?)```", EVENING, re.DOTALL)
STEPS = [line for fence in FENCES for line in fence.splitlines()]

SEED = 1
"""With these throws Eve beats Fay on the box."""


def runs(step: str) -> int:
    return main(shlex.split(step)[1:])


def plays_on_the_box(pairing: int) -> None:
    """The two play their match; the plug is pulled in the middle of it."""
    found = TOURNAMENTS.read(usual_place()).state.pairing(pairing)
    table = VirtualTable("classic", ",".join(found.names), journal=usual_place())
    table.throws(3, 4)
    table.shuts(7)
    table.loses_power()
    assert runs(f"boxctl tournament result {pairing}") == 2  # nothing is decided yet
    table.starts_again()
    play_to_the_end(table, seed=SEED)
    add_signature(usual_place(), table.read())
    table.close()


def test_the_evening_goes_as_the_page_tells(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    cuts = 0
    for comment, step in zip(["", *STEPS], STEPS, strict=False):
        if step.startswith("#"):
            continue
        if "The plug is pulled" in comment and "on the box" in comment:
            plays_on_the_box(5)
            cuts += 1
        elif "The plug is pulled" in comment:
            written = "it was written" in comment
            with monkeypatch.context() as plug:
                plug.setattr(Appender, "append", pulling_the_plug(written=written))
                with pytest.raises(PlugPulled):
                    runs(step)
            cuts += 1
            if written:
                assert runs(step) == 2
                assert "is decided already" in capsys.readouterr().err
                continue
        capsys.readouterr()
        assert runs(step) == 0, step
    assert cuts == 3
    table = capsys.readouterr().out
    assert table == re.findall(r"```text\n(.*?)```", EVENING, re.DOTALL)[-1]
    assert main(["verify"]) == 0
    assert "tournament 1 holds" in capsys.readouterr().out


def test_all_five_exceptions_are_in_the_record() -> None:
    told = "\n".join(STEPS)
    assert all(word in told for word in ("late", "away", "withdrawn", "correct 15"))
    assert "has a bye" in EVENING
