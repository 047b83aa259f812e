"""Several connections over one line of bytes: so a virtual Pi without a network is reached.

A frame is the number of a connection and a length, two bytes each, and so many bytes. A length of 0
ends the connection. Number 0 is no connection: its frames are messages of JSON.
"""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread
from typing import Any

MESSAGES = 0
HEAD = struct.Struct(">HH")
MOST = 1_024
"""Bytes of a frame: the line has little room for what nobody has read yet."""


class SharedLine:
    """One end of the line, whose descriptors are read and written.

    ``opens`` is called for a connection that the other end has begun, and returns a socket for it;
    ``told`` takes messages. Both are called in a thread of the line.
    """

    def __init__(
        self,
        read: int,
        write: int,
        opens: Callable[[], socket.socket],
        told: Callable[[dict[str, Any]], object],
    ) -> None:
        self._read_from = read
        self._write_to = write
        self._opens = opens
        self._told = told
        self._sockets: dict[int, socket.socket] = {}
        self._writing = Lock()
        self._last = 0
        Thread(target=self._receive, daemon=True).start()

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to the other end."""
        self._send(MESSAGES, json.dumps(message).encode())

    def carry(self, connection: socket.socket) -> None:
        """Carry a connection that begins at this end."""
        self._last += 1
        self._begin(self._last, connection)

    def _begin(self, number: int, connection: socket.socket) -> None:
        self._sockets[number] = connection
        Thread(target=self._forward, args=(number, connection), daemon=True).start()

    def _forward(self, number: int, connection: socket.socket) -> None:
        try:
            while data := connection.recv(MOST):
                self._send(number, data)
        except OSError:
            pass  # It has been reset.
        self._send(number, b"")

    def _send(self, number: int, data: bytes) -> None:
        frame = HEAD.pack(number, len(data)) + data
        with self._writing:
            while frame:
                frame = frame[os.write(self._write_to, frame) :]

    def _receive(self) -> None:
        while head := self._read(HEAD.size):
            number, length = HEAD.unpack(head)
            data = self._read(length) if length else b""
            if number == MESSAGES:
                self._told(json.loads(data))
            elif not data:
                if (ended := self._sockets.pop(number, None)) is not None:
                    ended.close()
            else:
                if number not in self._sockets:
                    self._begin(number, self._opens())
                with suppress(OSError):  # It has been reset, which its other thread notices.
                    self._sockets[number].sendall(data)

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            try:
                piece = os.read(self._read_from, count - len(data))
            except OSError:
                return b""
            if not piece:
                return b""
            data += piece
        return data
