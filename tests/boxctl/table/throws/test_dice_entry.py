"""Real dice: people enter what they show, with the buttons of the box or by typing it."""

from __future__ import annotations

import pytest

from boxctl.journal.entry_kinds import EventHeard
from boxctl.presentation.display.pages import layout
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import DiceCounted
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.presentation.table_view import TableView
from boxctl.rules.ruleset import Dice
from boxctl.rules.variants import variant
from boxctl.table.throws.dice_entry import read_typed
from hardware.devices import Box, Clock, EventSink, Face, ThrowTyped
from hardware.virtual import VirtualBox
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable
from tests.support.tables.wiring import InMemory


class ByHand(InMemory):
    """Wood in memory; the dice are in somebody's hand."""

    def connect(self, wood: VirtualBox, clock: Clock, hand_over: EventSink) -> Box:
        box = super().connect(wood, clock, hand_over)
        box.dice_by_hand = True
        return box


@pytest.fixture
def table(a_table: BuildTable) -> VirtualTable:
    return a_table(players="Ann,Bob", wiring=ByHand(), journal=True, wood=PERFECT_WOOD)


def counts_up(table: VirtualTable, times: int) -> None:
    for _ in range(times):
        table.presses("roll")


def enters(table: VirtualTable, *values: int) -> None:
    for value in values:
        counts_up(table, value)
        table.presses("confirm")


def types(table: VirtualTable, text: str) -> list[str]:
    table.new.clear()
    table.notices.clear()
    table.events.append(ThrowTyped(table.now, text))
    table.until(table.now + SECOND)
    return [notice_sentence(notice, WRITTEN) for notice in table.notices]


def told(table: VirtualTable) -> list[str]:
    said = [notice_sentence(notice, WRITTEN) for notice in table.notices]
    table.notices.clear()
    return said


def test_each_press_counts_a_die_up_and_confirm_ends_it(table: VirtualTable) -> None:
    counts_up(table, 3)
    assert told(table) == [
        "the dice show 1 so far.",
        "the dice show 2 so far.",
        "the dice show 3 so far.",
    ]
    table.presses("confirm")
    assert told(table) == ["the dice show 3 - so far."]
    assert table.ruled == []
    counts_up(table, 4)
    table.presses("confirm")
    assert table.new[0].throw == (3, 4)
    assert table.ruled == ["throw R3.1"]


def test_holding_roll_ends_a_die_where_there_is_no_other_button(table: VirtualTable) -> None:
    for value in (2, 6):
        counts_up(table, value)
        table.presses("roll", 1000)
    assert table.new[0].throw == (2, 6)


def test_after_the_highest_face_comes_the_one(table: VirtualTable) -> None:
    counts_up(table, 7)
    assert told(table)[-1] == "the dice show 1 so far."


def test_until_the_last_die_is_ended_the_throw_can_be_begun_anew(table: VirtualTable) -> None:
    enters(table, 5)
    counts_up(table, 2)
    table.presses("new")
    assert told(table)[-1] == "the dice are entered anew."
    enters(table, 1, 2)
    assert table.new[0].throw == (1, 2)


def test_after_that_the_throw_stands(table: VirtualTable) -> None:
    enters(table, 1, 2)
    told(table)
    counts_up(table, 1)
    assert told(table) == ["You threw 1 and 2, 3 in all: shut 3 or 2+1."]
    assert types(table, "6 6") == []
    assert table.ruled == ["void R4.6"]
    table.shuts(3)
    assert table.ruled == ["committed R3.1"]


def test_one_die_is_entered_by_ending_the_second_at_once(a_table: BuildTable) -> None:
    table = a_table("pub", wiring=ByHand(), wood=PERFECT_WOOD)
    for throw, tiles in (((6, 6), (7, 5)), ((6, 3), (9,)), ((5, 3), (8,))):
        enters(table, *throw)
        table.shuts(*tiles)
    enters(table, 4)
    table.presses("confirm")
    assert table.new[0].throw == (4,)
    assert table.ruled == ["throw R3.1"]


def test_confirm_confirms_a_move_while_no_throw_is_entered(a_table: BuildTable) -> None:
    table = a_table("canoga", players="Ann,Bob", wiring=ByHand(), wood=PERFECT_WOOD)
    enters(table, 2, 4)
    table.shuts(2)
    assert table.ruled == ["provisional R4.2"]
    table.presses("confirm")
    assert table.ruled == ["committed R3.3"]


@pytest.mark.parametrize("text", ["3 4\n", "3,4", " 3+4", "34"])
def test_a_throw_may_be_typed(table: VirtualTable, text: str) -> None:
    assert types(table, text) == []
    assert table.new[0].throw == (3, 4)


def test_a_typed_throw_replaces_what_was_being_entered_on_buttons(a_table: BuildTable) -> None:
    table = a_table("canoga", players="Ann,Bob", wiring=ByHand(), wood=PERFECT_WOOD)
    enters(table, 5)
    counts_up(table, 1)
    types(table, "2 4")
    table.shuts(2)
    table.presses("confirm")
    assert table.ruled == ["committed R3.3"]


@pytest.mark.parametrize("text", ["7 1", "0 3", "a three", "1 2 3", "3 -1", "²", "9" * 5000])
def test_what_is_no_throw_gets_one_clear_sentence(table: VirtualTable, text: str) -> None:
    assert types(table, text) == [
        "that is no throw: type what two dice with 6 sides show, with spaces between."
    ]
    assert table.ruled == []


def test_a_throw_of_too_few_dice_is_the_referee_s_to_say(table: VirtualTable) -> None:
    assert types(table, "4") == []
    assert table.ruled == ["void R2.3"]


def test_dice_with_many_sides_are_typed_with_spaces() -> None:
    assert read_typed("17", Dice(1, 20)) == (17,)
    assert read_typed("17 3", Dice(2, 20)) == (17, 3)
    assert read_typed("173", Dice(2, 20)) is None


@pytest.mark.parametrize(
    "said",
    ["five three", "Five and three.", "Fünf drei", "fünf und drei", "cinq trois", "Cinq et trois"],
)
def test_dice_are_read_in_words_of_every_language(said: str) -> None:
    assert read_typed(said, Dice(2, 6)) == (5, 3)


@pytest.mark.parametrize("said", ["seven two", "and", "five three two", "five-three", "zero one"])
def test_words_that_dice_cannot_show_are_no_throw(said: str) -> None:
    assert read_typed(said, Dice(2, 6)) is None


def test_a_larger_die_is_read_in_words_as_well() -> None:
    assert read_typed("vingt", Dice(1, 20)) == (20,)


def test_a_throw_that_is_entered_is_recorded_as_such_and_not_doubted(table: VirtualTable) -> None:
    enters(table, 3, 4)
    types(table, "5 6")
    entries = [entry.body for entry in table.read().of_kind(EventHeard.kind)]
    assert [body["how"] for body in entries if "throw" in body["event"]] == [
        {"witness": "people"},
        {"witness": "people"},
    ]
    assert not any(ruling.unverified for ruling in table.rulings)


@pytest.mark.parametrize("face", [Face(8, 1, "segments"), Face(16, 2), Face(20, 4)])
def test_displays_of_any_size_show_what_is_entered(face: Face) -> None:
    view = TableView(("Ann",)).told(DiceCounted((3, None)))
    assert [line.text for line in layout(view, face).pages[0]] == ["3 -"]
    assert TableView(("Ann",)) == view.told(DiceCounted(()))


def test_a_voice_says_each_pip_and_no_more() -> None:
    speech = TableSpeech(variant("classic"), True)
    said = [speech.of_notice(DiceCounted(dice)) for dice in ((3,), (3, None), (3, 4))]
    assert said == ["three", "The next die.", "four"]


def test_a_double_that_is_thrown_again_is_entered_as_any_throw(a_table: BuildTable) -> None:
    """R5.7: nothing else is pressed for it, and its answer is still owed."""
    table = a_table(wiring=ByHand(), wood=PERFECT_WOOD, doubles="may_rethrow")
    enters(table, 3, 3)
    assert table.ruled == ["throw R3.1"]
    enters(table, 2, 4)
    assert table.ruled == ["again R5.7", "throw R3.1"]
    table.notices.clear()
    counts_up(table, 1)
    assert not any(isinstance(notice, DiceCounted) for notice in table.notices)
