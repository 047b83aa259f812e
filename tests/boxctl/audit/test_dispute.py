"""What a ruling rests on."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.audit.dispute import Dispute, dispute
from boxctl.audit.narrate import OverrulingRequest, overrule
from boxctl.cli import main
from boxctl.presentation.notices import StuckSensorAsked
from boxctl.referee.fields import in_seconds
from boxctl.rules.tiles import numbers, tile_range
from hardware.devices import DeviceLost, DiceRolled
from tests.support.records.recorded_evening import a_short_match
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def about(table: VirtualTable, verdict: str) -> Dispute:
    """The dispute over the last ruling of this kind."""
    match = table.read()
    rulings = [kept for kept in match.of_kind("ruling") if kept.body["verdict"] == verdict]
    return dispute(match, rulings[-1].number)


def sure(found: Dispute) -> list[str]:
    return ["; ".join(happened.evidence) for happened in found.happened]


def tiles(found: Dispute) -> list[tuple[int, ...]]:
    return [numbers(move.tiles) for move in found.others]


def test_a_move_and_those_that_were_not_made(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(1, 4)
    found = about(table, "committed")
    assert found.thrown == (2, 3)
    assert found.open == tile_range(9)
    assert numbers(found.chosen) == (1, 4)
    assert tiles(found) == [(2, 3), (5,)]
    assert list(found.rules) == ["R3.1"]


def test_a_lever_that_was_refused(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(7)
    found = about(table, "refused")
    assert list(found.rules) == ["R4.5", "R3.1"]
    assert found.rules["R4.5"].startswith("When S cannot all be part of one allowed move")
    assert tiles(found) == [(1, 4), (2, 3), (5,)]


def test_a_throw_that_could_not_be_played(tmp_path: Path) -> None:
    table = a_short_match(tmp_path / "journal.db")
    found = dispute(table.read(), 15)
    assert (found.thrown, numbers(found.open), found.allowed) == ((1, 1), (9,), ())
    assert len(found.happened) == 7


def test_the_end_of_a_match_is_about_its_last_turn(tmp_path: Path) -> None:
    table = a_short_match(tmp_path / "journal.db")
    found = about(table, "match_over")
    assert (found.thrown, numbers(found.open)) == ((1, 1), (7,))
    assert found.happened[0].heard.entry == 16


def test_it_says_when_to_the_millisecond(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    found = about(table, "committed")
    thrown, shut = (happened.time for happened in found.happened)
    assert thrown.isoformat() == "2026-11-21T20:15:00+00:00"
    assert (shut - thrown).total_seconds() == in_seconds(found.ruling.at)
    assert found.time == shut


def test_the_clock_is_set_again_after_an_interruption(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.waits(30_000)
    table.loses_power()
    table.starts_again()
    went_on = table.runtime.referee.clock
    table.shuts(5)
    shut = about(table, "committed").happened[-1]
    # The record says 20:15 each time that it is asked for the time of day.
    since = (shut.time.second * SECOND + shut.time.microsecond) / SECOND
    assert since == (shut.heard.event.at - went_on) / SECOND


def test_it_says_how_sure_the_sensors_were(table: VirtualTable) -> None:
    table.events.append(DiceRolled(table.now, (2, 3), series=77, serial=12))
    table.waits(1000)
    table.wood.shut(5, table.now)
    table.until(table.now + SECOND)
    found = about(table, "committed")
    how = found.happened[-1].heard.how
    bounced = f"{how.edges} edges within {max((how.lasted or 0) / 1000, 1):.0f} ms"
    assert how.edges > 1
    assert sure(found) == ["the roller's throw 12 of series 77", bounced]


def test_a_lever_that_only_a_reading_has_told_of(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.wood.shut(5, table.now)
    table.wood.advance(table.now + SECOND)
    table.events.clear()
    table.now += SECOND
    table.waits(3000)
    assert sure(about(table, "committed"))[-1] == (
        "no edge was seen, only a reading tells of it: it can have been later; "
        "the sensor of tile 5 did not tell when it changed"
    )


def test_a_tile_that_a_die_hit(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.wood.shut(9, table.now)
    table.until(table.wood.open(9, table.now + 30_000) + SECOND)
    table.shuts(5)
    found = about(table, "committed")
    assert [happened.never_moved for happened in found.happened] == [False, True, True, False]
    assert sure(found)[1].startswith("went back within the bump time, so it never moved (R4.7)")


def test_doubts_are_told(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.events.append(DeviceLost(table.now, "roller", "unplugged"))
    table.shuts(5)
    assert about(table, "committed").doubts == ("the roller did not answer",)


def test_a_throw_that_came_late_is_doubted(table: VirtualTable) -> None:
    table.events.append(DiceRolled(table.now, (2, 3), 7, 1, late=True))
    table.until(table.now + SECOND)
    late = ("the throw was made while the roller could not be heard",)
    assert about(table, "throw").doubts == late


def shut_by_word(table: VirtualTable, number: int) -> None:
    """The sensor of this tile sticks; people shut the tile and say so with the buttons."""
    table.wood.stick(number)
    table.shuts(number)
    table.holds_confirm()
    while table.notices[-1] != StuckSensorAsked(number):
        table.presses("new")
    table.presses("confirm")


def test_a_lever_that_people_told_of(table: VirtualTable) -> None:
    table.throws(4, 5)
    shut_by_word(table, 9)
    assert sure(about(table, "committed"))[-1] == (
        "no edge was seen, people said so; the sensor of tile 9 did not show this"
    )


def test_a_lever_that_its_sensor_showed_when_it_was_believed_again(table: VirtualTable) -> None:
    table.throws(4, 5)
    shut_by_word(table, 7)
    table.opens(7)
    table.holds_confirm()
    table.presses("new")
    table.wood.loosen(7, table.now)
    table.shuts(7)
    assert sure(about(table, "pending"))[-1] == (
        "no edge was seen, the sensor showed it when it was believed again; "
        "the sensor of tile 7 did not show this"
    )


def test_a_lever_that_was_declared_right_after_an_interruption(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.loses_power()
    table.wood.advance(table.wood.shut(5, table.now) + SECOND)
    table.starts_again()
    table.presses("confirm")
    assert sure(about(table, "committed"))[-1] == (
        "no edge was seen, people said so; declared by the players after an interruption"
    )


def test_a_move_that_was_begun_is_none_of_the_others(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(2)
    found = about(table, "pending")
    assert numbers(found.chosen) == (2,)
    assert tiles(found) == [(1, 4), (5,)]


def test_the_doubts_about_the_rest_of_the_turn_are_told_apart(
    table: VirtualTable, capsys: pytest.CaptureFixture[str]
) -> None:
    table.events.append(DiceRolled(table.now, (2, 3), 7, 1, late=True))
    table.until(table.now + SECOND)
    table.shuts(5)
    table.throws(4, 5)
    found = about(table, "throw")
    assert found.doubts == ()
    assert [(happened.heard.how.serial, doubt) for happened, doubt in found.further_doubts] == [
        (1, "the throw was made while the roller could not be heard")
    ]
    assert main(["dispute", "1", str(found.entry), "--journal", str(table.path)]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "How sure it is:",
        "  nothing that it rests on was in doubt",
        "  also in the turn: 2 and 3 are thrown: "
        "the throw was made while the roller could not be heard",
    ]


def test_an_overruling_is_told(tmp_path: Path) -> None:
    table = a_short_match(tmp_path / "journal.db")
    overrule(table.path, "1", OverrulingRequest("15", 8, "seen", None), "2026-11-21T21:00:00.000Z")
    assert dispute(table.read(), 15).overruled == 8
    assert dispute(table.read(), 28).overruled is None


@pytest.mark.parametrize("entry", range(1, 31))
def test_every_ruling_can_be_disputed(tmp_path: Path, entry: int) -> None:
    match = a_short_match(tmp_path / "journal.db").read()
    if match.entries[entry].kind == "ruling":
        document = dispute(match, entry).as_json()
        assert document["rules"][document["ruling"]["rule"]]


def test_a_double_that_was_thrown_again_could_have_been_played(
    a_table: BuildTable, capsys: pytest.CaptureFixture[str]
) -> None:
    """R5.7: the ruling that replaces it is about the double, and what that allowed."""
    table = a_table(players="Ann", journal=True, doubles="may_rethrow")
    table.throws(3, 3)
    thrown = about(table, "throw")
    table.shuts(5)
    table.opens(5)
    table.throws(2, 4)
    replaced = about(table, "again")
    assert replaced.ruling.rule == "R5.7"
    for found in (thrown, replaced):
        assert (found.thrown, numbers(found.chosen)) == ((3, 3), ())
        assert tiles(found) == [(1, 2, 3), (1, 5), (2, 4), (6,)]
        assert found.may_throw_again
        assert sorted(found.rules) == ["R3.1", "R5.7"]
    assert not about(table, "throw").may_throw_again
    table.loses_power()
    command = ["dispute", "last", "--turn", "1", "--throw", "1", "--journal", str(table.path)]
    assert main(command) == 0
    assert "  Or throw the double again. (R5.7, " in capsys.readouterr().out
