"""Luck and skill in a recorded match, by the odds of its turns.

Scores are judged by the least expected score of the turn, a duel and a relay by the chance to win,
a game won by the first who shuts the box by the chance to do so. What can be solved only in minutes
is not solved here: of such a game no luck is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from boxctl.journal.recorded_match import RecordedMatch
from boxctl.odds.post_mortem import (
    AnalysedThrow,
    AnalysedTurn,
    OddsOf,
    excerpt_of,
    post_mortem,
)
from boxctl.odds.table_odds import odds_at_any_table
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.presentation.record.player_history import NotableThrow
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass

MOST_TILES_RATED = 13
"""A turn with more tiles takes longer to solve than people wait."""

_KEPT = 16
"""The rule sets that stay solved; each takes less than a megabyte."""


@frozen_dataclass
class LuckOfPlayer:
    """The sums over a player's turns; ``notable`` are the luckiest throw and the costliest mistake.

    In points of the score, or in chances to win; higher is better.
    """

    turns: int
    luck: float
    skill: float
    notable: tuple[NotableThrow, ...]


@frozen_dataclass
class LuckOfMatch:
    """The turns of a match, analysed; None where no odds are known."""

    match: int
    turns: Sequence[AnalysedTurn] | None

    def of(self, player: str) -> LuckOfPlayer | None:
        """Return a player's luck and skill; None where no odds are known."""
        if self.turns is None:
            return None
        mine = [turn for turn in self.turns if turn.player == player]
        steps = [step for turn in mine for step in turn.steps]
        if not steps:
            return None
        luckiest = max(steps, key=lambda step: step.luck)
        costliest = min(steps, key=lambda step: step.skill)
        return LuckOfPlayer(
            len(mine),
            sum(turn.luck for turn in mine),
            sum(turn.skill for turn in mine),
            tuple(self._notable(step) for step in (luckiest, costliest)),
        )

    def _notable(self, step: AnalysedThrow) -> NotableThrow:
        return NotableThrow(
            self.match, step.throw, step.moved, step.best, step.luck, 0.0 - step.skill
        )


class LuckJudge:
    """Analyses matches; solves each rule set once. Not thread-safe."""

    def __init__(self) -> None:
        self._odds = lru_cache(maxsize=_KEPT)(_odds_of_turns)

    def luck(self, match: RecordedMatch) -> LuckOfMatch:
        """Return the luck and skill of a sound match that is over."""
        try:
            odds = self._odds(match.rules)
            turns = None if odds is None else post_mortem(map(excerpt_of, match.rulings), odds)
        except RuleFault:
            turns = None
        return LuckOfMatch(match.number, turns)


def _odds_of_turns(rules: RuleSet) -> OddsOf | None:
    """Return the odds of each turn; None if they cannot be solved quickly. Raises RuleFault."""
    if is_turn_of_the_300(rules) or rules.in_play.bit_count() > MOST_TILES_RATED:
        return None
    solved = odds_at_any_table(rules)
    return lambda _turn, opens: solved[opens]
