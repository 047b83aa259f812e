"""The memory of the server stays what it is, while matches are played and screens come and go."""

from __future__ import annotations

import gc
import tracemalloc
from contextlib import ExitStack

import pytest

from tests.support.soak import SOAK
from tests.support.web.served_table import ServedTable

HOURS = 24
AN_HOUR = 3_600_000
"""Milliseconds of the table."""

MATCHES = 5 * SOAK
"""Matches in an hour."""

SCREENS = ("/events", "/feed.ndjson", "/events", "/feed.ndjson")
MORNING = 8
"""Hours until all that is kept is there: the newest changes, foremost."""

MOST_GROWTH = 20_000 * SOAK
"""Bytes: a few changes that are longer than those before, and what the test itself keeps of each
match where the server's freed memory lay, some 120 bytes."""

SERVED_BY = ("*/boxctl/web/*", "*/uvicorn/*", "*/starlette/*", "*/h11/*", "*/asyncio/*")


def play_a_match(pages: ServedTable) -> None:
    """Ann and Bob shut the 2, and cannot play another two."""
    for _player in ("Ann", "Bob"):
        pages.table.throws(1, 1)
        pages.server.settle()
        pages.table.shuts(2)
        pages.server.settle()
        pages.table.throws(1, 1)
        pages.server.settle()
        pages.table.makes_ready()
        pages.server.settle()
    pages.table.presses("new")
    pages.table.makes_ready()
    pages.server.settle()


def an_hour_passes(pages: ServedTable) -> None:
    """Screens come, see matches and go; then nobody plays."""
    with ExitStack() as open_screens:
        readers = [open_screens.enter_context(pages.listens(path)) for path in SCREENS]
        for _ in range(MATCHES):
            play_a_match(pages)
        for reader in readers:
            reader.reads()
        assert pages.state["match"] > 0
    pages.table.waits(AN_HOUR)
    pages.server.settle()


def held_by_the_server() -> int:
    gc.collect()
    wanted = [tracemalloc.Filter(True, place) for place in SERVED_BY]
    snapshot = tracemalloc.take_snapshot().filter_traces(wanted)
    return sum(each.size for each in snapshot.statistics("filename"))


@pytest.mark.full
def test_a_day_of_matches_takes_no_more_memory_than_its_morning(pages: ServedTable) -> None:
    tracemalloc.start()
    try:
        held = {}
        for hour in range(1, HOURS + 1):
            an_hour_passes(pages)
            if hour % MORNING == 0:
                held[hour] = held_by_the_server()
        assert len(pages.server.subscriptions.buffer.after("run-0")) == 1
    finally:
        tracemalloc.stop()
    assert max(held.values()) - held[MORNING] < MOST_GROWTH, held
