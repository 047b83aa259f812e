"""The sign of a seat: a player has the same one, in the same ink, everywhere."""

from __future__ import annotations

from boxctl.screens.pictures.glyphs import ASCII, Glyphs
from boxctl.screens.pictures.picture import Span

SIGNS = "●■▲◆★♥"
SIGNS_IN_ASCII = "o#^+*@"

COLOURS = 6
"""The number of inks for seats; further seats use them again."""


def sign_of(seat: int, glyphs: Glyphs) -> Span:
    """Return the sign of a seat, from 0, in its ink."""
    signs = SIGNS_IN_ASCII if glyphs is ASCII else SIGNS
    return Span(signs[seat % len(signs)], seat_ink(seat))


def seat_ink(seat: int) -> str:
    """Return the name of the ink of a seat, from 0."""
    return f"seat-{seat % COLOURS + 1}"
