"""A table in virtual time whose pages are served on a real socket of this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any

from boxctl.presentation.english import ENGLISH
from boxctl.web.address import LOOPBACK, WebAddress
from boxctl.web.event_buffer import applied
from boxctl.web.server import PageServer
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import TableFeed
from tests.support.tables.virtual_table import VirtualTable

LONG = 30
"""Seconds after which an answer counts as lost."""


class ServedTable:
    """A table, and what a browser gets from it."""

    def __init__(self, table: VirtualTable, server: PageServer) -> None:
        self.table = table
        self.server = server
        self.port = server.address.port

    def asks(
        self, path: str, method: str = "GET", body: str | None = None, **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        """Ask for something; return status, body (JSON read) and headers."""
        connection = HTTPConnection(LOOPBACK, self.port, timeout=LONG)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            text = answer.read()
            told = {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()
        is_json = told.get("content-type", "").startswith("application/json")
        return answer.status, json.loads(text) if is_json else text, told

    @property
    def state(self) -> dict[str, Any]:
        """The whole state as it is served, once all that the table said has been taken."""
        self.server.settle()
        status, body, _ = self.asks("/state.json")
        assert status == 200, body
        found: dict[str, Any] = body["state"]
        return found

    @contextmanager
    def listens(self, path: str = "/events", **headers: str) -> Iterator[EventReader]:
        """Listen to the feed."""
        connection = HTTPConnection(LOOPBACK, self.port, timeout=LONG)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET", path, headers=named)
            with connection.getresponse() as answer:
                yield EventReader(answer)
        finally:
            connection.close()


class EventReader:
    """Reads events of one feed, and folds them into the state."""

    def __init__(self, answer: HTTPResponse) -> None:
        self.answer = answer
        self.state: dict[str, Any] = {}
        self.last_id = ""

    def reads(self) -> dict[str, Any]:
        """Return the next event."""
        while True:
            line = self.answer.readline().decode().strip()
            text = line.removeprefix("data: ")
            if text.startswith("{"):
                event: dict[str, Any] = json.loads(text)
                break
        if event["event"] in ("state", "change"):
            self.state = applied(self.state, event)
            self.last_id = event["id"]
        return event

    def reads_up_to(self, last_id: str) -> list[dict[str, Any]]:
        """Return the events up to this id."""
        read = [self.reads()]
        while self.last_id != last_id:
            read.append(self.reads())
        return read


@contextmanager
def served(table: VirtualTable, feed: TableFeed) -> Iterator[ServedTable]:
    """Serve the pages of this table, which ``feed`` follows."""
    maker = SnapshotMaker(lambda: table.now, ENGLISH, may_act=False)
    server = PageServer(WebAddress(port=0), feed.take, maker, lambda: table.now)
    feed.wakes(server.wake)
    with server:
        yield ServedTable(table, server)
