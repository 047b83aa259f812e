"""Time from an edge to its lamp while pages are open, to a page, and to the pixel.

The readers are a process of their own, as browsers are. Run it alone with
``python -m bench.web_speed``.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from shutil import which
from statistics import median, quantiles
from typing import IO

from boxctl.web.http.address import Listener, WebAddress
from boxctl.web.http.server import PageServer
from boxctl.web.reading import EventBuffer
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import TableFeed
from tests.support.tables.virtual_table import VirtualTable

ROUNDS = 400
PAUSE = 0.04
"""Seconds between two edges in the middle: some ten times as many as people make."""

FRAMES = 100
"""How many levers are watched to the pixel."""

FRAME_PAUSE = 0.3
"""Seconds between two of them: by then all that the one before has changed is drawn."""

READERS = """
import select, socket, sys, time
port, many = int(sys.argv[1]), int(sys.argv[2])
asking = b"GET /events HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n"
readers = [socket.create_connection(("127.0.0.1", port)) for _ in range(many)]
for reader in readers:
    reader.sendall(asking)
print("ready", flush=True)
while readers:
    for reader in select.select(readers, [], [])[0]:
        read = reader.recv(1 << 16)
        if not read:
            readers.remove(reader)
        elif reader is readers[0] and b"event: change" in read:
            print(time.monotonic_ns(), flush=True)
"""


class Lamp:
    """A lamp that notes when it was told something."""

    def __init__(self) -> None:
        self.at = 0

    def show(self, _lit: int) -> None:
        """Note the time."""
        self.at = time.monotonic_ns()


def latencies(
    table: VirtualTable, pages: Sequence[IO[str]] = (), rounds: int = ROUNDS, pause: float = PAUSE
) -> list[list[float]]:
    """Return milliseconds from edges to the lamp, then to each of these ``pages``."""
    lamp = Lamp()
    table.box.lamps = lamp
    lit: list[float] = []
    seen: list[list[float]] = [[] for _ in pages]
    table.throws(6, 5)
    for turn in range(rounds):
        tile, shut = 1 + turn % 4, turn // 4 % 2 == 0
        begun = time.monotonic_ns()
        if shut:
            table.wood.shut(tile, table.now)
        else:
            table.wood.open(tile, table.now)
        table.until(table.now)
        lit.append((lamp.at - begun) / 1e6)
        table.until(table.now + 1)
        for times, page in zip(seen, pages, strict=True):
            times.append((_next_after(begun, page) - begun) / 1e6)
        table.until(table.now + 500_000)
        time.sleep(pause * random.uniform(0.5, 1.5))
    return [lit, *seen]


def _next_after(begun: int, page: IO[str]) -> int:
    """Return when the page had the first change after ``begun``."""
    while (at := int(page.readline())) < begun:
        pass
    return at


@contextmanager
def readers(server: PageServer, many: int) -> Iterator[IO[str]]:
    """Read the feed this many times in another process; yield when the first has each change."""
    arguments = [sys.executable, "-c", READERS, str(server.address.port), str(many)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as reading:
        assert reading.stdout is not None
        assert reading.stdout.readline() == "ready\n"
        try:
            yield reading.stdout
        finally:
            reading.terminate()


@contextmanager
def browser(server: PageServer, program: str) -> Iterator[IO[str]]:
    """Show the television in a browser; yield when each frame with a change was drawn."""
    arguments = [sys.executable, "-m", "bench.drawn_frames", f"{server.address.url}tv", program]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as showing:
        assert showing.stdout is not None
        assert showing.stdout.readline() == "ready\n"
        try:
            yield showing.stdout
        finally:
            showing.terminate()


@contextmanager
def served(feed: TableFeed, table: VirtualTable) -> Iterator[PageServer]:
    """Serve the pages of this table."""
    queue = feed.new_queue()
    maker = SnapshotMaker(queue.take, lambda: table.now, may_act=True)
    listening = Listener(WebAddress(port=0))
    with PageServer(listening, maker, lambda: table.now, EventBuffer("bench")) as server:
        queue.wakes(server.wake)
        server.settle()
        yield server


def with_pages(many: int) -> list[list[float]]:
    """Return the latencies while so many pages read."""
    feed = TableFeed()
    table = VirtualTable(players="Ann,Bob", watcher=feed)
    with served(feed, table) as server:
        if not many:
            return latencies(table)
        with readers(server, many) as page:
            return latencies(table, [page])


def with_a_browser(program: str) -> list[list[float]]:
    """Return the latencies to the lamp, to a reader that draws nothing, and to the pixel."""
    feed = TableFeed()
    table = VirtualTable(players="Ann,Bob", watcher=feed)
    with served(feed, table) as server, readers(server, 1) as page, browser(server, program) as tv:
        return latencies(table, [page, tv], FRAMES, FRAME_PAUSE)


def told(times: Sequence[float]) -> str:
    """Return the median and the 99th percentile in words."""
    return f"{median(times):.2f} ms (99 %: {quantiles(times, n=100)[98]:.2f})"


def report() -> str:
    """Return a line for each number of pages."""
    if find_spec("starlette") is None:
        return "pages: Starlette is not installed"
    without = latencies(VirtualTable(players="Ann,Bob"))[0]
    closed, (open_lit, open_seen) = with_pages(0)[0], with_pages(20)
    lines = [
        f"lever to lamp, no pages served: {told(without)}",
        f"lever to lamp, no page open: {told(closed)}",
        f"lever to lamp, 20 pages open: {told(open_lit)}; lever to page: {told(open_seen)}",
    ]
    program = which("chromium") or which("chromium-browser")
    if program is None or find_spec("playwright") is None:
        return "\n".join([*lines, "lever to pixel: no Chromium (make test-browser gets it)"])
    lit, read, drawn = with_a_browser(program)
    lines.append(
        f"television in Chromium: lever to lamp {told(lit)}, to page {told(read)}, to pixel "
        f"{told(drawn)}: {median(drawn) / median(read):.1f} times as long as to a page"
    )
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
