"""Every feed shows every five seconds that its line is not dead, however busy the table is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from itertools import pairwise
from typing import Any

import pytest

from boxctl.web.http.app import LanguageFeeds, LiveRoutes, pages_app
from boxctl.web.http.streams import ALIVE_EVERY, OPENING
from boxctl.web.reading import EventBuffer
from boxctl.web.state import TableSnapshot
from tests.boxctl.web.test_reading import EMPTY, after
from tests.support.web.virtual_loop import in_virtual_time

FEEDS = {"/events": "http", "/feed.ndjson": "http", "/socket": "websocket"}
"""The addresses of the feed, and how each is asked for."""

MINUTE = 60.0

Message = MutableMapping[str, Any]


class Source:
    """The states of a table that a test sets."""

    def __init__(self) -> None:
        self.next: TableSnapshot | None = EMPTY
        self.due = None

    def look(self) -> None:
        """There is nothing to take in."""

    def snapshot(self) -> TableSnapshot | None:
        return self.next


class Reader:
    """Asks for a feed, and notes at what time each of its events comes."""

    def __init__(self, path: str) -> None:
        self.heard: list[tuple[float, str]] = []
        kind = FEEDS[path]
        self._asked: list[Message] = [{"type": f"{kind}.{_FIRST[kind]}", "body": b""}]
        self.scope = {
            "type": kind, "method": "GET", "path": path, "query_string": b"", "scheme": "http",
            "headers": [(b"host", b"localhost")], "client": ("192.0.2.1", 1),
            "server": ("127.0.0.1", 80), "subprotocols": [],
        }  # fmt: skip

    async def receive(self) -> Message:
        if self._asked:
            return self._asked.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def send(self, message: Message) -> None:
        text = message.get("text") or message.get("body", b"").decode()
        for line in text.splitlines():
            if (event := line.removeprefix("data: ")).startswith("{"):
                self.heard.append((asyncio.get_running_loop().time(), json.loads(event)["event"]))


_FIRST = {"http": "request", "websocket": "connect"}


def heard_in_a_minute(path: str, table: Callable[[Source, LanguageFeeds], Awaitable[None]]) -> Any:
    """What a reader of this feed hears of a table in its first minute."""
    source, reader = Source(), Reader(path)

    async def read() -> None:
        feeds = LanguageFeeds(source, EventBuffer("run"))
        feeds.look()
        app = pages_app(LiveRoutes(feeds).routes, lambda host: True)
        reading = asyncio.ensure_future(app(reader.scope, reader.receive, reader.send))
        playing = asyncio.ensure_future(table(source, feeds))
        await asyncio.sleep(MINUTE)
        for task in (reading, playing):
            task.cancel()
        await asyncio.gather(reading, playing, return_exceptions=True)

    in_virtual_time(read())
    return reader.heard


async def nobody_plays(_source: Source, _feeds: LanguageFeeds) -> None:
    """Nothing happens."""


async def all_are_busy(source: Source, feeds: LanguageFeeds) -> None:
    """Something happens four times a second, without end."""
    number = 0
    while True:
        await asyncio.sleep(0.25)
        number += 1
        last = source.next
        assert last is not None
        source.next = after(last, number, "ruling")
        feeds.look()


@pytest.mark.parametrize("path", FEEDS)
@pytest.mark.parametrize("table", [nobody_plays, all_are_busy])
def test_a_sign_of_life_comes_every_five_seconds(path: str, table: Any) -> None:
    heard = heard_in_a_minute(path, table)
    alive = [0.0, *(at for at, event in heard if event == "alive"), MINUTE]
    assert all(later - at <= ALIVE_EVERY + 0.25 for at, later in pairwise(alive))
    assert len(alive) == pytest.approx(MINUTE / ALIVE_EVERY, abs=2)


@pytest.mark.parametrize("path", FEEDS)
def test_what_happens_is_sent_at_once_all_the_same(path: str) -> None:
    changes = [at for at, event in heard_in_a_minute(path, all_are_busy) if event == "change"]
    assert len(changes) == 4 * MINUTE - 1
    assert all(later - at == 0.25 for at, later in pairwise(changes))


def answer_of_a_table_that_opens(at: float | None) -> tuple[float, int]:
    """When and with which status the first state is answered if the table opens then, or never."""
    source, reader = Source(), Reader("/events")
    source.next = None
    answered: list[tuple[float, int]] = []

    async def note(message: Message) -> None:
        if message["type"] == "http.response.start":
            answered.append((asyncio.get_running_loop().time(), message["status"]))

    async def ask() -> None:
        feeds = LanguageFeeds(source, EventBuffer("run"))
        feeds.look()
        app = pages_app(LiveRoutes(feeds).routes, lambda host: True)
        asked = {**reader.scope, "path": "/state.json"}
        reading = asyncio.ensure_future(app(asked, reader.receive, note))
        if at is not None:
            await asyncio.sleep(at)
            source.next = EMPTY
            feeds.look()
        await reading

    in_virtual_time(ask())
    return answered[0]


def test_who_asks_before_the_table_is_open_is_answered_when_it_opens() -> None:
    assert answer_of_a_table_that_opens(0.5) == (0.5, 200)


def test_who_asks_a_table_that_does_not_open_is_told_so() -> None:
    assert answer_of_a_table_that_opens(None) == (OPENING, 503)
