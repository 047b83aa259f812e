"""A match of several rounds, turn by turn in fractions, on the referee's own score sheet."""

from __future__ import annotations

from fractions import Fraction

from boxctl.referee.scoresheet import Ending, Scoresheet
from boxctl.rules.tiles import NO_TILES

Scores = dict[int, Fraction]
"""The chance of each score of a turn."""

Win = tuple[Fraction, ...]
"""The chance of each seat to win."""

MOST_ROUNDS = 12
"""Rounds after which only boxes shut twice in each of them have left a match open: 1 in 10**20."""


class TurnByTurn:
    """A match in which every turn comes to one of these scores, on the referee's own sheet."""

    def __init__(self, scores: Scores) -> None:
        self.scores = scores
        self._known: dict[object, Win] = {}

    def of(self, sheet: Scoresheet) -> Win:
        """Return the chance of each seat to win."""
        counts = sheet.rules.shut_bonus is not None or sheet.rules.first_player == "loser"
        so_far = tuple(sheet.round_scores.items()) if counts else ()
        totals = tuple(sorted(sheet.totals.items()))
        key = (sheet.order, sheet.due, sheet.rounds_over, totals, sheet.out, so_far)
        if sheet.rounds_over > MOST_ROUNDS:
            return tuple(Fraction(1, len(sheet.order)) for _seat in sheet.order)
        if key not in self._known:
            seats = range(len(sheet.order))
            added = [Fraction(0) for _seat in seats]
            for made, part in self.scores.items():
                worths = self.after(sheet, made)
                added = [one + part * worth for one, worth in zip(added, worths, strict=True)]
            self._known[key] = tuple(added)
        return self._known[key]

    def after(self, sheet: Scoresheet, made: int) -> Win:
        """Return the chances after a turn with this score."""
        after, _over, result = sheet.after_turn(
            made, Ending.PLAYED if made else Ending.SHUT, NO_TILES
        )
        if result is None:
            return self.of(after)
        winners = result.winners
        seats = range(len(sheet.order))
        return tuple(Fraction(seat in winners, len(winners)) for seat in seats)
