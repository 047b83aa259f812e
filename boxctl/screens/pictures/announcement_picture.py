"""The plaque with the decisive sentence; a shut box and a win make a banner of it."""

from __future__ import annotations

from itertools import pairwise
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

_SIGN_COLUMNS = 4
"""At either side, for the sign of the kind and the space beside it."""


_GLEAM = 9
"""How many columns of a banner gleam."""


def announcement_picture(
    announcement: Announcement,
    columns: int,
    lines: int,
    glyphs: Glyphs,
    celebration: float | None = None,
) -> Picture:
    """Draw exactly so many columns and lines: the sentence in the middle, beside it a sign.

    In a ``celebration`` (0.0 to 1.0) a gleam runs over it.
    """
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
        whole = f"{sign}  {text}  {sign}" if sign else text
        rows.append(_with_gleam(whole.center(columns)[:columns], ink, ground, celebration))
    return tuple(rows)


def _with_gleam(text: str, ink: str, ground: str, share: float | None) -> Row:
    if share is None:
        return (Span(text, ink, ground),)
    begin = int(share * 3 % 1 * (len(text) + _GLEAM)) - _GLEAM
    cuts = (0, max(0, begin), max(0, begin + _GLEAM), len(text))
    pieces = [text[left:right] for left, right in pairwise(cuts)]
    grounds = (ground, "plaque-gleam", ground)
    return tuple(
        Span(piece, ink, under) for piece, under in zip(pieces, grounds, strict=True) if piece
    )


def _sign(kind: AnnouncementKind, glyphs: Glyphs) -> str:
    return {
        AnnouncementKind.REFUSED: "!",
        AnnouncementKind.NO_MOVE: "-",
        AnnouncementKind.SHUT: glyphs.star,
        AnnouncementKind.WON: glyphs.star,
        AnnouncementKind.DOUBT: "!?",
        AnnouncementKind.ASKS: "?",
    }.get(kind, "")
