"""Two players at one box: the worths have to agree with each other by the second reading.

The equation of best play has one solution only, so worths that satisfy it everywhere are right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from boxctl.odds import duel
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.turn import TurnOdds
from boxctl.rules.ruleset import Dice, RuleSet
from boxctl.rules.tiles import tile, tile_set
from boxctl.rules.variants import variant
from tests.support.odds.exact_odds import ExactTurn, second_rules
from tests.support.second_reading import Tiles, dice_allowed, in_play, is_double, legal

DUEL = replace(variant("long-game"), tiles=5)
RELAY = replace(variant("relay"), tiles=5)

CHANGES = [
    lambda rules: rules,
    lambda rules: replace(rules, doubles="rethrow"),
    lambda rules: replace(rules, one_die="sum_at_most_6"),
    lambda rules: replace(rules, stop_number=7),
    lambda rules: replace(rules, combine="canoga"),
    lambda rules: replace(rules, down=tile(2), dice=Dice(2, 3)),
]


def best_play(
    rules: RuleSet, to_move: Tiles, keeps: Callable[[Tiles], float], leaves: float
) -> float:
    """The chance to win, given those after a move and after the box was left as it stands."""
    second = second_rules(rules)
    by_dice = []
    for count in dice_allowed(second, to_move):
        worths = []
        for throw in product(range(1, second.sides + 1), repeat=count):
            moves = legal(second, to_move, throw, first=False)
            if sum(throw) == second.stop_number:
                worths.append(leaves)
            elif moves:
                left = [to_move - frozenset(tiles) for tiles, _rule in moves]
                worths.append(max(keeps(tiles) if tiles else 1.0 for tiles in left))
            elif second.doubles == "rethrow" and is_double(throw):
                worths.append(keeps(to_move))
            else:
                worths.append(leaves)
        by_dice.append(sum(worths) / len(worths))
    return max(by_dice)


def told(odds: TurnOdds) -> Callable[[Tiles], float]:
    return lambda to_move: odds.before_throw(tile_set(to_move))


def positions(rules: RuleSet) -> list[Tiles]:
    full = in_play(second_rules(rules))
    return [frozenset(t for t in full if bits >> t & 1) for bits in range(2, 2 << max(full), 2)]


@pytest.mark.parametrize("change", CHANGES)
def test_the_relay_agrees_with_itself(change: Callable[[RuleSet], RuleSet]) -> None:
    rules = change(RELAY)
    worth = told(solve_relay(rules))
    for to_move in filter(None, positions(rules)):
        again = best_play(rules, to_move, worth, 1 - worth(to_move))
        assert worth(to_move) == pytest.approx(again, abs=1e-12)


@pytest.mark.parametrize("change", CHANGES)
def test_the_duel_agrees_with_itself(change: Callable[[RuleSet], RuleSet]) -> None:
    rules = change(DUEL)
    solved = solve_duel(rules)
    full = in_play(second_rules(rules))
    for mine, other in ((solved["shuts"], solved["opens"]), (solved["opens"], solved["shuts"])):
        worth, theirs = told(mine), told(other)
        for to_move in filter(None, positions(rules)):
            left = full - to_move
            # Who has nothing to move cannot play, and gives the box back.
            leaves = 1 - theirs(left) if left else worth(to_move)
            again = best_play(rules, to_move, worth, leaves)
            assert worth(to_move) == pytest.approx(again, abs=1e-12)


OTHER_READINGS = [
    lambda rules: replace(rules, pass_box="each_throw"),
    lambda rules: replace(rules, pass_box="each_throw", doubles="rethrow"),
    lambda rules: replace(rules, pass_box="each_throw", doubles="insurance", stop_number=4),
    lambda rules: replace(rules, pass_box="each_throw", one_die="sum_at_most_6"),
    lambda rules: replace(rules, doubles="extra"),
    lambda rules: replace(rules, doubles="insurance"),
    lambda rules: replace(rules, doubles="insurance", stop_number=6, one_die="high_tiles_shut"),
    lambda rules: replace(rules, combine="either", doubles="extra"),
    lambda rules: replace(rules, combine="canoga", quotient=True, double_shuts_own=True),
    lambda rules: replace(rules, down="odd"),
]


@pytest.mark.parametrize("change", OTHER_READINGS)
@pytest.mark.parametrize("match", [DUEL, RELAY])
def test_other_readings_agree_with_themselves(
    match: RuleSet, change: Callable[[RuleSet], RuleSet]
) -> None:
    """Each turn worked out again in fractions, its end worth what the other player leaves."""
    rules = change(match)
    second = second_rules(rules)
    full = in_play(second)
    relay = rules.match == "relay"
    both = [solve_relay(rules)] * 2 if relay else [*solve_duel(rules).values()]
    for mine, other in (both, both[::-1]):

        def end(left: Tiles, mine: TurnOdds = mine, other: TurnOdds = other) -> Fraction:
            theirs = left if relay else full - left
            if not left:
                return Fraction(1)
            return Fraction(1 - told(other)(theirs) if theirs else told(mine)(left))

        exact = ExactTurn(second, end)
        for to_move in filter(None, positions(rules)):
            again = float(exact.value(to_move))
            assert told(mine)(to_move) == pytest.approx(again, abs=1e-12)


def test_players_who_undo_each_other_for_long_take_few_sweeps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = replace(variant("two-player-battle"), tiles=8, dice=Dice(2, 4))
    solved = solve_duel(rules)["shuts"].before_throw(rules.in_play)
    monkeypatch.setattr(duel, "MOST_SWEEPS", 7)
    assert solve_duel(rules)["shuts"].before_throw(rules.in_play) == solved


def test_what_nobody_can_end_is_half_a_win() -> None:
    rules = replace(variant("relay"), tiles=13, down=tile_set(range(1, 13)))
    assert solve_relay(rules).before_throw(tile(13)) == 0.5


def test_the_last_tile_of_a_relay() -> None:
    """One die, a sixth: the chances of the two are as 6 to 5."""
    relay = solve_relay(variant("relay"))
    assert relay.before_throw(tile(1)) == pytest.approx(6 / 11)
    assert relay.after_throw(tile(1), (2,)).value == pytest.approx(5 / 11)
