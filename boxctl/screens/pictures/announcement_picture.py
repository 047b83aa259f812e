"""The plaque with the decisive sentence; a shut box and a win make a banner of it."""

from __future__ import annotations

from textwrap import wrap

from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture, Row, Span
from boxctl.screens.pictures.view_model import Announcement, AnnouncementKind

_STYLES = {
    AnnouncementKind.PLAIN: ("said", "plaque"),
    AnnouncementKind.REFUSED: ("said-refused", "plaque-refused"),
    AnnouncementKind.NO_MOVE: ("said-no-move", "plaque-no-move"),
    AnnouncementKind.SHUT: ("said-won", "plaque-won"),
    AnnouncementKind.WON: ("said-won", "plaque-won"),
    AnnouncementKind.DOUBT: ("said-doubt", "plaque-doubt"),
    AnnouncementKind.ASKS: ("said-asks", "plaque-asks"),
}
"""The ink and the ground of each kind."""

_SIGN_COLUMNS = 3
"""At either side, for the sign of the kind."""


def announcement_picture(
    announcement: Announcement, columns: int, lines: int, glyphs: Glyphs
) -> Picture:
    """Draw exactly so many columns and lines: the sentence in the middle, beside it a sign."""
    ink, ground = _STYLES[announcement.kind]
    room = max(10, columns - 2 * _SIGN_COLUMNS)
    said = wrap(announcement.text, room, break_on_hyphens=False)
    if len(said) > lines:
        last = said[lines - 1][: room - 2].rstrip()
        said = [*said[: lines - 1], f"{last} …"]
    above = (lines - len(said)) // 2
    rows: list[Row] = []
    for line in range(lines):
        at = line - above
        text = said[at] if 0 <= at < len(said) else ""
        sign = _sign(announcement.kind, glyphs) if text and at == 0 else ""
        middle = text.center(columns - 2 * _SIGN_COLUMNS)
        left, right = sign.center(_SIGN_COLUMNS), sign.center(_SIGN_COLUMNS)
        rows.append((Span(f"{left}{middle}{right}"[:columns].ljust(columns), ink, ground),))
    return tuple(rows)


def _sign(kind: AnnouncementKind, glyphs: Glyphs) -> str:
    return {
        AnnouncementKind.REFUSED: "!",
        AnnouncementKind.NO_MOVE: "-",
        AnnouncementKind.SHUT: glyphs.star,
        AnnouncementKind.WON: glyphs.star,
        AnnouncementKind.DOUBT: "!?",
        AnnouncementKind.ASKS: "?",
    }.get(kind, "")
