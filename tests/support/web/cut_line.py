"""A line to a server that can be cut: what a network in a pub does.

The server answers only to its own name and port, so the line puts these into what browsers ask.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType


class CutLine:
    """Passes on connections to a port of this machine, until it is cut. Thread-safe."""

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._open = True
        self._passes = True
        self._sockets: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> CutLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.cut()
        self._listening.close()

    def cut(self) -> None:
        """Drop every connection, and each that comes, until :meth:`mend`."""
        with self._lock:
            self._open = False
            for each in self._sockets:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def swallow(self) -> None:
        """Pass nothing on any more, without a word to either end, until :meth:`mend`."""
        self._passes = False

    def mend(self) -> None:
        """Pass connections on again, those that are new."""
        with self._lock:
            self._open = self._passes = True

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                with self._lock:
                    is_open = self._open
                if is_open:
                    self._join(near)
                else:
                    near.close()

    def _join(self, near: socket.socket) -> None:
        far = socket.create_connection(("127.0.0.1", self._to_port))
        with self._lock:
            self._sockets |= {near, far}
        names = (f"127.0.0.1:{self.port}".encode(), f"127.0.0.1:{self._to_port}".encode())
        for source, target, put in ((near, far, names), (far, near, names[:1] * 2)):
            threading.Thread(target=self._pass_on, args=(source, target, put), daemon=True).start()

    def _pass_on(
        self, source: socket.socket, target: socket.socket, put: tuple[bytes, ...]
    ) -> None:
        with suppress(OSError):
            swallowed = False
            while piece := source.recv(65_536):
                # Of a connection that has lost something, nothing arrives any more.
                swallowed = swallowed or not self._passes
                if not swallowed:
                    target.sendall(piece.replace(put[0], put[1]))
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._sockets.discard(source)
        source.close()
