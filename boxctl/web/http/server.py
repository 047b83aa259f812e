"""The server of the pages: a thread of its own, with a loop of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from socket import socket
from threading import Event, Thread
from typing import Any, Self

import uvicorn
from starlette.routing import BaseRoute

from boxctl.web.api_document import DocumentRoutes
from boxctl.web.first_paint import first_paint
from boxctl.web.http.address import Listener, PhoneRoutes, is_own_name
from boxctl.web.http.app import FeedLooks, LanguageFeeds, LiveRoutes, Translate, pages_app
from boxctl.web.http.guard import LARGEST_HEAD
from boxctl.web.http.http_protocol import BoundedProtocol
from boxctl.web.http.static_pages import StaticPages
from boxctl.web.http.streams import Subscriptions
from boxctl.web.reading import EventBuffer
from boxctl.web.state import StateSource
from groundwork.faults import Fault
from groundwork.system.threads import start_thread

LARGEST_MESSAGE = 4_096
"""Most bytes of a message that comes over a WebSocket; none is read."""

MOST_AT_ONCE = 32
"""How many connections are taken before those that are too many are dropped.

With uvicorn's 2048 a flood takes all files that the program may open, and the journal has none."""

MOST_WAITING = 2048
"""How many connections wait in the kernel to be taken. Those beyond try again after a second."""

STOPPING = 1
"""How many seconds an answer may still take when the server stops."""

A_MINUTE = 60.0

SWITCH = 0.0001
"""How many seconds the threads of Python take turns at: the loop of the table must not wait for
the server longer than that."""


class PageServer:
    """Serves the pages from :meth:`start` to :meth:`close`. A context manager.

    ``source`` makes the states, and ``buffer`` keeps them for the feed; ``translate`` makes those
    of other languages. ``routes`` are further addresses; ``names`` are those under which the server
    is known beside its own, ``is_known`` tells from where the code was given. The ``chores`` are
    done at the start and once a minute. Raises :class:`boxctl.web.http.address.WebFault` BX751 if
    nothing can be served there.
    """

    def __init__(
        self,
        listening: Listener,
        source: StateSource,
        clock: Callable[[], int],
        buffer: EventBuffer,
        routes: Sequence[BaseRoute] = (),
        *,
        names: frozenset[str] = frozenset(),
        translate: Translate | None = None,
        chores: Sequence[Callable[[], object]] = (),
        is_known: Callable[[str], bool] = lambda _source: False,
    ) -> None:
        self._chores = chores
        self._socket = listening.socket
        self.address = listening.address
        port = self.address.port
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = False
        self.feeds = LanguageFeeds(source, buffer, translate, is_known)
        self._looks = FeedLooks(self.feeds, clock)
        self._server = _Server(
            uvicorn.Config(
                pages_app(
                    [
                        *LiveRoutes(self.feeds).routes,
                        *PhoneRoutes(self.address).routes,
                        *DocumentRoutes().routes,
                        *routes,
                    ],
                    lambda host: is_own_name(host, port, names),
                    StaticPages(first_paint=self._first_paint).answer,
                ),
                loop="asyncio",
                http=BoundedProtocol,
                ws="wsproto",
                ws_max_size=LARGEST_MESSAGE,
                ws_max_queue=4,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                log_level="critical",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                h11_max_incomplete_event_size=LARGEST_HEAD,
                backlog=MOST_AT_ONCE,
                timeout_graceful_shutdown=STOPPING,
            )
        )
        self._ready = Event()
        self._thread = Thread(target=self._run, name="pages", daemon=True)

    def _first_paint(self, page: str) -> str:
        """Return how the table stands, for a page whose scripts have not come yet."""
        return first_paint(page, self.feeds.here.buffer.state)

    @property
    def subscriptions(self) -> Subscriptions:
        """Those who are sent the feed in the language in use."""
        return self.feeds.first.subscriptions

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_ended: object) -> None:
        self.close()

    def start(self) -> None:
        """Serve from now on; return once connections are taken."""
        sys.setswitchinterval(min(SWITCH, sys.getswitchinterval()))
        try:
            start_thread(self._thread)
        except Fault:
            self.close()
            raise
        self._ready.wait()
        with suppress(RuntimeError):  # The loop is closed already.
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._looks.look)

    def wake(self) -> None:
        """Have what waits taken soon. Safe from any thread; never waits, never raises."""
        if self._loop is not None and not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # The loop is closed: nobody looks any more.
                self._loop.call_soon_threadsafe(self._take_all_soon)

    def settle(self) -> None:
        """Wait until all that the table has said so far can be asked for."""
        done = Event()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._looks.look)
            self._loop.call_soon_threadsafe(done.set)
            done.wait()

    def close(self) -> None:
        """End every connection and the thread."""
        if self._thread.is_alive() and self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._stop)
            self._thread.join(STOPPING + 2)
        self._socket.close()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(_handle)
        self._server.begin()
        self._loop.call_soon(self._ready.set)
        self._do_chores()
        try:
            await self._server.serve(sockets=[self._socket])
        finally:
            self._ready.set()

    def _do_chores(self) -> None:
        for do in self._chores:
            do()
        if self._chores and self._loop is not None:
            self._loop.call_later(A_MINUTE, self._do_chores)

    def _stop(self) -> None:
        self.feeds.close()
        self._server.stop()

    def _take_all_soon(self) -> None:
        self._woken = False
        self._looks.look_soon()


def _handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Take what goes wrong in the loop. Connections that cannot be had are tried again by it."""
    if not isinstance(context.get("exception"), OSError):
        loop.default_exception_handler(context)


class _Server(uvicorn.Server):
    """Waits to be stopped, where uvicorn looks ten times a second whether it is."""

    _stopped: asyncio.Event

    def begin(self) -> None:
        """Get ready to be stopped. Call it in the loop, before :meth:`serve`."""
        self._stopped = asyncio.Event()

    def stop(self) -> None:
        """Stop serving. Call it in the loop."""
        self.should_exit = True
        self._stopped.set()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Listen. asyncio takes as many connections at once as it has let wait."""
        await super().startup(sockets=sockets)
        for listening in sockets or ():
            listening.listen(MOST_WAITING)

    async def main_loop(self) -> None:
        """Wait until it is stopped."""
        await self._stopped.wait()
