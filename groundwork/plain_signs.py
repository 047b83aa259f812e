"""Plain signs for typographic ones, where a font, display, voice or encoding lacks them. Pure.

Each sign has a single one of ASCII, so that a text stays as wide as it was.
"""

from __future__ import annotations

PLAIN_SIGNS = {
    "\u00a0": " ",
    "\u202f": " ",
    "\u2011": "-",
    "–": "-",
    "—": "-",
    "−": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "×": "x",
}

_PLAIN = str.maketrans(PLAIN_SIGNS)


def plain_signs(text: str) -> str:
    """Return the text with plain spaces, hyphens, apostrophes and quotation marks."""
    return text if text.isascii() else text.translate(_PLAIN)
