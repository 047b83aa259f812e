"""Solve a turn: the worth of every state under best play, and of each move (R2, R3, R5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import NamedTuple

from boxctl.odds.aims import SHADE, Aim, shaded
from boxctl.odds.throws import ThrowTable, opening_throws, throw_table, throw_tables
from boxctl.odds.turn_states import SubBox, TurnStates, turn_states
from boxctl.rules.moves import THROW_AGAIN, Move, allowed_counts, moves
from boxctl.rules.ruleset import RuleSet, Throw, is_double
from boxctl.rules.tiles import TileSet
from boxctl.rules.turn_memory import FRESH, TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass

MOST_TILES_SHADED = 14
"""With more open tiles the first of equal moves is the best: no turn is solved a second time."""

EQUAL = 1e-14
"""Worths that differ by less, as a part of the greater one, are equal but for rounding."""


class ThrowsWeighed(NamedTuple):
    """All throws of a number of dice in one state.

    ``gained`` is the sum of the worths over the throws that lead to other states, by the best
    moves or blocked and thrown again; ``ending`` the number of throws that end the turn, ``again``
    the number thrown again in the same state. Not counted yet are those that may be played or
    thrown again (R5.7): ``optional`` has how many of each kind, and the worth of its best move.
    """

    gained: float
    ending: int
    again: int
    optional: tuple[tuple[int, float], ...] = ()

    def decided(self) -> Iterator[ThrowsWeighed]:
        """Yield every sensible choice between playing doubles and throwing them again.

        If one double is worth playing, so is each that is worth more.
        """
        gained = self.gained
        again = self.again + sum(weight for weight, _worth in self.optional)
        yield ThrowsWeighed(gained, self.ending, again)
        for weight, worth in sorted(self.optional, key=lambda kind: -kind[1]):
            gained, again = gained + weight * worth, again - weight
            yield ThrowsWeighed(gained, self.ending, again)


class MoveOdds(NamedTuple):
    """A move, its value, and how much it loses to the best one: 0 for all that are as good."""

    move: Move
    value: float
    loss: float


class AgainOdds(NamedTuple):
    """Throwing a double again instead of playing it (R5.7), as :class:`MoveOdds` has a move.

    ``place`` is how many moves come before it, as they are at least as good.
    """

    value: float
    loss: float
    place: int


@frozen_dataclass
class AnswerOdds:
    """The value of a throw under best play, and its moves, the best first.

    Of moves that win or shut alike, the one that leaves fewer points comes first. ``again`` is set
    where the throw may be thrown again instead.
    """

    value: float
    moves: tuple[MoveOdds, ...]
    again: AgainOdds | None = None

    @property
    def choices(self) -> tuple[MoveOdds, ...]:
        """The moves, and among them a move of no tiles where the throw may be thrown again."""
        if self.again is None:
            return self.moves
        value, loss, place = self.again
        return (*self.moves[:place], MoveOdds(THROW_AGAIN, value, loss), *self.moves[place:])


@dataclass(frozen=True)
class TurnOdds:
    """The worth of every state of a turn within a sub-box under best play.

    ``worths`` are indexed by the numbers of :attr:`states`, each before a throw. Values are what
    people are shown: a chance, or an expected score. ``memory`` is what the turn
    remembers, the throw that is asked about not yet counted.
    """

    rules: RuleSet
    aim: Aim
    box: SubBox
    worths: Sequence[float]
    _thrown: dict[int, ThrowTable] = field(default_factory=dict, repr=False)

    @cached_property
    def states(self) -> TurnStates:
        """The states of the turn."""
        return turn_states(self.rules, self.box)

    @cached_property
    def for_choice(self) -> TurnOdds:
        """The same odds with worths to choose by (:mod:`boxctl.odds.aims`)."""
        if not self._points_decide:
            return self
        return solve(
            self.rules, shaded(self.rules.scoring, self.aim, self.box.among), self.box.among
        )

    def prepare(self) -> None:
        """Work out beforehand all that the first question would have to wait for."""
        if isinstance(self.worths, list) and not self._thrown:
            by_count = throw_tables(self.rules, self.states)
            for odds in (self, self.for_choice):
                odds._thrown.update(by_count)

    def before_throw(self, to_move: TileSet, memory: TurnMemory = FRESH) -> float:
        """Return the value with these tiles still to be moved and a throw to come."""
        return self.aim.shown(self.worth(to_move, memory))

    def by_dice(self, to_move: TileSet, memory: TurnMemory = FRESH) -> dict[int, float]:
        """Return the value of throwing each allowed number of dice now, the fewest first."""
        return {
            count: self.aim.shown(self._worth_of_dice(to_move, count, memory))
            for count in allowed_counts(self.rules, to_move)
        }

    def after_throw(self, to_move: TileSet, throw: Throw, memory: TurnMemory = FRESH) -> AnswerOdds:
        """Return the value of a valid throw in this position, and of each of its moves."""
        if sum(throw) == self.rules.stop_number:
            return AnswerOdds(self.aim.shown(self.aim.stopped(to_move)), ())
        state, double = self.states.number(to_move, memory), is_double(throw)
        answers = moves(self.rules, to_move, throw, opening=to_move == self.rules.in_play)
        if not answers:
            then = self.states.blocked(state)[double]
            blocked = self.aim.end(to_move) if then is None else self.worths[then]
            return AnswerOdds(self.aim.shown(blocked), ())
        left_with = self.states.memory(self.states.played(state)[double])
        worths = {move: self.worth_left(to_move & ~move.tiles, left_with) for move in answers}
        best = max(worths.values())
        again = None
        if double and self.states.may_throw_again:
            again = self.worths[state]
            best = max(best, again)
        order = [worths[move] for move in answers]
        order_of_again = again
        if self._are_alike(order if again is None else [*order, again]):
            choose = self.for_choice
            order = [choose.worth_left(to_move & ~move.tiles, left_with) for move in answers]
            order_of_again = None if again is None else choose.worths[state]
        shown = self.aim.shown
        by_worth = sorted(zip(order, answers, strict=True), key=lambda pair: -pair[0])
        return AnswerOdds(
            shown(best),
            tuple(
                MoveOdds(move, shown(worths[move]), worth_lost(best, worths[move]))
                for _worth, move in by_worth
            ),
            None
            if again is None or order_of_again is None
            else AgainOdds(
                shown(again),
                worth_lost(best, again),
                sum(worth >= order_of_again for worth in order),
            ),
        )

    def best_answer(
        self, to_move: TileSet, answers: Sequence[TileSet], memory: TurnMemory = FRESH
    ) -> TileSet:
        """Return the best of some moves, the first of equals.

        ``memory`` is what the turn remembers once it is played. A move of no tiles throws a double
        again (R5.7).
        """
        worths = [self._worth_of_answer(to_move, tiles, memory) for tiles in answers]
        if self._are_alike(worths):
            choose = self.for_choice
            worths = [choose._worth_of_answer(to_move, tiles, memory) for tiles in answers]
        return answers[worths.index(max(worths))]

    def _worth_of_answer(self, to_move: TileSet, tiles: TileSet, memory: TurnMemory) -> float:
        if not tiles:
            return self.worth(to_move, memory)
        return self.worth_left(to_move & ~tiles, memory)

    def best_dice(self, to_move: TileSet, counts: Sequence[int], memory: TurnMemory = FRESH) -> int:
        """Return the best of some allowed numbers of dice, the first of equals."""
        worths = [self._worth_of_dice(to_move, count, memory) for count in counts]
        if self._are_alike(worths):
            choose = self.for_choice
            worths = [choose._worth_of_dice(to_move, count, memory) for count in counts]
        return counts[worths.index(max(worths))]

    @property
    def _points_decide(self) -> bool:
        return not self.aim.lower and self.box.among.bit_count() <= MOST_TILES_SHADED

    def _are_alike(self, worths: Sequence[float]) -> bool:
        """Whether other worths are so close to the best that points decide between them."""
        if len(worths) == 1 or not self._points_decide:
            return False
        best = max(worths)
        return sum(worth >= best - SHADE for worth in worths) > 1

    def worth_left(self, left: TileSet, memory: TurnMemory = FRESH) -> float:
        """Return the worth of a move that leaves these tiles and this memory."""
        ends = self.rules.turn_is_one_throw or not left
        return self.aim.end(left) if ends else self.worth(left, memory)

    def worth(self, to_move: TileSet, memory: TurnMemory = FRESH) -> float:
        """Return the worth with these tiles still to be moved and a throw to come."""
        return self.worths[self.states.number(to_move, memory)]

    def _worth_of_dice(self, to_move: TileSet, count: int, memory: TurnMemory) -> float:
        if not to_move:
            return self.aim.end(to_move)
        if count not in self._thrown:
            self._thrown[count] = throw_table(self.rules, self.states, count)
        state, end = self.states.number(to_move, memory), self.aim.end(to_move)
        throws = opening_throws(self.rules, self._thrown[count], self.states, state)
        after = worths_left(self.rules, self.aim, self.states, self.worths)
        gained, ending, again, optional = weigh(self.states, throws, state, self.worths, after)
        gained += sum(weight * max(worth, self.worths[state]) for weight, worth in optional)
        gained += throws.stopping * (self.aim.stopped(to_move) - end)
        return (gained + ending * end + again * self.worths[state]) / throws.weight


def worth_lost(best: float, worth: float) -> float:
    """Return the loss of a worth against the best; 0 for two that differ by rounding alone."""
    loss = best - worth
    return loss if loss > EQUAL * abs(best) else 0.0


def solve(rules: RuleSet, aim: Aim, among: TileSet | None = None) -> TurnOdds:
    """Solve the turn for every position that the tiles ``among`` (default: all) can become.

    Raises :class:`boxctl.rules.faults.RuleFault`: BX702 for too many throws, BX701 for too many
    positions.
    """
    box = SubBox(rules.in_play if among is None else among & rules.in_play)
    return TurnOdds(rules, aim, box, _worths(rules, aim, box))


def _worths(rules: RuleSet, aim: Aim, box: SubBox) -> list[float]:
    states = turn_states(rules, box)
    by_count = throw_tables(rules, states)
    worths = [aim.end(0)] * states.size
    after = worths_left(rules, aim, states, worths)
    for state in states.before_throws():
        to_move = states.tiles(state)
        played = aim.end(to_move)
        stopped = played if aim.if_stopped is None else aim.if_stopped(to_move)
        end = TurnEndWorths(played, stopped)
        by_dice = [by_count[count] for count in allowed_counts(rules, to_move)]
        if to_move == rules.in_play:
            by_dice = [opening_throws(rules, throws, states, state) for throws in by_dice]
        worths[state] = max(
            [worth_of_throwing(states, throws, state, end, worths, after) for throws in by_dice]
        )
    return worths


def worths_left(
    rules: RuleSet, aim: Aim, states: TurnStates, worths: Sequence[float]
) -> Sequence[float]:
    """Return the worth of each state after a move: that of an end if a turn is one throw."""
    if not rules.turn_is_one_throw:
        return worths
    return [aim.end(tiles) for tiles in states.box.positions]


class TurnEndWorths(NamedTuple):
    """The worth of ending a turn in a position, and of its end by a stop number (R5.2)."""

    played: float
    stopped: float


def worth_of_throwing(
    states: TurnStates,
    throws: ThrowTable,
    state: int,
    end: TurnEndWorths,
    worths: Sequence[float],
    after: Sequence[float],
) -> float:
    """Return the worth of throwing these dice in a state, and again where R5.4 says so.

    ``worths`` has the worth of each state before a throw, ``after`` of each that a move leaves.
    """
    weighed = weigh(states, throws, state, worths, after)
    if not weighed.optional:
        return _worth_if(weighed, throws, end)
    return max(_worth_if(one, throws, end) for one in weighed.decided())


def _worth_if(decided: ThrowsWeighed, throws: ThrowTable, end: TurnEndWorths) -> float:
    # All throws are thrown again: the turn never ends, so it counts as it stands.
    if decided.again == throws.weight:
        return end.played
    gained = decided.gained + throws.stopping * (end.stopped - end.played)
    return (gained + decided.ending * end.played) / (throws.weight - decided.again)


def weigh(
    states: TurnStates,
    throws: ThrowTable,
    state: int,
    worths: Sequence[float],
    after: Sequence[float],
) -> ThrowsWeighed:
    """Sum the throws of a state; ``worths`` and ``after`` are as for :func:`worth_of_throwing`."""
    gained, ending, again = 0.0, throws.stopping, 0
    optional: list[tuple[int, float]] = []
    played, blocked = states.played(state), states.blocked(state)
    may_throw_again = states.may_throw_again
    for weight, allowed, double in throws.fitting(state):
        if allowed:
            best, led = -inf, played[double]
            for move in allowed:
                worth = after[led ^ move]
                if worth > best:
                    best = worth
            if may_throw_again and double:
                optional.append((weight, best))
            else:
                gained += weight * best
        elif (then := blocked[double]) is None:
            ending += weight
        elif then == state:
            again += weight
        else:
            gained += weight * worths[then]
    return ThrowsWeighed(gained, ending, again, tuple(optional))
