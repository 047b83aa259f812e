"""Break lines that are too long, and indent what goes on. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from textwrap import wrap

from groundwork.cell_width import columns_of, wrapped

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
