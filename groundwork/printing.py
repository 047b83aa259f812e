"""Print what people read. Nothing else writes to standard output or standard error.

What is printed comes in part from files, ports and names: players, boxes, reasons, file names, the
words of a device or of another program. None of it may move the cursor, clear or colour the screen,
set a window's title, turn the direction of writing or forge a line.
"""

from __future__ import annotations

import sys

from groundwork.shown_text import as_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO


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


def print_notes(*lines: str) -> None:
    """Print each of ``lines`` on a line of standard error at once. Raises OSError."""
    print_lines(*lines, to=sys.stderr, flush=True)


def print_piece(text: str) -> None:
    """Print ``text``, which may have line breaks, without another at its end. Raises OSError.

    For a prompt: names within it have to be made one line with :func:`as_text` before.
    """
    sys.stdout.write("\n".join(map(as_text, text.split("\n"))))
    sys.stdout.flush()


def print_over(line: str) -> None:
    """Print ``line`` over the one that the cursor of standard error is in. Raises OSError."""
    sys.stderr.write(f"\r{as_text(line)}")
    sys.stderr.flush()
