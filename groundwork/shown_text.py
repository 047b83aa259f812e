"""Make text fit to be shown: what stands in it can move, hide, turn and forge nothing."""

from __future__ import annotations

REPLACEMENT = "\ufffd"
"""Stands for a character that is not shown."""

JOINERS = "\u200c\u200d"
"""The zero width non-joiner and joiner. They are kept: Persian, the scripts of India and emoji need
them, and they neither move nor hide anything."""

MOST_MARKS = 8
"""Most marks in a row, such as accents, on one letter: more than any language puts there. A longer
run covers the lines above and below."""


def as_text(text: str) -> str:
    """Return ``text`` as one line that a terminal can only show, with as many characters.

    Control characters, line breaks, format characters (such as those for the direction of
    writing, or without width), halves of surrogate pairs, private and unassigned characters, and
    marks after the eighth in a row become U+FFFD.
    """
    # Almost every line is ASCII, and then needs no table of Unicode.
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(text))


def _shown(text: str) -> list[str]:
    from unicodedata import category

    shown, marks = [], 0
    for character in text:
        kind = category(character)
        if kind in ("Mn", "Me") or character in JOINERS:
            marks += 1
            shown.append(character if marks <= MOST_MARKS else REPLACEMENT)
        else:
            marks = 0
            harmless = character.isprintable() or kind == "Zs"
            shown.append(character if harmless else REPLACEMENT)
    return shown
