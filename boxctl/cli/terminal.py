"""The terminal of this process: its width, whether a full screen can be drawn on it, QR codes."""

from __future__ import annotations

import os
import sys
from io import StringIO

from groundwork.language import tr
from groundwork.printing import print_lines, print_notes


def terminal_columns() -> int:
    """Return the width of the terminal in columns; 80 if it is not known."""
    if (columns := os.environ.get("COLUMNS", "")).isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (AttributeError, ValueError, OSError):
        return 80


def can_draw() -> bool:
    """Return whether standard input and output are a terminal that can move its cursor."""
    known = sys.platform == "win32" or os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    return known and sys.stdin.isatty() and sys.stdout.isatty()


def print_qr(text: str) -> bool:
    """Print a QR code of ``text``; where it would not be one, say why and return False."""
    lines = qr_lines(text)
    if (hindrance := _hindrance(lines)) is not None:
        print_notes(hindrance)
        return False
    print_lines(*lines)
    return True


def qr_lines(text: str) -> list[str]:
    """Return the lines of a QR code of ``text``, for a terminal of any colours."""
    import segno

    drawn = StringIO()
    segno.make_qr(text).terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()


def can_show(lines: list[str]) -> bool:
    """Return whether standard output shows these lines as they are."""
    return _hindrance(lines) is None


def _hindrance(lines: list[str]) -> str | None:
    encoding = sys.stdout.encoding or "utf-8"
    try:
        "".join(lines).encode(encoding)
    except UnicodeEncodeError:
        return tr(
            "There is no QR code: {encoding}, the encoding of this terminal, lacks its blocks.",
            encoding=encoding,
        )
    columns = max(map(len, lines))
    if sys.stdout.isatty() and terminal_columns() < columns:
        return tr("There is no QR code: it needs a terminal of {columns} columns.", columns=columns)
    return None
