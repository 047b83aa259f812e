"""The rest of a match played by chance, where too many totals follow for it to be solved.

The next player's turn is still solved: what each of its scores is worth is the share of the matches
that were won with it. Everybody plays for the least expected score in the turns to come, which the
referee's own score sheet puts together. The matches of all scores have the same luck, so that
scores can be compared, and the same question always has the same answer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

from boxctl.odds.aims import Aim, Sampled
from boxctl.odds.match.game_in_rounds import chances_of_low_scores, check_scores
from boxctl.odds.match.game_of_two import order_counts
from boxctl.odds.match.match_aims import MatchAims, check_table
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.rounds_won import too_many_rounds_to_win
from boxctl.odds.match.turn_sums import target_too_far
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.odds.sampling import first_state, words_of
from boxctl.referee.scoresheet import Ending, Scoresheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet

PILOT = 10
"""The matches that tell how long one takes."""

FEWEST, MOST = 200, 4000
"""The matches that are played for each score, as far as :data:`MOST_TURNS` allows."""

MOST_TURNS = 400_000
"""The turns that are played for a question: some seconds. With fewer than :data:`FEWEST` matches
for them it is refused."""

SEED, WORDS = 1, 1 << 64
"""The seed of all answers, and how many random numbers there are."""

LONGEST = 2_000
"""The most turns of a match."""

NORMAL_95 = 1.96
"""Within so many standard errors an estimate lies, 95 times of 100."""

Key = tuple[object, ...]


def aim_at_table(rules: RuleSet, table: MatchTable, most_turns: int = MOST_TURNS) -> Aim:
    """Return the next player's aim to win: solved where it can be, else sampled.

    Raises :class:`RuleFault` as :class:`MatchAims`, BX708 and BX709 only for matches that take too
    many turns to be played, or that a first throw or a stop number may end.
    """
    try:
        if len(table.wins) > 2:
            raise too_many_rounds_to_win(rules)
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

    def __init__(self, rules: RuleSet, table: MatchTable, most_turns: int = MOST_TURNS) -> None:
        self._rules, self._table, self._most_turns = rules, table, most_turns
        check_table(rules, table)
        self._turn = ScoredTurn(rules)
        self._sheet = _sheet(rules, table, self._turn)
        chances = chances_of_low_scores(self._turn)
        self._luck = list(chances), list(accumulate(chances.values()))

    @cached_property
    def matches(self) -> int:
        """How many matches are played for each score; 0 where they take too many turns."""
        if "match" in (self._rules.stops, self._rules.opening_lost):
            return 0
        turns = 0
        for number in range(PILOT):
            for _made, played in self._played(number):
                turns += played.turns
                if turns * FEWEST > self._most_turns * PILOT:
                    return 0
        return min(MOST, self._most_turns * PILOT // turns)

    def aim(self) -> Aim:
        """Return the aim for which each score is worth what it won."""
        won = dict.fromkeys(self._turn.scores, 0.0)
        matches = self.matches
        for number in range(matches):
            for made, played in self._played(number):
                won[made] += played.share
        worth = {made: share / matches for made, share in won.items()}
        sampled = Sampled(matches, max(_within(share, matches) for share in worth.values()))
        return replace(self._turn.aim(Prize(worth, worth)), sampled=sampled)

    def _played(self, number: int) -> Iterator[tuple[int, _SampledEnd]]:
        """Yield for each score the match with the luck of this number.

        A match that is known from another score takes no turns.
        """
        luck = _Luck(number, *self._luck)
        known: dict[Key, float] = {}
        for made in self._turn.scores:
            key = self._key(made, luck)
            if (share := known.get(key)) is not None:
                yield made, _SampledEnd(share, 0)
                continue
            played = self._to_its_end(made, luck)
            known[key] = played.share
            yield made, played

    def _key(self, made: int, luck: _Luck) -> Key:
        """Return what the end of a match depends on: where rounds are won, who is lower."""
        if not self._rules.counts_wins:
            return (made,)
        table = self._table
        handicaps = table.handicaps or (0,) * len(table.totals)
        place = len(table.made)
        own = made + handicaps[place] * table.point
        drawn = [
            luck[at] + handicap * table.point for at, handicap in enumerate(handicaps[place + 1 :])
        ]
        others = (*table.made, *drawn)
        return made == 0, *((own > other) - (own < other) for other in others)

    def _to_its_end(self, made: int, luck: _Luck) -> _SampledEnd:
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
            made = luck[turn]
        return _SampledEnd(0.0, LONGEST)


class _SampledEnd(NamedTuple):
    """A match: the player's share of it, and the turns that it took."""

    share: float
    turns: int


class _Luck:
    """The scores of the turns to come, drawn as they are asked for."""

    def __init__(self, number: int, scores: Sequence[int], up_to: Sequence[float]) -> None:
        self._words, self._scores, self._up_to = words_of(first_state(SEED, number)), scores, up_to
        self._drawn: list[int] = []

    def __getitem__(self, turn: int) -> int:
        while turn >= len(self._drawn):
            chance = next(self._words) / WORDS * self._up_to[-1]
            place = min(bisect_right(self._up_to, chance), len(self._scores) - 1)
            self._drawn.append(self._scores[place])
        return self._drawn[turn]


def _within(share: float, matches: int) -> float:
    """Return half of the interval (Agresti and Coull), which is never empty."""
    middle = (share * matches + 2) / (matches + 4)
    return NORMAL_95 * sqrt(middle * (1 - middle) / (matches + 4))


def _sheet(rules: RuleSet, table: MatchTable, turn: ScoredTurn) -> Scoresheet:
    """Return the score sheet of a table before the turn that is asked about."""
    players = len(table.totals)
    first = sum(table.early)
    order = (*range(first, players), *range(first))
    handicaps = dict(zip(order, table.handicaps or (0,) * players, strict=True))
    by_seat = tuple(handicaps[seat] for seat in range(players))
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
        replace(rules, handicaps=by_seat if any(by_seat) else ()),
        order,
        order[len(ranks) :],
        counted,
        counted,
        {seat: turn.left[rank] for seat, rank in ranks.items()},
        totals,
        rounds_over=0 if rules.rounds is None else rules.rounds - table.rounds_to_come - 1,
        wins=dict(zip(order, table.wins, strict=False)),
    )
