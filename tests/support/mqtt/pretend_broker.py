"""A broker of MQTT 3.1.1 on a socket of this machine: takes what one client at a time publishes."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Queue
from threading import Thread

from boxctl.web.mqtt.broker_line import Publication
from groundwork.frozen_dataclass import frozen_dataclass

CONNECT, PUBLISH, PING, DISCONNECT = 1, 3, 12, 14

ENDED = "ended"
"""What comes when a client has said good-bye; :data:`CUT`, when it has not."""
CUT = "cut"


@frozen_dataclass
class Introduction:
    """How a client has introduced itself."""

    client_id: str
    user: str | None
    password: str | None
    will: Publication | None


class PretendBroker:
    """Answers each connection with ``answer``, 0 for welcome; what comes is in ``heard``."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.answer = 0
        self.heard: Queue[Introduction | Publication | str] = Queue()
        self._client: socket.socket | None = None
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def hears(self) -> Introduction | Publication | str:
        """Return what comes next."""
        return self.heard.get(timeout=30)

    def floods(self, data: bytes) -> None:
        """Send these bytes again and again until the client has gone."""

        def flood(client: socket.socket) -> None:
            with suppress(OSError):
                while True:
                    client.sendall(data)

        assert self._client is not None
        Thread(target=flood, args=(self._client,), daemon=True).start()

    def cuts(self) -> None:
        """Cut the line."""
        assert self._client is not None
        self._client.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        if self._client is not None:
            with suppress(OSError):  # It has gone.
                self._client.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listening.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            with client, client.makefile("rb") as stream:
                self._client = client
                self.heard.put(self._talk(client, _Reader(stream)))

    def _talk(self, client: socket.socket, reader: _Reader) -> str:
        try:
            for kind, flags, body in reader.packets():
                if kind == CONNECT:
                    self.heard.put(_introduction(body))
                    client.sendall(bytes((0x20, 2, 0, self.answer)))
                elif kind == PUBLISH:
                    topic, rest = _text(body)
                    client.sendall(b"\x40\x02" + rest[:2])
                    self.heard.put(Publication(topic, rest[2:].decode(), bool(flags & 1)))
                elif kind == PING:
                    client.sendall(b"\xd0\x00")
                elif kind == DISCONNECT:
                    return ENDED
        except OSError:
            pass
        return CUT


class _Reader:
    def __init__(self, stream: object) -> None:
        self._stream = stream

    def packets(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield kind, flags and body of each packet until the line ends."""
        while first := self._read(1):
            length, shift = 0, 0
            while (digit := self._read(1)[0]) & 0x80:
                length, shift = length | (digit & 0x7F) << shift, shift + 7
            length |= digit << shift
            yield first[0] >> 4, first[0] & 15, self._read(length)

    def _read(self, count: int) -> bytes:
        read: bytes = self._stream.read(count)  # type: ignore[attr-defined]
        return read


def _text(data: bytes) -> tuple[str, bytes]:
    (length,) = struct.unpack_from(">H", data)
    return data[2 : 2 + length].decode(), data[2 + length :]


def _introduction(body: bytes) -> Introduction:
    protocol, rest = _text(body)
    assert protocol == "MQTT"
    flags, rest = rest[1], rest[4:]
    client_id, rest = _text(rest)
    will = user = password = None
    if flags & 4:
        topic, rest = _text(rest)
        text, rest = _text(rest)
        will = Publication(topic, text, bool(flags & 32))
    if flags & 128:
        user, rest = _text(rest)
    if flags & 64:
        password, rest = _text(rest)
    return Introduction(client_id, user, password, will)


@contextmanager
def pretend_broker() -> Iterator[PretendBroker]:
    """Listen meanwhile."""
    broker = PretendBroker()
    try:
        yield broker
    finally:
        broker.close()
