"""Plain signs for typographic ones, where a font, display, voice or encoding lacks them. Pure.

Also the other way round: the curly quotation marks that a phone or a text program has typed.

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


_OPENING, _CLOSING = "“„”«»‘‚’‹›", "”“’‘»«›‹"
_PAIRS = frozenset({"“”", "„“", "„”", "””", "«»", "»«", "»»", "‘’", "‚‘", "‚’", "‹›", "›‹"})
"""The quotation marks that languages and telephones put round a text."""


def without_curly_quotes(text: str) -> str:
    """Return what stands between one pair of curly quotation marks; the text if none is round it.

    A text with further ones in it is as it was: ``“Ann” or “Bob”`` is no quotation.
    """
    stripped = text.strip()
    marks = stripped[:1] + stripped[-1:]
    inner = stripped[1:-1]
    if marks not in _PAIRS or len(stripped) < 3 or any(sign in inner for sign in marks):
        return text
    return inner.strip()


def begins_curly(text: str) -> bool:
    """Return whether a text begins with a curly quotation mark."""
    return text[:1] in tuple(_OPENING)


def ends_curly(text: str) -> bool:
    """Return whether a text ends with a curly quotation mark."""
    return text[-1:] in tuple(_CLOSING)


_INSIDE = " \u00a0\u202f"
"""The spaces that French writes inside its quotation marks."""


def straight_quotes(text: str) -> str:
    """Return a text with straight quotation marks for double curly ones, without French spaces."""
    spaced = (f"«{space}" for space in _INSIDE), (f"{space}»" for space in _INSIDE)
    for curly in (*spaced[0], *spaced[1], *"“”„«»"):
        text = text.replace(curly, '"')
    return text
