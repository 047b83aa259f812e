"""A match of three players or more in which rounds are won (R7.13).

The next player plays this turn to win the match. Everybody else, and everybody in the rounds to
come, is taken to play to win each round. So it is known how likely each of them is to win a round,
whoever begins it, and what that is worth follows from the matches with more rounds won.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import prod

from boxctl.odds.match.match_table import Chances, MatchTable, RoundStanding, SeatInRound
from boxctl.odds.match.round_game import RoundGame, Tie
from boxctl.odds.match.rounds_won import too_many_rounds_to_win
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.referee.scoresheet import order_from
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass

MOST_ENDS = 5_000_000
"""The most ends of rounds that are weighed, over all rounds won."""

RoundEnd = tuple[tuple[int, ...], int]
"""The places that win a round, and the one that begins the next, in the order of play."""


@frozen_dataclass
class RoundSoFar:
    """A round of these seats between two turns, after so many of them have ``played``.

    ``best`` is the lowest that a turn has counted for, with its handicap, and ``holders`` are the
    places that have it; ``most`` is the highest score, made first by the place ``most_by``.
    """

    seats: tuple[SeatInRound, ...]
    played: int = 0
    best: int = 0
    holders: tuple[int, ...] = ()
    most: int = -1
    most_by: int = 0

    @property
    def standing(self) -> RoundStanding:
        """What the next player knows of it."""
        holders = tuple(self.seats[place] for place in self.holders)
        return RoundStanding(self.best if holders else None, holders, self.seats[self.played :])


class RoundsOfMany:
    """The rounds of such a match, solved as far as they are asked about. Not thread-safe.

    ``game`` is a round in which all play to win it, ``tie`` what a tie is worth to each, and
    ``handicaps`` are by seat, in units of :func:`boxctl.rules.ruleset.turn_rank`.
    """

    def __init__(
        self,
        rules: RuleSet,
        turn: ScoredTurn,
        game: RoundGame,
        tie: Tie,
        handicaps: tuple[int, ...],
    ) -> None:
        self._rules, self._turn, self._game, self._tie = rules, turn, game, tie
        self._handicaps = handicaps
        self._loser_begins = rules.first_player == "loser"
        self._chances: dict[RoundStanding, dict[int, float]] = {}
        self._ends = cache(self._ends_after)
        self._worths = cache(self._worths_before)

    def prize(self, table: MatchTable) -> Prize:
        """Return the worth of each score to the next player.

        Raises :class:`boxctl.rules.faults.RuleFault` (BX708) where too many rounds may follow.
        """
        players, order = len(table.totals), table.order
        wins = table.by_seat(table.wins)
        most_ends = 2**players * players**2
        if prod(self._rules.wins - won for won in wins) * most_ends > MOST_ENDS:
            raise too_many_rounds_to_win(self._rules)
        now = self._begun(order)
        for seat, made in zip(order, table.made, strict=False):
            now = self._after(now, made - self._handicaps[seat])
        self._learn(now)
        worth = {}
        for made in self._turn.scores:
            ends = self._shut(now) if made == 0 else self._ends(self._after(now, made))
            worth[made] = sum(
                chance * self._worth_of(end, order, wins)[order[now.played]]
                for end, chance in ends.items()
            )
        return Prize(worth, worth)

    # The match between two rounds.

    def _worths_before(self, wins: tuple[int, ...], begins: int) -> Chances:
        """Return the chance of each seat to win the match before a round."""
        order = order_from(begins, len(wins))
        begun = self._begun(order)
        self._learn(begun)
        worths = [
            [chance * worth for worth in self._worth_of(end, order, wins)]
            for end, chance in self._ends(begun).items()
        ]
        return tuple(map(sum, zip(*worths, strict=True)))

    def _worth_of(self, end: RoundEnd, order: tuple[int, ...], wins: tuple[int, ...]) -> Chances:
        """Return the chance of each seat to win the match once a round has ended like this."""
        winners, begins = {order[place] for place in end[0]}, order[end[1]]
        won = tuple(count + (seat in winners) for seat, count in enumerate(wins))
        over = [seat for seat in winners if won[seat] >= self._rules.wins]
        if over:
            return tuple((seat in over) / len(over) for seat in range(len(wins)))
        return self._worths(won, begins)

    # A round.

    def _begun(self, order: tuple[int, ...]) -> RoundSoFar:
        # Only roll-offs go by seats: without them fewer rounds differ.
        by_seats = self._rules.ties == "roll_off"
        return RoundSoFar(
            tuple(
                SeatInRound(by_seats and seat < order[0], self._handicaps[seat]) for seat in order
            )
        )

    def _ends_after(self, now: RoundSoFar) -> dict[RoundEnd, float]:
        """Return the chance of each end of a round that stands like this."""
        if now.played == len(now.seats):
            return dict(self._settled(now))
        found: dict[RoundEnd, float] = {}
        then: dict[RoundSoFar, float] = {}
        for made, part in self._chances[now.standing].items():
            if made == 0:
                found = dict.fromkeys(self._shut(now), part)
                continue
            passed = self._is_passed(now, made)
            after = replace(now, played=now.played + 1) if passed else self._after(now, made)
            then[after] = then.get(after, 0.0) + part
        for after, part in then.items():
            for end, chance in self._ends(after).items():
                found[end] = found.get(end, 0.0) + part * chance
        return found

    def _is_passed(self, now: RoundSoFar, made: int) -> bool:
        """Return whether the next player's score decides nothing."""
        counted = made + now.seats[now.played].handicap
        beaten = bool(now.holders) and counted > now.best
        return beaten and (not self._loser_begins or self._turn.points(counted) <= now.most)

    def _after(self, now: RoundSoFar, made: int) -> RoundSoFar:
        """Return the round when the next player has made this score."""
        place = now.played
        counted = made + now.seats[place].handicap
        holders, best = now.holders, now.best
        if not holders or counted < best:
            holders, best = (place,), counted
        elif counted == best:
            holders = (*holders, place)
        most, most_by = now.most, now.most_by
        if self._loser_begins and self._turn.points(counted) > most:
            most, most_by = self._turn.points(counted), place
        return RoundSoFar(now.seats, place + 1, best, holders, most, most_by)

    def _shut(self, now: RoundSoFar) -> dict[RoundEnd, float]:
        """Return the end of a round whose next player shuts the box."""
        return {((now.played,), self._begins(self._after(now, 0))): 1.0}

    def _settled(self, now: RoundSoFar) -> Iterator[tuple[RoundEnd, float]]:
        begins = self._begins(now)
        if len(now.holders) == 1 or self._rules.ties != "roll_off":
            yield (now.holders, begins), 1.0
            return
        tied = tuple(now.seats[place] for place in now.holders)
        for place, chance in zip(now.holders, self._tie(tied), strict=True):
            yield ((place,), begins), chance

    def _begins(self, now: RoundSoFar) -> int:
        """Return the place that begins the next round (R7.9)."""
        if self._loser_begins:
            return now.most_by
        return int(self._rules.first_player == "rotate")

    # How it is played.

    def _learn(self, now: RoundSoFar) -> None:
        """Find out together how all turns of the rest of a round are played."""
        if now.standing in self._chances:
            return
        found: dict[RoundStanding, None] = {}
        level = {now.standing}
        while level and next(iter(level)).to_come:
            found |= dict.fromkeys(level)
            level = {one.after(made) for one in level for made in self._turn.scores if made}
        new = [one for one in found if one not in self._chances]
        prizes = [self._turn.shaded(self._game.prize(one)) for one in new]
        for one, scores in zip(new, self._turn.play(prizes), strict=True):
            chances = dict(scores.played)
            for made, chance in scores.stopped.items():
                chances[made] = chances.get(made, 0.0) + chance
            self._chances[one] = chances
