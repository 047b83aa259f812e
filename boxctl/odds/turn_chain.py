"""A turn under a policy as a Markov chain: the chance of every step out of each state.

A step is one throw and its answer. Mass simulation samples the chain.
"""

from __future__ import annotations

from boxctl.odds.policies import Policy
from boxctl.odds.subboxes import SubBox
from boxctl.odds.throw_tables import ThrowTable, opening_throws, throw_tables
from boxctl.odds.turn_states import TurnStates, turn_states
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass

ChainStep = tuple[int, bool]
"""The number of the state that a step leads to, and whether the turn ends there."""


@frozen_dataclass
class TurnChain:
    """The steps from each state that can be reached; the chances of each add up to 1.

    A throw that is thrown again can lead back to its own state. The turn begins at ``start``, the
    highest number.
    """

    states: TurnStates
    start: int
    steps: dict[int, dict[ChainStep, float]]

    def left(self, state: int) -> TileSet:
        """Return the tiles left by a turn that ends in this state."""
        return self.states.tiles(state)


def chain_of_turn(rules: RuleSet, policy: Policy, to_move: TileSet | None = None) -> TurnChain:
    """Return the chain of a turn that begins with ``to_move`` (default: all tiles in play).

    Raises :class:`boxctl.rules.faults.RuleFault`: BX701 for too many positions, BX702 for too many
    throws.
    """
    box = SubBox(rules.in_play if to_move is None else to_move)
    states = turn_states(rules, box)
    making, start = _Making(rules, policy, states), states.number(box.among)
    reached = {start}
    # Highest first: a state comes before those that it can become.
    for state in range(start, 0, -1):
        if state in reached:
            making.steps[state] = steps = making.steps_from(state)
            reached.update(left for left, ends in steps if not ends)
    return TurnChain(states, start, making.steps)


class _Making:
    def __init__(self, rules: RuleSet, policy: Policy, states: TurnStates) -> None:
        self.steps: dict[int, dict[ChainStep, float]] = {}
        self._rules, self._policy, self._states = rules, policy, states
        self._thrown = throw_tables(rules, states)

    def steps_from(self, state: int) -> dict[ChainStep, float]:
        to_move, memory = self._states.tiles(state), self._states.memory(state)
        counts = allowed_counts(self._rules, to_move)
        chances = self._policy.dice(to_move, counts, memory)
        steps: dict[ChainStep, float] = {}
        for count, part in zip(counts, chances, strict=True):
            if part:
                throws = opening_throws(self._rules, self._thrown[count], self._states, state)
                self._add(steps, throws, state, part / throws.weight)
        # All throws are unplayable doubles: the turn never ends, so it counts as it stands.
        return {(state, True): 1.0} if steps.keys() == {(state, False)} else steps

    def _add(
        self, steps: dict[ChainStep, float], throws: ThrowTable, state: int, chance: float
    ) -> None:
        """Add the steps of these throws, each of which has this chance."""
        _count(steps, (state, True), chance * throws.stopping)
        states = self._states
        to_move = states.tiles(state)
        played, blocked = states.played(state), states.blocked(state)
        for weight, moves, double in throws.answers:
            answers = [move for move in moves if move & state == move]
            if not answers:
                then = blocked[double]
                step = (state, True) if then is None else (then, False)
                _count(steps, step, chance * weight)
                continue
            tiles = [states.tiles(move) for move in answers]
            parts = self._policy.moves(to_move, tiles, states.memory(played[double]))
            for move, part in zip(answers, parts, strict=True):
                left = played[double] ^ move
                ends = self._rules.turn_is_one_throw or not states.tiles(left)
                _count(steps, (left, ends), chance * weight * part)


def _count(steps: dict[ChainStep, float], step: ChainStep, chance: float) -> None:
    if chance:
        steps[step] = steps.get(step, 0.0) + chance
