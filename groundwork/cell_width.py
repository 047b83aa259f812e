"""Measure how many columns text takes on a terminal, with wide letters, accents and emoji. Pure.

The measure is that of wcwidth, which Rich and the usual terminals follow: a letter of East Asia
takes two columns, a mark on a letter none, and joined signs as many as the first.
"""

from __future__ import annotations

import re
from functools import lru_cache
from textwrap import wrap

_JOINER, _AS_EMOJI = "\u200d", "\ufe0f"

_WITHOUT_WIDTH = re.compile(
    "[\u1160-\u11ff\u200c\u200d\u3164\uffa0\ud7b0-\ud7fb\U0001f3fb-\U0001f3ff]"
)
"""Parts of a Korean syllable, joiners, and tones of skin: they go into the character before."""

_WIDE_SINCE_UNICODE_16 = re.compile(
    "[\u2630-\u2637\u268a-\u268f\u4dc0-\u4dff\U0001d300-\U0001d356\U0001d360-\U0001d376]"
)
"""Symbols of East Asia that the tables of an older Python have as narrow."""

_NARROW_EMOJI = re.compile(
    "[#*0-9\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u2328\u23cf"
    "\u23ed-\u23ef\u23f1\u23f2\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb\u25fc"
    "\u2600-\u2604\u260e\u2611\u2618\u261d\u2620\u2622\u2623\u2626\u262a\u262e\u262f"
    "\u2638-\u263a\u2640\u2642\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e\u2692"
    "\u2694-\u2697\u2699\u269b\u269c\u26a0\u26a7\u26b0\u26b1\u26c8\u26cf\u26d1\u26d3"
    "\u26e9\u26f0\u26f1\u26f4\u26f7-\u26f9\u2702\u2708\u2709\u270c\u270d\u270f\u2712"
    "\u2714\u2716\u271d\u2721\u2733\u2734\u2744\u2747\u2763\u2764\u27a1\u2934\u2935"
    "\u2b05-\u2b07\U0001f170\U0001f171\U0001f17e\U0001f17f\U0001f321\U0001f324-\U0001f32c"
    "\U0001f336\U0001f37d\U0001f396\U0001f397\U0001f399-\U0001f39b\U0001f39e\U0001f39f"
    "\U0001f3cb-\U0001f3ce\U0001f3d4-\U0001f3df\U0001f3f3\U0001f3f5\U0001f3f7\U0001f43f"
    "\U0001f441\U0001f4fd\U0001f549\U0001f54a\U0001f56f\U0001f570\U0001f573-\U0001f579"
    "\U0001f587\U0001f58a-\U0001f58d\U0001f590\U0001f5a5\U0001f5a8\U0001f5b1\U0001f5b2"
    "\U0001f5bc\U0001f5c2-\U0001f5c4\U0001f5d1-\U0001f5d3\U0001f5dc-\U0001f5de\U0001f5e1"
    "\U0001f5e3\U0001f5e8\U0001f5ef\U0001f5f3\U0001f5fa\U0001f6cb\U0001f6cd-\U0001f6cf"
    "\U0001f6e0-\U0001f6e5\U0001f6e9\U0001f6f0\U0001f6f3]"
)
"""Signs that are narrow by themselves, and wide where they are asked for as emoji."""


def columns_of(text: str) -> int:
    """Return how many columns a line of text takes."""
    return len(text) if text.isascii() else _columns_kept(text)


@lru_cache(1024)
def _columns_kept(text: str) -> int:
    """Measure a text that stands in one frame after the other only once."""
    return sum(_widths(text))


def cut(text: str, columns: int) -> str:
    """Return as much of the beginning as takes at most so many columns, no character in halves."""
    if text.isascii():
        return text[: max(0, columns)]
    taken = 0
    for place, width in enumerate(_widths(text)):
        taken += width
        if taken > columns:
            return text[:place]
    return text


def flush_left(text: str, columns: int) -> str:
    """Fill a text up with spaces to so many columns; a longer one stays as it is."""
    return text + " " * (columns - columns_of(text))


def flush_right(text: str, columns: int) -> str:
    """Fill a text up with spaces before it to so many columns."""
    return " " * (columns - columns_of(text)) + text


def centred(text: str, columns: int) -> str:
    """Fill a text up with spaces on both sides, cut to exactly so many columns."""
    text = cut(text, columns)
    spare = columns - columns_of(text)
    # As str.center does it, so that narrow and wide text stand alike.
    before = spare // 2 + (spare & columns & 1)
    return " " * before + text + " " * (spare - before)


def wrapped(text: str, columns: int, further: str = "") -> list[str]:
    """Break a text between words into lines of at most so many columns; words too long are cut.

    All lines but the first begin with ``further``.
    """
    if text.isascii():
        return wrap(text, columns, subsequent_indent=further, break_on_hyphens=False)
    lines, line = [], ""
    for piece in re.findall(r"[ \t\n]+|[^ \t\n]+", text.rstrip()):
        if columns_of(line + piece) <= columns:
            line += piece
            continue
        if line.strip():
            lines.append(line.rstrip())
        rest = piece.lstrip()
        line = further if lines else ""
        while columns_of(line + rest) > columns:
            head = cut(rest, columns - columns_of(line)) or rest[0]
            lines.append(line + head)
            line, rest = further, rest[len(head) :]
        line += rest
    return [*lines, line.rstrip()] if line.strip() else lines


def _widths(text: str) -> list[int]:
    """Return the columns that each character adds."""
    from unicodedata import category, east_asian_width

    widths: list[int] = []
    shown = ""
    """The last character that has a width of its own."""
    joined = False
    for character in text:
        kind = category(character)
        if joined:
            width, joined = 0, False
        elif character == _JOINER:
            width, joined = 0, bool(widths)
        elif character == _AS_EMOJI:
            width = int(bool(_NARROW_EMOJI.match(shown)))
            shown = "" if width else shown
        elif kind in ("Mn", "Me", "Mc") or _WITHOUT_WIDTH.match(character):
            width = 0
        else:
            wide = east_asian_width(character) in "WF"
            width, shown = 1 + (wide or bool(_WIDE_SINCE_UNICODE_16.match(character))), character
        widths.append(width)
    return widths
