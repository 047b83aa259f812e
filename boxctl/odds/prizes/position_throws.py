"""The throws of one state of a turn, with the states that they lead to.

:mod:`boxctl.odds.prizes.scored_turn` and its compiled twin both read these.
"""

from __future__ import annotations

from typing import NamedTuple

from boxctl.odds.throw_tables import ThrowTable, opening_throws, throw_tables
from boxctl.odds.turn_states import TurnStates
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet


class PositionThrows(NamedTuple):
    """All throws of one number of dice in one state, as numbers of throws.

    ``led`` has, for each kind of throw that leads to other states, how many such throws there are
    and these states: those of its moves, or the one that a blocked throw leaves. ``ending`` and
    ``stopping`` throws end the turn, the latter by a stop number (R5.2); ``again`` ones are thrown
    again in the same state (R5.4). All add up to ``weight``.
    """

    weight: int
    led: tuple[tuple[int, tuple[int, ...]], ...]
    ending: int
    stopping: int
    again: int


def position_throws(states: TurnStates, throws: ThrowTable, state: int) -> PositionThrows:
    """Return the throws of the state of this number."""
    led, ending, again = [], 0, 0
    played, blocked = states.played(state), states.blocked(state)
    for weight, moves, double in throws.answers:
        base = played[double]
        if found := tuple(base ^ move for move in moves if move & state == move):
            led.append((weight, found))
        elif (then := blocked[double]) is None:
            ending += weight
        elif then == state:
            again += weight
        else:
            led.append((weight, (then,)))
    return PositionThrows(throws.weight, tuple(led), ending, throws.stopping, again)


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
