"""The rest of a match played by chance, where too many totals follow for it to be solved.

The next player's turn is still solved: what each of its scores is worth is the share of the matches
that were won with it. Everybody plays for the least expected score in the turns to come, which the
referee's own score sheet puts together. Each score has luck of its own, so that what many of them
come to is surer than a single one; no score is worth more than a lower one, and the same question
always has the same answer.

Best play for shares goes for those that chance has raised, so what it promises is too much, by less
the more matches there are. :func:`within` therefore solves the turn anew without each tenth of the
matches (the jackknife): what that changes tells both the error and how much was promised too much.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from boxctl.odds.aims import Aim, Sampled
from boxctl.odds.match.game_in_rounds import chances_of_low_scores, check_scores
from boxctl.odds.match.game_of_two import order_counts
from boxctl.odds.match.match_aims import MatchAims, check_table
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.turn_sums import target_too_far
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.odds.sampling import first_state, words_of
from boxctl.odds.turn import TurnOdds, solve
from boxctl.referee.scoresheet import Ending, Scoresheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet

PILOT = 10
"""The matches that tell how long one takes."""

GROUPS = 10
"""The parts of the matches, each of which is left out once to tell how sure a chance is."""

FEWEST, MOST = 10 * GROUPS, 200 * GROUPS
"""The matches that are played for each score, as far as :data:`MOST_TURNS` allows."""

MOST_TURNS = 150_000
"""The turns that are played for a question: a second or two. With fewer than :data:`FEWEST` matches
for them it is refused."""

SEED, WORDS = 1, 1 << 64
"""The seed of all answers, and how many random numbers there are."""

LONGEST = 2_000
"""The most turns of a match."""

STUDENT_95 = 2.262
"""Within so many standard errors an estimate lies, 95 times of 100, if :data:`GROUPS` tell it."""

NONE_OF = 3.0
"""What happened in none of many matches is expected less often in as many, 95 times of 100."""


def aim_at_table(rules: RuleSet, table: MatchTable, most_turns: int = MOST_TURNS) -> Aim:
    """Return the next player's aim to win: solved where it can be, else sampled.

    Raises :class:`RuleFault` as :class:`MatchAims`, BX708 and BX709 only for matches that take too
    many turns to be played.
    """
    try:
        if len(table.totals) > 2 and order_counts(rules):
            raise target_too_far(rules)
        return MatchAims(rules).aim(table)
    except RuleFault as fault:
        if fault.code not in ("BX708", "BX709") or table.rolling_off:
            raise
        sampled = SampledMatch(rules, table, most_turns)
        if not sampled.matches:
            raise
        return sampled.aim()


class SampledMatch:
    """Matches that go on from a table; the next player is asked about.

    ``most_turns`` are played in all, for all scores together. Raises :class:`RuleFault` (BX705) for
    a table at which nobody is to throw, or a score that cannot be.
    """

    def __init__(
        self, rules: RuleSet, table: MatchTable, most_turns: int = MOST_TURNS, seed: int = SEED
    ) -> None:
        self._rules, self._most_turns, self._seed = rules, most_turns, seed
        check_table(rules, table)
        self._turn = ScoredTurn(rules)
        self._sheet = _sheet(rules, table, self._turn)
        chances = chances_of_low_scores(self._turn)
        self._luck = list(chances), list(accumulate(chances.values()))

    @cached_property
    def matches(self) -> int:
        """How many matches are played for each score; 0 where they take too many turns."""
        turns = 0
        for number in range(PILOT):
            for _made, played in self._played(number):
                turns += played.turns
                if turns * FEWEST > self._most_turns * PILOT:
                    return 0
        return min(MOST, self._most_turns * PILOT // turns // GROUPS * GROUPS)

    def aim(self) -> Aim:
        """Return the aim for which each score is worth what it won."""
        won = [dict.fromkeys(self._turn.scores, 0.0) for _group in range(GROUPS)]
        for number in range(self.matches):
            for made, played in self._played(number):
                won[number % GROUPS][made] += played.share
        every = {made: sum(group[made] for group in won) for made in self._turn.scores}
        most = self.matches // GROUPS * (GROUPS - 1)
        others = ({made: every[made] - group[made] for made in every} for group in won)
        sampled = Sampled(self.matches, tuple(self._aim(one, most) for one in others))
        return replace(self._aim(every, self.matches), sampled=sampled)

    def _aim(self, won: Mapping[int, float], matches: int) -> Aim:
        shares = [share / matches for share in won.values()]
        # Who has scored most may gain by it: he begins the next round.
        if self._rules.first_player != "loser":
            shares = never_rising(shares)
        worth = dict(zip(won, shares, strict=True))
        return self._turn.aim(Prize(worth, worth))

    def _played(self, number: int) -> Iterator[tuple[int, _SampledEnd]]:
        """Yield for each score the match of this number."""
        scores = self._turn.scores
        for place, made in enumerate(scores):
            words = words_of(first_state(self._seed, number * len(scores) + place))
            yield made, self._to_its_end(made, words)

    def _to_its_end(self, made: int, words: Iterator[int]) -> _SampledEnd:
        """Play one match to its end; one that takes longer than any real one is not won."""
        player, sheet = self._sheet.seat, self._sheet
        for turn in range(LONGEST):
            ending = Ending.PLAYED if made else Ending.SHUT
            sheet, _over, result = sheet.after_turn(
                self._turn.points(made), ending, self._turn.left[made]
            )
            if result is not None:
                share = (player in result.winners) / max(1, len(result.winners))
                return _SampledEnd(share, turn + 1)
            made = self._drawn(next(words))
        return _SampledEnd(0.0, LONGEST)

    def _drawn(self, word: int) -> int:
        """Return the score that a random number stands for."""
        scores, up_to = self._luck
        return scores[min(bisect_right(up_to, word / WORDS * up_to[-1]), len(scores) - 1)]


class _SampledEnd(NamedTuple):
    """A match: the player's share of it, and the turns that it took."""

    share: float
    turns: int


def never_rising(shares: Sequence[float]) -> list[float]:
    """Return the nearest shares of which none is above the one before it (least squares)."""
    pools: list[tuple[float, int]] = []
    for share in shares:
        pool = share, 1
        while pools and pools[-1][0] < pool[0]:
            mean, size = pools.pop()
            both = size + pool[1]
            pool = (mean * size + pool[0] * pool[1]) / both, both
        pools.append(pool)
    return [mean for mean, size in pools for _place in range(size)]


def within(odds: TurnOdds, value: Callable[[TurnOdds], float]) -> float:
    """Return within how much a value of sampled odds is right, 95 times of 100.

    It is told by the values without each part of the matches: by how much they differ, and by how
    much that of all seems to promise too much.
    """
    assert odds.aim.sampled is not None
    found = value(odds)
    among = odds.box.among
    others = [value(solve(odds.rules, one, among)) for one in odds.aim.sampled.without_a_part]
    too_much = (GROUPS - 1) * (fmean(others) - found)
    error = STUDENT_95 * (GROUPS - 1) * stdev(others) / sqrt(GROUPS)
    return max(abs(too_much) + error, NONE_OF / odds.aim.sampled.matches)


def _sheet(rules: RuleSet, table: MatchTable, turn: ScoredTurn) -> Scoresheet:
    """Return the score sheet of a table before the turn that is asked about."""
    order = table.order
    handicaps = table.by_seat(table.handicaps or (0,) * len(order))
    ranks = {
        seat: made - handicaps[seat] * table.point
        for seat, made in zip(order, table.made, strict=False)
    }
    check_scores(turn, ranks.values())
    counted = {seat: turn.points(rank) + handicaps[seat] for seat, rank in ranks.items()}
    totals = {
        seat: total + counted.get(seat, 0)
        for seat, total in zip(order, table.totals, strict=True)
    }  # fmt: skip
    return Scoresheet(
        replace(rules, handicaps=handicaps if any(handicaps) else ()),
        order,
        order[len(ranks) :],
        counted,
        counted,
        {seat: turn.left[rank] for seat, rank in ranks.items()},
        totals,
        rounds_over=0 if rules.rounds is None else rules.rounds - table.rounds_to_come - 1,
        wins=dict(zip(order, table.wins, strict=False)),
    )
