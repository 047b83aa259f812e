"""Solve a turn: the worth of every position under best play, and of each move (R2, R3, R5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from boxctl.odds.aims import Aim
from boxctl.odds.subboxes import SubBox
from boxctl.odds.throws import kinds_of_throws
from boxctl.odds.unsolved import check_turn
from boxctl.rules.dice import Throw, is_double
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import Move, moves
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, tile
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

MOST_WORK = 60_000_000
"""The most pairs of a position and a move that are tried: about ten seconds."""


class KindMoves(NamedTuple):
    """The moves of one kind of throw, as numbers in a sub-box."""

    weight: int
    moves: tuple[int, ...]
    again: bool


@frozen_dataclass
class ThrowTable:
    """All throws of one number of dice.

    There are ``weight`` of them; ``stopping`` end the turn by a stop number (R5.2).
    """

    weight: int
    stopping: int
    answers: tuple[KindMoves, ...]


class ThrowsWeighed(NamedTuple):
    """All throws of a number of dice in one position.

    ``gained`` is the sum of the best moves' worths over the throws that can be played, ``ending``
    the number of throws that end the turn, ``again`` the number thrown again.
    """

    gained: float
    ending: int
    again: int


class MoveOdds(NamedTuple):
    """A move, its value, and how much it loses to the best one: 0 or more."""

    move: Move
    value: float
    loss: float


@frozen_dataclass
class AnswerOdds:
    """The value of a throw under best play, and its moves, the best first."""

    value: float
    moves: tuple[MoveOdds, ...]


@dataclass(frozen=True)
class TurnOdds:
    """The worth of every position of a sub-box under best play.

    ``worths`` are indexed by the numbers of ``box``, each before a throw. Values are what people
    are shown: a chance, or an expected score.
    """

    rules: RuleSet
    aim: Aim
    box: SubBox
    worths: Sequence[float]
    _thrown: dict[int, ThrowTable] = field(default_factory=dict, repr=False)

    def before_throw(self, to_move: TileSet) -> float:
        """Return the value with these tiles still to be moved and a throw to come."""
        return self.aim.told(self.worths[self.box.number(to_move)])

    def by_dice(self, to_move: TileSet) -> dict[int, float]:
        """Return the value of throwing each allowed number of dice now, the fewest first."""
        return {
            count: self.aim.told(self._worth_of_dice(to_move, count))
            for count in allowed_counts(self.rules, to_move)
        }

    def after_throw(self, to_move: TileSet, throw: Throw) -> AnswerOdds:
        """Return the value of a valid throw in this position, and of each of its moves."""
        if sum(throw) == self.rules.stop_number:
            return AnswerOdds(self.aim.told(self.aim.stopped(to_move)), ())
        answers = moves(self.rules, to_move, throw, opening=to_move == self.rules.in_play)
        if not answers:
            again = self.rules.doubles != "none" and is_double(throw)
            unplayable = self._worth(to_move) if again else self.aim.end(to_move)
            return AnswerOdds(self.aim.told(unplayable), ())
        worths = {move: self.worth_left(to_move & ~move.tiles) for move in answers}
        best = max(worths.values())
        by_worth = sorted(answers, key=lambda move: -worths[move])
        told = self.aim.told
        return AnswerOdds(
            told(best),
            tuple(MoveOdds(move, told(worths[move]), best - worths[move]) for move in by_worth),
        )

    def worth_left(self, left: TileSet) -> float:
        """Return the worth of a move that leaves these tiles."""
        ends = self.rules.turn_is_one_throw or not left
        return self.aim.end(left) if ends else self._worth(left)

    def _worth(self, to_move: TileSet) -> float:
        return self.worths[self.box.number(to_move)]

    def _worth_of_dice(self, to_move: TileSet, count: int) -> float:
        if not to_move:
            return self.aim.end(to_move)
        if count not in self._thrown:
            self._thrown[count] = throw_table(self.rules, self.box, count)
        throws = opening_throws(self.rules, self._thrown[count], self.box, to_move)
        number, end = self.box.number(to_move), self.aim.end(to_move)
        after = _worths_left(self.rules, self.aim, self.box, self.worths)
        gained, ending, again = weigh(throws, number, after)
        gained += throws.stopping * (self.aim.stopped(to_move) - end)
        return (gained + ending * end + again * self.worths[number]) / throws.weight


def solve(rules: RuleSet, aim: Aim, among: TileSet | None = None) -> TurnOdds:
    """Solve the turn for every position that the tiles ``among`` (default: all) can become.

    Raises :class:`RuleFault`: BX702 for too many throws, BX701 for too many positions.
    """
    box = SubBox(rules.in_play if among is None else among & rules.in_play)
    return TurnOdds(rules, aim, box, _worths(rules, aim, box))


def _worths(rules: RuleSet, aim: Aim, box: SubBox) -> list[float]:
    by_count = throw_tables(rules, box)
    worths = [aim.end(0)]
    after = _worths_left(rules, aim, box, worths)
    for number, to_move in enumerate(box.positions[1:], start=1):
        end, stopped = aim.end(to_move), aim.stopped(to_move)
        worths.append(
            max(
                worth_of_throwing(
                    opening_throws(rules, by_count[count], box, to_move),
                    number,
                    end,
                    after,
                    stopped,
                )
                for count in allowed_counts(rules, to_move)
            )
        )
    return worths


def _worths_left(rules: RuleSet, aim: Aim, box: SubBox, worths: Sequence[float]) -> Sequence[float]:
    """Return the worth of each position after a move: that of an end if a turn is one throw."""
    if not rules.turn_is_one_throw:
        return worths
    return [aim.end(tiles) for tiles in box.positions]


def throw_tables(rules: RuleSet, box: SubBox) -> dict[int, ThrowTable]:
    """Return all throws with their moves, by each number of dice that the rules can allow.

    Raises :class:`RuleFault`: BX702 for too many throws, BX701 for too many positions, BX709 for
    settings that are not solved.
    """
    check_turn(rules)
    counts = {rules.dice.count} if rules.one_die == "never" else {1, rules.dice.count}
    by_count = {count: throw_table(rules, box, count) for count in counts}
    check_work(rules, box, by_count)
    return by_count


def throw_table(rules: RuleSet, box: SubBox, count: int) -> ThrowTable:
    """Return every throw of so many dice, with its moves within the sub-box."""
    stopping, answers = 0, []
    for kind in kinds_of_throws(rules, count):
        if kind.stops:
            stopping += kind.weight
        else:
            answers.append(KindMoves(kind.weight, box.numbers_within(kind.moves), kind.again))
    return ThrowTable(rules.dice.sides**count, stopping, tuple(answers))


def opening_throws(rules: RuleSet, throws: ThrowTable, box: SubBox, to_move: TileSet) -> ThrowTable:
    """Drop, at the start of a turn, the moves that leave the opening tile open (R5.1)."""
    if rules.opening_tile is None or to_move != rules.in_play:
        return throws
    needed = box.number(tile(rules.opening_tile))
    answers = tuple(
        answer._replace(moves=tuple(move for move in answer.moves if move & needed))
        for answer in throws.answers
    )
    return ThrowTable(throws.weight, throws.stopping, answers)


def worth_of_throwing(
    throws: ThrowTable,
    number: int,
    end: float,
    after: Sequence[float],
    stopped: float | None = None,
) -> float:
    """Return the worth of throwing these dice in a position, and again where R5.4 says so.

    ``after`` has the worth of each position that a move leaves, ``end`` is the worth of ending the
    turn there, ``stopped`` of its end by a stop number (default: ``end``).
    """
    gained, ending, again = weigh(throws, number, after)
    if stopped is not None:
        gained += throws.stopping * (stopped - end)
    # All throws are unplayable doubles: the turn never ends, so it counts as it stands.
    if again == throws.weight:
        return end
    return (gained + ending * end) / (throws.weight - again)


def weigh(throws: ThrowTable, number: int, after: Sequence[float]) -> ThrowsWeighed:
    """Sum the throws of a position, given the worth of each position that a move leaves."""
    gained, ending, again = 0.0, throws.stopping, 0
    for weight, answers, rethrown in throws.answers:
        best = -inf
        for move in answers:
            if move & number == move:
                worth = after[number ^ move]
                if worth > best:
                    best = worth
        if best > -inf:
            gained += weight * best
        elif rethrown:
            again += weight
        else:
            ending += weight
    return ThrowsWeighed(gained, ending, again)


def check_work(
    rules: RuleSet, box: SubBox, by_count: dict[int, ThrowTable], times: int = 1
) -> None:
    """Raise :class:`RuleFault` (BX701) for a turn too long to be solved so many times."""
    answers = sum(len(answer.moves) for throws in by_count.values() for answer in throws.answers)
    if box.size * answers * times > MOST_WORK:
        raise RuleFault(
            "BX701",
            tr(
                "{size} positions of tiles = {tiles} with dice = {dice} are too many to be solved",
                size=f"{box.size:,}",
                tiles=rules.tiles,
                dice=rules.dice,
            ),
            tr("ask about fewer open tiles (boxctl odds --open), or play on fewer (--set tiles=…)"),
        )
