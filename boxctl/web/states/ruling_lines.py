"""A ruling as a line of the state, and what it announces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxctl.presentation.phrases import unverified
from boxctl.referee.verdict import Verdict
from boxctl.screens.commentary.announcement import announcement_of
from boxctl.screens.pictures.view_model import Announcement, AnnouncementKind
from boxctl.web.state import Announced, AnnouncementName, RulingLine

KIND_NAMES: Mapping[AnnouncementKind, AnnouncementName] = {
    AnnouncementKind.PLAIN: "plain",
    AnnouncementKind.REFUSED: "refused",
    AnnouncementKind.NO_MOVE: "no_move",
    AnnouncementKind.SHUT: "shut",
    AnnouncementKind.WON: "won",
    AnnouncementKind.DOUBT: "doubt",
    AnnouncementKind.ASKS: "asks",
}


def ruling_line(number: int, ruled: Mapping[str, Any]) -> RulingLine:
    """Return a ruling, as ``boxctl referee`` writes it, as a line of the state."""
    said = announced(announcement_of(ruled, unverified(ruled.get("unverified") or ())))
    return RulingLine(
        number, ruled["at"], ruled["verdict"], ruled["rule"], ruled["player"], said.text, said.kind
    )


def announced(announcement: Announcement) -> Announced:
    """Return an announcement as the state has it."""
    return Announced(announcement.text, KIND_NAMES[announcement.kind])


def winners_of(rulings: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return who has won by the last of these rulings, if that ends the match."""
    last = rulings[-1] if rulings else {}
    return tuple(last["winners"]) if last.get("verdict") == Verdict.MATCH_OVER else ()
