"""The terminal of this process: its width, and whether a full screen can be drawn on it."""

from __future__ import annotations

import os
import sys


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
    known = os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    return known and sys.stdin.isatty() and sys.stdout.isatty()
