"""How many columns text takes on a terminal, and plain signs for what a font lacks. Pure.

The measure is that of wcwidth before version 0.3, which Textual's Rich and the usual terminals
follow: a letter of East Asia takes two columns, a mark on a letter none, and joined signs as many
as the first. Later versions count flags, tones of skin and some Indian vowels otherwise. Lines
that are too long are broken, and what goes on is indented.

A font, a display, a voice or an encoding may lack a sign: each has a single one of ASCII, so that
a text stays as wide as it was. The other way round, curly quotation marks that a phone or a text
program has typed become plain.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from textwrap import wrap

_FILLERS = {0x3164: "\u1160", 0xFFA0: "\u1160"}
"""Empty parts of Korean syllables that only Rich gives no column, and one that both give none."""


def columns_of(text: str) -> int:
    """Return how many columns a line of text takes."""
    return len(text) if text.isascii() else _columns_kept(text)


@lru_cache(1024)
def _columns_kept(text: str) -> int:
    """Measure a text that stands in one frame after the other only once."""
    from wcwidth import wcswidth  # its tables take 8 ms, and most text is ASCII

    # A joiner joins nothing to the left margin.
    columns: int = wcswidth(text.lstrip("\u200d").translate(_FILLERS))
    return max(0, columns)


def cut(text: str, columns: int) -> str:
    """Return as much of the beginning as takes at most so many columns, no character in halves."""
    if text.isascii():
        return text[: max(0, columns)]
    if columns_of(text) <= columns:
        return text
    longer = bisect_right(range(len(text)), columns, key=lambda end: columns_of(text[:end]))
    return text[: max(0, longer - 1)]


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


def in_columns(
    rows: Sequence[Sequence[str]], least: Sequence[int] = (), *, left: int = 1, gap: str = " "
) -> Iterator[str]:
    """Yield each row as a line, with its cells below those of the rows before.

    The first ``left`` cells are flush left, the others flush right. ``least`` are the least columns
    of the first cells.
    """
    widths = [max(map(columns_of, cells)) for cells in zip(*rows, strict=True)]
    widths = [max(pair) for pair in zip_longest(widths, least, fillvalue=0)]
    for row in rows:
        yield gap.join(
            (flush_left if place < left else flush_right)(cell, wide)
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )


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


_COLUMNS = re.compile(r"\S.*?(\s{2,})(?=\S)")

LEAST_TEXT = 16
"""The fewest columns that are left for the text beside its indent."""


def hang(lines: Iterable[str], width: int, further: int | None = None) -> list[str]:
    """Break lines that are wider than ``width`` columns; spaces within a line are kept.

    What goes on is indented to the second column of the line, the one after two spaces, or by
    ``further`` columns more than the line itself, if that is given.
    """
    return [piece for line in lines for piece in _hung(line, width, further)]


def _hung(line: str, width: int, further: int | None) -> list[str]:
    if columns_of(line) <= width:
        return [line]
    indent = len(line) - len(line.lstrip())
    if further is None:
        column = _COLUMNS.match(line.lstrip())
        begins = indent if column is None else indent + column.end()
    else:
        begins = indent + further
    begins = max(0, min(begins, width - LEAST_TEXT))
    if not line.isascii():
        return wrapped(line, max(width, begins + 1), " " * begins)
    return wrap(
        line,
        max(width, begins + 1),
        subsequent_indent=" " * begins,
        drop_whitespace=True,
        replace_whitespace=False,
        break_long_words=True,
    )


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
    """Return the text between one pair of curly quotation marks; all of it if none is round it.

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
