"""HTTP with bounds: on the time that a request takes to come, and on connections."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_PATIENCE = 10.0
"""In so many seconds the head of a request has to be whole."""

MOST_CONNECTIONS = 256
"""How many connections are open at once, of all clients."""

MOST_FROM_ONE = 48
"""How many of them one address may have, unless it is this machine."""


class BoundedProtocol(H11Protocol):
    """A connection that is dropped when its client is too slow, or has too many of them.

    The application finds ``boxctl.abort`` in the scope: it drops the connection at once.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or drop it."""
        super().connection_made(transport)
        address = _address(self)
        from_one = sum(1 for each in self.connections if _address(each) == address)
        near = address in ("127.0.0.1", "::1", "")
        if len(self.connections) > MOST_CONNECTIONS or (from_one > MOST_FROM_ONE and not near):
            transport.abort()
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._head_is_there()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        super().data_received(data)
        if _is_answering(self):
            self._head_is_there()
            self.scope["boxctl.abort"] = self.transport.abort  # type: ignore[typeddict-unknown-key]
        elif self.conn.their_state is h11.IDLE:
            self._await_head()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to a WebSocket, which has times of its own."""
        self._head_is_there()
        super().handle_websocket_upgrade(event)

    def _await_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_PATIENCE, self.transport.abort)

    def _head_is_there(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _address(connection: object) -> object:
    client = getattr(connection, "client", None)
    return client[0] if client else ""


def _is_answering(connection: BoundedProtocol) -> bool:
    cycle = getattr(connection, "cycle", None)  # uvicorn's type does not say that it may be None.
    return cycle is not None and not cycle.response_complete
