"""The one thread that waits for edges of all lines."""

from __future__ import annotations

import select
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread

from groundwork.waker import Waker
from hardware.gpio.requests import LineEdge, LineRequest

OnEdge = Callable[[LineEdge], None]
"""Called with an edge in the watch's thread. Must neither wait nor raise."""

_ENDING_S = 2.0


class EdgeWatch:
    """Waits for the edges of all requests in one thread, which starts with the first."""

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._waker = Waker()
        self._poll.register(self._waker, select.EPOLLIN)
        self._watched: dict[int, tuple[LineRequest, OnEdge]] = {}
        self._lock = Lock()
        self._closed = False
        self._thread: Thread | None = None

    def add(self, request: LineRequest, on_edge: OnEdge) -> None:
        """Call ``on_edge`` for each edge of this request from now on."""
        with self._lock:
            self._watched[request.fileno()] = (request, on_edge)
            self._poll.register(request.fileno(), select.EPOLLIN)
        if self._thread is None:
            self._thread = Thread(target=self._hear, name="boxctl edges", daemon=True)
            self._thread.start()

    def remove(self, request: LineRequest) -> None:
        """Stop watching this request; ``on_edge`` is not called after this returns."""
        with self._lock:
            if self._watched.pop(request.fileno(), None) is not None:
                with suppress(OSError):
                    self._poll.unregister(request.fileno())

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        self._waker.set()
        if self._thread is not None:
            self._thread.join(_ENDING_S)
        self._poll.close()
        self._waker.close()

    def _hear(self) -> None:
        while not self._closed:
            for fd, _what in self._poll.poll():
                # Hold the lock while reading, so that a removed request is not read.
                with self._lock:
                    self._tell_of(fd)

    def _tell_of(self, fd: int) -> None:
        if fd not in self._watched:
            return
        request, on_edge = self._watched[fd]
        try:
            edges = request.edges()
        except OSError:
            # Its chip is gone; reading its levels will find and report that.
            self._poll.unregister(fd)
            return
        for edge in edges:
            on_edge(edge)
