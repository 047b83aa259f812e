"""What many evenings come to."""

from __future__ import annotations

from collections import Counter

from tests.support.evenings.evening import SECOND
from tests.support.evenings.play import Played


class Total:
    """The sum of evenings, as a sentence."""

    def __init__(self) -> None:
        self.matches = 0
        self._rulings = 0
        self._microseconds = 0
        self._cuts = 0
        self._recorded = 0
        self._unverified = 0
        self._doubtful = self._wrong = 0
        self._doubts: Counter[str] = Counter()

    def add(self, played: Played) -> None:
        """One evening more."""
        self.matches += played.matches
        self._rulings += played.rulings
        self._microseconds += played.microseconds
        self._cuts += played.cuts
        self._doubtful += played.doubtful
        self._wrong += played.wrong
        for match in played.record:
            self._recorded += len(match.rulings)
            for ruling in match.rulings:
                doubts = ruling.unverified or ()
                self._unverified += bool(doubts)
                self._doubts.update(doubt.reason.value for doubt in doubts)

    def __str__(self) -> str:
        hours = self._microseconds / SECOND / 3600
        said = (
            f"{self.matches} matches, {self._rulings} rulings, {self._cuts} cuts, "
            f"{hours:.0f} hours at table; of {self._recorded} recorded rulings "
            f"{self._unverified} are unverified"
        )
        reasons = ", ".join(f"{count} as {why}" for why, count in self._doubts.most_common())
        said += f" ({reasons})" if reasons else ""
        if self._doubtful:
            said += (
                f"; where sensors lie, {self._wrong} of {self._doubtful} rulings are wrong and not "
                "marked"
            )
        return said
