"""Luck and skill of matches that played themselves: they add up to the result."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from boxctl.odds.aims import aim
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import tables_from_rulings
from boxctl.odds.post_mortem import OddsOf, RulingExcerpt, post_mortem, turning_point
from boxctl.odds.turn import solve
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, tile_range, tile_set
from boxctl.rules.variants import variant
from boxctl.simulation.players import NamedPlayer, play_match
from tests.support.every_variant import UNLIKE_EACH_OTHER, parameter
from tests.support.odds.solved_variants import SOLVED
from tests.support.rulings import of


def played(
    rules: RuleSet, name: str, seed: int, players: tuple[str, ...] = ("Ann", "Bob")
) -> list[Ruling]:
    random = Random(seed)
    player = NamedPlayer(name).player(rules, random)
    quiet = replace(rules, bump_ms=0)
    steps = play_match(Referee(quiet, players), player, random)
    return [ruling for _event, rulings in steps for ruling in rulings]


def as_ruled(rulings: list[Ruling]) -> list[RulingExcerpt]:
    return [
        RulingExcerpt(r.verdict, r.player, r.open, r.throw, of(r).tiles)  # type: ignore[arg-type]
        for r in rulings
    ]


def odds_for(rules: RuleSet) -> OddsOf:
    if rules.match == "duel":
        both = solve_duel(rules)
        return lambda turn, opens: both["opens" if opens else "shuts"]
    if rules.match == "relay":
        relay = solve_relay(rules)
        return lambda turn, opens: relay
    plain = solve(rules, aim(rules.scoring))
    return lambda turn, opens: plain


def rules_of(name: str) -> RuleSet:
    rules = variant(name)
    return replace(rules, tiles=5) if rules.match == "duel" else rules


@pytest.mark.parametrize(
    "name",
    [parameter(name, quick=name in UNLIKE_EACH_OTHER) for name in SOLVED if name != "the-300"],
)
@pytest.mark.parametrize("player", ["random", "highest-first"])
def test_luck_and_skill_add_up_to_the_result(name: str, player: str) -> None:
    rules = rules_of(name)
    odds_of = odds_for(rules)
    for seed in range(4):
        rulings = played(rules, player, seed)
        turns = post_mortem(as_ruled(rulings), odds_of)
        scores = [of(ruling).score for ruling in rulings if of(ruling).score is not None]
        assert len(turns) == len(scores)
        for turn, score in zip(turns, scores, strict=True):
            told = turn.expected + turn.luck + turn.skill
            assert told == pytest.approx(turn.result, abs=1e-9 * max(1.0, abs(turn.result)))
            assert turn.skill <= 0
            if rules.match not in ("duel", "relay"):
                assert odds_of(0, False).aim.shown(turn.result) == score


@pytest.mark.parametrize("name", ["long-game", "relay"])
def test_what_one_wins_the_other_loses(name: str) -> None:
    """Over a whole match: from the starter's chance to win, by both players' luck and skill."""
    rules = rules_of(name)
    odds_of = odds_for(rules)
    for seed in range(6):
        rulings = played(rules, "random", seed)
        turns = post_mortem(as_ruled(rulings), odds_of)
        chance = turns[0].expected
        for turn in turns:
            sign = 1 if turn.player == "Ann" else -1
            chance += sign * (turn.luck + turn.skill)
        won = of(rulings[-1]).winners == ("Ann",)
        assert chance == pytest.approx(float(won), abs=1e-9)


AGAINST_OTHERS = [
    RuleSet(tiles=6),
    RuleSet(tiles=6, ties="roll_off", scoring="missionary"),
    RuleSet(tiles=6, stop_number=7),
    RuleSet(tiles=6, match="tournament", target=20, shut_wins="match"),
    RuleSet(tiles=6, match="knockout", target=15),
    RuleSet(tiles=6, stop_number=7, stops="match"),
]


ROUNDS_WON = RuleSet(tiles=5, match="rounds_won", wins=2)
TO_THE_END = [
    ROUNDS_WON,
    replace(ROUNDS_WON, first_player="rotate", ties="fewest_tiles", handicaps=(3, 0)),
    replace(ROUNDS_WON, first_player="loser", ties="roll_off", handicaps=(0, 1)),
]
"""Matches of two that are solved to their end."""

WITH_A_HANDICAP = [
    RuleSet(tiles=6, handicaps=(0, 2)),
    RuleSet(tiles=6, match="tournament", target=20, shut_wins="match", handicaps=(4, 0)),
    RuleSet(tiles=6, match="tournament", rounds=2, shut_bonus=5, handicaps=(0, 3)),
    RuleSet(
        tiles=6,
        match="knockout",
        target=15,
        knock_out="at_once",
        first_player="loser",
        handicaps=(0, 1),
    ),
]
TWO, THREE = ("Ann", "Bob"), ("Ann", "Bob", "Cid")


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        *((rules, players) for rules in AGAINST_OTHERS for players in (TWO, THREE)),
        *((rules, TWO) for rules in (*TO_THE_END, *WITH_A_HANDICAP)),
        (replace(RuleSet(tiles=6), handicaps=(0, 2, 1)), THREE),
    ],
)
def test_luck_and_skill_add_up_where_the_match_is_to_be_won(
    rules: RuleSet, players: tuple[str, ...]
) -> None:
    odds = MatchAims(rules)
    for seed in range(4):
        rulings = played(rules, "random", seed, players)
        read = as_ruled(rulings)
        by_turn = [
            solve(rules, odds.aim(table)) for table in tables_from_rulings(read, rules, players)
        ]
        turns = post_mortem(read, lambda turn, opens: by_turn[turn])  # noqa: B023
        assert len(turns) == len(by_turn)
        for turn in turns:
            told = turn.expected + turn.luck + turn.skill
            assert told == pytest.approx(turn.result, abs=1e-9)
            assert turn.skill <= 0
        # The last turn decides the match: for its player by a win, a loss or a share.
        winners = of(rulings[-1]).winners
        assert winners is not None
        won = turns[-1].player in winners
        assert turns[-1].result == pytest.approx(won / max(1, len(winners)))


@pytest.mark.parametrize("rules", AGAINST_OTHERS[:3])
def test_of_two_what_one_wins_in_a_round_the_other_loses(rules: RuleSet) -> None:
    """The second player's chance is what the first one's turn has left; so from turn to turn."""
    odds = MatchAims(rules)
    for seed in range(6):
        read = as_ruled(played(rules, "random", seed))
        by_turn = [
            solve(rules, odds.aim(table))
            for table in tables_from_rulings(read, rules, ("Ann", "Bob"))
        ]
        turns = post_mortem(read, lambda turn, opens: by_turn[turn])  # noqa: B023
        for before, after in pairwise(turns):
            same = before.player == after.player  # as from a round to its roll-off
            left = before.result if same else 1 - before.result
            assert after.expected == pytest.approx(left, abs=1e-9)


@pytest.mark.parametrize("rules", TO_THE_END)
def test_of_two_what_one_wins_the_other_loses_from_the_first_round_to_the_last(
    rules: RuleSet,
) -> None:
    odds = MatchAims(rules)
    for seed in range(4):
        read = as_ruled(played(rules, "random", seed))
        tables = list(tables_from_rulings(read, rules, TWO))
        by_turn = [solve(rules, odds.aim(table)) for table in tables]
        turns = post_mortem(read, lambda turn, opens: by_turn[turn])  # noqa: B023
        for before, after in pairwise(turns):
            same = before.player == after.player
            left = before.result if same else 1 - before.result
            assert after.expected == pytest.approx(left, abs=1e-9)


def test_the_players_of_another_match() -> None:
    for players in (("Bob", "Cid"), ("Cid", "Ann")):
        with pytest.raises(RuleFault, match="BX706"):
            list(tables_from_rulings([*A_TURN, *A_TURN], CLASSIC, players))


def test_the_best_loses_nothing() -> None:
    rules = variant("pub")
    turns = post_mortem(as_ruled(played(rules, "best", 5)), odds_for(rules))
    assert all(turn.skill == pytest.approx(0, abs=1e-12) for turn in turns)


CLASSIC = variant("classic")
A_TURN = [
    RulingExcerpt("ready", "Ann", tile_range(9)),
    RulingExcerpt("throw", "Ann", tile_range(9), (3, 5)),
    RulingExcerpt("committed", "Ann", tile_range(9), (3, 5), tile_set((1, 2, 5))),
    RulingExcerpt("turn_over", "Ann", tile_range(9), (1, 1)),
]


def test_a_turn_by_hand() -> None:
    (turn,) = post_mortem(A_TURN, odds_for(CLASSIC))
    first, last = turn.steps
    assert (first.best, first.moved) == (tile_set((8,)), tile_set((1, 2, 5)))
    assert first.move_loss == pytest.approx(21.8064 - 9.23519, abs=1e-4)
    assert last.moved is None
    assert turning_point([turn]) is last


@pytest.mark.parametrize(
    "wrong",
    [
        [RulingExcerpt("turn_over", "Ann", tile_range(9), (1, 1, 1))],
        [RulingExcerpt("turn_over", "Ann", tile_range(9), (1, 2))],
        [
            RulingExcerpt("throw", "Ann", tile_range(9), (1, 2)),
            RulingExcerpt("committed", "Ann", tile_range(9), (1, 2), tile_set((4,))),
        ],
    ],
)
def test_what_these_rules_cannot_have_given(wrong: list[RulingExcerpt]) -> None:
    with pytest.raises(RuleFault, match="BX706"):
        post_mortem([A_TURN[0], *wrong], odds_for(CLASSIC))


def test_a_throw_before_a_turn() -> None:
    with pytest.raises(RuleFault, match="BX706"):
        post_mortem([RulingExcerpt("turn_over", "Ann", tile_range(9), (1, 2))], odds_for(CLASSIC))


class TestADoubleThatMayBeThrownAgain:
    """R5.7: throwing it again is a choice, as good or bad as its worth beside the moves."""

    RULES = (
        replace(variant("pub"), doubles="may_rethrow", tiles=7),
        replace(variant("two-to-go"), doubles="may_rethrow"),
        replace(variant("long-game"), doubles="may_rethrow", tiles=4),
        replace(variant("long-game"), doubles="may_rethrow", tiles=4, pass_box="each_throw"),
        replace(variant("relay"), doubles="may_rethrow", tiles=4),
        RuleSet(tiles=5, doubles="may_rethrow", stop_number=6, match="tournament", target=15),
    )

    @pytest.mark.parametrize("rules", RULES)
    def test_luck_and_skill_add_up(self, rules: RuleSet) -> None:
        odds_of, lost = odds_for(rules), 0.0
        for seed in range(4):
            for turn in post_mortem(as_ruled(played(rules, "random", seed)), odds_of):
                told = turn.expected + turn.luck + turn.skill
                assert told == pytest.approx(turn.result, abs=1e-9)
                assert turn.skill <= 0
                lost -= turn.skill
        assert lost > 0

    @pytest.mark.parametrize("rules", RULES)
    def test_the_best_robot_loses_nothing(self, rules: RuleSet) -> None:
        """Where it throws a double again, the analysis says that this was best."""
        odds_of, thrown_again = odds_for(rules), 0
        # Alone it plays for points, as the analysis does.
        players = ("Ann", "Bob") if rules.box_stays else ("Ann",)
        for seed in range(12):
            for turn in post_mortem(as_ruled(played(rules, "best", seed, players)), odds_of):
                assert turn.skill == pytest.approx(0, abs=1e-12)
                again = [step for step in turn.steps if step.moved == NO_TILES]
                assert all(step.best == NO_TILES for step in again)
                thrown_again += len(again)
        assert thrown_again

    def test_a_turn_by_hand(self) -> None:
        rules = replace(CLASSIC, doubles="may_rethrow")
        whole = tile_range(9)
        rulings = [
            RulingExcerpt("ready", "Ann", whole),
            RulingExcerpt("throw", "Ann", whole, (1, 1)),
            RulingExcerpt("again", "Ann", whole, (1, 1)),
            RulingExcerpt("throw", "Ann", whole, (4, 4)),
            RulingExcerpt("again", "Ann", whole, (4, 4)),
            RulingExcerpt("throw", "Ann", whole, (2, 2)),
            RulingExcerpt("committed", "Ann", whole, (2, 2), tile_set((4,))),
        ]
        (turn,) = post_mortem(rulings, odds_for(rules))
        right, wrong, played_wrongly = turn.steps
        assert (right.best, right.moved, right.move_loss) == (NO_TILES, NO_TILES, 0)
        assert right.at_stake > 0
        assert (wrong.best, wrong.moved) == (tile_set((8,)), NO_TILES)
        assert wrong.move_loss > 0
        assert (played_wrongly.best, played_wrongly.moved) == (NO_TILES, tile_set((4,)))
        assert [step.moves for step in turn.steps] == [2, 7, 3]
