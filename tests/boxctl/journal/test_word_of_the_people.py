"""After an interruption people may declare the levers right only if the book can have them so."""

from __future__ import annotations

from boxctl.presentation.notices import STUCK, MatchContinues, MatchInterrupted, SensorQuarantined
from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import game_state
from boxctl.rules.tiles import tile
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def interrupted(table: VirtualTable, *turned: int) -> None:
    """Power is lost, these levers are turned over meanwhile, and the program starts again."""
    table.loses_power()
    for number in turned:
        turn = table.wood.shut if table.wood.levers & tile(number) else table.wood.open
        table.wood.advance(turn(number, table.now))
    table.wood.advance(table.now + SECOND)
    table.starts_again()


def interruption(table: VirtualTable, back: PutBack, *, may_declare: bool) -> MatchInterrupted:
    play = table.runtime.referee.play
    return MatchInterrupted(play.player, back, game_state(play), may_declare)


def committed(a_table: BuildTable) -> VirtualTable:
    """The 6 is shut for good."""
    table = a_table(wood=PERFECT_WOOD, journal=True)
    table.throws(2, 4)
    table.shuts(6)
    assert table.ruled == ["committed R3.1"]
    return table


def test_a_committed_tile_cannot_be_declared_to_stand(a_table: BuildTable) -> None:
    table = committed(a_table)
    interrupted(table, 6)
    asked = interruption(table, PutBack(shut=tile(6)), may_declare=False)
    assert table.notices == [asked]
    table.presses("confirm")
    table.waits(1000)
    assert table.notices == [asked, asked]
    assert table.ruled == []
    assert table.runtime.put_back == PutBack(shut=tile(6))
    table.shuts(6)
    assert isinstance(table.notices[-1], MatchContinues)


def test_a_tile_moved_without_a_throw_cannot_be_declared(a_table: BuildTable) -> None:
    table = committed(a_table)
    interrupted(table, 9)
    assert table.notices == [interruption(table, PutBack(open=tile(9)), may_declare=False)]


def test_levers_that_answer_the_throw_can_be_declared(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD, journal=True)
    table.throws(3, 4)
    table.shuts(5)
    interrupted(table, 2)
    assert table.notices == [interruption(table, PutBack(open=tile(2)), may_declare=True)]
    table.presses("confirm")
    assert table.ruled == ["committed R3.1"]


def test_more_than_the_throw_allows_cannot_be_declared(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD, journal=True)
    table.throws(3, 4)
    table.shuts(5)
    interrupted(table, 3)
    assert table.notices == [interruption(table, PutBack(open=tile(3)), may_declare=False)]


def test_people_are_told_when_the_levers_have_come_to_be_such_or_not(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD, journal=True)
    table.throws(3, 4)
    interrupted(table, 7, 9)
    both = PutBack(open=tile(7) | tile(9))
    assert table.notices == [interruption(table, both, may_declare=False)]
    table.opens(9)
    assert table.notices[1:] == [interruption(table, PutBack(open=tile(7)), may_declare=True)]
    table.shuts(9)
    assert table.notices[2:] == [interruption(table, both, may_declare=False)]


def test_of_a_sensor_that_shows_it_wrongly_people_say_so(a_table: BuildTable) -> None:
    table = committed(a_table)
    interrupted(table, 6)
    table.holds_confirm()
    assert table.notices[1] == SensorQuarantined(6, STUCK, stands=False)
    assert isinstance(table.notices[2], MatchContinues)
    assert table.ruled == []


def test_what_was_asked_before_the_interruption_is_still_to_be_done(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD, journal=True)
    table.throws(3, 4)
    table.shuts(9)
    assert table.ruled == ["refused R4.5"]
    interrupted(table, 7)
    assert table.notices == [interruption(table, PutBack(open=tile(7)), may_declare=True)]
    table.presses("confirm")
    assert table.runtime.put_back == PutBack(open=tile(9))
    table.opens(9)
    assert table.ruled[-1] == "committed R3.1"


def test_what_a_knock_has_left_to_be_put_back_is_put_back_first(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD, journal=True)
    table.throws(3, 4)
    for number in (1, 5, 9):
        table.wood.shut(number, table.now)
    table.waits(1000)
    assert table.ruled == ["disturbed R4.11"]
    interrupted(table, 7)
    assert table.notices == [interruption(table, PutBack(open=tile(7)), may_declare=False)]


def test_three_levers_beside_one_that_is_asked_back_would_be_a_knock(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD, journal=True)
    table.throws(3, 4)
    table.shuts(9)
    assert table.ruled == ["refused R4.5"]
    interrupted(table, 1, 2, 4)
    back = PutBack(open=tile(1) | tile(2) | tile(4))
    assert table.notices == [interruption(table, back, may_declare=False)]
