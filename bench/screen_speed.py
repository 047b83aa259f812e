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
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.ratio import beside

KEYS = 120
TUMBLES = 40
KEYS_IN_A_TUMBLE = 5
STARTS = 10
STILL = 0.1
"""Seconds without anything drawn before the next key: longer than the bump time."""

TUMBLING = 0.4
"""Seconds after a throw in which the dice are still in the air."""

BETWEEN_KEYS = 0.03
"""Seconds."""

MOST_DRAWN = 500
"""How many times something may be drawn before a picture counts as never still."""

FIRST = 10.0
"""Seconds within which the program shows its first picture, on any machine."""

BENCH_SHOWN = b"you are the wood"
"""What B shows wherever the game stands; no frame of tumbling dice has it."""

MENU_SHOWN = b"Which game?"

NO_BYTECODE = ("PYTHONDONTWRITEBYTECODE",)
"""With it Python compiles all of boxctl at each start, but not Textual, which pip has compiled."""

PLAY = ("play", "--rules", "classic", "--seed", "3")


def report() -> str:
    """Measure the time from writing a key to what is drawn for it, on a pseudo-terminal."""
    if find_spec("textual") is None:
        return "screen: Textual is not installed"
    with TemporaryDirectory() as directory:
        times = sorted(_times_of_tiles(directory))
    with TemporaryDirectory() as directory:
        at_rest, tumbling = map(sorted, _while_dice_tumble(directory))
    with TemporaryDirectory() as directory:
        # As for people, what has been compiled is kept: the first start compiles.
        _start_to_menu(directory)
        _import_textual(directory)
        menu = beside(
            lambda: _start_to_menu(directory), lambda: _import_textual(directory), rounds=STARTS
        )
    return (
        f"screen: {len(times)} keys, each a tile that moves, with the journal on: drawn after "
        f"{median(times) * 1000:.1f} ms, {_percentile(times) * 1000:.1f} ms at the "
        f"99th percentile, {times[-1] * 1000:.1f} ms at most\n"
        f"screen: {len(tumbling)} keys while dice tumble: drawn after "
        f"{median(tumbling) * 1000:.1f} ms, {_percentile(tumbling) * 1000:.1f} ms at the 99th "
        f"percentile; {median(tumbling) / median(at_rest):.1f} times as long as at rest\n"
        f"screen: from the start to the menu {menu.thing * 1000:.0f} ms, "
        f"{menu.ratio:.2f} times python -c 'import textual'"
    )


def _percentile(times: list[float]) -> float:
    """Return the 99th percentile of sorted times."""
    return times[int(len(times) * 0.99)]


def _while_dice_tumble(directory: str) -> tuple[list[float], list[float]]:
    """Return the times from the key B to its page: at rest, and while dice tumble."""
    at_rest: list[float] = []
    tumbling: list[float] = []
    with _game(directory, *PLAY) as ours:
        for _ in range(TUMBLES):
            at_rest.append(_shown_after(ours, b"b", BENCH_SHOWN))
            _until_still(ours)
            # On the bench dice roll whatever the referee waits for.
            os.write(ours, b" ")
            thrown = perf_counter()
            _until_drawn_for(ours, BETWEEN_KEYS)
            for _ in range(KEYS_IN_A_TUMBLE):
                os.write(ours, b"b")
                _until_drawn_for(ours, BETWEEN_KEYS)
                took = _shown_after(ours, b"b", BENCH_SHOWN)
                if perf_counter() - thrown < TUMBLING:
                    tumbling.append(took)
            _until_still(ours)
            os.write(ours, b"b")
            _until_still(ours)
    return at_rest, tumbling


def _start_to_menu(directory: str) -> None:
    """Start the game, and end it once its menu is shown."""
    with _terminal(directory, "play") as ours:
        seen = b""
        while MENU_SHOWN not in seen:
            if not select.select([ours], [], [], FIRST)[0]:
                raise TimeoutError("the menu is not drawn")
            seen += os.read(ours, 65536)


def _import_textual(directory: str) -> None:
    environment = _environment(directory)
    subprocess.run([sys.executable, "-c", "import textual"], env=environment, check=True)


def _environment(directory: str) -> dict[str, str]:
    """Return the environment of a terminal with 256 colours; bytecode is kept in a directory."""
    kept = {name: value for name, value in os.environ.items() if name not in NO_BYTECODE}
    places = {"XDG_STATE_HOME": directory, "PYTHONPYCACHEPREFIX": f"{directory}/bytecode"}
    return kept | {"TERM": "xterm-256color"} | places


def _shown_after(terminal: int, key: bytes, text: bytes) -> float:
    """Return how long it takes from a key until a text is drawn, in seconds."""
    began, seen = perf_counter(), b""
    os.write(terminal, key)
    while text not in seen:
        if not select.select([terminal], [], [], FIRST)[0]:
            raise TimeoutError(f"{text!r} is not drawn")
        seen += os.read(terminal, 65536)
    return perf_counter() - began


def _until_drawn_for(terminal: int, seconds: float) -> None:
    """Read what is drawn for so long."""
    end = perf_counter() + seconds
    while (left := end - perf_counter()) > 0:
        _drawn(terminal, left)


def _times_of_tiles(directory: str) -> list[float]:
    with _game(directory, *PLAY) as ours:
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


@contextmanager
def _game(directory: str, *arguments: str) -> Iterator[int]:
    """Play on a pseudo-terminal; yield its other end once the first picture is still."""
    with _terminal(directory, *arguments) as ours:
        _drawn(ours, FIRST)
        _until_still(ours)
        yield ours
        os.write(ours, b"\x03")
        _until_still(ours)


@contextmanager
def _terminal(directory: str, *arguments: str) -> Iterator[int]:
    """Run boxctl on a pseudo-terminal until the block ends; yield the other end."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    program = subprocess.Popen(
        [sys.executable, "-m", "boxctl", *arguments, "--journal", f"{directory}/journal.db"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=_environment(directory),
        start_new_session=True,
    )
    try:
        yield ours
    finally:
        program.kill()
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
