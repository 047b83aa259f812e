"""The objects that belong to one match, built with it."""

from __future__ import annotations

from boxctl.referee.play import Play
from boxctl.referee.referee import Referee
from boxctl.table.sensors.doubts import MatchDoubts, TableDoubts
from groundwork.times import MatchTime


class MatchInPlay:
    """The referee of a match, its doubts, and what people wait for in it.

    ``next_asked_at`` is when the next match was asked for while levers of this one were undecided;
    ``reminder_due`` tells that a press on which nothing was ruled is to be answered with how it
    stands.
    """

    def __init__(self, referee: Referee, doubts: TableDoubts) -> None:
        self.referee = referee
        self.doubts = MatchDoubts(referee.play.rules, doubts)
        self.next_asked_at: MatchTime | None = None
        self.reminder_due = False

    @property
    def play(self) -> Play:
        """The referee's book."""
        return self.referee.play

    @property
    def clock(self) -> MatchTime:
        """The time of the last event that the referee was told of."""
        return MatchTime(self.referee.clock)
