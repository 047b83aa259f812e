"""Lines held in one request, and the one thread that takes their edges from the kernel.

The lines are read, and driven, at one moment. The thread sleeps until there is an edge.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock, RLock, Thread, get_ident

import gpiod

from gpiozero_gpiod.chips import ChipGone
from gpiozero_gpiod.line_request import HeldRequest

OnEdge = Callable[[gpiod.EdgeEvent, int], None]
"""Called in the edge thread with an edge and the number of edges lost before it on its line."""

LOOK_FOR_LOST_CHIPS_S = 1.0
"""Seconds between two searches for a chip that is gone. While none is, the thread sleeps."""

_ENDING_S = 2.0


@dataclass(slots=True)
class _Watch:
    """The listeners of one request."""

    request: HeldRequest
    listeners: dict[int, OnEdge] = field(default_factory=dict)


class EdgeThread:
    """Tells listeners of the edges of their lines, in the order in which the kernel saw them.

    Thread-safe. The thread begins with the first listener. Listeners are called without any lock,
    so they may use, close and open pins; one that raises is reported through
    :func:`threading.excepthook` and ends nothing.
    """

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._poll.register(self._bell, select.EPOLLIN)
        self._lock = Lock()
        self._watches: dict[HeldRequest, _Watch] = {}
        self._by_file: dict[int, _Watch] = {}
        self._closed = False
        self._thread: Thread | None = None

    def listen(self, request: HeldRequest, offset: int, on_edge: OnEdge) -> None:
        """Call ``on_edge`` for each edge of this line from now on."""
        with self._lock:
            watch = self._watches.setdefault(request, _Watch(request))
            watch.listeners[offset] = on_edge
            request.on_opened = lambda: self._opened(watch)
            self._register(watch)
            if self._thread is None:
                thread = Thread(target=self._run, name="gpiod edges", daemon=True)
                thread.start()
                self._thread = thread

    def ignore(self, request: HeldRequest, offset: int) -> None:
        """Call nothing for this line any more. One call may be under way in the edge thread."""
        with self._lock:
            watch = self._watches.get(request)
            if watch is None:
                return
            watch.listeners.pop(offset, None)
            if not watch.listeners:
                del self._watches[request]
                self._unregister(watch)

    def look_for_lost_chips(self) -> None:
        """Have the thread look for chips that are gone, until they are back. Takes no lock."""
        if not self._closed:
            os.eventfd_write(self._bell, 1)

    def close(self) -> None:
        """End the thread. May be called by a listener, and more than once."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            os.eventfd_write(self._bell, 1)
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(_ENDING_S)
        self._poll.close()
        os.close(self._bell)

    def _run(self) -> None:
        while not self._closed:
            gone = [watch for watch in list(self._watches.values()) if watch.request.gone]
            try:
                ready = self._poll.poll(LOOK_FOR_LOST_CHIPS_S if gone else None)
            except (OSError, ValueError):
                return  # closed meanwhile
            for file, _event in ready:
                self._serve(file)
            if not ready:
                for watch in gone:
                    watch.request.revive()

    def _serve(self, file: int) -> None:
        if self._closed:
            return  # by a listener, and with it the bell
        if file == self._bell:
            os.eventfd_read(self._bell)
        else:
            self._hear(file)

    def _hear(self, file: int) -> None:
        # A lamp waits for its lever here, so look things up without the lock: a lookup in one of
        # these dictionaries is atomic, and a listener that it misses came a moment too late.
        watch = self._by_file.get(file)
        if watch is None:
            return
        try:
            edges = watch.request.take_edges()
        except ChipGone:
            edges = []
        if watch.request.gone:
            with self._lock:
                self._unregister(watch)
        for edge in edges:
            on_edge = watch.listeners.get(edge.line_offset)
            lost = watch.request.lost_before(edge)
            if on_edge is not None:
                _call(on_edge, edge, lost)

    def _opened(self, watch: _Watch) -> None:
        """Listen on the new file of a request whose chip is back."""
        with self._lock:
            # The new file may have the number of the old one, which left epoll when it was closed.
            self._unregister(watch)
            if self._watches.get(watch.request) is watch:
                self._register(watch)

    def _register(self, watch: _Watch) -> None:
        file = watch.request.fileno()
        if file >= 0 and self._by_file.get(file) is not watch:
            self._unregister(watch)
            self._by_file[file] = watch
            with suppress(FileExistsError):
                self._poll.register(file, select.EPOLLIN)

    def _unregister(self, watch: _Watch) -> None:
        for file in [file for file, each in self._by_file.items() if each is watch]:
            del self._by_file[file]
            with suppress(OSError, ValueError):
                self._poll.unregister(file)


def _call(on_edge: OnEdge, edge: gpiod.EdgeEvent, lost: int) -> None:
    try:
        on_edge(edge, lost)
    except Exception:  # noqa: BLE001 (one listener must not end the edges of all others)
        kind, error, trace = sys.exc_info()
        assert kind is not None
        threading.excepthook(
            threading.ExceptHookArgs((kind, error, trace, threading.current_thread()))
        )


class HeldLines:
    """Lines that share a request. Made by :meth:`GpiodFactory.hold`; the factory closes it.

    Devices that are made on these lines afterwards use the request. On an expander that saves a
    transaction on the bus for each line. Thread-safe.
    """

    def __init__(self, request: HeldRequest) -> None:
        self._request = request
        self._lock = RLock()
        self._reader: int | None = None
        self._seen: dict[int, bool] = {}
        self._driven: dict[int, bool] | None = None
        self._writer: int | None = None

    @property
    def request(self) -> HeldRequest:
        """The request that holds them."""
        return self._request

    def read(self) -> dict[int, bool]:
        """The level of every line, by its offset on the chip, all of one moment."""
        return self._request.read()

    def write(self, levels: Mapping[int, bool]) -> None:
        """Drive these outputs, by their offsets, all at one moment."""
        self._request.write(levels)

    @contextmanager
    def one_reading(self) -> Iterator[None]:
        """Read the chip once; devices that this thread reads meanwhile return that reading."""
        with self._lock:
            self._seen, self._reader = self._request.read(), get_ident()
            try:
                yield
            finally:
                self._reader = None

    @contextmanager
    def one_writing(self) -> Iterator[None]:
        """Drive the chip once, at the end, as devices were set meanwhile by this thread."""
        with self._lock:
            self._driven, self._writer = {}, get_ident()
            try:
                yield
            finally:
                driven, self._driven, self._writer = self._driven, None, None
                if driven:
                    self._request.write(driven)

    @contextmanager
    def one_configuration(self) -> Iterator[None]:
        """Set the chip once, at the end, as this thread made devices on these lines meanwhile.

        The devices can be read and driven from then on. Raises :class:`PinError` for a line that
        cannot be set so.
        """
        with self._request.one_configuration():
            yield

    def level(self, offset: int) -> bool:
        """The level of one line: in :meth:`one_reading` that of its moment."""
        if self._reader == get_ident():
            return self._seen[offset]
        return self._request.read([offset])[offset]

    def drive(self, offset: int, high: bool) -> None:
        """Drive one line: in :meth:`one_writing` at its end."""
        if self._writer == get_ident() and self._driven is not None:
            self._driven[offset] = high
        else:
            self._request.write({offset: high})
