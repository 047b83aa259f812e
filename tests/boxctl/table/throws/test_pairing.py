"""Another roller in the middle of a match is found, has to be confirmed, and its throws marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boxctl.journal.entry_kinds import DeviceChanged
from boxctl.referee.ruling import Doubt, DoubtReason
from boxctl.table.throws.pairing import MOST_HELD, KnownRoller, Pairing, known_roller
from hardware.devices import BoardIdentity, DeviceBack, DeviceLost, DiceRolled
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

TOWER = BoardIdentity("tower", 2, 6, 0, 7, lasting=True)
ANOTHER = BoardIdentity("tower", 2, 6, 0, 666, lasting=True)
OTHER = Doubt(DoubtReason.OTHER_ROLLER)


@pytest.fixture
def table(a_table: BuildTable) -> VirtualTable:
    table = a_table(players="Ann,Bob", journal=True, wood=PERFECT_WOOD)
    comes_up(table, TOWER)
    thrown(table, TOWER, 1, 5, 6)
    table.shuts(9, 2)
    return table


def comes_up(table: VirtualTable, board: BoardIdentity) -> None:
    table.events.append(DeviceBack(table.now, "roller", f"{board.name}, 2 dice", board))
    table.until(table.now + SECOND // 10)


def thrown(table: VirtualTable, board: BoardIdentity, serial: int, *values: int) -> None:
    table.new.clear()
    table.events.append(DiceRolled(table.now, values, board.series, serial))
    table.until(table.now + SECOND)


def told(table: VirtualTable) -> list[str]:
    return [notice.why for notice in table.notices if isinstance(notice, DeviceLost)]


def boards(table: VirtualTable) -> list[int]:
    """The series of the boards in the record of the newest match, in order."""
    match = table.read()
    return [entry.body["board"]["series"] for entry in match.of_kind(DeviceChanged.kind)
            if "board" in entry.body]  # fmt: skip


def test_the_roller_of_a_match_is_recorded_with_it(table: VirtualTable) -> None:
    assert boards(table) == [7]
    assert known_roller(table.read()) == KnownRoller(TOWER, TOWER)


def test_the_same_roller_may_restart_as_often_as_it_likes(table: VirtualTable) -> None:
    for _ in range(3):
        comes_up(table, TOWER)
    thrown(table, TOWER, 2, 3, 1)
    assert told(table) == []
    assert table.rulings[-1].unverified is None


def test_throws_of_another_do_not_count_until_people_confirm_it(table: VirtualTable) -> None:
    comes_up(table, ANOTHER)
    (why,) = told(table)
    assert why.startswith('BX520: another roller answers than that of this match: "tower", series')
    thrown(table, ANOTHER, 1, 3, 1)
    assert table.new == []
    table.presses("confirm")
    assert [str(ruling.verdict) for ruling in table.new] == ["throw"]
    assert table.new[-1].unverified == (OTHER,)
    table.shuts(4)
    assert [ruling.unverified for ruling in table.new] == [(OTHER,)]
    assert boards(table) == [7, 666]


def test_a_warning_of_another_roller_does_not_let_it_in(table: VirtualTable) -> None:
    comes_up(table, ANOTHER)
    table.events.append(DeviceLost(table.now, "roller", "BX519: it says too much"))
    table.events.append(DeviceBack(table.now, "roller", "its next throws come"))
    thrown(table, ANOTHER, 1, 3, 1)
    assert table.new == []


def test_when_the_right_one_is_back_no_throw_of_the_other_counts(table: VirtualTable) -> None:
    comes_up(table, ANOTHER)
    thrown(table, ANOTHER, 1, 6, 6)
    comes_up(table, TOWER)
    thrown(table, TOWER, 2, 3, 1)
    assert [ruling.payload.throw for ruling in table.new] == [(3, 1)]  # type: ignore[union-attr]
    assert table.new[-1].unverified is None
    # It may forget what will never count, or it would repeat that for ever.
    assert (666, 1) in table.kept


def test_the_next_match_begins_with_the_roller_that_is_there() -> None:
    pairing = Pairing(KnownRoller(TOWER, TOWER))
    assert told_lost(pairing, ANOTHER)
    back = pairing.match_begins()
    assert back is not None
    assert back.board == ANOTHER
    assert not pairing.asks
    assert pairing.doubts == ()


def test_a_question_about_another_roller_ends_with_the_match(a_table: BuildTable) -> None:
    """The last tiles are shut while people are asked: then the next match takes the roller."""
    table = a_table(tiles=2, players="Ann", wood=PERFECT_WOOD)
    comes_up(table, TOWER)
    thrown(table, TOWER, 1, 1, 2)
    comes_up(table, ANOTHER)
    table.shuts(1, 2)
    table.notices.clear()
    table.presses("new")
    assert [notice.board for notice in table.notices if isinstance(notice, DeviceBack)] == [ANOTHER]


def test_between_matches_another_roller_is_merely_told_of() -> None:
    pairing = Pairing(KnownRoller(TOWER, TOWER))
    (back,) = pairing.back(DeviceBack(1, "roller", "tower", ANOTHER), in_match=False)
    assert isinstance(back, DeviceBack)
    assert back.what == "tower; not the roller of before"
    assert pairing.doubts == ()


def test_a_match_that_goes_on_after_an_end_of_the_program_knows_its_roller() -> None:
    pairing = Pairing(KnownRoller(TOWER, TOWER))
    (lost,) = pairing.back(DeviceBack(1, "roller", "tower", ANOTHER), in_match=True)
    assert isinstance(lost, DeviceLost)


def test_a_roller_exchanged_while_the_power_was_away_has_to_be_confirmed(
    table: VirtualTable,
) -> None:
    table.loses_power()
    table.starts_again()
    comes_up(table, ANOTHER)
    thrown(table, ANOTHER, 1, 3, 1)
    assert table.new == []
    table.presses("confirm")
    assert table.new[-1].unverified == (OTHER,)


def test_its_throws_are_still_marked_after_another_power_cut(table: VirtualTable) -> None:
    comes_up(table, ANOTHER)
    table.presses("confirm")
    table.loses_power()
    table.starts_again()
    comes_up(table, ANOTHER)
    assert not any("BX520" in why for why in told(table))
    thrown(table, ANOTHER, 1, 3, 1)
    assert table.new[-1].unverified == (OTHER,)


def test_a_press_of_new_does_not_let_another_roller_in(table: VirtualTable) -> None:
    comes_up(table, ANOTHER)
    table.presses("new")
    thrown(table, ANOTHER, 1, 3, 1)
    assert table.new == []


def test_a_match_whose_record_names_no_roller_takes_the_first_that_comes() -> None:
    pairing = Pairing()
    assert not told_lost(pairing, TOWER)
    assert pairing.doubts == ()
    assert told_lost(pairing, ANOTHER)


def test_a_match_that_had_gone_on_with_another_is_still_marked() -> None:
    pairing = Pairing(KnownRoller(TOWER, ANOTHER))
    (back,) = pairing.back(DeviceBack(1, "roller", "tower", ANOTHER), in_match=True)
    assert isinstance(back, DeviceBack)
    assert pairing.doubts == (OTHER,)


def test_a_box_without_buttons_goes_on_at_once_and_marks_the_throws() -> None:
    pairing = Pairing(KnownRoller(TOWER, TOWER), can_confirm=False)
    lost, back = pairing.back(DeviceBack(1, "roller", "tower", ANOTHER), in_match=True)
    assert isinstance(lost, DeviceLost)
    assert isinstance(back, DeviceBack)
    assert not pairing.asks
    assert pairing.doubts == (OTHER,)


def test_a_board_that_forgets_is_known_by_its_name_alone() -> None:
    forgetful = replace(TOWER, lasting=False)
    pairing = Pairing(KnownRoller(forgetful, forgetful))
    assert not told_lost(pairing, replace(forgetful, series=8))
    assert told_lost(pairing, replace(forgetful, name="turm"))


def told_lost(pairing: Pairing, board: BoardIdentity) -> bool:
    events = pairing.back(DeviceBack(1, "roller", "", board), in_match=True)
    return any(isinstance(event, DeviceLost) for event in events)


def test_what_is_held_of_another_roller_is_bounded(table: VirtualTable) -> None:
    comes_up(table, ANOTHER)
    before = len(table.kept)
    for serial in range(1, 1000):
        table.events.append(DiceRolled(table.now, (3, 1), 666, serial))
    table.until(table.now + SECOND)
    table.new.clear()
    assert len(table.kept) == before + 999 - MOST_HELD
    table.presses("confirm")
    assert len(table.new) == MOST_HELD
