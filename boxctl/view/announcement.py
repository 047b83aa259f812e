"""Announcements of rulings and notices, each for as long as it takes to read. Pure: time is given.

Only words wait here. What they are about has happened, and is in the book and the journal.
"""

from __future__ import annotations

from collections import deque
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
from boxctl.presentation.phrases import WRITTEN, capital, unverified
from boxctl.presentation.sentences.ruling import cry_when_shut, cry_when_won
from boxctl.referee.payloads import Verdict
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
    """The decisive sentence of the moment; empty at first.

    ``cry`` is what is called out across the room, empty for most.
    """

    text: str
    kind: AnnouncementKind = AnnouncementKind.PLAIN
    cry: str = ""


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
    kind = _kind(ruling)
    return Announcement(str(ruling.get("text", "")) + doubts, kind, _cry(ruling, kind))


def _cry(ruling: Mapping[str, Any], kind: AnnouncementKind) -> str:
    if kind is AnnouncementKind.SHUT:
        return cry_when_shut(opened=bool(ruling.get("open")))
    # Who plays alone wins nothing.
    if kind is AnnouncementKind.WON and len(ruling.get("payout", ())) > 1:
        return cry_when_won(ruling["winners"], WRITTEN)
    return ""


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


AT_LEAST = 800_000
"""How long the shortest announcement takes to read, in microseconds."""

A_CHARACTER = 40_000
"""How long each character takes beyond that, in microseconds: some 250 words a minute."""

AT_MOST = 4_500_000
"""How long even a long announcement keeps others waiting, in microseconds."""

HELD = frozenset(
    (
        AnnouncementKind.NO_MOVE,
        AnnouncementKind.SHUT,
        AnnouncementKind.WON,
        AnnouncementKind.DOUBT,
    )
)
"""Kinds that the tiles and dice do not show: what follows waits until they have been read."""


def reading_time(text: str) -> int:
    """Return how long a text takes to read, in microseconds."""
    return min(AT_MOST, AT_LEAST + A_CHARACTER * len(text))


class Announcer:
    """The announcement that is shown, and those that wait for it. Times are microseconds.

    Each of a kind that is :data:`HELD` is shown for its reading time, unless people :meth:`skip`
    it. A remark is shown for its reading time at once; then what it hid comes back.
    """

    def __init__(self) -> None:
        self._shown = self._hidden = Announcement("")
        self._until: int | None = None
        self._is_remark = False
        self._waiting: deque[Announcement] = deque()
        self.most = AT_MOST
        """The longest that what is announced from now on keeps others waiting, in microseconds."""

    @property
    def shown(self) -> Announcement:
        """The announcement that is shown."""
        return self._shown

    @property
    def due(self) -> int | None:
        """The time at which what is shown has been read; None if it keeps nothing waiting."""
        return self._until

    def busy(self, now: int) -> bool:
        """Whether people are still reading, or something waits to be read."""
        return bool(self._waiting) or (self._until is not None and now < self._until)

    def announce(self, announcement: Announcement, now: int) -> None:
        """Show an announcement once the one before has been read; a question is shown at once.

        Announcements that still wait are dropped, unless their kind is held.
        """
        self.advance(now)
        self._waiting = deque(waits for waits in self._waiting if waits.kind in HELD)
        if announcement.kind is AnnouncementKind.ASKS:
            self._waiting.clear()
            self._show(announcement, now)
        elif self._is_remark or not self.busy(now):
            self._waiting.append(announcement)
            self._show_next(now)
        else:
            self._waiting.append(announcement)

    def remark(self, announcement: Announcement, now: int) -> None:
        """Show a remark until it has been read. It hides no question."""
        self.skip(now)
        if self._shown.kind is AnnouncementKind.ASKS:
            return
        if not self._is_remark:
            self._hidden = self._shown
        self._shown, self._is_remark = announcement, True
        self._until = now + reading_time(announcement.text)

    def skip(self, now: int) -> None:
        """Show the newest announcement at once: people have read enough, or the dice roll on."""
        if self._waiting:
            self._show(self._waiting[-1], now)
            self._waiting.clear()
        elif self._is_remark:
            self._show(self._hidden, now)
        self._until = None

    def advance(self, now: int) -> None:
        """Show what is due by now."""
        while self._until is not None and now >= self._until:
            at = self._until
            if self._waiting:
                self._show_next(at)
            elif self._is_remark:
                self._show(self._hidden, at)
                self._until = None
            else:
                self._until = None

    def _show_next(self, now: int) -> None:
        self._show(self._waiting.popleft(), now)

    def _show(self, announcement: Announcement, now: int) -> None:
        self._shown, self._is_remark = announcement, False
        held = announcement.kind in HELD
        self._until = now + min(self.most, reading_time(announcement.text)) if held else None
