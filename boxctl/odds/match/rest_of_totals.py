"""The worth of totals in the rounds to come: solving them all would take too long.

So from here on everybody is taken to play for the least expected score, whatever the totals. Totals
are then sums of independent scores, and each player's chance to win follows exactly, but for
rounding. A tie in those rounds counts as a share, and a shut box wins at once if the rules say so
(R7.7). All rounds to come go in the order of this one.

There is a sum for a tournament or knockout that goes on (R7.2, R7.3), for one of so many rounds
(R7.11), where only by how much totals differ counts, and for one in which a turn that reaches the
target decides at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from importlib.util import find_spec
from math import fsum, prod
from operator import add, mul
from typing import TYPE_CHECKING, NamedTuple

from boxctl.odds.match.turn_sums import (
    OtherPlayers,
    PlayerTotal,
    TurnSums,
    WorthOfTotal,
    lowest,
    running_above,
)
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr
from groundwork.reader import for_reader

if TYPE_CHECKING:
    from boxctl.odds.match.rest_numpy import RestNumpy

HIGHEST_SUM = 10_000
"""The highest sum of scores for which rounds are weighed."""

NEVER = 1e-18
"""Sums outside those that have at least this chance are not listed."""

WORTHS_KEPT = 4096


class _Sum(NamedTuple):
    """The chance of each sum of so many turns, from ``least`` on."""

    least: int
    chances: array[float]

    @property
    def most(self) -> int:
        """The highest sum that is listed."""
        return self.least + len(self.chances) - 1


class RestOfRounds:
    """The rounds to come of a tournament of so many.

    ``scores`` is the chance of every possible score of a turn played for the least expected score.
    Raises :class:`RuleFault` (BX708) for too many rounds. Not thread-safe.
    """

    def __init__(self, rules: RuleSet, scores: Mapping[int, float]) -> None:
        assert rules.rounds is not None
        self._highest = max(scores)
        if rules.rounds * self._highest > HIGHEST_SUM:
            raise too_many_rounds(rules)
        self._shuts = scores.get(0, 0.0) if rules.shut_wins == "match" else 0.0
        chances = array("d", (scores.get(made, 0.0) for made in range(self._highest + 1)))
        chances[0] -= self._shuts
        self._backwards = chances[::-1]
        self._sums = [_Sum(0, array("d", (1.0,)))]
        self._kept = lru_cache(WORTHS_KEPT)(self._beside)

    def worths(self, tables: Sequence[OtherPlayers]) -> list[WorthOfTotal]:
        """Return, for each table, one player's chance to win, by the total after this round."""
        return [self._worths(table) for table in tables]

    def _worths(self, table: OtherPlayers) -> WorthOfTotal:
        wide = (table.rounds + 1) * self._highest
        least = min(player.total for player in (*table.before, *table.after))
        first, found = self._kept(_lowered(table, least, wide + 1))
        return lambda total: found[min(max(0, total - least - first), len(found) - 1)]

    def _beside(self, table: OtherPlayers) -> tuple[int, Sequence[float]]:
        """Return the lowest total that can be caught, and the worths of totals from it on.

        They end with the first total that cannot pass anybody.
        """
        players = (*table.before, *table.after)
        own = self._sum(table.rounds)
        sums = [self._sum(table.rounds + (not player.played)) for player in players]
        ends = [(one.total, made) for one, made in zip(players, sums, strict=True)]
        lowest_end = min(total + made.least for total, made in ends)
        first = lowest_end - own.most - 1
        last = max(first, min(total + made.most for total, made in ends) - own.least + 1)
        at = [_listed(total, made, first + own.least, last + own.most) for total, made in ends]
        worths = lowest([above for above, _same in at], [same for _above, same in at])
        many, shut = len(own.chances), self._shut_first(table)
        return first, array(
            "d",
            (
                fsum(map(mul, own.chances, worths[place : place + many])) + shut
                for place in range(last - first + 1)
            ),
        )

    def _sum(self, turns: int) -> _Sum:
        while len(self._sums) <= turns:
            self._sums.append(self._after_another(self._sums[-1]))
        return self._sums[turns]

    def _after_another(self, sums: _Sum) -> _Sum:
        """Return the sums of one turn more."""
        before, after = sums.chances, array("d")
        for total in range(len(before) + self._highest):
            least = max(0, total - self._highest)
            scores = self._backwards[self._highest - total + least :]
            after.append(fsum(map(mul, before[least : total + 1], scores)))
        likely = [place for place, chance in enumerate(after) if chance >= NEVER]
        first, last = (likely[0], likely[-1]) if likely else (0, 0)
        return _Sum(sums.least + first, after[first : last + 1])

    def _shut_first(self, table: OtherPlayers) -> float:
        """Return the chance that this player is the first to shut the box from the next turn on."""
        if not self._shuts:
            return 0.0
        fails = 1 - self._shuts
        to_play = sum(not player.played for player in (*table.before, *table.after))
        every = len(table.before) + len(table.after) + 1
        before = to_play + len(table.before)
        return sum(
            fails ** (before + every * number) * self._shuts for number in range(table.rounds)
        )


def _listed(total: int, made: _Sum, first: int, last: int) -> tuple[array[float], array[float]]:
    """Return the chance of more than each total from ``first`` to ``last``, and of just that one.

    The player has ``total`` now and adds the sum ``made``.
    """
    before = total + made.least - first
    chances = made.chances[max(0, -before) :]
    listed = array("d", bytes(8 * max(0, before))) + chances
    listed += array("d", bytes(8 * max(0, last - first + 1 - len(listed))))
    size = last - first + 1
    return running_above(listed)[:size], listed[:size]


def too_many_rounds(rules: RuleSet) -> RuleFault:
    """Return the fault of rounds after which too many totals can follow."""
    return RuleFault(
        "BX708",
        tr(
            "the totals that may follow with rounds = {rounds} and scoring = {scoring} "
            "are too many to be weighed",
            rounds=rules.rounds,
            scoring=rules.scoring,
        ),
        tr("set fewer rounds"),
    )


def ask_with_two_totals() -> str:
    """Say what to do where the chance to win is known for two players only."""
    return for_reader(
        tr("ask with two --totals, or for another --aim"),
        page=tr("name the totals of two players, or play for something else"),
    )


def _lowered(table: OtherPlayers, least: int, most: int) -> OtherPlayers:
    """Return the table with all totals lowered by ``least``, and none above ``most``."""
    before, after = (
        tuple(PlayerTotal(min(one.total - least, most), one.played) for one in players)
        for players in (table.before, table.after)
    )
    return OtherPlayers(before, after, table.rounds)


WORTHS_AT_ONCE = 2048


def ends_in_turns(rules: RuleSet) -> bool:
    """Return whether a target is reached as a turn ends, and decides at once."""
    return "at_once" in (rules.knock_out, rules.target_ends)


class _RestInTurns(ABC):
    """The turns to come of such a match.

    ``scores`` is the chance of every possible score of a turn played for the least expected score.
    Raises :class:`boxctl.rules.faults.RuleFault` (BX708) if the target is too far away. Not
    thread-safe.
    """

    def __init__(self, rules: RuleSet, scores: Mapping[int, float]) -> None:
        self._sums = TurnSums(rules, scores)
        self._kept = lru_cache(WORTHS_AT_ONCE)(self._beside)

    def worths(self, tables: Sequence[OtherPlayers]) -> list[WorthOfTotal]:
        """Return, for each table, one player's chance to win, by the total after this turn."""
        return [self._kept(table).__getitem__ for table in tables]

    @abstractmethod
    def _beside(self, others: OtherPlayers) -> Sequence[float]:
        """Return the chance to win beside these others, by the total."""


class RestToTarget(_RestInTurns):
    """A tournament that ends as soon as a player reaches the target (R7.2).

    Whoever reaches it has the highest total and loses; the lowest of the others wins, a tie counts
    as a share.
    """

    def _beside(self, others: OtherPlayers) -> Sequence[float]:
        """Solve from the last turn of this player backwards.

        Between two turns of this player each of the others has one.
        """
        sums, target = self._sums, self._sums.target
        in_order = (*others.after, *others.before)
        chances, wide = sums.chances, len(sums.chances)
        worths = array("d", bytes(8 * sums.size))
        for turn in range(len(sums.sums) - 1, 0, -1):
            after, worths = worths, self._until_next_turn(in_order, turn)
            goes_on = prod(sums.below(turn, target - one.total) for one in in_order)
            for total in range(target):
                played = reduce(add, map(mul, chances, after[total : total + wide]))
                worths[total] += played + sums.shuts * goes_on
        return worths

    def _until_next_turn(self, others: Sequence[PlayerTotal], turn: int) -> array[float]:
        """Return the chance to win by the turn of this number of one of the others."""
        worths = array("d", bytes(8 * self._sums.size))
        for place, player in enumerate(others):
            reaches = reduce(add, self._passed(player, turn), 0.0)
            beside = [self._at(one, turn) for one in others[:place]]
            beside += [self._at(one, turn - 1) for one in others[place + 1 :]]
            shares = (
                lowest([running_above(at) for at in beside], beside)
                if beside
                else array("d", (1.0,)) * self._sums.target
            )
            for total, share in enumerate(shares):
                worths[total] += reaches * share
        return worths

    def _passed(self, player: PlayerTotal, turn: int) -> Sequence[float]:
        passed = self._sums.passed(self._sums.target - player.total)
        return passed[turn] if turn < len(passed) else ()

    def _at(self, player: PlayerTotal, turns: int) -> array[float]:
        """Return the chance of each total below the target after so many turns."""
        found = array("d", bytes(8 * self._sums.target))
        for made, chance in enumerate(self._sums.sums[turns][: self._sums.target - player.total]):
            found[player.total + made] = chance
        return found


class RestKnockedOut(_RestInTurns):
    """A knockout whose players are out as their turns end (R7.3).

    There are no ties, as one is always out before another. A player wins who is still in when the
    last of the others goes, or who shuts the box before, if that wins.
    """

    def _beside(self, others: OtherPlayers) -> Sequence[float]:
        sums = self._sums
        turns_ahead = [int(not one.played) for one in others.before]
        # Who plays later has played one turn less at this player's turn of the same round.
        turns_ahead += [int(not one.played) - 1 for one in others.after]
        players = [*others.before, *others.after]
        parts: list[tuple[float, float]] = []
        gone_before = 0.0
        for number in range(1, len(sums.sums)):
            turns = [number + ahead for ahead in turns_ahead]
            gone = [self._gone(one, made) for one, made in zip(players, turns, strict=True)]
            there = [
                sums.below(made, sums.target - one.total) + out
                for one, made, out in zip(players, turns, gone, strict=True)
            ]
            all_gone = prod(gone)
            # Until the turn of this number the match is over, or this player shuts the box in it.
            parts.append((all_gone - gone_before, sums.shuts * (prod(there) - all_gone)))
            gone_before = all_gone
        return array("d", (self._worth(total, parts) for total in range(sums.size)))

    def _gone(self, player: PlayerTotal, turns: int) -> float:
        gone = self._sums.gone(self._sums.target - player.total)
        return gone[min(turns, len(gone) - 1)]

    def _worth(self, total: int, parts: Sequence[tuple[float, float]]) -> float:
        """Return the chance of a player with this total, who is out from the target on."""
        distance = self._sums.target - total
        if distance <= 0:
            return 0.0
        return sum(
            self._sums.below(turns, distance) * (outlasts + shuts)
            for turns, (outlasts, shuts) in enumerate(parts)
        )


TOTALS_KEPT = 64
"""How many players' totals to come are cached."""


@dataclass(frozen=True)
class _Totals:
    """The totals of one player after each round, from the one being played on.

    ``at`` is the chance of each total after a round that the player was still in for, ``above``
    the chance of a higher one, ``out`` the chance to have reached the target by its end and
    ``still_in`` that of a total below the target. If a shut box wins, each is the chance that this
    holds and the player has not shut it.
    """

    at: tuple[array[float], ...]
    above: tuple[array[float], ...]
    out: tuple[float, ...]
    still_in: tuple[float, ...]


class RestOfMatch:
    """The rounds to come of a tournament or a knockout.

    ``scores`` is the chance of every possible score of a turn played for the least expected score.
    Raises :class:`boxctl.rules.faults.RuleFault` (BX708) if the target is too far away. Not
    thread-safe.
    """

    def __init__(self, rules: RuleSet, scores: Mapping[int, float]) -> None:
        self._sums = TurnSums(rules, scores)
        self._knockout = rules.match == "knockout"
        self._totals = lru_cache(TOTALS_KEPT)(self._follow)
        self._numpy: RestNumpy | None = None

    def worths(self, tables: Sequence[OtherPlayers]) -> list[WorthOfTotal]:
        """Return, for each table, one player's chance to win, by the total after this round.

        The total of one of the others who has played may have reached the target in this round.
        Many tables are solved together.
        """
        if find_spec("numpy") is None:
            return [self._beside(*table[:2]).__getitem__ for table in tables]
        if self._numpy is None:
            from boxctl.odds.match.rest_numpy import RestNumpy

            self._numpy = RestNumpy(self._sums, knockout=self._knockout)
        return [row.__getitem__ for row in self._numpy.worths(tables)]

    # The totals of one player.

    def _follow(self, player: PlayerTotal) -> _Totals:
        sums, target = self._sums, self._sums.target
        distance = max(0, target - player.total)
        rounds = sums.rounds(distance) if distance else 0
        at: list[array[float]] = []
        out: list[float] = []
        still_in: list[float] = []
        if player.played:
            now = array("d", bytes(8 * sums.size))
            now[player.total] = 1.0
            at.append(now)
            out.append(0.0 if distance else 1.0)
            still_in.append(1.0 - out[0])
        for turns in range(1, rounds + 1):
            below = array("d", bytes(8 * player.total)) + sums.sums[turns][:distance]
            at.append(below + sums.passed(distance)[turns])
            out.append(sums.gone(distance)[turns])
            still_in.append(sums.below(turns, distance))
        return _Totals(tuple(at), tuple(map(running_above, at)), tuple(out), tuple(still_in))

    # What the others leave.

    def _beside(
        self, before: tuple[PlayerTotal, ...], after: tuple[PlayerTotal, ...]
    ) -> Sequence[float]:
        """Solve for one player among these others, from the last round backwards."""
        shuts, target = self._sums.shuts, self._sums.target
        others = [self._totals(player) for player in (*before, *after)]
        in_round = self._in_knockout if self._knockout else self._in_tournament
        worths = array("d", bytes(8 * self._sums.size))
        # A tournament ends when one reaches the target, a knockout when all others have.
        rounds = (max if self._knockout else min)(len(one.at) for one in others)
        for number in range(rounds - 1, -1, -1):
            going_on = self._before_a_turn(worths)
            # This player may shut the box in the next round before any other has.
            shut = shuts and shuts * self._nobody_shuts(others, len(before), number)
            worths = in_round(others, number)
            for total in range(target):
                worths[total] += going_on[total] + shut
        return worths

    def _before_a_turn(self, worths: Sequence[float]) -> array[float]:
        """Return the worth of each total below the target before a turn, given those after it."""
        chances, wide = self._sums.chances, len(self._sums.chances)
        totals = range(self._sums.target)
        return array("d", (reduce(add, map(mul, chances, worths[at : at + wide])) for at in totals))

    def _in_tournament(self, others: Sequence[_Totals], number: int) -> array[float]:
        """The match ends here with the lowest total, unless all are still in."""
        target = self._sums.target
        at = [self._of_round(one.at, number) for one in others]
        above = [self._of_round(one.above, number) for one in others]
        worths = lowest(above, at)
        still_in = [[one - row[target - 1] for one in row[:target]] for row in above]
        going_on = lowest(still_in, [row[:target] for row in at])
        for total, worth in enumerate(going_on):
            worths[total] -= worth
        return worths

    def _in_knockout(self, others: Sequence[_Totals], number: int) -> array[float]:
        """Only this player is left, or all are out at once and none of them has less."""
        target = self._sums.target
        out_before = [_out(one, number - 1) for one in others]
        over = prod(out_before)
        alone = prod(_out(one, number) for one in others) - over
        above = [
            [out + more for more in self._of_round(one.above, number)[target:]]
            for one, out in zip(others, out_before, strict=True)
        ]
        at = [self._of_round(one.at, number)[target:] for one in others]
        worths = array("d", (alone,)) * target
        worths.extend(worth - over for worth in lowest(above, at))
        return worths

    def _nobody_shuts(self, others: Sequence[_Totals], before: int, number: int) -> float:
        """Return the chance that the match goes on after this round and nobody shuts the box in the
        next one before this player's turn.
        """
        shuts = self._sums.shuts
        still_in = [one.still_in[number] if number < len(one.at) else 0.0 for one in others]
        out = [_out(one, number) if self._knockout else 0.0 for one in others]
        fails = [1 - shuts if place < before else 1.0 for place in range(len(others))]
        going = prod(a * f + b for a, f, b in zip(still_in, fails, out, strict=True))
        return going - (prod(out) if self._knockout else 0.0)

    def _of_round(self, rounds: tuple[array[float], ...], number: int) -> array[float]:
        return rounds[number] if number < len(rounds) else array("d", bytes(8 * self._sums.size))


def _out(totals: _Totals, number: int) -> float:
    return totals.out[min(number, len(totals.out) - 1)] if number >= 0 else 0.0
