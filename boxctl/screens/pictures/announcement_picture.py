"""The plaque with the decisive sentence; a shut box and a win make a banner of it."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture, Row, Span
from boxctl.view.announcement import Announcement, AnnouncementKind
from groundwork.cell_width import centred, columns_of, cut, wrapped

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

_LEAST_SIGN_COLUMNS = 2
"""The same where the sentence is too long for its place."""

_GLEAM = 9
"""The columns of a banner that gleam at a time."""


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
    said = _broken(announcement.text, columns, lines)
    above = (lines - len(said)) // 2
    rows: list[Row] = []
    for line in range(lines):
        at = line - above
        text = said[at] if 0 <= at < len(said) else ""
        sign = _sign(announcement.kind, glyphs) if text and at == 0 else ""
        between = "  " if columns_of(text) <= columns - 2 * _SIGN_COLUMNS else " "
        whole = f"{sign}{between}{text}{between}{sign}" if sign else text
        rows.append(_with_gleam(centred(whole, columns), ink, ground, celebration))
    return tuple(rows)


def lines_of(text: str, columns: int) -> int:
    """Return how many lines a sentence needs to be drawn whole."""
    return len(wrapped(text, max(10, columns - 2 * _LEAST_SIGN_COLUMNS)))


@lru_cache(16)
def _broken(text: str, columns: int, lines: int) -> tuple[str, ...]:
    """Break a sentence into lines with room for the signs, little if it is long."""
    said = wrapped(text, max(10, columns - 2 * _SIGN_COLUMNS))
    if len(said) > lines:
        room = max(10, columns - 2 * _LEAST_SIGN_COLUMNS)
        said = wrapped(text, room)
    if len(said) > lines:
        return (*said[: lines - 1], f"{cut(said[lines - 1], room - 2).rstrip()} …")
    return tuple(_without_short_end(text, said))


def _without_short_end(text: str, said: list[str]) -> list[str]:
    """Break a text into as many lines, narrower ones while the last has not half their width."""
    longest_word = max(map(columns_of, text.split()), default=0)
    broken = said
    while broken and (widest := max(map(columns_of, broken))) > max(
        longest_word, 2 * columns_of(broken[-1]) - 1
    ):
        broken = wrapped(text, widest - 1)
        if len(broken) > len(said):
            return said
    return broken


def _with_gleam(text: str, ink: str, ground: str, share: float | None) -> Row:
    if share is None:
        return (Span(text, ink, ground),)
    begin = int(share * 3 % 1 * (columns_of(text) + _GLEAM)) - _GLEAM
    ends = (len(cut(text, begin)), len(cut(text, begin + _GLEAM)))
    pieces = [text[left:right] for left, right in pairwise((0, *ends, len(text)))]
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
