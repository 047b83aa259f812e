"""A serial line made of a pseudo-terminal, under a name that stays the same when replugged."""

from __future__ import annotations

import os
import tty
from pathlib import Path


class PtyLine:
    """The roller's end of a line; ``name`` becomes a link to the host's end, as by-id links do.

    Keeps the host's end open as well, so that a host which goes leaves the line as it is, like a
    wire; to hang up, close it.
    """

    def __init__(self, name: Path) -> None:
        self._name = name
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        name.symlink_to(os.ttyname(self._theirs))

    def fileno(self) -> int:
        """The file descriptor to wait on."""
        return self._ours

    def read(self) -> bytes:
        """What has arrived, when there is something to read."""
        return os.read(self._ours, 4096)

    def write(self, data: bytes) -> None:
        """Write it; what finds no room because nobody reads is lost, as on a wire."""
        if not data:
            return
        try:
            os.write(self._ours, data)
        except BlockingIOError:
            return

    def close(self) -> None:
        """Hang up: the name is gone first, then the line."""
        self._name.unlink(missing_ok=True)
        os.close(self._ours)
        os.close(self._theirs)
