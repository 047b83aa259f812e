"""Count the forks above this process, as the interpreter reports them.

A pin is used thousands of times a second, and asking for the process's number is a system call.
"""

from __future__ import annotations

import os

_forks = 0


def forks_so_far() -> int:
    """Return how many forks this process and its parents have gone through since the import."""
    return _forks


def _forked() -> None:
    global _forks
    _forks += 1


os.register_at_fork(after_in_child=_forked)
