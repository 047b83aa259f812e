"""A turn whose doubles are kept for later: the extra throw (R5.5) and the insurance (R5.6).

What a position is worth then depends on what is kept: 1 after a double that was played and not yet
used up (R5.5), or the number of markers (R5.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boxctl.odds.aims import Aim
from boxctl.odds.subboxes import SubBox
from boxctl.odds.turn import ThrowTable, check_work, opening_throws, throw_table
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet


def keeps_doubles(rules: RuleSet) -> bool:
    """Return whether a turn by these rules depends on doubles thrown before."""
    return rules.doubles in ("extra", "insurance") and not rules.turn_is_one_throw


def most_kept(rules: RuleSet) -> int:
    """Return the most that can be kept: no more markers than doubles that shut a tile."""
    if not keeps_doubles(rules):
        return 0
    return 1 if rules.doubles == "extra" else rules.in_play.bit_count()


@dataclass(frozen=True)
class BonusTurn:
    """A solved turn: by what is kept and then by the number of the position in ``box``.

    ``more_dice`` is whether the larger of two allowed numbers of dice is better. What cannot be
    kept in a position has the worth of its end there.
    """

    box: SubBox
    worths: Sequence[Sequence[float]]
    more_dice: Sequence[Sequence[bool]]


def solve_with_bonus(rules: RuleSet, aim: Aim) -> BonusTurn:
    """Solve a turn by rules for which :func:`keeps_doubles` holds.

    Raises :class:`boxctl.rules.faults.RuleFault`: BX702 for too many throws, BX701 for too many
    positions.
    """
    box = SubBox(rules.in_play)
    counts = {rules.dice.count} if rules.one_die == "never" else {1, rules.dice.count}
    thrown = {count: throw_table(rules, box, count) for count in counts}
    check_work(rules, box, thrown, times=most_kept(rules) + 1)
    solving = _Solving(rules, aim, box)
    for number, to_move in enumerate(box.positions[1:], start=1):
        choices = [
            opening_throws(rules, thrown[count], box, to_move)
            for count in allowed_counts(rules, to_move)
        ]
        solving.solve(number, choices)
    return BonusTurn(box, solving.worths, solving.more_dice)


class _Solving:
    def __init__(self, rules: RuleSet, aim: Aim, box: SubBox) -> None:
        self._insured = rules.doubles == "insurance"
        self._aim, self._box = aim, box
        kept = most_kept(rules) + 1
        ends = [aim.end(left) for left in box.positions]
        self.worths = [list(ends) for _ in range(kept)]
        self.more_dice = [[False] * box.size for _ in range(kept)]

    def solve(self, number: int, choices: Sequence[ThrowTable]) -> None:
        """Solve a position after all that it can become."""
        tiles_shut = self._box.size.bit_length() - 1 - number.bit_count()
        most = min(tiles_shut, len(self.worths) - 1)
        for kept in range(most + 1):
            worths = [self._worth(throws, number, kept) for throws in choices]
            self.worths[kept][number] = max(worths)
            self.more_dice[kept][number] = worths.index(max(worths)) > 0

    def _worth(self, throws: ThrowTable, number: int, kept: int) -> float:
        left = self._box.positions[number]
        end, worths = self._aim.end(left), self.worths
        gained, again = throws.stopping * self._aim.stopped(left), 0
        for weight, moves, double in throws.answers:
            after = worths[self._kept_after(kept, double=double)]
            led = [after[number ^ move] for move in moves if move & number == move]
            if led:
                gained += weight * max(led)
            elif double and (self._insured or not kept):
                again += weight
            elif double or kept:
                gained += weight * worths[kept - 1][number]
            else:
                gained += weight * end
        # All throws are unplayable doubles: the turn never ends, so it counts as it stands.
        return gained / (throws.weight - again) if again < throws.weight else end

    def _kept_after(self, kept: int, *, double: bool) -> int:
        """Return what is kept after a move that answers such a throw."""
        if self._insured:
            return min(kept + double, len(self.worths) - 1)
        return int(double)
