"""From which seat somebody has asked on a page for what the referee hears next.

A lever, a button or a throw becomes an event a moment after a phone has asked for it, on the same
way as one of a hand at the box. So what was asked for is noted, and its event takes the note.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from boxctl.referee.lines import Button
from boxctl.table.event_queue import ButtonReport, LeverReport, Report
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import BoxTime

SOON = 2_000_000
"""How long after it was asked for a lever or a button moves because of that, in microseconds."""

THROWN_SOON = 5_000_000
"""The same of dice, which tumble and wait for the referee."""

AskedFor = int | Button | Literal["dice"]
"""A tile, a button, or a throw."""


@frozen_dataclass
class _AskedBefore:
    seat: str
    since: BoxTime


class AskingSeats:
    """What phones at seats have asked for and is still to happen. Times are box times."""

    def __init__(self) -> None:
        self._notes: dict[AskedFor, _AskedBefore] = {}

    def asks(self, seat: str, what: Iterable[AskedFor], now: BoxTime) -> None:
        """Note what a seat asks for; with an empty one, that nobody in particular does."""
        for each in what:
            if seat:
                self._notes[each] = _AskedBefore(seat, now)
            else:
                self._notes.pop(each, None)

    def of(self, report: Report) -> str:
        """Return the seat that has asked for this, once; empty if none has."""
        what = _what(report)
        note = self._notes.get(what)
        if note is None or report.at < note.since:
            return ""
        del self._notes[what]
        soon = THROWN_SOON if what == "dice" else SOON
        return note.seat if report.at - note.since <= soon else ""


def _what(report: Report) -> AskedFor:
    match report:
        case LeverReport(tile=tile):
            return tile
        case ButtonReport(button=button):
            return button
        case _:
            return "dice"
