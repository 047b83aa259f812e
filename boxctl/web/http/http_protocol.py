"""HTTP with bounds: on the time that a request takes to come, and on connections.

When there are too many, the one that makes room is chosen so that no crowd keeps anybody out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from boxctl.web.http.feed_places import THIS_MACHINE, source_of_ends
from groundwork.frozen_dataclass import frozen_dataclass

MOST_CONNECTIONS = 256
"""How many connections are open at once, of all clients."""

MOST_FROM_ONE = 128
"""How many of them one source may have, unless it is this machine: half of all, and enough for the
phones of a pub behind one NAT, whose feeds are answered without end."""


@frozen_dataclass
class OpenConnection:
    """A connection of the client from this source (:func:`source_of`).

    ``idle_since`` is when it began to wait for a request, in seconds; None while one is answered.
    """

    client: str
    idle_since: float | None


def connection_to_drop(open: Sequence[OpenConnection]) -> int | None:
    """Return which of these is dropped now that the last has come; None if there is room for all.

    An address with too many makes room itself. If there are too many in all, the address with the
    most does. The one that waits longest for a request goes first. Where every other is being
    answered, the newest of the source with the most does, if it has more than the newcomer's.
    """
    newest = open[-1]
    many = Counter(each.client for each in open)
    if many[newest.client] > MOST_FROM_ONE and newest.client != THIS_MACHINE:
        among = [place for place, each in enumerate(open) if each.client == newest.client]
    elif len(open) > MOST_CONNECTIONS:
        among = list(range(len(open)))
    else:
        return None

    def nearest_to_go(place: int) -> tuple[int, float]:
        idle_since = open[place].idle_since
        assert idle_since is not None
        return many[open[place].client], -idle_since

    idle = [place for place in among[:-1] if open[place].idle_since is not None]
    if idle:
        return max(idle, key=nearest_to_go)
    largest = max(among, key=lambda place: (many[open[place].client], place))
    crowded = many[open[largest].client] > many[newest.client]
    return largest if crowded else len(open) - 1


HEAD_PATIENCE = 10.0
"""In so many seconds the head of a request has to be whole."""

READ_PATIENCE = 20.0
"""How many seconds a client may take to read what the server cannot send before."""

LONGEST_AGO = float("-inf")


class BoundedProtocol(H11Protocol):
    """A connection that is dropped when its client is too slow, or to make room for another.

    The application finds ``boxctl.abort`` in the scope: it drops the connection at once.
    """

    _deadline: asyncio.TimerHandle | None = None
    _reads_until: asyncio.TimerHandle | None = None
    _idle_since = LONGEST_AGO

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, and drop the one that is in its way."""
        super().connection_made(transport)
        self._idle_since = self.loop.time()
        self._await_head()
        others = [each for each in self.connections if each is not self]
        known = [*others, self]
        place = connection_to_drop([_open_connection(each) for each in known])
        if place is not None:
            _transport(known[place]).abort()
            # The rest is told in the next round of the loop; until then it would count again.
            self.connections.discard(known[place])

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._head_is_there()
        self._is_read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        super().data_received(data)
        if self.is_answering:
            self._head_is_there()
            self.scope["boxctl.abort"] = self.transport.abort  # type: ignore[typeddict-unknown-key]
        elif self in self.connections:
            # A body that nobody reads any more is no reason to stay, either.
            self._await_head()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._idle_since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Wait for the client to read, but not for ever."""
        super().pause_writing()
        self._await_reading()

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        self._is_read()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection over which nothing more was asked, once its client has read all."""
        super().timeout_keep_alive_handler()
        self._await_reading()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to a WebSocket, which has times of its own."""
        self._head_is_there()
        # wsproto reads them as ASCII, and raises into the loop.
        if all(value.isascii() for _name, value in event.headers):
            super().handle_websocket_upgrade(event)
        else:
            self.send_400_response("Invalid WebSocket request.")

    @property
    def is_answering(self) -> bool:
        """Whether a request has come whose answer has not been sent to its end."""
        cycle = getattr(self, "cycle", None)  # uvicorn's type does not say that it may be None.
        return cycle is not None and not cycle.response_complete

    @property
    def idle_since(self) -> float | None:
        """Time at which it began to wait for a request, in seconds; None while one is answered."""
        return None if self.is_answering else self._idle_since

    def _await_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_PATIENCE, self.transport.abort)

    def _head_is_there(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _await_reading(self) -> None:
        if self._reads_until is None:
            self._reads_until = self.loop.call_later(READ_PATIENCE, self.transport.abort)

    def _is_read(self) -> None:
        if self._reads_until is not None:
            self._reads_until.cancel()
            self._reads_until = None


def _open_connection(connection: object) -> OpenConnection:
    ends = getattr(connection, "client", None), getattr(connection, "server", None)
    address = source_of_ends(*ends)
    if _transport(connection).is_closing():
        # Its client does not read the end; nothing is lost with it.
        return OpenConnection(address, LONGEST_AGO)
    if isinstance(connection, BoundedProtocol):
        return OpenConnection(address, connection.idle_since)
    return OpenConnection(address, None)


def _transport(connection: object) -> asyncio.Transport:
    transport: asyncio.Transport = connection.transport  # type: ignore[attr-defined]
    return transport
