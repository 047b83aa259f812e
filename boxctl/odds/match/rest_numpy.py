"""The worth of totals beside other players' (:mod:`boxctl.odds.match.rest_of_totals`), with numpy.

Many tables are solved at once. Sums add the same numbers in the same order as in plain Python:
results are equal to the last bit, whatever else is solved with a table.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from boxctl.odds.match.turn_sums import OtherPlayers, TurnSums
from groundwork.frozen_dataclass import frozen_dataclass

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

CELLS = 1 << 15
"""Totals times tables that are solved at a time; fits a processor's cache."""


class RestNumpy:
    """The rounds to come of a tournament or a knockout. Read-only.

    In its methods ``number`` is a round, counted from 0, and ``playing`` is how many of the tables
    still play it: the first ones, since those with the most rounds come first.
    """

    def __init__(self, sums: TurnSums, *, knockout: bool) -> None:
        self._sums, self._knockout = sums, knockout
        target, left = sums.target, max(sums.target, sums.highest)
        padded = np.zeros((len(sums.sums), left + target))
        padded[:, left:] = sums.sums
        # With a distance to the target a total is a sum and all else that is not the distance.
        self._below = sliding_window_view(padded[:, left - target :], target, axis=1)
        self._passed = np.zeros((len(sums.sums), target + 1, sums.highest))
        for made in range(1, sums.highest + 1):
            for beyond in range(made):
                first = left + beyond - made
                before = padded[:-1, first : first + target + 1]
                self._passed[1:, : before.shape[1], beyond] += sums.chances[made] * before
        self._gone = self._passed.cumsum(axis=2)[:, :, -1].cumsum(axis=0)
        distances = range(target + 1)
        self._still_in = np.array(
            [[sums.below(turns, one) for one in distances] for turns in range(len(sums.sums))]
        )
        self._rounds = np.array([0, *(sums.rounds(one) for one in distances[1:])])

    def worths(self, tables: Sequence[OtherPlayers]) -> list[list[float]]:
        """Return, for each table, the worth of each total."""
        found: list[list[float]] = [[] for _table in tables]
        by_others: dict[int, list[int]] = {}
        for place, table in enumerate(tables):
            by_others.setdefault(len(table.before) + len(table.after), []).append(place)
        at_a_time = max(1, CELLS // self._sums.size)
        for places in by_others.values():
            for first in range(0, len(places), at_a_time):
                some = places[first : first + at_a_time]
                rows = self._solve(self._arrays([tables[place] for place in some]))
                for place, row in zip(some, rows.tolist(), strict=True):
                    found[place] = row
        return found

    def _arrays(self, tables: Sequence[OtherPlayers]) -> _Tables:
        players = [(*table.before, *table.after) for table in tables]
        total: Numbers = np.array([[one.total for one in seats] for seats in players])
        played: Flags = np.array([[one.played for one in seats] for seats in players])
        distance: Numbers = np.maximum(0, self._sums.target - total)
        return _Tables(
            before=np.array([len(table.before) for table in tables]),
            total=total,
            turns_ahead=1 - played.astype(np.int64),
            distance=distance,
            rows=self._rounds[distance] + played,
        )

    def _solve(self, tables: _Tables) -> Floats:
        """Return the worths by total, a row for each table, from the last round backwards."""
        sums, target = self._sums, self._sums.target
        rounds = tables.rows.max(axis=1) if self._knockout else tables.rows.min(axis=1)
        longest_first = np.argsort(-rounds, kind="stable")
        tables = tables.sorted(longest_first)
        rounds = rounds[longest_first]
        worths = np.zeros((len(rounds), sums.size))
        for number in range(int(rounds[0]) - 1, -1, -1):
            playing = int(np.searchsorted(-rounds, -number))
            going_on = self._before_a_turn(worths[:playing])
            if sums.shuts:
                going_on += (sums.shuts * self._nobody_shuts(tables, playing, number))[:, None]
            in_round = self._in_knockout if self._knockout else self._in_tournament
            worths[:playing] = in_round(tables, playing, number)
            worths[:playing, :target] += going_on
        found = np.empty_like(worths)
        found[longest_first] = worths
        return found

    def _before_a_turn(self, worths: Floats) -> Floats:
        """Return the worth of each total below the target before a turn, given those after it."""
        chances, target = self._sums.chances, self._sums.target
        added: Floats = chances[0] * worths[:, :target]
        part = np.empty_like(added)
        for made in range(1, len(chances)):
            if chances[made]:
                np.multiply(worths[:, made : target + made], chances[made], out=part)
                added += part
        return added

    def _in_tournament(self, tables: _Tables, playing: int, number: int) -> Floats:
        """The match ends with this round with the lowest total, unless all are still in."""
        target = self._sums.target
        at = [self._at(tables, playing, other, number) for other in range(tables.others)]
        above = [_above(row) for row in at]
        worths = _lowest(above, at)
        still_in = [row[:, :target] - row[:, target - 1 : target] for row in above]
        worths[:, :target] -= _lowest(still_in, [row[:, :target] for row in at])
        return worths

    def _in_knockout(self, tables: _Tables, playing: int, number: int) -> Floats:
        """Only this player is left, or all are out at once and none of them has less."""
        target, others = self._sums.target, range(tables.others)
        out_before = [self._out(tables, playing, other, number - 1) for other in others]
        over, alone = np.ones(playing), np.ones(playing)
        for other, before in zip(others, out_before, strict=True):
            over = over * before
            alone = alone * self._out(tables, playing, other, number)
        at = [self._at(tables, playing, other, number) for other in others]
        above = [
            _above(row)[:, target:] + out[:, None] for row, out in zip(at, out_before, strict=True)
        ]
        worths = np.empty((playing, self._sums.size))
        worths[:, :target] = (alone - over)[:, None]
        worths[:, target:] = _lowest(above, [row[:, target:] for row in at]) - over[:, None]
        return worths

    # One of the others, at many tables.

    def _at(self, tables: _Tables, playing: int, other: int, number: int) -> Floats:
        """Return the chance of each total of this player after the round of this number."""
        turns = number + tables.turns_ahead[:playing, other]
        listed = (number < tables.rows[:playing, other]) & (turns > 0)
        distance = np.where(listed, tables.distance[:playing, other], 0)
        turns = np.where(listed, turns, 0)
        target = self._sums.target
        at = np.empty((playing, self._sums.size))
        at[:, :target] = self._below[turns, distance]
        at[:, target:] = self._passed[turns, distance]
        if number == 0:
            now = (tables.turns_ahead[:playing, other] == 0).nonzero()[0]
            at[now] = 0.0
            at[now, tables.total[now, other]] = 1.0
        else:
            at[distance == 0] = 0.0
        return at

    def _out(self, tables: _Tables, playing: int, other: int, number: int) -> Floats:
        """Return the chance that this player has reached the target by the end of the round."""
        if number < 0:
            return np.zeros(playing)
        row = np.minimum(number, tables.rows[:playing, other] - 1)
        distance = tables.distance[:playing, other]
        turns = row + tables.turns_ahead[:playing, other]
        out: Floats = np.where(distance > 0, self._gone[turns, distance], 1.0)
        return out

    def _nobody_shuts(self, tables: _Tables, playing: int, number: int) -> Floats:
        """As in plain Python: the match goes on, and nobody has shut the box before this turn."""
        shuts = self._sums.shuts
        going, all_out = np.ones(playing), np.ones(playing)
        for other in range(tables.others):
            distance = tables.distance[:playing, other]
            turns = np.minimum(
                number + tables.turns_ahead[:playing, other], len(self._still_in) - 1
            )
            listed = number < tables.rows[:playing, other]
            still_in = np.where(listed & (distance > 0), self._still_in[turns, distance], 0.0)
            fails = np.where(other < tables.before[:playing], 1 - shuts, 1.0)
            out = np.zeros(playing)
            if self._knockout:
                out = self._out(tables, playing, other, number)
            going = going * (still_in * fails + out)
            all_out = all_out * out
        return going - (all_out if self._knockout else 0.0)


@frozen_dataclass
class _Tables:
    """Tables with as many others each: a row for each table, a column for each of the others.

    ``turns_ahead`` are the turns that each has played more than rounds after a round; ``rows`` the
    rounds for which there are totals; ``before`` counts those who play before the one who is asked
    about. ``distance`` is from the ``total`` to the target.
    """

    before: Numbers
    total: Numbers
    turns_ahead: Numbers
    distance: Numbers
    rows: Numbers

    @property
    def others(self) -> int:
        """The number of others at each table."""
        return int(self.total.shape[1])

    def sorted(self, order: NDArray[np.intp]) -> _Tables:
        """Return the same tables in this order."""
        return _Tables(
            self.before[order],
            self.total[order],
            self.turns_ahead[order],
            self.distance[order],
            self.rows[order],
        )


def _above(at: Floats) -> Floats:
    """As :func:`boxctl.odds.match.turn_sums.running_above`, for many tables."""
    above = np.zeros_like(at)
    above[:, :-1] = at[:, :0:-1].cumsum(axis=1)[:, ::-1]
    return above


def _lowest(above: Sequence[Floats], at: Sequence[Floats]) -> Floats:
    """As :func:`boxctl.odds.match.turn_sums.lowest`, for many tables."""
    powers = [np.ones_like(above[0])]
    for more, same in zip(above, at, strict=True):
        higher = [power * same for power in powers]
        powers = [power * more for power in powers]
        powers.append(np.zeros_like(more))
        for power, added in zip(powers[1:], higher, strict=True):
            power += added
    worths = powers[0]
    for place, power in enumerate(powers[1:], start=2):
        worths += power / place
    return worths
