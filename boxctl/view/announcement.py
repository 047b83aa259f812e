"""Announcements of rulings and notices, and what each is about."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, auto
from types import MappingProxyType
from typing import Any

from boxctl.presentation.notices import (
    JOURNAL,
    LeverPositionAsked,
    LeversNotMoved,
    MatchInterrupted,
    Notice,
    SensorQuarantined,
    SensorsTogether,
    StuckSensorAsked,
)
from boxctl.presentation.phrases import capital, unverified
from boxctl.referee.verdict import Verdict
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import DeviceBack, DeviceLost


class AnnouncementKind(StrEnum):
    """The subject of an announcement, which decides how it is drawn.

    ``REFUSED``: levers or dice that do not count. ``NO_MOVE``: a throw that cannot be played.
    ``SHUT``: a box was shut. ``WON``: a match was won. ``DOUBT``: a device or a sensor is in
    doubt. ``ASKS``: people are asked a question, which the buttons answer.
    """

    PLAIN = auto()
    REFUSED = auto()
    NO_MOVE = auto()
    SHUT = auto()
    WON = auto()
    DOUBT = auto()
    ASKS = auto()


BANNERS = (AnnouncementKind.SHUT, AnnouncementKind.WON)
"""The kinds that are celebrated."""


@frozen_dataclass
class Announcement:
    """The decisive sentence of the moment; empty at first."""

    text: str
    kind: AnnouncementKind = AnnouncementKind.PLAIN


_KINDS: Mapping[str, AnnouncementKind] = MappingProxyType(
    {
        Verdict.VOID: AnnouncementKind.REFUSED,
        Verdict.REFUSED: AnnouncementKind.REFUSED,
        Verdict.DISTURBED: AnnouncementKind.REFUSED,
        Verdict.AGAIN: AnnouncementKind.NO_MOVE,
        Verdict.SHUT_THE_BOX: AnnouncementKind.SHUT,
    }
)


def announcement_of(ruling: Mapping[str, Any]) -> Announcement:
    """Return the announcement of a ruling as ``boxctl referee`` writes it, with its doubts."""
    doubts = unverified(ruling.get("unverified"))
    return Announcement(str(ruling.get("text", "")) + doubts, _kind(ruling))


def _kind(ruling: Mapping[str, Any]) -> AnnouncementKind:
    verdict = str(ruling["verdict"])
    if verdict == Verdict.TURN_OVER and ruling.get("throw") is not None:
        return AnnouncementKind.NO_MOVE
    if verdict == Verdict.MATCH_OVER and ruling.get("winners"):
        return AnnouncementKind.WON
    plain = AnnouncementKind.DOUBT if ruling.get("unverified") else AnnouncementKind.PLAIN
    return _KINDS.get(verdict, plain)


def needs_a_word(notice: Notice) -> bool:
    """Whether people are told: a device that answers again, but the journal, needs no word."""
    return not isinstance(notice, DeviceBack) or notice.device == JOURNAL


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
