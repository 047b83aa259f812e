"""A turn played for a prize: which scores best play comes to, if every score has a known worth.

Solves the same turn as :mod:`boxctl.odds.turn`, but prepared once and then solved for thousands of
prizes: the first player at a table has to know what the next one would do against every score.
:mod:`boxctl.odds.prizes.prize_solver` does the same for many prizes at once, with numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from boxctl.odds.aims import Aim, shades_of
from boxctl.odds.throws import PositionThrows, throws_by_state
from boxctl.odds.turn import ThrowsWeighed
from boxctl.odds.turn_states import SubBox, turn_states
from boxctl.rules.ruleset import RuleSet, score, score_of_rank, turn_rank
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass

if TYPE_CHECKING:
    from boxctl.odds.prizes.prize_solver import PrizeSolver

WORTH_ARRAYS = 10_000
"""States times prizes; fewer are solved in plain Python, before numpy is even imported."""


class Prize(NamedTuple):
    """The worth of each score, and of each if a stop number has ended the turn (R5.2)."""

    played: Mapping[int, float]
    stopped: Mapping[int, float]


class ScoreChances(NamedTuple):
    """The chance of each score, apart from those with which a stop number ends the turn."""

    played: dict[int, float]
    stopped: dict[int, float]


@frozen_dataclass
class BestPlay:
    """Best play for a prize, by the number of the state (:mod:`boxctl.odds.turn_states`).

    ``worths`` are those of the states, ``chosen`` the throws of the dice that are thrown there,
    and ``more_dice`` whether these are the larger of two allowed numbers of dice. The shut box has
    a worth and nothing to throw; so have numbers that stand for no state.
    """

    worths: list[float]
    chosen: list[PositionThrows | None]
    more_dice: list[bool]


class ScoredTurn:
    """The turn of a rule set, prepared to be solved for many prizes. Not thread-safe.

    Raises :class:`boxctl.rules.faults.RuleFault` as :func:`boxctl.odds.turn.solve` does.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        states = turn_states(rules, SubBox(rules.in_play))
        self.states = states.size
        """How many states the turn has."""
        self._throws = throws_by_state(rules, states)
        self._box = states.box
        made = [self._rank(left) for left in states.box.positions]
        self._scores = [made[state >> states.bits] for state in range(states.size)]
        self.scores = tuple(sorted(set(self._scores)))
        """Every score that is possible, the lowest first; only a shut box scores 0 (R6.4).

        Where the fewest tiles decide a tie, they are ranks (:func:`turn_rank`)."""
        self._levels = states.levels()
        over = [state for state in range(states.size) if not self._throws[state]]
        self._forwards = [*chain(over, *self._levels)][::-1]

    def aim(self, prize: Prize) -> Aim:
        """Return the aim to play for this prize, whose worths are chances to win."""
        return Aim(
            "win",
            lambda left: prize.played[self._rank(left)],
            lower=False,
            if_stopped=lambda left: prize.stopped[self._rank(left)],
        )

    @cached_property
    def left(self) -> dict[int, TileSet]:
        """Tiles that are left by a turn, for each of :attr:`scores`."""
        return {self._rank(left): left for left in self._box.positions}

    def points(self, made: int) -> int:
        """Return the score of one of :attr:`scores`, which may be a rank."""
        return score_of_rank(self._rules, made)

    def _rank(self, left: TileSet) -> int:
        return turn_rank(self._rules, score(self._rules.scoring, left), left)

    def shaded(self, prize: Prize) -> Prize:
        """Return the prize with points as a tie-break (:mod:`boxctl.odds.aims`)."""
        return Prize(*(self._shaded(part) for part in prize))

    def _shaded(self, worths: Mapping[int, float]) -> dict[int, float]:
        return {made: worth - self._shades[made] for made, worth in worths.items()}

    @cached_property
    def _shades(self) -> dict[int, float]:
        points = {
            self._rank(left): score(self._rules.scoring, left) for left in self._box.positions
        }
        shades = shades_of(sorted(set(points.values())))
        return {made: shades[points[made]] for made in self.scores}

    def play(self, prizes: Sequence[Prize]) -> Iterator[ScoreChances]:
        """Yield, for each prize, the chances of the scores under best play for it.

        Of moves with the same worth the first is made. :meth:`shaded` prizes are played for as by
        :class:`boxctl.odds.sampling.Best`.
        """
        if len(prizes) * len(self._scores) < WORTH_ARRAYS or self.solver is None:
            for prize in prizes:
                yield self._played(self.best_play(prize))
            return
        import numpy as np

        played, stopped = (
            np.array([[prize[part][made] for made in self.scores] for prize in prizes])
            for part in range(2)
        )
        for rows in zip(*self.solver.scores(played, stopped), strict=True):
            yield ScoreChances(*(_chances(self.scores, row.tolist()) for row in rows))

    def score_chances(self, worths: Any) -> tuple[Any, Any]:
        """Return the chances of the scores under best play for shaded prizes, as arrays.

        ``worths`` has the worth of each of :attr:`scores`, a row for each prize. The first array
        has the scores played to, the second those at which a stop number ends the turn. Needs
        :attr:`solver`.
        """
        import numpy as np

        assert self.solver is not None
        shaded = worths - np.array([self._shades[made] for made in self.scores])
        return self.solver.scores(shaded, shaded)

    def worths_of_turn(self, prizes: Sequence[Sequence[float]]) -> list[float]:
        """Return the worth of a turn under best play for each prize, if no stop number counts.

        A prize has the worth of each of :attr:`scores`; with numpy they may be an array.
        """
        if self.solver is None:
            as_prizes = (dict(zip(self.scores, prize, strict=True)) for prize in prizes)
            return [self.best_play(Prize(prize, prize)).worths[-1] for prize in as_prizes]
        import numpy as np

        rows = np.array(prizes).reshape(len(prizes), len(self.scores))
        return [float(worth) for worth in self.solver.worth_of_turn(rows, rows)]

    @cached_property
    def moves(self) -> int:
        """The number of moves, over all kinds of throw in all states: the work for one prize."""
        return sum(
            len(led)
            for choices in self._throws
            for throws in choices
            for _weight, led in (*throws.led, *throws.optional)
        )

    @cached_property
    def solver(self) -> PrizeSolver | None:
        """The same turn for many prizes at once; None without numpy, and with R5.7.

        Whether a double is thrown again depends on what its own state is worth.
        """
        if find_spec("numpy") is None or self._rules.may_throw_doubles_again:
            return None
        from boxctl.odds.prizes.prize_solver import PrizeSolver

        places = {made: place for place, made in enumerate(self.scores)}
        return PrizeSolver(self._levels, self._throws, [places[made] for made in self._scores])

    def best_play(self, prize: Prize) -> BestPlay:
        """Return best play for this prize. Of equal numbers of dice the smaller is thrown."""
        worths: list[float] = []
        best_play = BestPlay(worths, [], [])
        worth_of = worths.__getitem__
        for number, choices in enumerate(self._throws):
            if not choices:
                worths.append(prize.played[0])
                best_play.chosen.append(None)
                best_play.more_dice.append(False)
                continue
            end = prize.played[self._scores[number]]
            stopped = prize.stopped[self._scores[number]]
            best, dice = -inf, choices[0]
            for throws in choices:
                gained = throws.stopping * stopped + throws.ending * end
                for weight, led in throws.led:
                    one_way = len(led) == 1
                    gained += weight * (worth_of(led[0]) if one_way else max(map(worth_of, led)))
                worth = _with_optional(throws, gained, end, worth_of)
                if worth > best:
                    best, dice = worth, throws
            worths.append(best)
            best_play.chosen.append(dice)
            best_play.more_dice.append(dice is not choices[0])
        return best_play

    def _played(self, best_play: BestPlay) -> ScoreChances:
        worths = best_play.worths
        worth_of = worths.__getitem__
        reached = [0.0] * len(worths)
        reached[-1] = 1.0
        shut = 0.0
        found = ScoreChances(dict.fromkeys(self.scores, 0.0), dict.fromkeys(self.scores, 0.0))
        for number in self._forwards:
            throws = best_play.chosen[number]
            if not (here := reached[number]):
                continue
            if throws is None:
                shut += here
                continue
            made = self._scores[number]
            left = throws.weight - throws.again
            played = list(throws.led)
            for weight, led in throws.optional:
                if max(map(worth_of, led)) >= worths[number]:
                    played.append((weight, led))
                else:
                    left -= weight
            if not left:
                found.played[made] += here
                continue
            part = here / left
            for weight, led in played:
                reached[max(led, key=worth_of)] += part * weight
            found.played[made] += part * throws.ending
            found.stopped[made] += part * throws.stopping
        found.played[0] += shut
        return ScoreChances(*(_chances(self.scores, part.values()) for part in found))


def _with_optional(
    throws: PositionThrows,
    gained: float,
    end: float,
    worth_of: Callable[[int], float],
) -> float:
    """Return the worth of the throws, those that may be thrown again played if that is better.

    ``gained`` is without these.
    """
    if not throws.optional:
        return _worth_if(throws, gained, throws.again, end)
    optional = tuple((weight, max(map(worth_of, led))) for weight, led in throws.optional)
    weighed = ThrowsWeighed(gained, 0, throws.again, optional)
    return max(_worth_if(throws, one.gained, one.again, end) for one in weighed.decided())


def _worth_if(throws: PositionThrows, gained: float, again: int, end: float) -> float:
    left = throws.weight - again
    # All throws are thrown again: the turn counts as it stands.
    return gained / left if left else end


def _chances(scores: Iterable[int], chances: Iterable[float]) -> dict[int, float]:
    """Pair scores with chances, without those of chance 0."""
    return {made: chance for made, chance in zip(scores, chances, strict=True) if chance}
