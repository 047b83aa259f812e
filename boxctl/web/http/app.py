"""The application: which address serves what, and the feed of a table in each language."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from boxctl.web.http.feed_places import Admission
from boxctl.web.http.guard import NOT_FOUND, NOT_YET, WRONG_METHOD, Guard
from boxctl.web.http.served import EVENT, Address, addresses_of, routes_of, serves
from boxctl.web.http.static_pages import StaticPages
from boxctl.web.http.streams import (
    ALIVE,
    HttpSink,
    SocketSink,
    Subscriptions,
    as_line,
    as_server_sent,
    last_id_of,
    source_of_request,
    watched,
)
from boxctl.web.reading import EventBuffer
from boxctl.web.state import StateNow, StateSource
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import Language, current, speaking
from groundwork.reader import reading_on_page

Translate = Callable[[Language], StateSource]
"""Makes the source of the same states in another language."""


@frozen_dataclass
class LanguageFeed:
    """The states of a table in one language, and who is sent them."""

    language: Language
    source: StateSource
    subscriptions: Subscriptions

    def look(self) -> None:
        """Take what is new, and send it."""
        with speaking(self.language), reading_on_page():
            self.source.look()
            snapshot = self.source.snapshot()
        if snapshot is not None and self.subscriptions.buffer.publish(snapshot):
            self.subscriptions.published()


class LanguageFeeds:
    """The feeds of a server; that of another language begins when it is first asked for.

    ``source`` and ``buffer`` are those of the language in use. Without ``translate`` everybody
    reads that one. ``is_known`` tells from where the code was given. For the thread of the server.
    """

    def __init__(
        self,
        source: StateSource,
        buffer: EventBuffer,
        translate: Translate | None = None,
        is_known: Callable[[str], bool] = lambda _source: False,
    ) -> None:
        self._translate = translate
        self._admission = Admission(is_known)
        subscriptions = Subscriptions(buffer, self._admission)
        self.first = LanguageFeed(current(), source, subscriptions)
        self._feeds = {self.first.language.code: self.first}

    @property
    def here(self) -> Subscriptions:
        """Those who are sent the feed in the language that is spoken here."""
        language = current()
        if self._translate is None:
            return self.first.subscriptions
        if language.code not in self._feeds:
            self._feeds[language.code] = self._begin(language, self._translate)
        return self._feeds[language.code].subscriptions

    def look(self) -> None:
        """Take what is new, and send it to everybody."""
        for feed in self._feeds.values():
            feed.look()

    @property
    def due(self) -> int | None:
        """Time at which a state changes by itself, in microseconds; None if none does."""
        dues = (feed.source.due for feed in self._feeds.values())
        return min((due for due in dues if due is not None), default=None)

    def close(self) -> None:
        """End every feed."""
        for feed in self._feeds.values():
            feed.subscriptions.close()

    def _begin(self, language: Language, translate: Translate) -> LanguageFeed:
        # An id of one feed means nothing in another: who changes the language gets a whole state.
        buffer = EventBuffer(secrets.token_hex(4))
        feed = LanguageFeed(language, translate(language), Subscriptions(buffer, self._admission))
        feed.look()
        return feed


GATHER = 0.01
"""How many seconds after a change the server begins to work on it: by then the loop of the table
has done its step, lamps included, and what followed at once is sent together."""


class FeedLooks:
    """Looks at feeds when something is new, and when a state changes by itself. For their loop.

    ``clock`` is in microseconds. It gathers for so many seconds: none are needed where the loop of
    the table is the same one, as its step ends before anything else is done.
    """

    def __init__(
        self, feeds: LanguageFeeds, clock: Callable[[], int], gather: float = GATHER
    ) -> None:
        self._feeds = feeds
        self._clock = clock
        self._gather = gather
        self._is_soon = False
        self._timer: asyncio.TimerHandle | None = None

    def look_soon(self) -> None:
        """Look in a moment, once for any number of calls."""
        if not self._is_soon:
            self._is_soon = True
            asyncio.get_running_loop().call_later(self._gather, self.look)

    def look(self) -> None:
        """Send what is new, and look again when a state changes by itself."""
        self._is_soon = False
        self._feeds.look()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (due := self._feeds.due) is not None:
            wait = max(GATHER, (due - self._clock()) / 1_000_000)
            self._timer = asyncio.get_running_loop().call_later(wait, self.look)


SIGN_OF_LIFE = f"event: alive\ndata: {ALIVE}\n\n"
"""An event, as a script never sees a comment: a page has to know a dead line from a quiet one."""

NOT_KEPT = (b"cache-control", b"no-store")


class LiveRoutes:
    """The state of the table, and its feed in three ways."""

    def __init__(self, feeds: LanguageFeeds) -> None:
        self._feeds = feeds

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return routes_of(self)

    @serves(Address("/state.json", "The state now.", StateNow))
    async def _state(self, request: Request) -> Response:
        here = self._feeds.here
        if not await here.is_open():
            return NOT_YET.response()
        buffer = here.buffer
        body = {"id": buffer.last_id, "state": buffer.state}
        return JSONResponse(body, headers={"cache-control": "no-store"})

    @serves(
        Address(
            "/events",
            "The feed as server-sent events.",
            EVENT,
            content="text/event-stream",
            goes="as a stream",
        )
    )
    async def _events(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = (b"content-type", b"text/event-stream; charset=utf-8")
        headers = [kind, NOT_KEPT, (b"x-accel-buffering", b"no")]
        sink = HttpSink(send, headers, as_server_sent, SIGN_OF_LIFE, _abort_of(scope))
        await self._stream(sink, scope, receive, send)

    @serves(
        Address(
            "/feed.ndjson",
            "The feed as lines of JSON.",
            EVENT,
            content="application/x-ndjson",
            goes="as a stream",
        )
    )
    async def _lines(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/x-ndjson"), NOT_KEPT]
        sink = HttpSink(send, headers, as_line, ALIVE + "\n", _abort_of(scope))
        await self._stream(sink, scope, receive, send)

    async def _stream(self, sink: HttpSink, scope: Scope, receive: Receive, send: Send) -> None:
        last_id = last_id_of(Request(scope))
        sending = self._feeds.here.send_all(source_of_request(scope), last_id, sink)
        refusal = await watched(receive, asyncio.ensure_future(sending))
        if refusal is not None:
            await refusal.response()(scope, receive, send)

    @serves(
        Address("/socket", "The feed as messages of a WebSocket.", EVENT, goes="as a WebSocket")
    )
    async def _socket(self, socket: WebSocket) -> None:
        last_id = socket.query_params.get("after")
        sending = asyncio.ensure_future(
            self._feeds.here.send_all(source_of_request(socket.scope), last_id, SocketSink(socket))
        )
        refusal = await watched(socket.receive, sending)
        if refusal is not None:
            await socket.close(1013)


FEEDS = tuple(address for address, _ in addresses_of(LiveRoutes) if address.answer is EVENT)
"""The addresses of the feed."""

FindFile = Callable[[Request], Response | None]
"""Returns the file that is asked for, None if there is none."""


def pages_app(
    routes: list[BaseRoute], is_own: Callable[[str], bool], find_file: FindFile | None = None
) -> ASGIApp:
    """Return the application: these addresses, and the files of the pages, or others."""
    find = find_file or StaticPages().answer

    async def file_or_nothing(request: Request) -> Response:
        return find(request) or NOT_FOUND.response()

    async def refused(_request: Request, problem: Exception) -> Response:
        wrong = isinstance(problem, HTTPException) and problem.status_code == 405
        return (WRONG_METHOD if wrong else NOT_FOUND).response()

    app = Starlette(
        routes=[*routes, Route("/{path:path}", file_or_nothing)],
        exception_handlers={HTTPException: refused},
    )
    return Guard(app, is_own)


def _abort_of(scope: Scope) -> Callable[[], object]:
    """Return the function that drops the connection of a request."""
    abort: Callable[[], object] = scope.get("boxctl.abort", lambda: None)
    return abort
