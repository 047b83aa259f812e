"""Chances that are sampled: near the solved ones where there are such, and always the same.

One of twenty may lie outside what is said of it, none of thousands outside twice that.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from boxctl.odds.aims import Aim, Sampled
from boxctl.odds.match.game_in_rounds import chances_of_low_scores
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.sampled_match import SampledMatch, aim_at_table
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice, RuleSet

FEW = 40_000
"""Turns for a question: those of some hundred matches for each score."""


def small(**changes: object) -> RuleSet:
    """Rules by which each throw shuts its tile or ends the turn: nobody has anything to choose."""
    return RuleSet(**{"tiles": 4, "dice": Dice(1, 4), **changes})  # type: ignore[arg-type]


def table(totals: tuple[int, ...], made: tuple[int, ...] = (), **others: object) -> MatchTable:
    return MatchTable(totals, made, (False,) * len(totals), **others)  # type: ignore[arg-type]


def sampled_of(aim: Aim) -> Sampled:
    assert aim.sampled is not None
    return aim.sampled


SOLVED = (
    (small(match="tournament", target=25), table((3, 7), (5,))),
    (small(match="tournament", target=25), table((3, 9, 7), (5, 1))),
    (small(match="tournament", target=25), table((9, 14), (7,), handicaps=(2, 0))),
    (small(match="tournament", rounds=4), table((3, 7, 0), (2, 6), rounds_to_come=2)),
    (small(match="tournament", target=25, target_ends="at_once"), table((3, 7), (5,))),
    (small(match="knockout", target=20), table((3, 9, 7), (5, 1))),
    (small(match="knockout", target=20, knock_out="at_once"), table((3, 9), (5,))),
    (small(match="tournament", target=25, shut_bonus=5), table((3, 9), (0,))),
    (small(match="rounds_won", wins=3), table((0, 0), wins=(1, 2))),
    (small(match="rounds_won", wins=3, first_player="loser"), table((0, 0), (3,), wins=(1, 1))),
    (small(match="rounds_won", wins=2, ties="fewest_tiles"), table((0, 0), wins=(0, 1))),
)


@pytest.mark.parametrize(("rules", "at"), SOLVED)
def test_sampled_chances_are_near_the_solved_ones(rules: RuleSet, at: MatchTable) -> None:
    sampled, solved = SampledMatch(rules, at, FEW).aim(), MatchAims(rules).aim(at)
    for left in range(1 << 4):
        assert abs(sampled.end(left) - solved.end(left)) < 2 * sampled_of(sampled).within


def test_three_who_play_for_rounds_are_near_what_all_their_rounds_add_up_to() -> None:
    rules = small(match="rounds_won", wins=2)
    turn = ScoredTurn(rules)
    chances = chances_of_low_scores(turn)

    @cache
    def chance(wins: tuple[int, int, int]) -> float:
        """The first player's, before a round."""
        return sum(
            chances[one] * chances[two] * chances[three] * after(wins, (one, two, three))
            for one, two, three in product(chances, repeat=3)
        )

    def after(wins: tuple[int, int, int], made: tuple[int, int, int]) -> float:
        # Of those who shut the box the first has won, before the others have had their turns.
        lowest = [made.index(0)] if 0 in made else [at for at in range(3) if made[at] == min(made)]
        won = tuple(count + (at in lowest) for at, count in enumerate(wins))
        enough = [at for at in lowest if won[at] == rules.wins]
        if enough:
            return (0 in enough) / len(enough)
        assert len(won) == 3
        return chance(won)

    at = table((0, 0, 0), wins=(1, 0, 1))
    aim = aim_at_table(rules, at, FEW)
    for left in range(1 << 4):
        made = sum(tile + 1 for tile in range(4) if left >> tile & 1)
        exact = sum(
            chances[two] * chances[three] * after((1, 0, 1), (made, two, three))
            for two, three in product(chances, repeat=2)
        )
        assert abs(aim.end(left) - exact) < 2 * sampled_of(aim).within


def test_the_same_question_has_the_same_answer() -> None:
    rules, at = small(match="rounds_won"), table((0,) * 3, wins=(1, 0, 2))
    one, other = (aim_at_table(rules, at, FEW) for _time in range(2))
    assert [one.end(left) for left in range(16)] == [other.end(left) for left in range(16)]
    assert sampled_of(one) == sampled_of(other)


def test_what_can_be_solved_is_not_sampled() -> None:
    rules = small(match="tournament", target=25)
    assert aim_at_table(rules, table((3, 7), (5,))).sampled is None


@pytest.mark.parametrize("first_player", ["rotate", "loser"])
def test_who_begins_counts_for_three_where_a_turn_may_end_the_match(first_player: str) -> None:
    changes = {"match": "tournament", "target": 25, "first_player": first_player}
    at = table((20, 23, 22), (1,))
    assert aim_at_table(small(**changes), at, FEW).sampled is None
    at_once = small(**changes, target_ends="at_once")
    stays = aim_at_table(
        small(**changes | {"first_player": "seat"}, target_ends="at_once"), at, FEW
    )
    sampled = aim_at_table(at_once, at, FEW)
    assert stays.sampled is None
    # Whoever is asked about may have to begin the next round, with 24 of 25.
    assert sampled.end(0b1) < stays.end(0b1) / 2


@pytest.mark.parametrize(
    ("changes", "at", "code"),
    [
        ({"match": "tournament", "target": 999_999}, table((0, 0)), "BX708"),
        (
            {"match": "tournament", "target": 99, "opening_tile": 2, "opening_lost": "match"},
            table((0, 0, 0), handicaps=(1, 0, 0)),
            "BX709",
        ),
    ],
)
def test_what_takes_too_many_turns_is_refused(
    changes: dict[str, object], at: MatchTable, code: str
) -> None:
    with pytest.raises(RuleFault) as refused:
        aim_at_table(small(**changes), at)
    assert refused.value.code == code
