"""A table in virtual time whose pages are served on a real socket of this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from queue import Queue
from typing import Any, NoReturn

from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from boxctl.presentation.table_view import Invitation
from boxctl.web.acting.table_code import CodeOnBox, TableCode
from boxctl.web.http.address import LOOPBACK, Listener, WebAddress
from boxctl.web.http.server import PageServer
from boxctl.web.laptop_feed import BoxFeed
from boxctl.web.reading import EventBuffer
from boxctl.web.snapshots import Evening, SnapshotMaker
from boxctl.web.table_feed import Piece, TableFeed
from boxctl.web.table_pages import TranslatedStates, acting_routes, reading_routes
from hardware.devices import ThrowTyped
from tests.support.tables.virtual_table import VirtualTable
from tests.support.web.feed_client import applied
from tests.support.web.kept_secret import SecretInMemory

LONG = 90
"""Seconds after which an answer counts as lost."""


class ServedTable:
    """A table, and what a browser gets from it.

    It has two clocks, that of the table and ``time`` for the code, no journal, and a coach;
    ``routes`` are further addresses. Else it is put together as
    :class:`boxctl.web.table_pages.TablePages` is.
    """

    def __init__(
        self, table: VirtualTable, feed: TableFeed, routes: Sequence[BaseRoute] = ()
    ) -> None:
        self.table = table
        self.feed = feed
        self.time = 0
        self.evening = 1
        self._evening = Evening()
        buffer = EventBuffer("run")
        self.code = TableCode(lambda: self.time, SecretInMemory(lambda: self.evening))
        queue = feed.new_queue()
        made = TranslatedStates(queue.take, self._states)
        on_box = CodeOnBox(self.code, feed, lambda: self.time, lambda: ())
        self.server = PageServer(
            Listener(WebAddress(port=0)),
            made.first,
            lambda: table.now,
            buffer,
            [
                *acting_routes(
                    feed, made, self.code, on_box, buffer, lambda: self.time, coaches=True
                ),
                *reading_routes(made),
                *routes,
            ],
            translate=made.translate,
            is_known=self.code.is_known,
        )
        self._raised = RaisedByApp(self.server)
        self.port = self.server.address.port
        self.token = ""
        queue.wakes(self.server.wake)

    def _states(self, pieces: Callable[[], Iterable[Piece]], translates: bool) -> SnapshotMaker:
        return SnapshotMaker(
            pieces,
            lambda: self.table.now,
            may_act=True,
            evening=self._evening,
            translates=translates,
        )

    def asks(
        self, path: str, method: str = "GET", body: str | None = None, **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        """Ask for something; return status, body (JSON read) and headers.

        What the server raises meanwhile is raised here.
        """
        connection = HTTPConnection(LOOPBACK, self.port, timeout=LONG)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            text = answer.read()
            told = {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()
        if answer.status == 500:
            self._raised.again()
        is_json = told.get("content-type", "").startswith("application/json")
        return answer.status, json.loads(text) if is_json else text, told

    def sends(self, path: str, data: object, **headers: str) -> tuple[int, Any]:
        """Send JSON, as a page of this box does; return status and body."""
        page = {"Content_Type": "application/json", "Origin": f"http://{LOOPBACK}:{self.port}"}
        if self.token:
            page["Authorization"] = f"Bearer {self.token}"
        status, body, _ = self.asks(path, "POST", json.dumps(data), **(page | headers))
        return status, body

    def enters(self, code: str) -> tuple[int, Any]:
        """Enter the table's code, and keep the token that comes back."""
        status, body = self.sends("/session", {"code": code})
        self.token = body.get("token", self.token)
        return status, body

    def acts(self, do: str, **what: object) -> int:
        """Act, and let the table take it in; return the status."""
        self.server.settle()
        status, _ = self.sends("/act", {"do": do, **what})
        self.table.waits(2000)
        return status

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


class RaisedByApp:
    """Keeps what the application of a server raises, of which its client sees only status 500."""

    def __init__(self, server: PageServer) -> None:
        config = server._server.config
        self._app: Any = config.app
        self._raised: Queue[Exception] = Queue()
        config.app = self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except Exception as problem:
            self._raised.put(problem)
            raise

    def again(self) -> NoReturn:
        """Raise it. The client may have had its answer before."""
        raise self._raised.get(timeout=LONG)


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
def served(
    table: VirtualTable, feed: TableFeed, routes: Sequence[BaseRoute] = ()
) -> Iterator[ServedTable]:
    """Serve the pages of this table, which ``feed`` follows."""
    pages = ServedTable(table, feed, routes)
    with pages.server:
        yield pages


class TypedAtTable:
    """What people type on a page goes to this table."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table

    def type_throw(self, text: str) -> None:
        self._table.events.append(ThrowTyped(self._table.now, text))

    def hush(self) -> None:
        """Nothing speaks here."""

    def mute(self, *, on: bool) -> None:
        pass

    def wake(self) -> None:
        """The table looks by itself."""

    @property
    def invites(self) -> bool:
        return self._table.outputs.invites

    def invite(self, invitation: Invitation | None, until: int | None = None) -> None:
        self._table.outputs.invite(invitation, until)


def box_feed(table: VirtualTable, feed: BoxFeed) -> BoxFeed:
    """Let acts on a page of this feed go to the table."""
    feed.sit_down(TypedAtTable(table))
    return feed
