"""What is announced of a line of the log."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from boxctl.referee.verdict import Verdict
from boxctl.screens.pictures.view_model import Announcement, AnnouncementKind, LogLine

_KINDS: Mapping[str, AnnouncementKind] = MappingProxyType(
    {
        Verdict.VOID: AnnouncementKind.REFUSED,
        Verdict.REFUSED: AnnouncementKind.REFUSED,
        Verdict.DISTURBED: AnnouncementKind.REFUSED,
        Verdict.AGAIN: AnnouncementKind.NO_MOVE,
        Verdict.TURN_OVER: AnnouncementKind.NO_MOVE,
        Verdict.SHUT_THE_BOX: AnnouncementKind.SHUT,
        Verdict.MATCH_OVER: AnnouncementKind.WON,
    }
)


def announcement(line: LogLine) -> Announcement:
    """Return the announcement of a ruling or a notice."""
    return Announcement(line.text, _KINDS.get(line.verdict, AnnouncementKind.PLAIN))
