"""The objects that belong to one match, built with it."""

from __future__ import annotations

from boxctl.referee.play import Play
from boxctl.referee.referee import Referee
from boxctl.table.sensors.doubts import MatchDoubts, TableDoubts
from groundwork.times import MatchTime


class MatchInPlay:
    """The referee of a match, its doubts, and what people wait for in it.

    ``next_asked_at`` is when the next match was asked for while levers of this one were undecided.
    """

    def __init__(self, referee: Referee, doubts: TableDoubts) -> None:
        self.referee = referee
        self.doubts = MatchDoubts(referee.play.rules, doubts)
        self.next_asked_at: MatchTime | None = None
        self._reminder_due = False

    @property
    def play(self) -> Play:
        """The referee's book."""
        return self.referee.play

    @property
    def clock(self) -> MatchTime:
        """The time of the last event that the referee was told of."""
        return MatchTime(self.referee.clock)

    # A press on which nothing was ruled is answered with a reminder of what must be done.

    def press_unanswered(self) -> None:
        """Note that nothing was ruled on a press: a reminder is due."""
        self._reminder_due = True

    def ruled(self) -> None:
        """Note that something was ruled: a ruling is answer enough, and no reminder is due."""
        self._reminder_due = False

    def take_reminder(self) -> bool:
        """Return whether a reminder is due; from then on it is not."""
        due, self._reminder_due = self._reminder_due, False
        return due
