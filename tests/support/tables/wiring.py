"""What the wood of a table is wired to: the part that turns moved levers into a box's events."""

from __future__ import annotations

from typing import Protocol

from hardware.config.box_file import BoxFile
from hardware.devices import Box, Clock, Edge, EventSink
from hardware.virtual import VirtualBox

QUIET = 5_000
"""Microseconds for which a contact rests before it is believed."""


class Wiring(Protocol):
    """The sensors of a table and what they are connected to, up to the devices of the runtime.

    It acts at times of its own (:class:`boxctl.table.loop.Timed`).
    """

    @property
    def box_file(self) -> BoxFile | None:
        """The box.toml of the box, if it has one."""
        ...

    def connect(self, wood: VirtualBox, clock: Clock, hand_over: EventSink) -> Box:
        """Return the devices of a box with this wood; their events are handed over."""
        ...

    def edge(self, edge: Edge) -> None:
        """Take in that a contact of the wood changes now."""
        ...

    @property
    def due(self) -> int | None:
        """When it acts next."""
        ...

    def advance(self, now: int) -> None:
        """Let everything up to now happen."""
        ...


class InMemory:
    """No wires: each change of the wood is an edge, and a reading of the box reads the wood."""

    box_file: BoxFile | None = None
    due: int | None = None

    def connect(self, wood: VirtualBox, _clock: Clock, hand_over: EventSink) -> Box:
        """Return the wood as a box."""
        self._hand_over = hand_over
        return Box(wood.tiles, wood.buttons, wood.lamps, QUIET, QUIET)

    def edge(self, edge: Edge) -> None:
        """Hand the edge over."""
        self._hand_over(edge)

    def advance(self, now: int) -> None:
        """Do nothing."""
