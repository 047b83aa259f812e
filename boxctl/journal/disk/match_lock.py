"""Match locks: nobody else may resume or amend a match that is being played.

Each program that plays a match holds a lock on one byte of a file beside the journal, that with
the match's number. The system lets go of it when the program ends, however it ends.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class MatchLock:
    """The locks that this program holds beside one journal.

    A program does not stand in its own way: the locks are between programs.
    """

    def __init__(self, journal: Path) -> None:
        self._file = os.open(_beside(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        self._match: int | None = None

    def take(self, match: int) -> bool:
        """Lock this match and release any other; return False if another program has it."""
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, match)
        except OSError:
            return False
        if self._match not in (None, match):
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, self._match)
        self._match = match
        return True

    def close(self) -> None:
        """Release the lock."""
        os.close(self._file)


def is_being_played(journal: Path, match: int) -> bool:
    """Return whether another program plays this match now."""
    try:
        file = os.open(_beside(journal), os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, match)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


def _beside(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}-playing")
