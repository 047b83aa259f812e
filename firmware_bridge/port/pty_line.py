"""A serial line on a pseudo-terminal, under a name that survives replugging."""

from __future__ import annotations

import os
import tty
from contextlib import ExitStack
from pathlib import Path


class PtyLine:
    """The board's end of a line; ``name`` becomes a symbolic link to the host's end.

    Keeps the host's end open as well, so that like a wire it outlives a host that closes it.
    Closing it hangs up. Raises OSError if there is something of that name.
    """

    def __init__(self, name: Path) -> None:
        self._name = name
        self._ours, self._theirs = os.openpty()
        with ExitStack() as opening:
            opening.callback(self._hang_up)
            tty.setraw(self._theirs)
            os.set_blocking(self._ours, False)
            name.symlink_to(os.ttyname(self._theirs))
            opening.pop_all()

    def fileno(self) -> int:
        """The file descriptor to wait on."""
        return self._ours

    def read(self) -> bytes:
        """Return what has arrived. Call it when the descriptor is readable."""
        return os.read(self._ours, 4096)

    def write(self, data: bytes) -> None:
        """Write without waiting; what finds no room because nobody reads is lost, as on a wire."""
        if not data:
            return
        try:
            os.write(self._ours, data)
        except BlockingIOError:
            return

    def close(self) -> None:
        """Hang up: remove the name, then close the line."""
        self._name.unlink(missing_ok=True)
        self._hang_up()

    def _hang_up(self) -> None:
        os.close(self._ours)
        os.close(self._theirs)
