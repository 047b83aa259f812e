"""All throws of a turn with their moves, as numbers of its states."""

from __future__ import annotations

from typing import NamedTuple

from boxctl.odds.throws import kinds_of_throws
from boxctl.odds.turn_states import TurnStates
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

MOST_WORK = 30_000_000
"""The most pairs of a state and a move that are tried: about five seconds."""

WORK_OF_A_STATE = 40
"""The time that a state takes besides its moves, in pairs."""


class KindMoves(NamedTuple):
    """The moves of one kind of throw, as what each takes off the number of a state."""

    weight: int
    moves: tuple[int, ...]
    double: bool


@frozen_dataclass
class ThrowTable:
    """All throws of one number of dice.

    There are ``weight`` of them; ``stopping`` end the turn by a stop number (R5.2).
    """

    weight: int
    stopping: int
    answers: tuple[KindMoves, ...]


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
            tr("ask about fewer open tiles (boxctl odds --open), or play on fewer (--set tiles=…)"),
        )
