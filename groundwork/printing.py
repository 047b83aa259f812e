"""Print what people read, made fit to be shown. Nothing else writes to standard output or error.

What is printed comes in part from files, ports and names: players, boxes, reasons, file names,
the words of a device or of another program. None of it may move the cursor, clear or colour the
screen, set a window's title, turn the direction of writing, or hide or forge text.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # every command prints, and importing typing takes time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TextIO

REPLACEMENT = "\ufffd"
"""Stands for a character that is not shown."""

JOINERS = "\u200c\u200d"
"""The zero width non-joiner and joiner. They are kept: Persian, the scripts of India and emoji need
them, and they neither move nor hide anything."""

MOST_MARKS = 8
"""Most marks in a row, such as accents, on one letter: more than any language puts there. A longer
run covers the lines above and below."""


def print_lines(*lines: str, to: TextIO | None = None, flush: bool = False) -> None:
    """Print each of ``lines`` on a line of its own, on standard output or the stream ``to``.

    A line break within a line is shown as U+FFFD, so that a name cannot forge a line. Raises
    OSError if the stream cannot be written.
    """
    stream = to or sys.stdout
    stream.write("".join(f"{as_text(line)}\n" for line in lines))
    if flush:
        stream.flush()


def print_json(document: Mapping[str, object]) -> None:
    """Print a JSON object on one line, as ``json.dumps`` writes it. Raises OSError.

    A value of it that is an iterator is written as a list, one element after the other, so that it
    is never whole in memory.
    """
    for piece in _pieces(document):
        sys.stdout.write(as_text(piece))
    sys.stdout.write("\n")


def _pieces(document: Mapping[str, object]) -> Iterator[str]:
    import json  # most commands print none

    yield "{"
    for number, (key, value) in enumerate(document.items()):
        yield f"{', ' if number else ''}{json.dumps(key)}: "
        if hasattr(value, "__next__") and hasattr(value, "__iter__"):
            yield "["
            for place, element in enumerate(value):
                yield f"{', ' if place else ''}{json.dumps(element)}"
            yield "]"
        else:
            yield json.dumps(value)
    yield "}"


def print_csv(rows: Iterable[Sequence[object]]) -> None:
    """Print rows as RFC 4180 has them: commas, quotation marks where needed, CR LF. Raises OSError.

    None is an empty value.
    """
    import csv  # one command prints some

    # Where a stream writes CR LF for a line break, it must not be told twice.
    ends = "\n" if sys.platform == "win32" else "\r\n"
    writer = csv.writer(sys.stdout, lineterminator=ends)
    for row in rows:
        writer.writerow(as_text(value) if isinstance(value, str) else value for value in row)


def print_notes(*lines: str) -> None:
    """Print each of ``lines`` on a line of standard error at once. Raises OSError."""
    print_lines(*lines, to=sys.stderr, flush=True)


def print_piece(text: str) -> None:
    """Print ``text``, which may have line breaks, without another at its end. Raises OSError.

    For a prompt: names within it have to be made one line with :func:`as_text` before.
    """
    sys.stdout.write("\n".join(map(as_text, text.split("\n"))))
    sys.stdout.flush()


def print_edited(text: str) -> None:
    """Print parts of a line that is edited, and what moves the cursor between them. Raises OSError.

    What people or others have written in it has to be made fit to be shown before.
    """
    sys.stdout.write(text)
    sys.stdout.flush()


def print_over(line: str) -> None:
    """Print ``line`` over the one that the cursor of standard error is in. Raises OSError."""
    sys.stderr.write(f"\r{as_text(line)}")
    sys.stderr.flush()


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


_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800" + JOINERS
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Characters that count as printable, and that nobody sees: fillers, joiners, selectors."""

_CYRILLIC = (
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423"
    "\u0425\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458"
)
_GREEK = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03bf\u03bd\u03c1"
)
_AS_LATIN = str.maketrans(_CYRILLIC + _GREEK, "ABESIJKMHOPCTYXaeopcyxsijABEZHIKMNOPTYXovp")
"""Letters that are drawn like a Latin one."""


def look_of(text: str) -> str:
    """Return a key that two texts share which people can hardly tell apart.

    Leaves out what nobody sees, and extra spaces; writes accents, wide letters and letters of other
    alphabets that are drawn like a Latin one in one way. Not every pair that looks alike is found.
    """
    if text.isascii():
        return " ".join(text.split())
    from unicodedata import normalize

    seen = "".join(c for c in normalize("NFKC", text) if c not in _INVISIBLE)
    return " ".join(seen.translate(_AS_LATIN).split())
