"""Announcements of rulings and notices, and what each is about."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from boxctl.presentation.notices import (
    LeverPositionAsked,
    LeversNotMoved,
    MatchInterrupted,
    Notice,
    SensorQuarantined,
    SensorsTogether,
    StuckSensorAsked,
)
from boxctl.presentation.phrases import capital
from boxctl.referee.verdict import Verdict
from boxctl.screens.pictures.view_model import Announcement, AnnouncementKind
from hardware.devices import DeviceLost

_KINDS: Mapping[str, AnnouncementKind] = MappingProxyType(
    {
        Verdict.VOID: AnnouncementKind.REFUSED,
        Verdict.REFUSED: AnnouncementKind.REFUSED,
        Verdict.DISTURBED: AnnouncementKind.REFUSED,
        Verdict.AGAIN: AnnouncementKind.NO_MOVE,
        Verdict.SHUT_THE_BOX: AnnouncementKind.SHUT,
    }
)


def announcement_of(ruling: Mapping[str, Any], doubts: str = "") -> Announcement:
    """Return the announcement of a ruling as ``boxctl referee`` writes it.

    ``doubts`` is the bracket with its doubts, which goes behind the sentence.
    """
    return Announcement(str(ruling.get("text", "")) + doubts, _kind(ruling))


def _kind(ruling: Mapping[str, Any]) -> AnnouncementKind:
    verdict = str(ruling["verdict"])
    if verdict == Verdict.TURN_OVER and ruling.get("throw") is not None:
        return AnnouncementKind.NO_MOVE
    if verdict == Verdict.MATCH_OVER and ruling.get("winners"):
        return AnnouncementKind.WON
    plain = AnnouncementKind.DOUBT if ruling.get("unverified") else AnnouncementKind.PLAIN
    return _KINDS.get(verdict, plain)


def announcement_of_notice(notice: Notice, sentence: str) -> Announcement:
    """Return the announcement of a notice, with a capital."""
    match notice:
        case MatchInterrupted(put_back=back):
            kind = AnnouncementKind.ASKS if back else AnnouncementKind.PLAIN
        case LeverPositionAsked() | StuckSensorAsked():
            kind = AnnouncementKind.ASKS
        case DeviceLost() | SensorQuarantined() | LeversNotMoved() | SensorsTogether():
            kind = AnnouncementKind.DOUBT
        case _:
            kind = AnnouncementKind.PLAIN
    return Announcement(capital(sentence), kind)
