"""Where one turn of a record ends and the next begins: the same for all who ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.audit.asked_ruling import AskedRuling, asked_ruling, turn_with, turns_of
from boxctl.audit.dispute import dispute
from boxctl.audit.overruled_result import turns_played
from boxctl.journal.entry_kinds import RulingMade
from tests.support.every_variant import EVERY_VARIANT
from tests.support.records.recorded_evening import a_short_match, play_to_the_end
from tests.support.tables.virtual_table import BuildTable


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_every_ruling_is_of_one_turn(a_table: BuildTable, name: str) -> None:
    table = a_table(name, "Ann,Bob", ties="roll_off", journal=True)
    play_to_the_end(table, seed=5)
    match = table.read()
    turns = list(turns_of(match))
    assert [turn.end for turn in turns] == [turn.entry for turn in turns_played(match)]
    assert [entry for turn in turns for entry, _ruling in turn.rulings] == [
        entry for entry, _made in match.read(RulingMade)
    ]


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_a_dispute_shows_the_turn_that_is_asked_for_by_its_number(
    a_table: BuildTable, name: str
) -> None:
    table = a_table(name, "Ann,Bob", journal=True)
    play_to_the_end(table, seed=5)
    match, begins = table.read(), 1
    for number, played in enumerate(turns_played(match), start=1):
        entry = asked_ruling(match, AskedRuling(turn=number))
        assert entry == played.entry
        told = [action.heard.entry for action in dispute(match, entry).happened]
        assert told == [heard.entry for heard in match.events if begins <= heard.entry < entry]
        begins = entry + 1


def test_the_end_of_a_round_and_of_a_match_is_of_the_turn_that_brought_it(tmp_path: Path) -> None:
    match = a_short_match(tmp_path / "journal.db").read()
    (_ann, bob) = turns_of(match)
    assert [ruling.verdict for _entry, ruling in bob.rulings][-3:] == [
        "turn_over",
        "round_over",
        "match_over",
    ]
    assert bob.end == 28
    assert turn_with(match, 30) == bob


def test_what_is_thrown_after_the_match_is_nobody_s_turn(tmp_path: Path) -> None:
    table = a_short_match(tmp_path / "journal.db")
    table.throws(3, 4)
    match = table.read()
    void = match.entries[-1].number
    assert [turn.end for turn in turns_of(match)] == [15, 28]
    assert turn_with(match, void).rulings[0][0] == void
