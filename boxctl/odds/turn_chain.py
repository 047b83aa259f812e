"""A turn under a policy as a Markov chain: the chance of every step out of each position.

A step is one throw and its answer. Mass simulation samples the chain.
"""

from __future__ import annotations

from boxctl.odds.policies import Policy
from boxctl.odds.subboxes import SubBox
from boxctl.odds.turn import ThrowTable, opening_throws, throw_tables
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass

ChainStep = tuple[int, bool]
"""The number of the position that a step leads to, and whether the turn ends there."""


@frozen_dataclass
class TurnChain:
    """The steps from each position that can be reached; the chances of each add up to 1.

    Positions are numbered within ``box``; a throw that is thrown again leads back to its own
    position. The turn begins at the highest number.
    """

    box: SubBox
    steps: dict[int, dict[ChainStep, float]]


def chain_of_turn(rules: RuleSet, policy: Policy, to_move: TileSet | None = None) -> TurnChain:
    """Return the chain of a turn that begins with ``to_move`` (default: all tiles in play).

    Raises :class:`boxctl.rules.faults.RuleFault`: BX701 for too many positions, BX702 for too many
    throws.
    """
    box = SubBox(rules.in_play if to_move is None else to_move)
    making = _Making(rules, policy, box)
    reached = {box.size - 1}
    # Highest first: a position comes before those that it can become.
    for number in range(box.size - 1, 0, -1):
        if number in reached:
            making.steps[number] = steps = making.steps_from(number)
            reached.update(left for left, ends in steps if not ends)
    return TurnChain(box, making.steps)


class _Making:
    def __init__(self, rules: RuleSet, policy: Policy, box: SubBox) -> None:
        self.steps: dict[int, dict[ChainStep, float]] = {}
        self._rules, self._policy, self._box = rules, policy, box
        self._thrown = throw_tables(rules, box)

    def steps_from(self, number: int) -> dict[ChainStep, float]:
        to_move = self._box.positions[number]
        counts = allowed_counts(self._rules, to_move)
        steps: dict[ChainStep, float] = {}
        for count, part in zip(counts, self._policy.dice(to_move, counts), strict=True):
            if part:
                throws = opening_throws(self._rules, self._thrown[count], self._box, to_move)
                self._add(steps, throws, number, part / throws.weight)
        # All throws are unplayable doubles: the turn never ends, so it counts as it stands.
        return {(number, True): 1.0} if steps.keys() == {(number, False)} else steps

    def _add(
        self, steps: dict[ChainStep, float], throws: ThrowTable, number: int, chance: float
    ) -> None:
        """Add the steps of these throws, each of which has this chance."""
        _count(steps, (number, True), chance * throws.stopping)
        to_move = self._box.positions[number]
        for weight, moves, rethrown in throws.answers:
            answers = [move for move in moves if move & number == move]
            if not answers:
                _count(steps, (number, not rethrown), chance * weight)
                continue
            tiles = [self._box.positions[move] for move in answers]
            parts = self._policy.moves(to_move, tiles)
            for move, part in zip(answers, parts, strict=True):
                left = number ^ move
                ends = left == 0 or self._rules.turn_is_one_throw
                _count(steps, (left, ends), chance * weight * part)


def _count(steps: dict[ChainStep, float], step: ChainStep, chance: float) -> None:
    if chance:
        steps[step] = steps.get(step, 0.0) + chance
