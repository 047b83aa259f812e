"""Two players at one box as a game of chance: the long game (R7.4) and the relay (R7.5).

A turn that ends passes the box on, so ending it is worth the other player's chance to lose. A
match that nobody can end counts as half a win.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from operator import mul
from typing import Literal, NamedTuple

from boxctl.odds.aims import Aim
from boxctl.odds.throws import PositionThrows, ThrowTable, throw_tables, throws_by_state
from boxctl.odds.turn import ThrowsWeighed, TurnOdds, weigh
from boxctl.odds.turn_states import SubBox, TurnStates, turn_states
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet

Vector = Sequence[float]

OF_ITS_OWN = 1e-13
"""A change of which only this part is its own is a combination of those before it."""


def limit_of(vectors: Sequence[Vector]) -> list[float]:
    """Estimate the limit of a sequence of two vectors at least, each made of the one before it.

    The limit of ``x' = Ax + b`` is found, but for rounding, if ``A`` has fewer eigenvalues than
    there are changes; otherwise the slowest parts of the error are removed first.
    """
    if vectors[-2] == vectors[-1]:
        return list(vectors[-1])
    weights = _least_change(
        [b - a for a, b in zip(*both, strict=True)] for both in pairwise(vectors)
    )
    limit = [0.0] * len(vectors[0])
    for weight, vector in zip(weights, vectors[1:], strict=False):
        limit = [sum_so_far + weight * part for sum_so_far, part in zip(limit, vector, strict=True)]
    return limit


def _least_change(changes: Iterable[Vector]) -> list[float]:
    """Return weights that add up to 1 and make the weighted sum of the changes the shortest.

    They end with the first change that is a combination of those before it: with that the sum is 0.
    """
    columns = _triangle(changes)
    # The weights solve R'R w = (1, 1, …) but for a factor, with R the triangle.
    lower: list[float] = []
    for column in columns:
        lower.append((1.0 - _product(column[:-1], lower)) / column[-1])
    weights: list[float] = []
    for place in reversed(range(len(columns))):
        later = [column[place] for column in columns[place + 1 :]]
        weights.insert(0, (lower[place] - _product(later, weights)) / columns[place][place])
    total = sum(weights)
    return [weight / total for weight in weights]


def _triangle(changes: Iterable[Vector]) -> list[list[float]]:
    """Return the columns of R, the changes being QR with orthonormal columns Q (Gram-Schmidt)."""
    basis: list[Vector] = []
    columns: list[list[float]] = []
    for change in changes:
        column, own = [], change
        for direction in basis:
            part = _product(direction, own)
            column.append(part)
            own = [a - part * b for a, b in zip(own, direction, strict=True)]
        length, least = sqrt(_product(own, own)), OF_ITS_OWN * sqrt(_product(change, change))
        columns.append([*column, max(length, least)])
        if length <= least:
            break
        basis.append([part / length for part in own])
    return columns


def _product(one: Vector, other: Vector) -> float:
    product: float = sum(map(mul, one, other))
    return product


Role = Literal["shuts", "opens"]
ROLES: tuple[Role, ...] = ("shuts", "opens")

EXACT_ENOUGH = 1e-15
MOST_SWEEPS = 10_000
SWEEPS_AT_A_TIME = 44
SWEEPS_BEFORE_THE_FIRST, SWEEPS_TO_THE_NEXT = 8, 4
"""After how many sweeps the worths are noted for the first time, and then again."""


def solve_relay(rules: RuleSet, among: TileSet | None = None) -> TurnOdds:
    """Solve the relay: the chance to win of the player to throw, by the tiles still open.

    Raises as :func:`boxctl.odds.turn.solve` does.
    """
    box = SubBox(rules.in_play if among is None else among & rules.in_play)
    states = turn_states(rules, box)
    throws = throw_tables(rules, states)
    worths = [1.0] * states.size
    passed_on = [1.0] * states.size
    after = passed_on if rules.turn_is_one_throw else worths
    for state in states.before_throws():
        counts = allowed_counts(rules, states.tiles(state))
        worths[state] = max(
            _worth_in_relay(states, throws[count], state, worths, after) for count in counts
        )
        passed_on[state] = 1 - worths[state]

    def end(left: TileSet) -> float:
        return 1 - worths[states.number(left)] if left else 1.0

    return TurnOdds(rules, Aim("win", end, lower=False), box, worths)


def _worth_in_relay(
    states: TurnStates,
    throws: ThrowTable,
    state: int,
    worths: Sequence[float],
    after: Sequence[float],
) -> float:
    """Return the worth w of a state that the other player may get as it stands and pass back.

    In a fresh state, solves w = gained + again * w + ending * (1 - w). With a choice of dice
    the highest w is the worth: at that w the equations of the others yield less. The other player
    begins afresh, so in others only a stop number leads to that worth.
    """
    weighed = weigh(states, throws, state, worths, after)
    return max(_worth_if(one, states, throws, state, worths) for one in weighed.decided())


def _worth_if(
    decided: ThrowsWeighed,
    states: TurnStates,
    throws: ThrowTable,
    state: int,
    worths: Sequence[float],
) -> float:
    gained, ending, again, _optional = decided
    if again == throws.weight:
        return 0.5
    if (fresh := states.fresh(state)) != state:
        return (gained + ending * (1 - worths[fresh])) / (throws.weight - again)
    return (gained + ending) / (throws.weight - again + ending)


def solve_duel(rules: RuleSet) -> dict[Role, TurnOdds]:
    """Solve the long game: each role's chance to win when it is to throw.

    Positions are the tiles that this player has still to move. The box goes back and forth, so the
    worths are swept, one role after the other, until no worth changes by more than
    :data:`EXACT_ENOUGH` under best play. Most sweeps play on as was best in the last such sweep,
    which is much faster. Raises as :func:`boxctl.odds.turn.solve` does.
    """
    equations = _DuelEquations(rules)
    for _sweep in range(MOST_SWEEPS):
        if equations.play_best() < EXACT_ENOUGH:
            break
        equations.play_on()
    return {"shuts": equations.odds("shuts"), "opens": equations.odds("opens")}


Places = tuple[int, ...]


class _PlayedPlace(NamedTuple):
    """A place with the moves that are made there: how many of all ``total`` throws lead where.

    ``passed`` is the chance of passing the box on to ``back``, from where it comes back to this
    place if the other player cannot move either. Without such a place ``back`` is this one.
    """

    place: int
    total: int
    weights: tuple[int, ...]
    led: Places
    back: int
    passed: float


class _DuelEquations:
    """The equations of best play for both roles.

    ``_worths`` has a place for each state of each role, then one for each of these states with its
    worth to the other player. ``_choices`` has, by place and for each allowed number of dice, how
    many throws lead to another place, and pairs of a number of throws and the places among which
    their moves choose.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._states = turn_states(rules, SubBox(rules.in_play))
        self._shut = 1 << self._states.bits
        self._size = self._states.size
        own = [1.0] * self._shut + [0.5] * (self._size - self._shut)
        self._worths = [*own, *own, *(1 - worth for worth in (*own, *own))]
        throws = throws_by_state(rules, self._states)
        self._choices = {
            self._place(role, state): [self._led(role, state, one) for one in throws[state]]
            for role in ROLES
            for state in self._states.before_throws()
        }
        self._pairs: list[_Pair] = []

    def play_best(self) -> float:
        """Update every worth by the best move now; return the greatest change."""
        worths, change = self._worths, 0.0
        worth_of = worths.__getitem__
        played_at: dict[int, _PlayedPlace] = {}
        for place, choices in self._choices.items():
            best = -1.0
            for total, kinds in choices:
                led = [max(places, key=worth_of) for _weight, places in kinds]
                weights = [weight for weight, _places in kinds]
                worth = sum(map(mul, weights, map(worth_of, led))) / total
                if worth > best:
                    best, played = worth, (total, weights, led)
            played_at[place] = self._as_played(place, *played)
            change = max(change, abs(best - worths[place]))
            self._set(place, best)
        self._pairs = _paired(played_at)
        return change

    def play_on(self) -> None:
        """Repeat the moves that were best last for some sweeps, then extrapolate.

        A wrong extrapolation costs a few sweeps, not the result: only :meth:`play_best` decides
        when the worths are exact enough.
        """
        noted: list[list[float]] = []
        for sweep in range(1, SWEEPS_AT_A_TIME + 1):
            if self._play_again() < EXACT_ENOUGH:
                return
            sweeps_since = sweep - SWEEPS_BEFORE_THE_FIRST
            if sweeps_since >= 0 and sweeps_since % SWEEPS_TO_THE_NEXT == 0:
                noted.append(self._worths[: 2 * self._size])
        limit = limit_of(noted)
        for place in self._choices:
            self._set(place, min(1.0, max(0.0, limit[place])))

    def odds(self, role: Role) -> TurnOdds:
        """Return the odds of one role."""
        states, worths = self._states, self._worths
        first = self._place(role, 0)

        def end(left: TileSet) -> float:
            return worths[self._passed_on(role, states.number(left))] if left else 1.0

        own = worths[first : first + states.size]
        return TurnOdds(self._rules, Aim("win", end, lower=False), states.box, own)

    def _play_again(self) -> float:
        change = 0.0
        for one, other in self._pairs:
            worth, passed = self._gained(one), one.passed
            if other is not None:
                gains, passes = self._gained(other), other.passed
                # The players may pass the box to and fro before one can move:
                # worth = gained + passed * (1 - theirs), theirs = gains + passes * (1 - worth).
                round_trip = passed * passes
                if round_trip == 1.0:
                    worth = 0.5
                else:
                    worth = (worth + passed * (1 - gains - passes)) / (1 - round_trip)
                self._set(other.place, gains + passes * (1 - worth))
            change = max(change, abs(worth - self._worths[one.place]))
            self._set(one.place, worth)
        return change

    def _gained(self, at: _PlayedPlace) -> float:
        """Return the worth of the moves made at a place, without passing the box to and fro."""
        gained: float = sum(map(mul, at.weights, map(self._worths.__getitem__, at.led)))
        return gained / at.total

    def _set(self, place: int, worth: float) -> None:
        self._worths[place] = worth
        self._worths[place + 2 * self._size] = 1 - worth

    def _led(
        self, role: Role, state: int, throws: PositionThrows
    ) -> tuple[int, list[tuple[int, Places]]]:
        """Return the entry of ``_choices`` for one number of dice."""
        end, ending = self._passed_on(role, state), throws.ending + throws.stopping
        if throws.again == throws.weight:
            return 1, [(1, (end,))]
        after = self._passed_on if self._rules.turn_is_one_throw else self._place
        led = [
            (weight, tuple(after(role, left) for left in states)) for weight, states in throws.led
        ]
        led += [
            (weight, (*(after(role, left) for left in states), self._place(role, state)))
            for weight, states in throws.optional
        ]
        return throws.weight - throws.again, led + ([(ending, (end,))] if ending else [])

    def _place(self, role: Role, state: int) -> int:
        return state if role == "shuts" else state + self._size

    def _passed_on(self, role: Role, state: int) -> int:
        """Return the place of leaving the box in this state to the other player."""
        bits, size = self._states.bits, self._size
        theirs = self._states.box.size - 1 - (state >> bits)
        if state < self._shut:
            return self._place(role, state)
        if not theirs:
            # With nothing to move yet, the other player passes the box back whatever is thrown.
            return self._place(role, state >> bits << bits)
        other: Role = "opens" if role == "shuts" else "shuts"
        return self._place(other, theirs << bits) + 2 * size

    def _as_played(
        self, place: int, total: int, weights: Sequence[int], led: Sequence[int]
    ) -> _PlayedPlace:
        """Return a place with the moves that are best now."""
        role: Role = "shuts" if place < self._size else "opens"
        state = place if place < self._size else place - self._size
        end = self._passed_on(role, state)
        # From a state that is not fresh the box does not come back to the same place.
        goes_back = end >= 2 * self._size and state == self._states.fresh(state)
        moves, passed = [], 0
        for weight, left in zip(weights, led, strict=True):
            if goes_back and left == end:
                passed += weight
            else:
                moves.append((weight, left))
        return _PlayedPlace(
            place,
            total,
            tuple(weight for weight, _left in moves),
            tuple(left for _weight, left in moves),
            end - 2 * self._size if goes_back else place,
            passed / total,
        )


_Pair = tuple[_PlayedPlace, _PlayedPlace | None]


def _paired(played: Mapping[int, _PlayedPlace]) -> list[_Pair]:
    """Return each two places between which the box is passed to and fro, and all others alone."""
    pairs: list[_Pair] = []
    for at, one in played.items():
        if one.back == at:
            pairs.append((one, None))
        elif at < one.back:
            pairs.append((one, played[one.back]))
    return pairs
