"""Points given away: what a player's choices lose a turn against best play, and how sure that is.

Every choice loses a known amount (:mod:`boxctl.odds.post_mortem`), whatever the dice do next. The
mean of these losses tells players apart long before their scores do.

The interval around the mean may be looked at at any time, after each turn, if need be: for a
player who goes on playing as well as before, the chance that it is ever wrong is at most what it
says. It supposes nothing but that no turn gives away more than :func:`most_given_away`. It is the
confidence sequence of Orabona and Jun, *Tight concentrations and confidence sequences from the
regret of universal portfolio* (IEEE Transactions on Information Theory, 2024): a mean is ruled out
once a gambler who bets against it would have multiplied his stake by more than ``1 / (1 - SURE)``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil, lgamma, log, log1p
from typing import NamedTuple

from boxctl.odds.post_mortem import AnalysedTurn
from boxctl.odds.throws import ThrowTable, opening_throws, position_throws, throw_tables
from boxctl.odds.turn import TurnOdds, worth_lost, worths_left
from groundwork.frozen_dataclass import frozen_dataclass

SURE = 0.95
"""The chance that an interval is never wrong."""

SURE_OF_EACH = 1 - (1 - SURE) / 2
"""The chance for each of two intervals, so that :data:`SURE` is the chance for both together."""

MOST_STATES = 1 << 14
"""With more states in a turn it takes too long to find the most that it can give away."""

STEPS = 1000
"""Losses are counted in such parts of the most that a turn can give away."""


@frozen_dataclass
class GivenAway:
    """What a player gave away in so many ``turns``, in worths of the aim: points or chances.

    ``total`` is 0 or more. ``least`` and ``most`` are the interval for a turn, with the chance
    :data:`SURE`; ``most`` is None where it is not known how much a turn can give away, and
    ``least`` is 0 then. ``surely`` is the same interval with the chance :data:`SURE_OF_EACH`.
    """

    turns: int
    total: float
    least: float
    most: float | None
    surely: tuple[float, float | None]

    @property
    def mean(self) -> float:
        """What was given away a turn."""
        return self.total / self.turns if self.turns else 0.0

    def is_surely_less(self, other: GivenAway) -> bool:
        """Whether this player gives away less than the other, with the chance :data:`SURE`."""
        most = self.surely[1]
        return most is not None and most < other.surely[0]


class TurnLosses:
    """Counts what turns gave away; what is kept does not grow with the number of turns.

    ``most`` is the most that a turn can give away, None if that is not known.
    """

    def __init__(self, most: float | None) -> None:
        self.turns = 0
        self.total = 0.0
        self._most = most
        self._steps: Counter[int] = Counter()

    def add(self, loss: float) -> None:
        """Count a turn, which gave away this much: 0 or more."""
        self.turns += 1
        self.total += loss
        # A game without choices loses nothing, but for the last bits of a sum.
        if self._most:
            self._steps[min(STEPS, ceil(loss / self._most * STEPS))] += 1

    def given_away(self) -> GivenAway:
        """Return the points that the turns gave away, and how sure that is."""
        interval, surely = self._interval(SURE), self._interval(SURE_OF_EACH)
        return GivenAway(self.turns, self.total, *interval, surely)

    def _interval(self, sure: float) -> tuple[float, float | None]:
        if self._most is None:
            return 0.0, None
        if not self._most:
            return 0.0, 0.0
        # Rounded down for the lower end, and up for the upper one.
        low = {max(0, step - 1) / STEPS: times for step, times in self._steps.items()}
        if self._steps[0]:
            low[0.0] = self._steps[0] + self._steps[1]
        high = {1 - step / STEPS: times for step, times in self._steps.items()}
        least, most = least_mean(low, sure), 1 - least_mean(high, sure)
        return self._most * least, self._most * most


def given_away(losses: Iterable[float], most: float | None) -> GivenAway:
    """Return the points given away in turns with these losses; ``most`` as for TurnLosses."""
    counted = TurnLosses(most)
    for loss in losses:
        counted.add(loss)
    return counted.given_away()


def given_away_by_player(turns: Sequence[AnalysedTurn]) -> dict[str, GivenAway]:
    """Return the points that each player gave away in these turns, without an interval."""
    players = dict.fromkeys(turn.player for turn in turns)
    return {
        player: given_away((0.0 - turn.skill for turn in turns if turn.player == player), None)
        for player in players
    }


# The interval.

_HALVINGS = 24
"""So often an interval is halved that has the end of an interval, or the best bet."""


def least_mean(values: dict[float, int], sure: float) -> float:
    """Return the least mean that these values, from 0 to 1, do not rule out.

    ``values`` has how often each was seen; ``sure`` is the chance that it holds at any time.
    """
    times, total = sum(values.values()), sum(value * seen for value, seen in values.items())
    if not total:
        return 0.0
    limit = needed_growth(times, sure)
    low, high = 0.0, total / times
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if growth(values, middle) > limit:
            low = middle
        else:
            high = middle
    return low


def needed_growth(times: int, sure: float) -> float:
    """Return the logarithm of the growth of the best bet that rules a mean out.

    What hindsight adds to the growth is the regret of the universal portfolio with the weights of
    Dirichlet(1/2, 1/2), which Cover and Ordentlich have found for any values.
    """
    hindsight = lgamma(0.5) + lgamma(times + 1) - lgamma(times + 0.5)
    return hindsight - log(1 - sure)


def growth(values: dict[float, int], mean: float) -> float:
    """Return the logarithm by how much the best bet on more than this mean, above 0, would grow.

    The bet is a part of ``1 / mean``, so that a value of 0 can lose the whole stake. One that is
    not quite the best grows less, and makes the interval wider, never wrong.
    """
    away = [(value - mean, seen) for value, seen in values.items()]
    low, high = 0.0, 1 / mean
    for _ in range(_HALVINGS):
        bet = (low + high) / 2
        if sum(seen * far / (1 + bet * far) for far, seen in away) > 0:
            low = bet
        else:
            high = bet
    return sum(seen * log1p(low * far) for far, seen in away)


# The most that a turn can give away.


def most_given_away(*roles: TurnOdds) -> float | None:
    """Return the most that a turn can give away by these odds, whichever of the roles is played.

    None if there is no most, as where a double can be thrown again and again to no avail, or if it
    takes too long to find.
    """
    most = 0.0
    for odds in roles:
        found = _most_of(odds)
        if found is None:
            return None
        most = max(most, found)
    return most


def _most_of(odds: TurnOdds) -> float | None:
    if odds.states.size > MOST_STATES:
        return None
    tables = throw_tables(odds.rules, odds.states)
    after = worths_left(odds.rules, odds.aim, odds.states, odds.worths)
    most = [0.0] * odds.states.size
    for state in odds.states.before_throws():
        to_move, memory = odds.states.tiles(state), odds.states.memory(state)
        shown = odds.by_dice(to_move, memory)
        by_dice = {count: odds.aim.from_shown(value) for count, value in shown.items()}
        best_dice = max(by_dice.values())
        for count, worth in by_dice.items():
            thrown = opening_throws(odds.rules, tables[count], odds.states, state)
            lost = worth_lost(best_dice, worth)
            found = _most_of_throw(odds, state, thrown, _Ahead(after, most), lost)
            if found is None:
                return None
            most[state] = max(most[state], lost + found)
    if odds.rules.box_stays:
        # A turn begins with whatever the one before it has left.
        return max(most)
    return most[odds.states.number(odds.box.among)]


class _Ahead(NamedTuple):
    """Of each state, what it is worth after a move, and the most that is given away from it on."""

    worths: Sequence[float]
    most: Sequence[float]


def _most_of_throw(
    odds: TurnOdds, state: int, thrown: ThrowTable, ahead: _Ahead, lost: float
) -> float | None:
    """Return the most that the answers to these throws, and all after them, give away.

    ``lost`` is what throwing so many dice has lost. None if that, or throwing a double again, can
    be repeated in the same state.
    """
    states, (after, most) = odds.states, ahead
    throws = position_throws(states, thrown, state)
    if lost and (throws.again or throws.optional):
        return None
    greatest = 0.0
    for place, (_weight, leads) in enumerate((*throws.led, *throws.optional)):
        best = max(after[then] for then in leads)
        if place >= len(throws.led):
            best = max(best, odds.worths[state])
            if worth_lost(best, odds.worths[state]):
                return None
        for then in leads:
            goes_on = not odds.rules.turn_is_one_throw or states.tiles(then) == states.tiles(state)
            on = most[then] if goes_on else 0.0
            greatest = max(greatest, worth_lost(best, after[then]) + on)
    return greatest
