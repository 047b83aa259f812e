"""What a turn's positions are worth by the second reading, whatever kind of match it is of.

Turns of their own are solved in fractions (:mod:`tests.support.odds.exact_odds`). Where two players
share a box, worths are guessed and looked at again by the rules until they stand still: the
plainest way there is, and slow, but it settles.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

from boxctl.rules.ruleset import RuleSet
from tests.support.odds.exact_odds import ExactTurn, chance_to_shut, lowest, second_rules
from tests.support.second_reading import Tiles, dice_allowed, in_play, is_double, legal

SETTLED = 1e-7

Throw = tuple[int, ...]


def worth_after(rules: RuleSet) -> Callable[[Tiles, Throw], float]:
    """Return what it is worth to have played a throw so that these tiles are left to be moved."""
    second = second_rules(rules)
    if second.match in ("duel", "relay"):
        return TwoAtOneBox(rules).after
    to_shut = second.match == "first_to_shut"
    exact = ExactTurn(second, chance_to_shut if to_shut else lowest(second))

    def after(left: Tiles, throw: Throw) -> float:
        if to_shut:
            return float(exact.end(left))
        double = is_double(throw)
        banked = int(second.doubles == "insurance" and double)
        return float(exact.value(left, banked, second.doubles == "extra" and double))

    return after


class TwoAtOneBox:
    """Two players at one box, the first of whom shuts tiles; in a duel the other opens them."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = second_rules(rules)
        self.full = in_play(self.rules)
        self._answers = cache(self._find_answers)
        order = sorted(self.full)
        boxes = [
            frozenset(tile for place, tile in enumerate(order) if bits >> place & 1)
            for bits in range(1, 1 << len(order))
        ]
        self._worth = dict.fromkeys(boxes, 0.5)
        change = 1.0
        while change > SETTLED:
            change = 0.0
            for box in boxes:
                worth = self._best_play(box)
                change = max(change, abs(worth - self._worth[box]))
                self._worth[box] = worth

    def after(self, left: Tiles, _throw: Throw) -> float:
        """The chance to win once these tiles are left to be moved."""
        if not left:
            return 1.0
        return self._passed(left) if self.rules.pass_box == "each_throw" else self._worth[left]

    def _passed(self, to_move: Tiles) -> float:
        """The chance to win once the other has the box."""
        theirs = self.full - to_move if self.rules.match == "duel" else to_move
        # Who has nothing to move gives the box back whatever the dice show.
        return 1 - self._worth[theirs] if theirs else self._worth[to_move]

    def _best_play(self, box: Tiles) -> float:
        by_dice = []
        for count in dice_allowed(self.rules, box):
            worths = [
                max((self.after(box - move, ()) for move in answers), default=self._passed(box))
                for answers in self._answers(box, count)
            ]
            by_dice.append(sum(worths) / len(worths))
        return max(by_dice)

    def _find_answers(self, box: Tiles, count: int) -> list[list[Tiles]]:
        throws = product(range(1, self.rules.sides + 1), repeat=count)
        return [
            [frozenset(tiles) for tiles, _rule in legal(self.rules, box, throw, first=False)]
            for throw in throws
        ]
