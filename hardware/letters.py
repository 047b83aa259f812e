"""The character sets of displays, and how to spell a text with them."""

from __future__ import annotations

from unicodedata import combining, normalize

from groundwork.plain_signs import plain_signs
from hardware.devices import Letters

ASCII = "".join(chr(code) for code in range(32, 127) if chr(code) not in "\\~")
"""ASCII without the two characters that an HD44780 shows as a yen sign and an arrow."""

SEGMENTS = " -=_0123456789AbCcdEFGHhIiJLnOoPqrStUuY"
"""The characters that are legible on seven segments, in the case that is."""

POINT = "."
"""Lit beside the digit before it, so it needs no place of its own."""

REPERTOIRE: dict[Letters, str] = {"ascii": ASCII, "segments": SEGMENTS + POINT}

_IN_LETTERS = {"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}


def spelled(text: str, letters: Letters) -> str | None:
    """Return the text in the display's characters; None if it cannot be spelled with them."""
    written = _in_segments(text) if letters == "segments" else _in_ascii(text)
    return written if all(letter in REPERTOIRE[letters] for letter in written) else None


def _in_segments(text: str) -> str:
    return "".join(_on_segments(letter) for letter in _in_ascii(text))


def _on_segments(letter: str) -> str:
    """Return the letter in a case that seven segments can show, if there is one."""
    for form in (letter, letter.lower(), letter.upper()):
        if form in REPERTOIRE["segments"]:
            return form
    return letter


def _in_ascii(text: str) -> str:
    """Return the text without accents, and with plain signs."""
    return "".join(map(_plain, normalize("NFKD", plain_signs(text))))


def _plain(letter: str) -> str:
    if combining(letter):
        return ""
    lower = _IN_LETTERS.get(letter.lower())
    if lower is None:
        return letter
    return lower if letter.islower() else lower.capitalize()
