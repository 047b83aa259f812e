"""The turns of :mod:`boxctl.odds.scored_turn` for many prizes at once, with numpy.

Nothing is compiled, so the first answer comes at once. A position with n open tiles leads to
positions with fewer, so all positions with n tiles are solved together. Sums add the same numbers
in the same order as in plain Python: results are equal to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxctl.odds.subboxes import SubBox
from boxctl.odds.turn import ThrowTable, throw_tables
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import tile

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

CELLS = 1 << 18
"""Positions times prizes that are solved at a time; bounds memory and fits a processor's cache."""


class SolvedPrizes(NamedTuple):
    """The worth of every position, a column for each prize, and the dice that best play throws.

    ``more_dice`` is whether the larger of two allowed numbers of dice is better.
    """

    worths: Floats
    more_dice: NDArray[np.bool_]


class _KindAnswers(NamedTuple):
    """The answers to one kind of throw in the positions (``at``, within a level) that have one.

    ``led[n]`` are the positions to which the move n leads, of as many as have one, in that order.
    """

    weight: int
    at: Places
    led: tuple[Places, ...]


class _Choice(NamedTuple):
    """One number of dice in those positions (``at``, within a level) that may throw it."""

    at: Places
    ending: Floats
    stopping: Floats
    counted: Floats
    answers: tuple[_KindAnswers, ...]


class _Level(NamedTuple):
    """All positions with the same number of open tiles; the first of ``choices`` is of all."""

    positions: Places
    scores: Places
    choices: tuple[_Choice, ...]


class PrizeSolver:
    """Best play of a turn for prizes; prepared once, read-only then.

    Raises :class:`boxctl.rules.faults.RuleFault` as :func:`boxctl.odds.turn.solve` does.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules, self._box = rules, SubBox(rules.in_play)
        made = [score(rules.scoring, left) for left in self._box.positions]
        scores = sorted(set(made))
        places = {one: place for place, one in enumerate(scores)}
        self._scores = np.array([places[one] for one in made], dtype=np.intp)
        thrown = self._thrown = throw_tables(rules, self._box)
        self._whole: _Level | None = None
        numbers = np.arange(self._box.size)
        tiles_open = np.array([number.bit_count() for number in range(self._box.size)])
        self._levels = [
            self._level(numbers[tiles_open == level], thrown)
            for level in range(1, rules.in_play.bit_count() + 1)
        ]
        self.at_a_time = max(1, CELLS // self._box.size)
        """How many prizes :meth:`solve` takes at best."""

    def solve(self, played: Floats, stopped: Floats) -> SolvedPrizes:
        """Solve for prizes, a row for each, with the worth of each score, the lowest score first.

        ``stopped`` has the worths of scores at which a stop number ends the turn (R5.2).
        """
        played, stopped = np.ascontiguousarray(played.T), np.ascontiguousarray(stopped.T)
        worths = np.empty((self._box.size, played.shape[1]))
        more_dice = np.zeros(worths.shape, dtype=np.bool_)
        worths[0] = played[0]
        for level in self._levels:
            ends, stops = played[level.scores], stopped[level.scores]
            best, *others = (
                _worth_of_choice(choice, ends[choice.at], stops[choice.at], worths)
                for choice in level.choices
            )
            for choice, worth in zip(level.choices[1:], others, strict=True):
                better = worth > best[choice.at]
                best[choice.at] = np.where(better, worth, best[choice.at])
                more_dice[level.positions[choice.at]] = better
            worths[level.positions] = best
        return SolvedPrizes(worths, more_dice)

    def worth_of_turn(self, played: Floats, stopped: Floats) -> Floats:
        """Return the worth of a whole turn for each prize, however many there are."""
        found = [
            self.solve(played[some], stopped[some]).worths[-1] for some in self.slices(len(played))
        ]
        return np.concatenate(found) if found else np.empty(0)

    def worths_of_a_throw(self, ends: Sequence[float], after: Sequence[float]) -> list[float]:
        """Return the worth of every position if a single throw is played there.

        ``ends`` are the worths of a throw that cannot be played, ``after`` those of positions that
        a move leaves.
        """
        if self._whole is None:
            self._whole = self._level(np.arange(1, self._box.size), self._thrown)
        end, led = np.array(ends)[1:, None], np.array(after)[:, None]
        best, *others = (
            _worth_of_choice(choice, end[choice.at], end[choice.at], led)
            for choice in self._whole.choices
        )
        for choice, worth in zip(self._whole.choices[1:], others, strict=True):
            best[choice.at] = np.maximum(best[choice.at], worth)
        return [ends[0], *best[:, 0].tolist()]

    def slices(self, prizes: int) -> Iterator[slice]:
        """Cut so many prizes into parts for :meth:`solve`."""
        for first in range(0, prizes, self.at_a_time):
            yield slice(first, first + self.at_a_time)

    # Preparing.

    def _level(self, positions: Places, thrown: dict[int, ThrowTable]) -> _Level:
        counts = [
            allowed_counts(self._rules, self._box.positions[number])
            for number in positions.tolist()
        ]
        most = max(map(len, counts))
        choices = []
        for place in range(most):
            at = [index for index, allowed in enumerate(counts) if len(allowed) > place]
            by_count = {
                count: np.array([index for index in at if counts[index][place] == count])
                for count in sorted({counts[index][place] for index in at})
            }
            choices.append(self._choice(np.array(at), by_count, positions, thrown))
        return _Level(positions, self._scores[positions], tuple(choices))

    def _choice(
        self,
        at: Places,
        by_count: dict[int, Places],
        positions: Places,
        thrown: dict[int, ThrowTable],
    ) -> _Choice:
        place_of = {index: place for place, index in enumerate(at.tolist())}
        ending, stopping, counted = (np.zeros(len(at)) for _ in range(3))
        answers: list[_KindAnswers] = []
        for count, indexes in by_count.items():
            throws = thrown[count]
            places = np.array([place_of[index] for index in indexes.tolist()])
            counted[places] = throws.weight
            stopping[places] = throws.stopping
            for weight, moves, again in throws.answers:
                kind = self._answers(weight, moves, positions[indexes], places)
                unplayable = np.setdiff1d(places, kind.at)
                if again:
                    counted[unplayable] -= weight
                else:
                    ending[unplayable] += weight
                if len(kind.at):
                    answers.append(kind)
        return _Choice(at, ending[:, None], stopping[:, None], counted[:, None], tuple(answers))

    def _answers(
        self, weight: int, moves: Sequence[int], positions: Places, places: Places
    ) -> _KindAnswers:
        tried = np.array(moves, dtype=np.intp).reshape(1, -1)
        allowed = tried & ~positions[:, None] == 0
        if self._rules.opening_tile is not None:
            opening = self._box.number(tile(self._rules.opening_tile))
            start = positions == self._box.size - 1
            allowed &= ~start[:, None] | (tried & opening != 0)
        many = allowed.sum(axis=1)
        order = np.argsort(-many, kind="stable")
        order = order[: int((many > 0).sum())]
        # The allowed moves of each position first, in their order.
        first = np.argsort(~allowed[order], axis=1, kind="stable")
        led = []
        for number in range(int(many.max(initial=0))):
            having = order[: int((many > number).sum())]
            led.append(positions[having] ^ tried[0, first[: len(having), number]])
        return _KindAnswers(weight, places[order], tuple(led))


def _worth_of_choice(choice: _Choice, ends: Floats, stops: Floats, worths: Floats) -> Floats:
    gained = choice.stopping * stops + choice.ending * ends
    for weight, at, led in choice.answers:
        best = worths[led[0]]
        for others in led[1:]:
            part = best[: len(others)]
            np.maximum(part, worths[others], out=part)
        best *= weight
        gained[at] += best
    # All throws are unplayable doubles: the turn counts as it stands.
    never_ends = choice.counted[:, 0] == 0
    if never_ends.any():
        gained[never_ends] = ends[never_ends]
        return gained / np.where(choice.counted == 0, 1, choice.counted)
    gained /= choice.counted
    return gained
