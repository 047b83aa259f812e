"""Several lines of one chip in one request: read, and driven, at one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import RLock, get_ident

from hardware.gpio.pin_factory.line_request import HeldRequest


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
