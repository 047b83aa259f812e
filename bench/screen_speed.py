"""From a key to the screen: how long a tile takes to move on a terminal, with the journal on."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from importlib.util import find_spec
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

KEYS = 200
STILL = 0.2
"""Nothing is drawn for so many seconds before the next key."""

MOST_DRAWN = 500
"""A picture that is never still is waited for no longer."""

FIRST = 10.0
"""The program shows its first picture within so many seconds, on any machine."""


def report() -> str:
    """Measure the time from writing a key to the first byte drawn for it, on a pseudo-terminal."""
    if find_spec("textual") is None:
        return "screen: Textual is not installed"
    with TemporaryDirectory() as directory:
        times = sorted(_times(directory))
    return (
        f"screen: {len(times)} keys, each a tile that moves, with the journal on: drawn after "
        f"{median(times) * 1000:.1f} ms, {times[int(len(times) * 0.99)] * 1000:.1f} ms at the "
        f"99th percentile, {times[-1] * 1000:.1f} ms at most"
    )


def _times(directory: str) -> list[float]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "boxctl", "play", "--rules", "classic", "--seed", "3"]
    program = subprocess.Popen(
        [*command, "--journal", f"{directory}/journal.db"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm-256color", "XDG_STATE_HOME": directory},
        start_new_session=True,
    )
    try:
        _drawn(ours, FIRST)
        _until_still(ours)
        os.write(ours, b" ")
        _drawn(ours, FIRST)
        _until_still(ours)
        times = []
        for _ in range(KEYS):
            began = perf_counter()
            # The 1 goes down for a throw of 4 and 3, and is taken back: each time it is ruled on.
            os.write(ours, b"1")
            _drawn(ours, FIRST)
            times.append(perf_counter() - began)
            _until_still(ours)
        return times
    finally:
        os.write(ours, b"\x03")
        _until_still(ours)
        program.wait()
        os.close(ours)
        os.close(theirs)


def _until_still(terminal: int) -> None:
    for _ in range(MOST_DRAWN):
        if not _drawn(terminal, STILL):
            return


def _drawn(terminal: int, patience: float) -> bool:
    """Return whether something is drawn within this many seconds."""
    ready, _, _ = select.select([terminal], [], [], patience)
    return bool(ready and os.read(terminal, 65536))
