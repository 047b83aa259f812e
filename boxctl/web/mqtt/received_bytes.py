"""Bound what a broker sends: it only has to welcome the box and to acknowledge messages."""

from __future__ import annotations

import socket
import sys

MOST_AT_ONCE = 65_536
"""Bytes that a broker may send without a pause; certificates are the most of it."""

MOST_PER_SECOND = 16_384
"""Bytes a second that it may send for long: hundreds of acknowledgements."""

_INFO = 136
_RECEIVED = slice(128, 136)
"""Where Linux tells how many bytes have come (``tcpi_bytes_received``, from 4.1 on)."""


class ReceivedBytes:
    """Counts what has come over one connection, also what nobody has read. Not thread-safe."""

    def __init__(self, now: int) -> None:
        self._left = float(MOST_AT_ONCE)
        self._since = now
        self._counted = 0

    def are_too_many(self, counted: int, now: int) -> bool:
        """Return whether ``counted`` bytes by now, in microseconds, are more than may come."""
        regained = (now - self._since) * MOST_PER_SECOND / 1_000_000
        self._left = min(MOST_AT_ONCE, self._left + regained) - (counted - self._counted)
        self._since, self._counted = now, counted
        return self._left < 0


def bytes_received(line: socket.socket) -> int:
    """Return how many bytes have come over a connection; 0 where the kernel does not tell."""
    try:
        info = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO)
    except OSError:
        return 0
    return int.from_bytes(info[_RECEIVED], sys.byteorder)
