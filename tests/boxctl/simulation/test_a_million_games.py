"""Best play by the million: each variant and each kind of table within four standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from math import sqrt
from random import Random
from typing import Any

import pytest

from boxctl.odds.aims import aim
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.match.match_aims import game_of_round
from boxctl.odds.match.match_table import MatchTable, RoundStanding, SeatInRound
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.odds.sampling import Best, Policy, alias_tables, chain_of_turn
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, tile_set
from boxctl.rules.variants import variant
from boxctl.simulation.bulk_matches import play_bulk
from boxctl.simulation.plan import plan_matches
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.simulate import play_refereed
from boxctl.simulation.single_turns import play_rounds, sample_turns, threads_for
from tests.support.every_variant import UNLIKE_EACH_OTHER, parameter
from tests.support.odds.exact_distribution import chances_of_ends, chances_of_scores
from tests.support.odds.exact_odds import second_rules
from tests.support.odds.solved_variants import SOLVED
from tests.support.second_reading import dice_allowed, is_double, legal
from tests.support.soak import LONG, SOAK

GAMES = 1_000_000 if find_spec("numba") else 20_000
PLAYABLE = [
    parameter(name, quick=name in UNLIKE_EACH_OTHER) for name in SOLVED if name != "the-300"
]
ALONE = [name for name in SOLVED if variant(name).match == "single" and name != "the-300"]
BEST, FEWEST = NamedPlayer("best"), NamedPlayer("fewest-tiles")


def slow(rules: RuleSet) -> Any:
    return parameter(rules, quick=False)


def near(found: float, expected: float, games: int) -> bool:
    """Whether so large a part of the games may well come of this chance."""
    return abs(found - expected) <= 4 * sqrt(expected * (1 - expected) / games) + 1e-12


OTHER_READINGS = [
    slow(RuleSet(doubles="extra")),
    slow(RuleSet(doubles="insurance", one_die="high_tiles_shut")),
    RuleSet(doubles="insurance", stop_number=7, opening_tile=2),
    RuleSet(doubles="extra", combine="either", down="odd"),
    RuleSet(combine="either", scoring="missionary"),
    RuleSet(combine="canoga", quotient=True),
    slow(RuleSet(combine="canoga", double_shuts_own=True, doubles="insurance")),
    RuleSet(tiles=10, down="even", scoring="digital"),
]


@pytest.mark.parametrize("rules", OTHER_READINGS)
def test_a_million_turns_in_other_readings(rules: RuleSet) -> None:
    play_the_best(replace(rules, match="solo"))


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_million_turns_of_the_best(name: str) -> None:
    play_the_best(replace(variant(name), match="solo", target=None))


def play_the_best(rules: RuleSet) -> None:
    """For the least score and, in other games, to shut the box: both come to what was solved."""
    low, shut = solve(rules, aim(rules.scoring)), solve(rules, aim("shut"))
    for odds in (low, shut):
        chain = chain_of_turn(rules, Best(odds))
        played = sample_turns(alias_tables(chain), 5, GAMES, threads_for(GAMES, 2)).ends
        worths = {odds.aim.end(chain.left(at)): 0.0 for at in played}
        for at, times in played.items():
            worths[odds.aim.end(chain.left(at))] += times / GAMES
        mean = sum(worth * part for worth, part in worths.items())
        error = sqrt(sum((worth - mean) ** 2 * part for worth, part in worths.items()) / GAMES)
        expected = odds.aim.from_shown(odds.before_throw(rules.in_play))
        assert abs(mean - expected) <= 4 * error + 1e-12


class TestTwoAtOneBox:
    """SampledTurns by the tests' own reading of the rules, with the moves that the solver chose."""

    MATCHES = 4_000 * SOAK

    def played(self, rules: RuleSet, both: Sequence[TurnOdds]) -> float:
        """How often the starter wins; the box passes on with the tiles as the other needs them."""
        second, random, full = second_rules(rules), Random(3), rules.in_play
        answers: dict[tuple[int, TileSet, tuple[int, ...]], TileSet | None] = {}

        def answer(who: int, to_move: TileSet, throw: tuple[int, ...]) -> TileSet | None:
            open_tiles = frozenset(n for n in range(1, rules.tiles + 1) if to_move >> (n - 1) & 1)
            assert len(throw) in dice_allowed(second, open_tiles)
            assert not (second.doubles == "rethrow" and is_double(throw))
            found = [
                tile_set(tiles) for tiles, _rule in legal(second, open_tiles, throw, first=False)
            ]
            best = Best(both[who]).moves(to_move, found) if found else []
            return found[list(best).index(1.0)] if found else None

        won = 0
        for _ in range(self.MATCHES):
            who, to_move = 0, full
            while to_move:
                counts = allowed_counts(rules, to_move)
                dice = list(Best(both[who]).dice(to_move, counts)).index(1.0)
                throw = tuple(sorted(random.choices(range(1, 7), k=counts[dice])))
                if (who, to_move, throw) not in answers:
                    answers[who, to_move, throw] = answer(who, to_move, throw)
                move = answers[who, to_move, throw]
                if move is not None:
                    to_move &= ~move
                    continue
                left = to_move if rules.match == "relay" else full & ~to_move
                # Who has nothing to move yet gives the box back.
                who, to_move = (1 - who, left) if left else (who, to_move)
            won += who == 0
        return won / self.MATCHES

    def test_a_million_relays(self) -> None:
        rules = variant("relay")
        odds = solve_relay(rules)
        found = self.played(rules, [odds, odds])
        assert near(found, odds.before_throw(rules.in_play), self.MATCHES)

    def test_a_million_duels(self) -> None:
        rules = replace(variant("long-game"), tiles=6)
        both = solve_duel(rules)
        found = self.played(rules, [both["shuts"], both["opens"]])
        assert near(found, both["shuts"].before_throw(rules.in_play), self.MATCHES)


def scores(rules: RuleSet, policy: Policy) -> dict[int, float]:
    return chances_of_scores(chances_of_ends(rules, policy), rules.scoring)


def chance_of_first(rules: RuleSet, first: NamedPlayer, second: NamedPlayer) -> float:
    """A single round of two that share ties: each score against each, one after the other."""
    early, chance = (False, False), 0.0
    begun = first.policy_at(rules)(MatchTable((0, 0), (), early))
    then = second.policy_at(rules)
    for made, part in scores(rules, begun).items():
        replies = scores(rules, then(MatchTable((0, 0), (made,), early))) if made else {}
        worse = sum(reply for score, reply in replies.items() if score > made)
        chance += part * (worse + replies.get(made, 0.0) / 2 if made else 1.0)
    return chance


@pytest.mark.parametrize(
    "rules",
    [variant(name) for name in ALONE]
    if LONG
    else [
        slow(RuleSet(tiles=6)),
        RuleSet(tiles=6, scoring="missionary", one_die="high_tiles_shut"),
    ],
)
def test_a_million_matches_of_the_best_against_the_fewest_tiles(rules: RuleSet) -> None:
    """With a stake of 2 and a tie that is shared, what is won tells wins and ties in one."""
    rules = replace(rules, stake=2, double_on_shut=False, stops="turn", stop_number=None)
    best_wins = []
    for seated in ((BEST, FEWEST), (FEWEST, BEST)):
        expected = chance_of_first(rules, *seated)
        rounds = play_rounds(plan_matches(rules, ("Ann", "Bob"), GAMES, 8, seated), 2)
        won = (rounds.paid["Ann"] / GAMES + 2) / 4
        assert near(won, expected, GAMES)
        best_wins.append(expected if seated[0] is BEST else 1 - expected)
    # Over both seats: a shut box wins at once, so who begins may be the better off.
    assert sum(best_wins) >= 1 - 1e-12
    assert best_wins[1] >= 1 - chance_of_first(rules, FEWEST, FEWEST) - 1e-12


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.full)])
def test_a_million_matches_of_the_best_with_roll_offs(players: int) -> None:
    rules = RuleSet(tiles=6, ties="roll_off", scoring="missionary")
    game = game_of_round(rules, ScoredTurn(rules))
    expected = game.known(RoundStanding(None, (), (SeatInRound(),) * players)).chances
    named = ["Ann", "Bob", "Cid"][:players]
    rounds = play_rounds(plan_matches(rules, named, GAMES, 8, BEST), 2)
    assert rounds.wins.total() == GAMES
    for player, chance in zip(named, expected, strict=True):
        assert near(rounds.wins[player] / GAMES, chance, GAMES)


MATCHES = 3_000 * SOAK


@pytest.mark.parametrize(
    "rules",
    [
        slow(RuleSet(tiles=5, doubles="insurance", ties="roll_off")),
        RuleSet(tiles=5, doubles="extra", ties="roll_off", scoring="missionary"),
        RuleSet(tiles=5, opening_tile=2, opening_lost="match", ties="roll_off"),
        slow(RuleSet(tiles=5, stop_number=6, stops="match", doubles="insurance", ties="roll_off")),
    ],
)
def test_a_million_rounds_of_two_in_other_readings(rules: RuleSet) -> None:
    """Both play to win, in bulk; where nobody wins the chances of both are less than 1."""
    game = game_of_round(rules, ScoredTurn(rules))
    expected = game.known(RoundStanding(None, (), (SeatInRound(),) * 2)).chances
    found = play_bulk(plan_matches(rules, ("Ann", "Bob"), MATCHES, 4, BEST))
    for player, chance in zip(("Ann", "Bob"), expected, strict=True):
        assert near(found.wins[player] / MATCHES, chance, MATCHES)


@pytest.mark.parametrize(
    "rules",
    [
        replace(variant("two-player-battle"), tiles=4),
        replace(variant("long-game"), tiles=4, doubles="insurance"),
        replace(variant("relay"), tiles=6, doubles="extra"),
        replace(variant("relay"), tiles=6, pass_box="each_throw", doubles="insurance"),
    ],
)
def test_a_million_matches_at_one_box_in_other_readings(rules: RuleSet) -> None:
    odds = solve_relay(rules) if rules.match == "relay" else solve_duel(rules)["shuts"]
    found = play_bulk(plan_matches(rules, ("Ann", "Bob"), MATCHES, 4, BEST))
    assert near(found.wins["Ann"] / MATCHES, odds.before_throw(rules.in_play), MATCHES)


class TestThroughTheReferee:
    """The same tables as a box would have them, ruling by ruling."""

    MATCHES = 600 * SOAK
    PLAYERS = ("Ann", "Bob", "Cid")

    @pytest.mark.parametrize(
        "rules",
        [
            slow(RuleSet(tiles=5, ties="roll_off", scoring="missionary")),
            RuleSet(tiles=5, ties="roll_off", stop_number=6, stops="match", first_player="highest"),
        ],
    )
    def test_a_million_rounds_of_three(self, rules: RuleSet) -> None:
        game = game_of_round(rules, ScoredTurn(rules))
        table = replace(rules, stake=6)
        chances = [0.0, 0.0, 0.0]
        starters = range(3) if rules.first_player == "highest" else [0]
        for starter in starters:
            seats = [*range(starter, 3), *range(starter)]
            early = tuple(seat < starter for seat in seats)
            known = game.known(RoundStanding(None, (), tuple(map(SeatInRound, early)))).chances
            for seat, chance in zip(seats, known, strict=True):
                chances[seat] += chance / len(starters)
        found = play_refereed(plan_matches(table, self.PLAYERS, self.MATCHES, 2, BEST))
        for player, chance in zip(self.PLAYERS, chances, strict=True):
            # Where a stop number ends the match, nobody may win it.
            assert near(found.wins[player] / self.MATCHES, chance, self.MATCHES)
