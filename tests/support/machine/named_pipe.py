"""A named pipe through which a program of a test answers."""

from __future__ import annotations

import os
import select
import shlex
from pathlib import Path

LONG = 60.0
"""So long, in seconds, a program is waited for before the test is given up."""


class NamedPipe:
    """A pipe into which programs write, one after the other; each waits until it is read.

    To read a pipe as a file would wait for ever for a program that never writes.
    """

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._path = path
        self.in_shell = shlex.quote(str(path))
        """Its path, quoted for a shell."""

    def read(self) -> str:
        """Wait for a program to write and to close the pipe; return what it has written."""
        written = b""
        file = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            while select.select([file], [], [], LONG)[0]:
                piece = os.read(file, 65_536)
                if not piece:
                    return written.decode()
                written += piece
        finally:
            os.close(file)
        raise AssertionError("no program has written into the pipe")
