"""Every throw of a number of dice, throws with the same answers counted as one kind.

:class:`ThrowTable` has their moves as numbers of states, :class:`PositionThrows` those of a state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from operator import or_
from typing import NamedTuple

from boxctl.odds.turn_states import TurnStates
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.ruleset import RuleSet, Throw, is_double
from boxctl.rules.tiles import TileSet, numbers, tile
from boxctl.rules.ways import OF_SETS, values
from groundwork.language import tr
from groundwork.reader import for_reader

MOST_THROWS = 200_000
"""The most different throws, their dice sorted, that are looked at one by one."""

MOST_MOVES = 200_000
"""The most moves with every tile open that are kept."""


class ThrowKind(NamedTuple):
    """Throws that are answered alike, whatever is open.

    ``weight`` is how many of the ``sides ** count`` equally likely throws they are; ``moves`` are
    all answers with every tile in play open. With ``stops`` they end the turn (R5.2). ``double``
    says that they are doubles where these do something (R5.4 to R5.6).
    """

    weight: int
    moves: tuple[TileSet, ...]
    stops: bool
    double: bool


class NamedThrow(NamedTuple):
    """A throw that stands for all throws of the same name, and the chance of any of them."""

    throw: Throw
    name: str
    chance: float


def likely_throws(rules: RuleSet, count: int) -> tuple[NamedThrow, ...]:
    """Return every throw of so many dice: by total if only that matters, else by its dice."""
    weight: int = rules.dice.sides**count
    if rules.only_the_total_counts and rules.doubles == "none":
        totals: Counter[int] = Counter()
        for throw, times in _by_total(count, rules.dice.sides).items():
            totals[sum(throw)] += times
        return tuple(
            NamedThrow((total,), str(total), times / weight)
            for total, times in sorted(totals.items())
        )
    return tuple(
        NamedThrow(throw, " ".join(map(str, throw)), times / weight)
        for throw, times in _one_by_one(rules, count).items()
    )


def kinds_of_throws(rules: RuleSet, count: int) -> tuple[ThrowKind, ...]:
    """Return every throw of so many dice, by kind. Raises :class:`RuleFault` (BX702)."""
    if rules.only_the_total_counts:
        throws = _by_total(count, rules.dice.sides)
    else:
        throws = _one_by_one(rules, count)
    _check_moves(rules, throws)
    weights: Counter[tuple[tuple[TileSet, ...], bool, bool]] = Counter()
    for throw, weight in throws.items():
        stops = sum(throw) == rules.stop_number
        answers = () if stops else tuple(m.tiles for m in moves(rules, rules.in_play, throw))
        double = rules.doubles != "none" and not stops and is_double(throw)
        weights[answers, stops, double] += weight
    return tuple(ThrowKind(weight, *kind) for kind, weight in weights.items())


def _by_total(count: int, sides: int) -> dict[Throw, int]:
    """Map one throw for each total, and each double, to how many throws it stands for."""
    ways = {0: 1}
    for _ in range(count):
        more: Counter[int] = Counter()
        for total, times in ways.items():
            for value in range(1, sides + 1):
                more[total + value] += times
        ways = more
    found: dict[Throw, int] = {}
    for value in range(1, sides + 1) if count > 1 else ():
        found[(value,) * count] = 1
        ways[value * count] -= 1
    return found | {(total,): times for total, times in ways.items() if times}


def _check_moves(rules: RuleSet, throws: Iterable[Throw]) -> None:
    """Count the sets of tiles with their sums before making them: there may be millions."""
    of_sets = [way for way in rules.ways if way in OF_SETS]
    sums = {value for throw in throws for way in of_sets for value in values(way, throw)}
    sets = [1] + [0] * max(sums, default=0)
    for number in numbers(rules.in_play):
        for total in range(len(sets) - 1, number - 1, -1):
            sets[total] += sets[total - number]
    if sum(sets[total] for total in sums) > MOST_MOVES:
        raise _too_many(rules)


def _one_by_one(rules: RuleSet, count: int) -> dict[Throw, int]:
    sides = rules.dice.sides
    if comb(sides + count - 1, count) > MOST_THROWS:
        raise _too_many(rules)
    return {throw: _orders(throw) for throw in _in_order(sides, count)}


def _in_order(sides: int, count: int) -> Iterator[Throw]:
    return combinations_with_replacement(range(1, sides + 1), count)


def _orders(throw: Throw) -> int:
    alike = prod(factorial(times) for times in Counter(throw).values())
    return factorial(len(throw)) // alike


def _too_many(rules: RuleSet) -> RuleFault:
    return RuleFault(
        "BX702",
        tr(
            "dice = {dice} with tiles = {tiles} and combine = {combine} have too many answers"
            " to be solved",
            dice=rules.dice,
            tiles=rules.tiles,
            combine=rules.combine,
        ),
        tr("take fewer dice or tiles"),
    )


MOST_WORK = 30_000_000
"""The most pairs of a state and a move that are tried: about five seconds."""

WORK_OF_A_STATE = 40
"""The time that a state takes besides its moves, in pairs."""


class KindMoves(NamedTuple):
    """The moves of one kind of throw, as what each takes off the number of a state."""

    weight: int
    moves: tuple[int, ...]
    double: bool


MOST_TILES_REMEMBERED = 8
"""The moves of a kind of throw that asks for more tiles than these are found anew each time."""


@dataclass(frozen=True)
class ThrowTable:
    """All throws of one number of dice.

    There are ``weight`` of them; ``stopping`` end the turn by a stop number (R5.2).
    """

    weight: int
    stopping: int
    answers: tuple[KindMoves, ...]

    def fitting(self, state: int) -> Iterator[tuple[int, Sequence[int], int]]:
        """Yield each kind with the moves that this state allows, in the order of the rules.

        Of a kind come how many throws it has, the moves, and 1 for doubles, else 0.
        """
        for weight, answers, double, tiles, found in self._kinds:
            if found is None or (allowed := found.get(state & tiles)) is None:
                allowed = []
                # No comprehension: solving calls this most, and Python 3.11 takes twice as long.
                for move in answers:
                    if move & state == move:
                        allowed.append(move)
                if found is not None:
                    found[state & tiles] = allowed
            yield weight, allowed, double

    @cached_property
    def _kinds(self) -> list[tuple[int, tuple[int, ...], int, int, dict[int, list[int]] | None]]:
        """Each kind as :meth:`fitting` needs it, with the moves that it has found.

        A throw of 5 asks for no tile but 1 to 5, so in all states that are alike in these it has
        the same moves. A double is a number here, as Python 3.11 is slow to index by a bool.
        """
        kinds = []
        for weight, moves_of_kind, double in self.answers:
            tiles = reduce(or_, moves_of_kind, 0)
            found: dict[int, list[int]] = {}
            few = tiles.bit_count() <= MOST_TILES_REMEMBERED
            kinds.append((weight, moves_of_kind, int(double), tiles, found if few else None))
        return kinds


def throw_tables(rules: RuleSet, states: TurnStates) -> dict[int, ThrowTable]:
    """Return all throws with their moves, by each number of dice that the rules can allow.

    Raises :class:`RuleFault`: BX702 for too many throws, BX701 for too many states.
    """
    counts = {rules.dice.count} if rules.one_die == "never" else {1, rules.dice.count}
    by_count = {count: throw_table(rules, states, count) for count in counts}
    _check_work(rules, states, by_count)
    return by_count


def throw_table(rules: RuleSet, states: TurnStates, count: int) -> ThrowTable:
    """Return every throw of so many dice, with its moves within the sub-box."""
    stopping, answers = 0, []
    for kind in kinds_of_throws(rules, count):
        if kind.stops:
            stopping += kind.weight
        else:
            moves = states.box.numbers_within(kind.moves)
            answers.append(
                KindMoves(kind.weight, tuple(move << states.bits for move in moves), kind.double)
            )
    return ThrowTable(rules.dice.sides**count, stopping, tuple(answers))


def opening_throws(
    rules: RuleSet, throws: ThrowTable, states: TurnStates, state: int
) -> ThrowTable:
    """Drop, at the start of a turn, the moves that leave the opening tile open (R5.1)."""
    if rules.opening_tile is None or states.tiles(state) != rules.in_play:
        return throws
    needed = states.number(tile(rules.opening_tile))
    answers = tuple(
        answer._replace(moves=tuple(move for move in answer.moves if move & needed))
        for answer in throws.answers
    )
    return ThrowTable(throws.weight, throws.stopping, answers)


def _check_work(rules: RuleSet, states: TurnStates, by_count: dict[int, ThrowTable]) -> None:
    answers = sum(len(answer.moves) for throws in by_count.values() for answer in throws.answers)
    if states.size * (answers + WORK_OF_A_STATE) > MOST_WORK:
        raise RuleFault(
            "BX701",
            tr(
                "{size} positions of tiles = {tiles} with dice = {dice} are too many to be solved",
                size=f"{states.box.size:,}",
                tiles=rules.tiles,
                dice=rules.dice,
            ),
            for_reader(
                tr(
                    "ask about fewer open tiles (boxctl odds --open), or play on fewer (--set "
                    "tiles=…)"
                ),
                page=tr("ask about fewer open tiles, or play on fewer"),
            ),
        )


class PositionThrows(NamedTuple):
    """All throws of one number of dice in one state, as numbers of throws.

    ``led`` has, for each kind of throw that leads to other states, how many such throws there are
    and these states: those of its moves, or the one that a blocked throw leaves. ``ending`` and
    ``stopping`` throws end the turn, the latter by a stop number (R5.2); ``again`` ones are thrown
    again in the same state (R5.4). ``optional`` kinds lead to other states as those of ``led`` do,
    or are thrown again in the same state (R5.7). All add up to ``weight``.
    """

    weight: int
    led: tuple[tuple[int, tuple[int, ...]], ...]
    ending: int
    stopping: int
    again: int
    optional: tuple[tuple[int, tuple[int, ...]], ...] = ()


def position_throws(states: TurnStates, throws: ThrowTable, state: int) -> PositionThrows:
    """Return the throws of the state of this number."""
    led: list[tuple[int, tuple[int, ...]]] = []
    optional: list[tuple[int, tuple[int, ...]]] = []
    ending, again = 0, 0
    played, blocked = states.played(state), states.blocked(state)
    for weight, allowed, double in throws.fitting(state):
        if allowed:
            kinds = optional if double and states.may_throw_again else led
            kinds.append((weight, tuple(played[double] ^ move for move in allowed)))
        elif (then := blocked[double]) is None:
            ending += weight
        elif then == state:
            again += weight
        else:
            led.append((weight, (then,)))
    return PositionThrows(
        throws.weight, tuple(led), ending, throws.stopping, again, tuple(optional)
    )


def throws_by_state(rules: RuleSet, states: TurnStates) -> list[list[PositionThrows]]:
    """Return the throws of each allowed number of dice, by state; none where none is to come.

    Raises :class:`boxctl.rules.faults.RuleFault` as :func:`boxctl.odds.turn.solve` does.
    """
    thrown = throw_tables(rules, states)
    found: list[list[PositionThrows]] = [[] for _state in range(states.size)]
    for state in states.before_throws():
        for count in allowed_counts(rules, states.tiles(state)):
            throws = opening_throws(rules, thrown[count], states, state)
            found[state].append(position_throws(states, throws, state))
    return found
