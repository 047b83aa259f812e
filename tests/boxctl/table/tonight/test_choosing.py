"""Tonight's game is chosen with the buttons of a box, between matches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boxctl.journal.entry_kinds import ChosenBy, GameChosen, MatchLeft
from boxctl.presentation.menu_notices import (
    MenuClosed,
    MenuNotNow,
    MenuShown,
    MenuStep,
    TonightChosen,
)
from boxctl.presentation.notices import Reminder
from boxctl.rules.faults import RuleFault
from boxctl.rules.money import Money
from boxctl.rules.tiles import tile
from boxctl.table.states import MenuState, PlayPhase
from boxctl.table.tonight.menu import MENU_PATIENCE
from boxctl.table.tonight.offers import WantedGame
from hardware.devices import ButtonName
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.rulings import of
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

THREE = ("pub", "thai", "two-to-go")


def holds(table: VirtualTable, button: ButtonName = "new") -> None:
    table.presses(button, 800)


def shown(table: VirtualTable) -> MenuShown:
    assert table.runtime.chooser is not None
    told = table.runtime.chooser.shown
    assert told is not None
    return told


def phase(table: VirtualTable) -> PlayPhase:
    return table.runtime.state.phase


def combine(table: VirtualTable) -> str:
    return table.runtime.referee.play.rules.combine


def is_open(table: VirtualTable) -> bool:
    assert table.runtime.chooser is not None
    return table.runtime.chooser.shown is not None


def ends_a_match(table: VirtualTable) -> None:
    """Play two-to-go to its end: nobody can shut the 2."""
    for _player in table.runtime.referee.play.players:
        table.throws(1, 3)
    assert table.runtime.referee.play.over


def choose_thai(table: VirtualTable) -> None:
    holds(table)
    while shown(table).variant != "thai":
        table.presses("new")
    while is_open(table):
        table.presses("confirm")


def test_between_matches_the_buttons_choose_the_next_game(a_table: BuildTable) -> None:
    table = a_table("two-to-go", "Ann,Bob", wood=PERFECT_WOOD, menu=THREE)
    ends_a_match(table)
    holds(table)
    assert (shown(table).step, shown(table).variant) == (MenuStep.GAME, "two-to-go")
    while shown(table).variant != "thai":
        table.presses("new")
    table.presses("confirm")
    assert shown(table).step is MenuStep.STAKE
    table.presses("new")
    table.presses("confirm")
    assert shown(table).step is MenuStep.PLAYERS
    table.presses("new")
    table.presses("confirm")
    assert (shown(table).step, shown(table).whose) == (MenuStep.HANDICAP, "")
    table.presses("confirm")
    assert not is_open(table)
    play = table.runtime.referee.play
    assert combine(table) == "thai"
    assert play.players == ("Ann", "Bob", "Player 3")
    assert play.rules.stake == 1
    chosen = TonightChosen("thai", Money(1), play.players, begins=True)
    assert chosen in table.notices


def test_the_choice_is_in_the_record_and_holds_after_a_restart(
    a_table: BuildTable, tmp_path: Path
) -> None:
    table = a_table("two-to-go", wood=PERFECT_WOOD, menu=THREE, journal=tmp_path / "journal.db")
    ends_a_match(table)
    choose_thai(table)
    before = table.read(1)
    ((_number, chosen),) = before.read(GameChosen)
    assert (chosen.variant, chosen.by, chosen.instead_of.variant) == (
        "thai",
        ChosenBy.BUTTONS,
        "two-to-go",
    )
    after = table.read(2)
    assert (after.variant, after.header.instead_of) == ("thai", chosen.instead_of)
    table.loses_power()
    table.starts_again()
    assert combine(table) == "thai"
    assert table.opened.match is not None
    table.makes_ready()
    table.presses("new")
    assert table.runtime.following.variant == "thai"


def test_a_power_cut_between_a_choice_and_the_next_match_loses_neither(
    a_table: BuildTable, tmp_path: Path
) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=THREE, journal=tmp_path / "journal.db")
    table.throws(3, 4)
    table.shuts(7)
    assert table.runtime.chooser is not None
    table.runtime.chooser.choose(WantedGame("thai"), ChosenBy.PHONE)
    table.loses_power()
    table.starts_again()
    assert table.opened.match is not None
    assert table.runtime.variant == "pub"
    assert not table.runtime.referee.levers & tile(7)
    assert table.runtime.following.variant == "thai"


def test_a_power_cut_leaves_no_match_though_the_game_chosen_next_cannot_be_played(
    a_table: BuildTable, tmp_path: Path
) -> None:
    """Thai was chosen and is played, then two-to-go, which the landlord takes from the menu."""
    table = a_table("pub", wood=PERFECT_WOOD, menu=THREE, journal=tmp_path / "journal.db")
    chooses(table, WantedGame("thai"))
    table.throws(2, 3)
    chooses(table, WantedGame("two-to-go"))
    table.loses_power()
    table.offers_games(("pub", "thai"))
    table.starts_again()
    assert table.opened.match is not None
    assert table.runtime.variant == "thai"
    assert table.runtime.following.variant == "pub"
    assert "is not among the games that may be chosen" in table.remarks[-1]


def test_a_choice_before_the_first_throw_takes_the_place_of_the_match(
    a_table: BuildTable, tmp_path: Path
) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=THREE, journal=tmp_path / "journal.db")
    choose_thai(table)
    assert combine(table) == "thai"
    ((_entry, left),) = table.read(1).read(MatchLeft)
    assert left.reason == "new_match"
    assert table.read(2).variant == "thai"
    table.throws(2, 3)
    assert table.ruled == ["throw R3.4"]


def test_a_throw_closes_the_menu_and_counts(a_table: BuildTable) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=True)
    holds(table)
    assert is_open(table)
    table.throws(2, 3)
    assert not is_open(table)
    assert table.ruled == ["throw R3.1"]
    assert MenuClosed(by_throw=True) in table.notices
    assert table.runtime.state.menu is MenuState.CLOSED


def test_it_closes_when_nobody_presses_a_button_any_more(a_table: BuildTable) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=True)
    holds(table)
    table.waits((MENU_PATIENCE - 2 * SECOND) / 1000)
    assert is_open(table)
    table.waits(3000)
    assert not is_open(table)
    assert table.notices[-1] == MenuClosed()
    table.throws(2, 3)
    assert table.ruled == ["throw R3.1"]


def test_a_short_press_of_new_begins_the_next_match_as_ever(a_table: BuildTable) -> None:
    table = a_table("two-to-go", wood=PERFECT_WOOD, menu=True)
    ends_a_match(table)
    table.presses("new")
    assert not table.runtime.referee.play.over
    assert not is_open(table)


def test_while_a_match_is_played_people_are_told_when_the_menu_opens(a_table: BuildTable) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=True)
    table.throws(2, 3)
    holds(table)
    assert table.notices[-1] == MenuNotNow(interrupted=False)
    assert not is_open(table)
    table.shuts(5)
    assert table.ruled == ["committed R3.1"]


def test_an_interrupted_match_is_not_lost_by_a_long_press(
    a_table: BuildTable, tmp_path: Path
) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=True, journal=tmp_path / "journal.db")
    table.throws(2, 3)
    table.shuts(5)
    table.wood.shut(9, table.now)
    table.wood.advance(table.now + SECOND)
    table.loses_power()
    table.starts_again()
    assert phase(table) is PlayPhase.INTERRUPTED
    holds(table)
    assert table.notices[-1] == MenuNotNow(interrupted=True)
    assert phase(table) is PlayPhase.INTERRUPTED
    table.presses("new")
    assert phase(table) is PlayPhase.PLAYING
    table.until(table.now + SECOND)
    holds(table)
    assert is_open(table)


def test_with_new_alone_a_long_press_takes_and_with_confirm_alone_too(
    a_table: BuildTable,
) -> None:
    for button in ("new", "confirm"):
        one: ButtonName = "new" if button == "new" else "confirm"
        table = a_table("two-to-go", wood=PERFECT_WOOD, menu=THREE, buttons=(one,))
        ends_a_match(table)
        holds(table, one)
        while shown(table).variant != "thai":
            table.presses(one)
        for _ in range(3):
            holds(table, one)
        assert combine(table) == "thai"


def test_confirm_alone_still_reports_a_sensor_while_levers_are_asked_for(
    a_table: BuildTable,
) -> None:
    table = a_table("two-to-go", wood=PERFECT_WOOD, menu=THREE, buttons=("confirm",))
    table.throws(1, 1)
    table.shuts(5)
    holds(table, "confirm")
    assert not is_open(table)


def test_confirm_held_leaves_the_menu_and_nothing_is_changed(a_table: BuildTable) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=True)
    holds(table)
    table.presses("new")
    table.holds_confirm()
    assert table.notices[-1] == MenuClosed()
    assert table.runtime.following.variant == "pub"


def test_a_locked_menu_does_not_open(a_table: BuildTable) -> None:
    table = a_table("two-to-go", wood=PERFECT_WOOD)
    ends_a_match(table)
    holds(table)
    assert table.runtime.chooser is None
    assert not table.runtime.referee.play.over


def test_the_lamps_show_the_number_of_the_game(a_table: BuildTable) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=("pub", "thai", "full-house"))
    holds(table)
    lit = set()
    for _ in range(3):
        lit.add((shown(table).number, shown(table).lack is None))
        seen = set()
        for _ in range(40):
            table.waits(100)
            seen.add(table.wood.lamps.lit)
        assert seen == {0, tile(shown(table).number)}
        table.presses("new")
    assert lit == {(1, True), (2, False), (3, True)}


# From a phone, or Home Assistant.


def chooses(table: VirtualTable, wanted: WantedGame) -> None:
    assert table.runtime.chooser is not None
    table.runtime.chooser.choose(wanted, ChosenBy.PHONE)
    table.until(table.now + SECOND)


def test_a_phone_chooses_the_next_match_while_one_is_played(a_table: BuildTable) -> None:
    table = a_table("two-to-go", "Ann,Bob", wood=PERFECT_WOOD, menu=THREE)
    table.throws(1, 3)
    chooses(table, WantedGame("thai"))
    stake = table.runtime.following.stake
    assert table.notices[-1] == TonightChosen("thai", stake, ("Ann", "Bob"), begins=False)
    assert combine(table) == "sum"
    table.throws(1, 3)
    assert table.runtime.referee.play.over
    table.presses("new")
    assert combine(table) == "thai"


def test_of_two_phones_the_first_counts_and_the_second_is_told(a_table: BuildTable) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=THREE)
    chooses(table, WantedGame("thai", seen=0))
    with pytest.raises(RuleFault, match="somebody else has just chosen"):
        chooses(table, WantedGame("two-to-go", seen=0))
    assert table.runtime.following.variant == "thai"
    chooses(table, WantedGame("two-to-go", seen=1))
    assert table.runtime.referee.play.rules.opening_tile == 2


def test_a_choice_on_a_phone_closes_the_menu_of_the_box(a_table: BuildTable) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=THREE)
    holds(table)
    chooses(table, WantedGame("thai"))
    assert not is_open(table)
    assert combine(table) == "thai"


def test_box_toml_counts_again_when_it_asks_for_something_else(
    a_table: BuildTable, tmp_path: Path
) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=THREE, journal=tmp_path / "journal.db")
    chooses(table, WantedGame("thai"))
    table.throws(2, 3)
    table.loses_power()
    table.request = replace(table.request, players=("Cid",))
    table.offers_games(THREE)
    table.starts_again()
    assert table.runtime.following.variant == "pub"


def test_a_game_that_cannot_be_played_any_more_is_said_at_the_start(
    a_table: BuildTable, tmp_path: Path
) -> None:
    table = a_table("pub", wood=PERFECT_WOOD, menu=THREE, journal=tmp_path / "journal.db")
    chooses(table, WantedGame("thai"))
    table.loses_power()
    table.offers_games(("pub",))
    table.starts_again()
    assert table.runtime.following.variant == "pub"
    assert "is not among the games that may be chosen" in table.remarks[-1]


def test_a_handicap_chosen_with_the_buttons_holds_after_a_power_cut(
    a_table: BuildTable, tmp_path: Path
) -> None:
    """Bob gets 5 at the box; the plug is pulled in the next match and before the one after it."""
    table = a_table(
        "two-to-go", "Ann,Bob", wood=PERFECT_WOOD, menu=THREE, journal=tmp_path / "journal.db"
    )
    ends_a_match(table)
    holds(table)
    while shown(table).step is not MenuStep.HANDICAP:
        table.presses("confirm")
    while shown(table).whose != "Bob":
        table.presses("new")
    table.presses("confirm")
    while shown(table).handicap != {"Bob": 5}:
        table.presses("new")
    table.presses("confirm")
    table.presses("confirm")
    assert table.notices[-1] == TonightChosen(
        "two-to-go", Money(0), ("Ann", "Bob"), True, {"Bob": 5}
    )
    ((_number, chosen),) = table.read(1).read(GameChosen)
    assert chosen.handicap == table.read(2).header.handicap == {"Bob": 5}
    table.throws(1, 3)
    table.loses_power()
    table.starts_again()
    table.makes_ready()
    table.throws(1, 3)
    over = of(table.new[-1])
    assert (over.scores, over.handicap) == ({"Ann": 45, "Bob": 50}, {"Bob": 5})
    table.loses_power()
    table.starts_again()
    assert table.runtime.referee.play.rules.handicaps == (0, 5)
    assert table.runtime.following.handicap == {"Bob": 5}


def at_the_points_of_bob(table: VirtualTable) -> None:
    """Somebody opens the menu at the box, and comes as far as Bob's handicap of 5."""
    holds(table)
    while shown(table).step is not MenuStep.HANDICAP:
        table.presses("confirm")
    while shown(table).whose != "Bob":
        table.presses("new")
    table.presses("confirm")
    while shown(table).handicap != {"Bob": 5}:
        table.presses("new")


def test_a_phone_gives_a_handicap_while_another_is_chosen_with_the_buttons(
    a_table: BuildTable,
) -> None:
    """The phone was first: the menu closes, and the box says what is played instead."""
    table = a_table("two-to-go", "Ann,Bob", wood=PERFECT_WOOD, menu=THREE)
    at_the_points_of_bob(table)
    chooses(table, WantedGame("two-to-go", seen=0, handicaps=(("Ann", "3"),)))
    assert not is_open(table)
    told = TonightChosen("two-to-go", Money(0), ("Ann", "Bob"), True, {"Ann": 3})
    assert table.notices[-1] == told
    table.presses("confirm")  # what the finger was about to do
    assert table.runtime.following.handicap == {"Ann": 3}
    assert table.runtime.referee.play.rules.handicaps == (3, 0)
    assert table.notices[-2:-1] == [told]
    assert isinstance(table.notices[-1], Reminder)


def test_the_buttons_give_a_handicap_before_a_phone_gives_another(a_table: BuildTable) -> None:
    """The box was first: the phone is told what was chosen, and changes nothing."""
    table = a_table("two-to-go", "Ann,Bob", wood=PERFECT_WOOD, menu=THREE)
    at_the_points_of_bob(table)
    table.presses("confirm")
    table.presses("confirm")
    assert table.runtime.following.handicap == {"Bob": 5}
    with pytest.raises(RuleFault, match="somebody else has just chosen") as refused:
        chooses(table, WantedGame("two-to-go", seen=0, handicaps=(("Ann", "3"),)))
    assert refused.value.code == "BX759"
    assert table.runtime.following.handicap == {"Bob": 5}
    chooses(table, WantedGame("two-to-go", seen=1, handicaps=(("Ann", "3"),)))
    assert table.runtime.following.handicap == {"Ann": 3, "Bob": 5}


def test_other_handicaps_in_box_toml_count_instead_of_what_was_chosen(
    a_table: BuildTable, tmp_path: Path
) -> None:
    journal = tmp_path / "journal.db"
    table = a_table("two-to-go", "Ann,Bob", wood=PERFECT_WOOD, menu=THREE, journal=journal)
    choose_thai(table)
    table.close()
    edited = a_table("two-to-go", "Ann +3,Bob", wood=PERFECT_WOOD, menu=THREE, journal=journal)
    assert edited.runtime.following.variant == "two-to-go"
    assert edited.runtime.following.handicap == {"Ann": 3}


def test_a_name_goes_on_with_its_handicap_unless_another_is_typed(a_table: BuildTable) -> None:
    table = a_table("two-to-go", "Ann,Bob +5", wood=PERFECT_WOOD, menu=THREE)
    for typed, given in (
        (("Ann", "Bob"), {"Bob": 5}),
        (("Bob", "Cy +2", "Dee"), {"Bob": 5, "Cy": 2}),
        (("Bob +0", "Cy", "Dee"), {"Cy": 2}),
    ):
        table.runtime.named(typed)
        assert table.runtime.following.handicap == given


# While a match is interrupted.


@pytest.fixture
def interrupted(a_table: BuildTable, tmp_path: Path) -> VirtualTable:
    """Ann's turn is over and Bob has thrown; the plug is pulled, and a hand shuts a tile."""
    table = a_table(
        "two-to-go", "Ann,Bob", wood=PERFECT_WOOD, menu=THREE, journal=tmp_path / "journal.db"
    )
    table.throws(1, 3)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(3, 4)
    table.wood.shut(9, table.now)
    table.wood.advance(table.now + SECOND)
    table.loses_power()
    table.starts_again()
    assert phase(table) is PlayPhase.INTERRUPTED
    return table


def plays_it_to_the_end(table: VirtualTable) -> None:
    """Put back what moved during the cut, and play on; nothing of the match is lost."""
    table.opens(9)
    table.shuts(7)
    table.throws(6, 6)
    table.shuts(9, 3)
    table.throws(1, 1)
    over = of(table.new[-1])
    assert over.scores == {"Ann": 45, "Bob": 24}
    assert table.read(1).rulings[-1].verdict == "match_over"


def test_a_phone_chooses_while_a_match_is_interrupted_and_that_is_played_first(
    interrupted: VirtualTable,
) -> None:
    chooses(interrupted, WantedGame("thai", seen=0))
    stake = interrupted.runtime.following.stake
    told = TonightChosen("thai", stake, ("Ann", "Bob"), begins=False)
    assert told in interrupted.notices
    assert phase(interrupted) is PlayPhase.INTERRUPTED
    plays_it_to_the_end(interrupted)
    interrupted.presses("new")
    assert combine(interrupted) == "thai"
    ((_entry, chosen),) = interrupted.read(1).read(GameChosen)
    assert (chosen.by, chosen.variant) == (ChosenBy.PHONE, "thai")


def test_of_two_phones_that_choose_while_a_match_is_interrupted_one_wins(
    interrupted: VirtualTable,
) -> None:
    holds(interrupted)
    assert interrupted.notices[-1] == MenuNotNow(interrupted=True)
    chooses(interrupted, WantedGame("thai", seen=0, handicaps=(("Bob", "5"),)))
    with pytest.raises(RuleFault, match="somebody else has just chosen Thai") as refused:
        chooses(interrupted, WantedGame("pub", seen=0))
    assert refused.value.code == "BX759"
    plays_it_to_the_end(interrupted)
    interrupted.presses("new")
    assert combine(interrupted) == "thai"
    assert interrupted.runtime.referee.play.rules.handicaps == (0, 5)
