"""The kernel's GPIO in memory, under the names of the library ``gpiod``.

As much of it as the pin factory uses: chips that can be unplugged, lines that are held by one
request, levels, pulls, edges with times and sequence numbers, and a queue of edges that overflows.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from gpiozero_gpiod.chips import ChipInfo


@dataclass(frozen=True)
class FakeEdge:
    """An edge as gpiod tells it."""

    event_type: gpiod.EdgeEvent.Type
    timestamp_ns: int
    line_offset: int
    line_seqno: int

    Type = gpiod.EdgeEvent.Type


@dataclass
class FakeLine:
    """A line: the level outside of it (None: nothing drives it), and who holds it."""

    outside: bool | None = None
    user: str | None = None
    settings: gpiod.LineSettings = field(default_factory=gpiod.LineSettings)
    driven: bool = False
    edges: int = 0

    @property
    def high(self) -> bool:
        """Its level."""
        if self.settings.direction is Direction.OUTPUT:
            return self.driven
        return self.settings.bias is Bias.PULL_UP if self.outside is None else self.outside


class FakeChip:
    """A chip with lines; ``has_interrupt`` says whether it can tell of edges.

    One that is plugged in and does not answer is an expander whose wires on the bus are loose.
    """

    def __init__(
        self, info: ChipInfo, *, has_interrupt: bool = True, edges_kept: int = 1024
    ) -> None:
        self.info = info
        self.lines = [FakeLine() for _ in range(info.lines)]
        self.has_interrupt = has_interrupt
        self.edges_kept = edges_kept
        self.plugged_in = True
        self.answers = True
        self.requests: list[FakeRequest] = []
        self.requested = Event()
        self.readings = 0
        self.writings = 0
        self.configurations = 0
        self.only_inputs: set[int] = set()

    def drive(self, offset: int, *, high: bool | None, at_ns: int = 0) -> None:
        """Change the level of an input from outside; with None nothing drives it any more."""
        line = self.lines[offset]
        before = line.high
        line.outside = high
        if line.high != before:
            self._tell(offset, rising=line.high, at_ns=at_ns)

    def unplug(self) -> None:
        """Take the chip away; who waits for its edges is woken."""
        self.plugged_in = False
        for request in self.requests:
            os.eventfd_write(request.fd, 1)
        for line in self.lines:
            line.user = None

    def _tell(self, offset: int, *, rising: bool, at_ns: int) -> None:
        line = self.lines[offset]
        wanted = Edge.RISING if rising else Edge.FALLING
        if line.settings.edge_detection not in (wanted, Edge.BOTH):
            return
        line.edges += 1
        kind = FakeEdge.Type.RISING_EDGE if rising else FakeEdge.Type.FALLING_EDGE
        for request in self.requests:
            if offset in request.offsets:
                request.put(FakeEdge(kind, at_ns, offset, line.edges), self.edges_kept)

    # What gpiod's chip has.

    def __enter__(self) -> FakeChip:
        return self

    def __exit__(self, *_ended: object) -> None:
        self.close()

    def close(self) -> None:
        """Close it; requests go on."""

    def get_line_info(self, offset: int) -> Any:
        """Who holds a line."""

        class Info:
            used = self.lines[offset].user is not None
            consumer = self.lines[offset].user or ""

        return Info

    def request_lines(
        self, config: Mapping[int, gpiod.LineSettings], consumer: str, event_buffer_size: int
    ) -> FakeRequest:
        """Hold lines."""
        if not self.plugged_in:
            raise OSError(errno.ENODEV, "No such device")
        if any(self.lines[offset].user is not None for offset in config):
            raise OSError(errno.EBUSY, "Device or resource busy")
        request = FakeRequest(self, list(config))
        request.reconfigure_lines(config)
        for offset in config:
            self.lines[offset].user = consumer
            self.lines[offset].edges = 0
        self.edges_kept = min(self.edges_kept, event_buffer_size)
        self.requests.append(request)
        self.requested.set()
        return request


class FakeRequest:
    """Lines that are held."""

    def __init__(self, chip: FakeChip, offsets: list[int]) -> None:
        self._chip = chip
        self.offsets = offsets
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self._waiting: deque[FakeEdge] = deque()

    def put(self, edge: FakeEdge, kept: int) -> None:
        """An edge has come; the kernel drops the oldest when its queue is full."""
        self._waiting.append(edge)
        while len(self._waiting) > kept:
            self._waiting.popleft()
        os.eventfd_write(self.fd, 1)

    def reconfigure_lines(self, config: Mapping[int, gpiod.LineSettings]) -> None:
        """Set lines anew."""
        self._check()
        for settings in config.values():
            if settings.edge_detection is not Edge.NONE and not self._chip.has_interrupt:
                raise OSError(errno.ENXIO, "No such device or address")
        for offset, settings in config.items():
            if settings.direction is Direction.OUTPUT and offset in self._chip.only_inputs:
                raise OSError(errno.EPERM, "Operation not permitted")
        self._chip.configurations += 1
        for offset, settings in config.items():
            line = self._chip.lines[offset]
            line.settings = settings
            line.driven = settings.output_value is Value.ACTIVE

    def get_values(self, offsets: list[int]) -> list[Value]:
        """Levels, in one reading."""
        self._check()
        self._chip.readings += 1
        return [
            Value.ACTIVE if self._chip.lines[offset].high else Value.INACTIVE for offset in offsets
        ]

    def set_values(self, values: Mapping[int, Value]) -> None:
        """Drive outputs, in one writing."""
        self._check()
        self._chip.writings += 1
        for offset, value in values.items():
            self._chip.lines[offset].driven = value is Value.ACTIVE

    def read_edge_events(self, _most: int) -> list[FakeEdge]:
        """All edges that wait."""
        self._check()
        if not self._waiting:
            raise BlockingIOError
        os.eventfd_read(self.fd)
        edges = list(self._waiting)
        self._waiting.clear()
        return edges

    def release(self) -> None:
        """Let the lines go."""
        self._chip.requests.remove(self)
        for offset in self.offsets:
            self._chip.lines[offset].user = None
        os.close(self.fd)

    def _check(self) -> None:
        if not self._chip.plugged_in:
            raise OSError(errno.ENODEV, "No such device")
        if not self._chip.answers:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")


class FakeKernel:
    """A machine with chips, by their paths."""

    def __init__(self, *chips: FakeChip) -> None:
        self.chips = list(chips)

    def present(self) -> list[ChipInfo]:
        """As :func:`gpiozero_gpiod.chips.chips_present`."""
        return [chip.info for chip in self.chips if chip.plugged_in]

    def open(self, path: str) -> FakeChip:
        """As ``gpiod.Chip``."""
        for chip in self.chips:
            if chip.info.path == path and chip.plugged_in:
                return chip
        raise OSError(errno.ENOENT, "No such file or directory")
