"""The menu as a state: what each press does, without a box."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boxctl.presentation.lamps import menu_signs
from boxctl.presentation.menu_notices import MenuKeys, MenuStep, OtherDice, TooFewTiles
from boxctl.rules.faults import RuleFault
from boxctl.rules.money import Money
from boxctl.rules.ruleset import Dice
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import by_family, names, variant
from boxctl.table.tonight.menu import (
    MENU_PATIENCE,
    GameMenu,
    MenuPress,
    meaning,
    open_menu,
)
from boxctl.table.tonight.offers import GameOffers, Offer, PlannedMatch, WantedGame, seated
from hardware.config.box_file import RulesTable
from hardware.config.read import DeclaredParts
from hardware.devices import ButtonName, RollerDice

NEXT, TAKE, JUMP, LEAVE = MenuPress.NEXT, MenuPress.TAKE, MenuPress.JUMP, MenuPress.LEAVE
HOUSE = RulesTable("pub", ("Ann", "Bob"), (("stake", "50p"), ("bump_ms", "120")))
FOLLOWING = PlannedMatch(with_settings(variant("pub"), HOUSE.settings), ("Ann", "Bob"), "pub")


def offers(wired: int = 9, only: tuple[str, ...] | None = None) -> GameOffers:
    return GameOffers(HOUSE, DeclaredParts(wired), only)


class Walk:
    """Somebody walks through the menu of this box."""

    def __init__(
        self,
        given: GameOffers,
        keys: MenuKeys = MenuKeys.BOTH,
        following: PlannedMatch = FOLLOWING,
    ) -> None:
        self.given = given
        self.now = 0
        menu = open_menu(
            keys,
            given.families,
            following,
            HOUSE.players,
            0,
            self.offer,
            given.handicaps(following),
        )
        assert menu is not None
        self.menu: GameMenu | WantedGame | None = menu

    def offer(self, name: str) -> Offer:
        return self.given.offer(name, FOLLOWING, None)

    def presses(self, *presses: MenuPress) -> Walk:
        for press in presses:
            assert isinstance(self.menu, GameMenu)
            self.now += 1_000_000
            self.menu = self.menu.pressed(press, self.now, self.offer)
        return self

    @property
    def open(self) -> GameMenu:
        assert isinstance(self.menu, GameMenu)
        return self.menu

    @property
    def step(self) -> MenuStep:
        return self.open.shown.step


def test_it_opens_at_the_game_that_would_be_played_next() -> None:
    shown = Walk(offers()).open.shown
    assert (shown.step, shown.variant, shown.players) == (MenuStep.GAME, "pub", ("Ann", "Bob"))
    assert shown.count == len(names())
    assert shown.begins


def test_the_games_come_in_the_order_in_which_they_are_listed_and_go_round() -> None:
    walk = Walk(offers())
    seen = []
    for _ in names():
        seen.append(walk.open.shown.variant)
        walk.presses(NEXT)
    listed = [name for family in by_family().values() for name in family]
    start = listed.index("pub")
    assert seen == listed[start:] + listed[:start]
    assert walk.open.shown.variant == "pub"


def test_a_jump_shows_the_first_game_of_the_next_family() -> None:
    walk = Walk(offers())
    families = list(by_family().values())
    begun = next(place for place, family in enumerate(families) if "pub" in family)
    for family in families[begun + 1 :] + families[: begun + 1]:
        assert walk.presses(JUMP).open.shown.variant == family[0]


def test_game_stake_and_players_are_taken_one_after_the_other() -> None:
    walk = Walk(offers(only=("pub", "thai"))).presses(NEXT)
    assert walk.open.shown.variant == "thai"
    walk.presses(TAKE)
    assert (walk.step, walk.open.shown.stake) == (MenuStep.STAKE, Money(50, "GBP"))
    walk.presses(NEXT, TAKE)
    assert walk.step == MenuStep.PLAYERS
    walk.presses(NEXT, TAKE)
    walk.presses(TAKE)
    assert walk.menu == WantedGame("thai", ("Ann", "Bob", "Player 3"), Money(100, "GBP"))


def test_a_step_that_leaves_no_choice_is_passed_over() -> None:
    duel = Walk(offers(only=("pub", "long-game"))).presses(NEXT)
    assert duel.open.offer.seats == (2,)
    duel.presses(TAKE, TAKE)
    assert isinstance(duel.menu, WantedGame)
    assert duel.menu.players == ("Ann", "Bob")


def test_a_game_that_cannot_be_played_is_shown_with_its_reason_and_cannot_be_taken() -> None:
    walk = Walk(offers(only=("pub", "full-house"))).presses(NEXT)
    assert walk.open.shown.lack == TooFewTiles(12, 9)
    before = walk.open.shown
    assert walk.presses(TAKE).open.shown == before
    assert Walk(offers(12, ("pub", "full-house"))).presses(NEXT).open.shown.lack is None


def test_leaving_closes_it() -> None:
    assert Walk(offers()).presses(NEXT, LEAVE).menu is None


def test_each_press_gives_people_time_again() -> None:
    walk = Walk(offers())
    assert walk.open.closes_at == MENU_PATIENCE
    assert walk.presses(NEXT, NEXT).open.closes_at == 2_000_000 + MENU_PATIENCE


@pytest.mark.parametrize(
    ("keys", "button", "short", "long"),
    [
        (MenuKeys.BOTH, "new", NEXT, JUMP),
        (MenuKeys.BOTH, "confirm", TAKE, LEAVE),
        (MenuKeys.NEW, "new", NEXT, TAKE),
        (MenuKeys.CONFIRM, "confirm", NEXT, TAKE),
    ],
)
def test_what_a_button_means(
    keys: MenuKeys, button: ButtonName, short: MenuPress, long: MenuPress
) -> None:
    assert meaning(keys, button, long=False) is short
    assert meaning(keys, button, long=True) is long


# What can be played.


def test_other_dice_are_told_of_the_roller_and_of_the_leds() -> None:
    roller = offers().offer("twenty-twelve", FOLLOWING, RollerDice(2, 6))
    needed = variant("twenty-twelve").dice
    assert roller.lack is None or roller.lack == TooFewTiles(12, 9)
    box = GameOffers(HOUSE, DeclaredParts(24, dice_of_leds=2))
    assert box.offer("twenty-twelve", FOLLOWING, None).lack == OtherDice(
        needed, Dice(2, 6), shown=True
    )
    wide = GameOffers(HOUSE, DeclaredParts(24))
    assert wide.offer("twenty-twelve", FOLLOWING, RollerDice(2, 6)).lack == OtherDice(
        needed, Dice(2, 6)
    )
    assert (
        wide.offer("twenty-twelve", FOLLOWING, RollerDice(needed.count, needed.sides)).lack is None
    )


def test_whatever_is_offered_can_be_played() -> None:
    given = offers(24)
    for name in names():
        offer = given.offer(name, FOLLOWING, None)
        for seats in offer.seats:
            for stake in (offer.stakes[0], offer.stakes[-1]):
                players = seated(seats, HOUSE.players)
                plan = given.plan(WantedGame(name, players, stake), FOLLOWING, None)
                assert (plan.variant, plan.players, plan.stake) == (name, players, stake)


def test_the_house_plays_its_game_by_its_settings_and_others_with_the_times_of_its_wood() -> None:
    own = offers().plan(WantedGame("pub"), FOLLOWING, None)
    assert own.rules == FOLLOWING.rules
    thai = offers().plan(WantedGame("thai"), FOLLOWING, None)
    assert (thai.rules.bump_ms, thai.stake) == (120, Money(50, "GBP"))
    assert variant("thai").bump_ms != 120


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (WantedGame("shutbox"), "not among the games that may be chosen"),
        (WantedGame("full-house"), "it needs 12 tiles, and this box has 9"),
        (WantedGame("poker"), "there is no variant"),
        (WantedGame("pub", ("Ann", "Ann")), "two players are called"),
        (WantedGame("long-game", ("Ann",)), "long-game"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(wanted: WantedGame, why: str) -> None:
    given = offers(only=("pub", "full-house", "long-game"))
    with pytest.raises(RuleFault) as refused:
        given.plan(wanted, FOLLOWING, None)
    assert why in refused.value.text or why == "long-game"
    assert refused.value.text.count("\n") == 0


def test_people_without_a_name_have_names_of_their_own() -> None:
    assert seated(3, ("Player 2",)) == ("Player 2", "Player 3", "Player 4")
    assert seated(1, ("Ann", "Bob")) == ("Ann",)


def test_a_game_that_has_a_stake_of_its_own_is_played_for_it_and_others_for_the_last_one() -> None:
    after_ten = PlannedMatch(with_settings(variant("thai"), [("stake", "10p")]), ("Ann",), "thai")
    given = offers(only=("pub", "thai"))
    own = given.plan(WantedGame("pub"), after_ten, None)
    other = given.plan(WantedGame("thai"), after_ten, None)
    assert (own.stake, other.stake) == (Money(50, "GBP"), Money(10, "GBP"))


# Handicaps (R7.16).


def at_handicaps(walk: Walk) -> Walk:
    """Take the game, the stake and the players as they are."""
    walk.presses(TAKE, TAKE, TAKE)
    assert walk.step is MenuStep.HANDICAP
    return walk


def test_whose_handicap_is_asked_first_and_then_how_many_points() -> None:
    walk = at_handicaps(Walk(offers(only=("pub",))))
    assert (walk.open.shown.whose, walk.open.shown.count) == ("", 3)
    walk.presses(NEXT, NEXT)
    assert walk.open.shown.whose == "Bob"
    walk.presses(TAKE)
    assert (walk.step, walk.open.shown.handicap) == (MenuStep.POINTS, {})
    walk.presses(NEXT, NEXT, NEXT, NEXT)
    assert walk.open.shown.handicap == {"Bob": 5}
    walk.presses(TAKE)
    shown = walk.open.shown
    assert (shown.step, shown.whose, shown.handicap) == (MenuStep.HANDICAP, "", {"Bob": 5})
    walk.presses(TAKE)
    assert isinstance(walk.menu, WantedGame)
    assert walk.menu.handicaps == (("Bob", "5"),)


def test_it_opens_with_what_people_have_and_can_be_taken_away() -> None:
    rules = replace(FOLLOWING.rules, handicaps=(0, 7))
    walk = at_handicaps(Walk(offers(only=("pub",)), following=replace(FOLLOWING, rules=rules)))
    assert walk.open.shown.handicap == {"Bob": 7}
    walk.presses(NEXT, NEXT, TAKE)
    assert walk.open.shown.handicap == {"Bob": 7}
    while walk.open.shown.handicap:
        walk.presses(NEXT)
    walk.presses(TAKE, TAKE)
    assert isinstance(walk.menu, WantedGame)
    following = replace(FOLLOWING, rules=rules)
    assert walk.given.plan(walk.menu, following, None).handicap == {}


@pytest.mark.parametrize("points", range(1000))
def test_any_handicap_can_be_put_together_by_its_figures(points: int) -> None:
    rules = replace(FOLLOWING.rules, handicaps=(0, (points * 7) % 1000))
    walk = at_handicaps(Walk(offers(only=("pub",)), following=replace(FOLLOWING, rules=rules)))
    walk.presses(NEXT, NEXT, TAKE)
    while walk.open.shown.figure is None:
        walk.presses(NEXT)
    assert walk.open.shown.figure == 0
    walk.presses(TAKE)
    for figure in (100, 10, 1):
        assert (walk.open.shown.figure, walk.open.shown.count) == (figure, 10)
        presses = 0
        while walk.open.shown.handicap.get("Bob", 0) // figure % 10 != points // figure % 10:
            walk.presses(NEXT)
            presses += 1
        assert presses < 10
        walk.presses(TAKE)
    shown = walk.open.shown
    assert (shown.step, shown.figure) == (MenuStep.HANDICAP, None)
    walk.presses(TAKE)
    assert isinstance(walk.menu, WantedGame)
    plan = walk.given.plan(walk.menu, replace(FOLLOWING, rules=rules), None)
    assert plan.handicap == ({"Bob": points} if points else {})


def test_every_step_of_the_points_can_be_told_apart_by_the_lamps() -> None:
    walk = at_handicaps(Walk(offers(only=("pub",)))).presses(NEXT, TAKE)
    signs = [menu_signs(walk.open.shown, variant("pub").on_the_box)]
    while walk.open.shown.figure is None:
        walk.presses(NEXT)
        signs.append(menu_signs(walk.open.shown, variant("pub").on_the_box))
    assert signs[-1].fast == variant("pub").on_the_box
    assert all(each.fast.bit_count() == 1 for each in signs[:-1])
    walk.presses(TAKE)
    for figure in range(10):  # so many blink
        assert menu_signs(walk.open.shown, variant("pub").on_the_box).fast.bit_count() == figure
        walk.presses(NEXT)


def test_who_plays_alone_and_a_game_without_handicaps_are_not_asked() -> None:
    alone = Walk(offers(only=("pub",))).presses(TAKE, TAKE)
    while len(alone.open.shown.players) > 1:
        alone.presses(NEXT)
    assert isinstance(alone.presses(TAKE).menu, WantedGame)
    relay = Walk(offers(only=("pub", "relay"))).presses(NEXT)
    assert relay.open.shown.variant == "relay"
    assert isinstance(relay.presses(TAKE, TAKE).menu, WantedGame)


def with_handicap(variant_name: str = "pub", **given: int) -> PlannedMatch:
    players = ("Ann", "Bob")
    by_seat = tuple(given.get(name, 0) for name in players)
    rules = replace(with_settings(variant(variant_name), ()), handicaps=by_seat)
    return PlannedMatch(rules, players, variant_name)


def test_a_handicap_goes_with_the_name_into_another_game() -> None:
    given, before = offers(), with_handicap(Bob=5)
    kept = given.plan(WantedGame("thai"), before, None)
    assert kept.handicap == {"Bob": 5}
    others = given.plan(WantedGame("thai", ("Cy", "Bob", "Dee")), before, None)
    assert others.handicap == {"Bob": 5}
    renamed = given.plan(WantedGame("thai", ("Ann", "Robert")), before, None)
    assert renamed.handicap == {"Robert": 5}
    other = given.plan(WantedGame("thai", handicaps=(("Ann", "3"), ("Bob", "0"))), before, None)
    assert other.handicap == {"Ann": 3}


def test_a_game_without_handicaps_is_played_without_and_then_those_of_the_file_count() -> None:
    house = replace(HOUSE, handicaps=(("Ann", "2"),))
    given = GameOffers(house, DeclaredParts(9))
    duel = given.plan(WantedGame("long-game"), with_handicap(Bob=5), None)
    assert duel.handicap == {}
    assert given.plan(WantedGame("pub"), duel, None).handicap == {"Ann": 2}


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (WantedGame("long-game", handicaps=(("Ann", "5"),)), "handicap"),
        (WantedGame("pub", handicaps=(("Cy", "5"),)), 'nobody called "Cy" plays'),
        (WantedGame("pub", handicaps=(("Ann", "1000"),)), "Ann=1000 is not possible"),
    ],
)
def test_a_handicap_that_cannot_be_is_refused_with_a_sentence(wanted: WantedGame, why: str) -> None:
    with pytest.raises(RuleFault) as refused:
        offers().plan(wanted, FOLLOWING, None)
    assert why in refused.value.text
