"""What the buttons of a table do, and what is told to whoever presses one."""

from __future__ import annotations

import pytest

from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import Notice
from boxctl.presentation.phrases import WRITTEN
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import tile
from boxctl.rules.variants import variant
from hardware.devices import ButtonName, DiceRolled
from hardware.virtual import MILLISECOND
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def test_a_die_that_knocks_a_tile_while_new_is_pressed_moves_nothing(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert table.rulings[-1].verdict == "match_over"
    table.new.clear()
    table.wood.knock(2, table.now, 60 * MILLISECOND)
    table.until(table.wood.press("new", table.now + 20 * MILLISECOND) + SECOND)
    assert table.ruled == []
    table.opens(2)
    assert table.ruled == ["ready R4.9"]


def test_a_new_match_begins_when_it_was_asked_for_though_a_tile_was_knocked_just_then(
    a_table: BuildTable,
) -> None:
    table = a_table("two-to-go", wood=PERFECT_WOOD)
    thrown = table.now
    table.throws(1, 3)
    over = table.rulings[-1]
    assert over.verdict == "match_over"
    pressed = table.now + 20 * MILLISECOND
    table.wood.knock(7, table.now, 60 * MILLISECOND)
    table.until(table.wood.press("new", pressed) + SECOND)
    assert table.ruled[-1] == "ready R4.9"
    assert table.rulings[-1].at - over.at == pressed - thrown


def test_the_next_match_is_played_by_the_rules_that_were_asked_for_meanwhile(
    a_table: BuildTable,
) -> None:
    table = a_table("two-to-go", players="Ann,Bob", wired=12, wood=PERFECT_WOOD)
    table.throws(1, 3)
    table.runtime.followed_by(variant("full-house"), ["Cid"])
    table.throws(1, 3)
    assert table.runtime.referee.play.over
    table.wood.shut(11, table.now)
    table.until(table.now + SECOND)
    table.new.clear()
    table.presses("new")
    play = table.runtime.referee.play
    assert (play.rules.tiles, play.players) == (12, ("Cid",))
    assert (table.ruled, table.runtime.put_back.open) == ([], tile(11))
    table.opens(11)
    assert table.ruled == ["ready R4.9"]
    table.throws(5, 6)
    table.shuts(11)
    assert table.ruled == ["committed R3.1"]


@pytest.mark.parametrize(("bump_ms", "doubted"), [("600", False), ("80", True)])
def test_what_nobody_saw_is_doubted_by_the_bump_time_of_the_match_that_is_played(
    a_table: BuildTable, bump_ms: str, doubted: bool
) -> None:
    table = a_table("two-to-go", wood=PERFECT_WOOD, bump_ms="700" if doubted else "20")
    table.throws(1, 3)
    assert table.runtime.referee.play.over
    rules = with_settings(variant("two-to-go"), [("bump_ms", bump_ms)])
    table.runtime.followed_by(rules, ["Ann"])
    table.presses("new")
    begun = table.now
    table.wood.shut(5, begun)
    table.wood.open(5, begun + 500 * MILLISECOND)
    table.wood.advance(begun + SECOND)
    table.events.append(DiceRolled(begun + 300 * MILLISECOND, (2, 2)))
    table.now = begun + SECOND
    table.waits(1000)
    assert bool(table.new[0].unverified) == doubted


def test_the_roll_button_throws_and_a_long_press_throws_one_die(a_table: BuildTable) -> None:
    class Sixes:
        def roll(self, count: int, sides: int) -> tuple[int, ...]:
            return (min(6, sides),) * count

    table = a_table("pub", tiles="6", wood=PERFECT_WOOD)
    table.box.dice = Sixes()
    table.new.clear()
    table.presses("roll")
    assert [ruling.throw for ruling in table.new] == [(6, 6)]
    table.shuts(6, 5, 1)
    table.new.clear()
    table.presses("roll", 700)
    assert [ruling.throw for ruling in table.new] == [(6,)]


def test_the_buttons_are_heard(a_table: BuildTable) -> None:
    table = a_table("canoga")
    table.throws(2, 4)
    table.shuts(2)
    assert table.ruled == ["provisional R4.2"]
    table.new.clear()
    table.presses("confirm")
    assert table.ruled == ["committed R3.3"]


def presses(table: VirtualTable, button: ButtonName) -> list[Notice]:
    """A button is pressed; gives what is told besides rulings."""
    table.notices.clear()
    table.presses(button)
    return list(table.notices)


def test_confirm_with_nothing_to_confirm_tells_how_it_stands(a_table: BuildTable) -> None:
    table = a_table("classic", "Ann,Bob")
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked, WRITTEN) == "Ann is to throw two dice."
    table.throws(1, 2)
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked, WRITTEN) == "You threw 1 and 2, 3 in all: shut 3 or 2+1."
    table.shuts(9)
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked, WRITTEN) == (
        "put the 9 back up. You threw 1 and 2, 3 in all: shut 3 or 2+1."
    )
    table.opens(9)
    table.shuts(3)
    table.throws(1, 2)
    table.shuts(1, 2)
    table.throws(1, 1)
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked, WRITTEN) == "For Bob's turn, stand the 1, the 2 and the 3 up."
    assert table.ruled == []


def test_confirm_with_something_to_confirm_is_ruled_and_nothing_else(a_table: BuildTable) -> None:
    table = a_table("canoga")
    table.throws(2, 4)
    table.shuts(2)
    assert presses(table, "confirm") == []
    assert table.ruled == ["committed R3.3"]


def test_whoever_asks_for_a_new_match_is_told_what_it_needs(a_table: BuildTable) -> None:
    table = a_table("unlucky-seven")
    table.throws(2, 3)
    table.shuts(5)
    table.throws(3, 4)
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked, WRITTEN) == "the match is over, press new for another."
    (asked,) = presses(table, "new")
    assert notice_sentence(asked, WRITTEN) == "For Ann's turn, stand the 5 up."


def test_one_that_finds_the_box_ready_is_told_so_by_the_ruling(a_table: BuildTable) -> None:
    table = a_table("unlucky-seven")
    table.throws(3, 4)
    assert presses(table, "new") == []
    assert table.ruled == ["ready R4.9"]


def test_after_an_interruption_confirm_says_that_the_levers_are_right(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.loses_power()
    table.wood.shut(5, table.now)
    table.wood.advance(table.now + SECOND)
    table.starts_again()
    table.presses("confirm")
    assert table.ruled == ["committed R3.1"]
