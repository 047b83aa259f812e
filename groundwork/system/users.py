"""Who runs this program, as the system counts its users."""

from __future__ import annotations

import os

ROOT = 0


def effective_user() -> int:
    """Return the number of the user whose rights this program has.

    Where a system knows no users, as within a browser, that is :data:`ROOT`: every file is its own.
    """
    ask = getattr(os, "geteuid", None)
    return ROOT if ask is None else int(ask())


def is_root() -> bool:
    """Return whether this program may do everything."""
    return effective_user() == ROOT
