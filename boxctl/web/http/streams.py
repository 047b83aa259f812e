"""The live feed: server-sent events, lines of JSON, and WebSocket, over one buffer of events."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress

from starlette.requests import Request
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from boxctl.web.http.feed_places import Admission, source_of_ends
from boxctl.web.http.guard import TOO_MANY, RefusedRequest
from boxctl.web.reading import EventBuffer, FeedEvent, as_text
from boxctl.web.state import Alive

ALIVE_EVERY = 5.0
"""Seconds between signs of life, whatever else is sent. A page that hears nothing for twelve
(``SILENCE`` in feed.js) says that it is not connected."""

PATIENCE = 20.0
"""How many seconds a client may take to accept what is sent before it is dropped."""

OPENING = 2.0
"""How many seconds whoever asks for a state waits for the first one: a server that was started
again answers before its table has taken up the match."""


class Subscriptions:
    """Everybody who waits for events of one buffer. For the thread of the server.

    Nothing is queued for a client: each asks the buffer for what it has missed, so that a slow one
    costs no memory and gets a whole state once it has missed too much. ``admission`` is shared by
    all feeds of a server.
    """

    def __init__(self, buffer: EventBuffer, admission: Admission | None = None) -> None:
        self.buffer = buffer
        self._admission = admission or Admission()
        self._waiting: set[asyncio.Event] = set()
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def published(self) -> None:
        """Wake everybody: there is something new."""
        for waiting in self._waiting:
            waiting.set()

    def close(self) -> None:
        """End every feed."""
        self._closed = True
        self.published()

    async def is_open(self) -> bool:
        """Return whether there is a state, after up to ``OPENING`` seconds in which it may come."""
        if self.buffer.state is None:
            first = asyncio.Event()
            self._waiting.add(first)
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(OPENING):
                        await first.wait()
            finally:
                self._waiting.remove(first)
        return self.buffer.state is not None

    async def send_all(self, source: str, last_id: str | None, sink: Sink) -> RefusedRequest | None:
        """Send events until the client or the server ends; return why it is refused, if it is.

        ``source`` is where it comes from. It ends, too, where it has to make room for another.
        """
        news = asyncio.Event()
        place = self._admission.join(source, news.set)
        if place is None:
            return TOO_MANY
        self._waiting.add(news)
        now = asyncio.get_running_loop().time
        try:
            await sink.begin()
            alive_at = now() + ALIVE_EVERY
            while not (self._closed or place.is_lost):
                news.clear()
                events = self.buffer.after(last_id)
                async with asyncio.timeout(PATIENCE):
                    await sink.send(events)
                if events:
                    last_id = events[-1].id
                else:
                    with suppress(TimeoutError):
                        async with asyncio.timeout_at(alive_at):
                            await news.wait()
                if now() >= alive_at:
                    async with asyncio.timeout(PATIENCE):
                        await sink.keep_alive()
                    alive_at = now() + ALIVE_EVERY
            await sink.end()
        except TimeoutError:
            sink.abort()
        except (WebSocketDisconnect, OSError):
            pass  # It has gone.
        finally:
            self._waiting.remove(news)
            self._admission.leave(place)
        return None


class Sink(ABC):
    """Sends events to one client."""

    @abstractmethod
    async def begin(self) -> None:
        """Accept the client."""

    @abstractmethod
    async def send(self, events: Iterable[FeedEvent]) -> None:
        """Send these events; wait while the client accepts no more."""

    @abstractmethod
    async def keep_alive(self) -> None:
        """Show that the line is not dead."""

    @abstractmethod
    async def end(self) -> None:
        """Say that nothing follows."""

    @abstractmethod
    def abort(self) -> None:
        """Drop a client that accepts nothing any more."""


class HttpSink(Sink):
    """An answer that goes on; ``write`` returns the text of an event, ``alive`` is sent between.

    ``abort`` drops the connection at once, whatever was not sent.
    """

    def __init__(
        self,
        send: Send,
        headers: Iterable[tuple[bytes, bytes]],
        write: Callable[[FeedEvent], str],
        alive: str,
        abort: Callable[[], object],
    ) -> None:
        self._send = send
        self._headers = list(headers)
        self._write = write
        self._alive = alive
        self._abort = abort

    async def begin(self) -> None:
        """Send the head of the answer."""
        await self._send({"type": "http.response.start", "status": 200, "headers": self._headers})

    async def send(self, events: Iterable[FeedEvent]) -> None:
        """Send these events."""
        if text := "".join(map(self._write, events)):
            await self._body(text)

    async def keep_alive(self) -> None:
        """Send a line that means nothing."""
        await self._body(self._alive)

    async def end(self) -> None:
        """End the answer."""
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    def abort(self) -> None:
        """Drop the client."""
        self._abort()

    async def _body(self, text: str) -> None:
        body = text.encode()
        await self._send({"type": "http.response.body", "body": body, "more_body": True})


class SocketSink(Sink):
    """A WebSocket: each event is one message."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def begin(self) -> None:
        """Accept it."""
        await self._socket.accept()

    async def send(self, events: Iterable[FeedEvent]) -> None:
        """Send these events."""
        for event in events:
            await self._socket.send_text(event.text)

    async def keep_alive(self) -> None:
        """Send a message that means nothing."""
        await self._socket.send_text(ALIVE)

    async def end(self) -> None:
        """Close it: the server goes away."""
        await self._socket.close(1001)

    def abort(self) -> None:
        """Leave it to the server, which closes a socket whose task has ended."""


ALIVE = as_text(Alive(event="alive"))


def as_server_sent(event: FeedEvent) -> str:
    """Return a server-sent event."""
    return f"id: {event.id}\nevent: {event.name}\ndata: {event.text}\n\n"


def as_line(event: FeedEvent) -> str:
    """Return a line of JSON."""
    return event.text + "\n"


async def watched(
    receive: Receive, sending: asyncio.Task[RefusedRequest | None]
) -> RefusedRequest | None:
    """Wait for the end of ``sending``; cancel it when the client has gone."""
    gone = asyncio.ensure_future(_gone(receive))
    await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
    for task in (sending, gone):
        task.cancel()
    await asyncio.gather(sending, gone, return_exceptions=True)
    return sending.result() if sending.done() and not sending.cancelled() else None


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] not in ("http.disconnect", "websocket.disconnect"):
        pass


def source_of_request(scope: Scope) -> str:
    """Return where a request comes from, as :func:`source_of` counts it."""
    return source_of_ends(scope.get("client"), scope.get("server"))


def last_id_of(request: Request) -> str | None:
    """Return the id of the last event that this client has seen."""
    return request.headers.get("last-event-id") or request.query_params.get("after")
