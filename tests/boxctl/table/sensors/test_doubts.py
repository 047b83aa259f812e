"""A doubt goes with the throw and the levers that it is about, until the next throw."""

from __future__ import annotations

import pytest

from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Doubt, DoubtReason, Ruling
from hardware.devices import DeviceLost, DiceRolled
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

LATE = Doubt(DoubtReason.THROWN_UNHEARD)


@pytest.fixture
def table(a_table: BuildTable) -> VirtualTable:
    return a_table(players="Ann,Bob", journal=True, wood=PERFECT_WOOD)


def shuts_with_chatter(table: VirtualTable, number: int) -> None:
    """The lever is shut, and its sensor chatters for a second and a half before it shows so."""
    chatters(table, number)
    table.shuts(number)
    table.waits(3000)


def opens_with_chatter(table: VirtualTable, number: int) -> None:
    chatters(table, number)
    table.opens(number)
    table.waits(3000)


def chatters(table: VirtualTable, number: int) -> None:
    table.wood.chatter(number, table.now, 3 * SECOND // 2)


def throws_late(table: VirtualTable, *values: int) -> None:
    table.new.clear()
    table.events.append(DiceRolled(table.now, values, 7, 1, late=True))
    table.until(table.now + SECOND)


def test_a_throw_that_met_a_sleeping_host_says_so_in_every_ruling_on_it(
    table: VirtualTable,
) -> None:
    table.events.append(DiceRolled(table.now, (5, 6), 7, 1, slept=90 * SECOND))
    table.until(table.now + SECOND)
    assert newest(table, Verdict.THROW).unverified == (slept_for(90),)
    table.shuts(7, 4)
    assert newest(table, Verdict.COMMITTED).unverified == (slept_for(90),)


def test_so_does_one_that_waited_for_the_program_to_go_on(table: VirtualTable) -> None:
    made = table.now
    table.now += 40 * SECOND
    table.events.append(DiceRolled(made, (5, 6), 7, 1))
    table.until(table.now + SECOND)
    (doubt,) = newest(table, Verdict.THROW).unverified or ()
    assert doubt.reason is DoubtReason.HOST_SLEPT
    assert doubt.lasted >= 40 * SECOND


def test_a_throw_that_is_heard_within_a_second_is_in_no_doubt(table: VirtualTable) -> None:
    table.events.append(DiceRolled(table.now, (5, 6), 7, 1))
    table.until(table.now + SECOND)
    assert newest(table, Verdict.THROW).unverified is None


def slept_for(seconds: int) -> Doubt:
    return Doubt(DoubtReason.HOST_SLEPT, lasted=seconds * SECOND)


def newest(table: VirtualTable, verdict: Verdict) -> Ruling:
    return [ruling for ruling in table.rulings if ruling.verdict is verdict][-1]


def chattered(ruling: Ruling, number: int = 7) -> bool:
    doubts = ruling.unverified or ()
    return [(doubt.reason, doubt.source) for doubt in doubts] == [(DoubtReason.CHATTERED, number)]


def test_a_doubt_about_one_lever_goes_into_the_move_that_it_is_part_of(table: VirtualTable) -> None:
    table.throws(5, 6)
    shuts_with_chatter(table, 7)
    assert chattered(newest(table, Verdict.PENDING))
    table.shuts(4)
    assert table.ruled == ["committed R3.1"]
    assert chattered(newest(table, Verdict.COMMITTED))


def test_a_late_throw_is_a_doubt_about_every_ruling_on_its_answer(table: VirtualTable) -> None:
    throws_late(table, 5, 6)
    table.shuts(9)
    table.opens(9)
    table.shuts(4, 8)
    assert [(str(ruling.verdict), ruling.unverified) for ruling in table.rulings[1:]] == [
        ("throw", (LATE,)),
        ("pending", (LATE,)),
        ("taken_back", (LATE,)),
        ("pending", (LATE,)),
        ("refused", (LATE,)),
    ]


def test_the_next_valid_throw_ends_the_doubt(table: VirtualTable) -> None:
    throws_late(table, 5, 6)
    table.shuts(7, 4)
    assert newest(table, Verdict.COMMITTED).unverified == (LATE,)
    table.throws(2, 1)
    table.shuts(3)
    assert [ruling.unverified for ruling in table.rulings[-2:]] == [None, None]


def test_a_throw_that_is_void_ends_no_doubt(table: VirtualTable) -> None:
    shuts_after_throw_of_eleven(table)
    table.throws(None, 2)
    assert newest(table, Verdict.VOID).unverified is None
    table.shuts(4)
    assert chattered(newest(table, Verdict.COMMITTED))


def shuts_after_throw_of_eleven(table: VirtualTable) -> None:
    table.throws(5, 6)
    shuts_with_chatter(table, 7)


def test_a_lever_that_was_put_back_no_longer_counts(table: VirtualTable) -> None:
    shuts_after_throw_of_eleven(table)
    table.opens(7)
    assert table.ruled == ["taken_back R4.1"]
    table.shuts(9)
    table.shuts(2)
    assert newest(table, Verdict.COMMITTED).unverified is None


def test_a_lever_that_was_put_back_in_doubt_no_longer_counts_either(table: VirtualTable) -> None:
    shuts_after_throw_of_eleven(table)
    opens_with_chatter(table, 7)
    assert chattered(newest(table, Verdict.TAKEN_BACK))
    table.shuts(9)
    table.shuts(2)
    assert newest(table, Verdict.COMMITTED).unverified is None


def test_the_same_reason_is_given_once(table: VirtualTable) -> None:
    table.events.append(DeviceLost(table.now, "roller", "unplugged"))
    throws_late(table, 5, 6)
    shuts_with_chatter(table, 7)
    table.shuts(4)
    assert [doubt.reason for doubt in newest(table, Verdict.COMMITTED).unverified or ()] == [
        DoubtReason.THROWN_UNHEARD,
        DoubtReason.CHATTERED,
        DoubtReason.DEVICE_LOST,
    ]


def test_the_end_of_the_turn_that_a_move_brings_rests_on_the_move(a_table: BuildTable) -> None:
    table = a_table(players="Ann", journal=True, wood=PERFECT_WOOD)
    for tiles in ((9, 3), (8, 4), (6, 5), (2,)):
        table.throws(*dice_of(sum(tiles)))
        table.shuts(*tiles)
    throws_late(table, 4, 4)
    table.shuts(7, 1)
    ends = table.rulings[-4:]
    assert [ruling.unverified for ruling in ends] == [(LATE,)] * 4
    assert [str(ruling.verdict) for ruling in ends] == [
        "committed",
        "shut_the_box",
        "turn_over",
        "match_over",
    ]


def dice_of(total: int) -> tuple[int, int]:
    first = max(1, total - 6)
    return first, total - first


def test_a_turn_that_a_later_throw_ends_rests_on_that_throw_alone(table: VirtualTable) -> None:
    shuts_after_throw_of_eleven(table)
    table.shuts(4)
    for tiles in ((9,), (8,), (6,), (5,)):
        table.throws(*dice_of(sum(tiles)))
        table.shuts(*tiles)
    table.throws(5, 6)
    assert table.ruled[0] == "turn_over R3.6"
    assert newest(table, Verdict.TURN_OVER).unverified is None


def test_a_doubt_outlasts_an_interruption(table: VirtualTable) -> None:
    shuts_after_throw_of_eleven(table)
    table.loses_power()
    table.starts_again()
    table.shuts(4)
    assert table.ruled == ["committed R3.1"]
    assert chattered(newest(table, Verdict.COMMITTED))


@pytest.mark.parametrize(
    ("throw", "shut", "verdict"),
    [((6, 6), (2, 3), Verdict.TAKEN_BACK), ((1, 1), (8, 9), Verdict.RESTORED)],
)
def test_a_doubt_about_any_lever_of_an_act_is_one_about_its_ruling(
    table: VirtualTable, throw: tuple[int, int], shut: tuple[int, int], verdict: Verdict
) -> None:
    """Both are opened in one act; the sensor of the one that is seen first has chattered."""
    table.throws(*throw)
    table.shuts(*shut)
    table.new.clear()
    first, last = shut
    end = table.now + 3 * SECOND // 2
    table.wood.chatter(first, table.now, 3 * SECOND // 2)
    table.wood.open(first, table.now)
    table.wood.open(last, end + SECOND // 20)
    table.until(end + SECOND)
    (ruling,) = table.new
    assert ruling.verdict is verdict
    (doubt,) = ruling.unverified or ()
    assert doubt.reason is DoubtReason.CHATTERED


def test_a_lever_that_returns_while_another_is_shut_leaves_no_doubt_to_the_next_throw(
    table: VirtualTable,
) -> None:
    """The 5 chatters so slowly that each state is believed, and the 7 is shut between two."""
    table.throws(3, 4)
    at = table.now
    for _again in range(40):
        table.wood.shut(5, at)
        table.wood.open(5, at + SECOND // 50)
        at += SECOND // 25
    table.wood.shut(7, at - 3 * SECOND // 100)
    table.new.clear()
    table.until(at + SECOND)
    assert table.ruled == ["committed R3.1"]
    table.throws(6, 2)
    table.shuts(8)
    assert [str(ruling.verdict) for ruling in table.rulings[-2:]] == ["throw", "committed"]
    assert [ruling.unverified for ruling in table.rulings[-2:]] == [None, None]
