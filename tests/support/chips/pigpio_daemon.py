"""pigpio's daemon, as far as the real client of boxctl's pins needs it: its lines are in memory.

A request is four numbers of 32 bits (command, two parameters, the length of what follows); the
answer repeats the first three and ends with the result. After NOIB a connection carries reports of
12 bytes instead: number, flags, the daemon's time in microseconds, and the level of every line.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Lock, Thread
from typing import Any, Self

_REQUEST = struct.Struct("IIII")
_REPORT = struct.Struct("HHII")

PULLED_UP = 2
PI_4B = 0xC03111


class Order(IntEnum):
    """A command of the protocol, by its number."""

    SET_MODE = 0
    GET_MODE = 1
    SET_PULL = 2
    READ = 3
    WRITE = 4
    READ_ALL = 10
    TIME = 16
    REVISION = 17
    REPORT = 19
    END_REPORTS = 21
    GLITCH_FILTER = 97
    OPEN_REPORTS = 99


class PigpioDaemon:
    """The daemon of another Raspberry Pi, at ``port`` of this machine. Methods are thread-safe."""

    def __init__(self) -> None:
        self.modes = dict.fromkeys(range(28), 0)
        self.time_us = 4_000_000_000
        self._levels = 0
        self._lock = Lock()
        self._reported = 0
        self._listener: Any = None
        self._server = ThreadingTCPServer(("localhost", 0), self._handler())
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_ended: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def drive(self, line: int, *, high: bool) -> None:
        """Change the level of an input from outside."""
        with self._lock:
            self._set(line, high=high)
            if self._reported >> line & 1:
                self._listener.sendall(_REPORT.pack(0, 0, self.time_us, self._levels))

    def level(self, line: int) -> int:
        """The level of a line."""
        with self._lock:
            return self._levels >> line & 1

    def _handler(self) -> type[BaseRequestHandler]:
        daemon = self

        class Connection(BaseRequestHandler):
            def handle(self) -> None:
                while len(asked := self.request.recv(_REQUEST.size)) == _REQUEST.size:
                    order, first, second, _ = _REQUEST.unpack(asked)
                    result = daemon._answer(Order(order), first, second, self.request)
                    self.request.sendall(_REQUEST.pack(order, first, second, result))

        return Connection

    def _answer(self, order: Order, first: int, second: int, connection: Any) -> int:
        with self._lock:
            match order:
                case Order.SET_MODE:
                    self.modes[first] = second
                case Order.GET_MODE:
                    return self.modes[first]
                case Order.SET_PULL if second == PULLED_UP:
                    self._set(first, high=True)
                case Order.READ:
                    return self._levels >> first & 1
                case Order.WRITE:
                    self._set(first, high=bool(second))
                case Order.READ_ALL:
                    return self._levels
                case Order.TIME:
                    return self.time_us
                case Order.REVISION:
                    return PI_4B
                case Order.OPEN_REPORTS:
                    self._listener = connection
                case Order.REPORT:
                    self._reported = second
                case Order.END_REPORTS:
                    self._reported = 0
            return 0

    def _set(self, line: int, *, high: bool) -> None:
        self._levels = self._levels | 1 << line if high else self._levels & ~(1 << line)
