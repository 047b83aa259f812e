"""The tray that throws come from: a roller in memory or on a port, or people who type real dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random, SystemRandom
from typing import Protocol

from firmware_bridge.port.serial_board import SerialBoard
from hardware.devices import Clock, EventSink, ThrowTyped
from hardware.dice.serial_roller import open_serial_roller
from hardware.dice.virtual_roller import VirtualRoller

BAUD = 115_200

Close = Callable[[], object]


class DiceTray(Protocol):
    """A roller, and the line to it."""

    @property
    def throws_by_itself(self) -> bool:
        """Whether :meth:`throw` makes the dice fall; a real roller is thrown by hand."""
        ...

    def throw(self, values: Sequence[int | None]) -> None:
        """Make the dice show these values; None is a die that cannot be read."""
        ...

    def tell_button_dice(self, count: int) -> None:
        """Have a real roller's button throw so many dice."""
        ...

    def unplug(self) -> None:
        """Pull the roller's cable."""
        ...

    def plug_in(self) -> None:
        """Put it back."""
        ...

    def listen(self, clock: Clock, hand_over: EventSink, seen: Mapping[int, int]) -> Close:
        """Open the line to the roller for a program; return what closes it.

        ``seen`` are the throws that were taken before. Raises :class:`Fault` (BX5xx).
        """
        ...


class VirtualTray(VirtualRoller):
    """A roller in this program's memory."""

    throws_by_itself: bool = True

    def tell_button_dice(self, count: int) -> None:
        """Do nothing: it has no button."""


class PortTray:
    """A roller on a serial port of this machine: the dice are in somebody's hand."""

    throws_by_itself = False

    def __init__(self, port: str) -> None:
        self._port = port
        self._line: SerialBoard | None = None

    def throw(self, values: Sequence[int | None]) -> None:
        """Do nothing: the roller throws."""

    def tell_button_dice(self, count: int) -> None:
        """Have its button throw so many dice."""
        if self._line is not None:
            self._line.button_throws(count)

    def unplug(self) -> None:
        """Do nothing: the cable is a real one."""

    def plug_in(self) -> None:
        """Do nothing."""

    def listen(self, clock: Clock, hand_over: EventSink, seen: Mapping[int, int]) -> Close:
        """Open the port."""
        self._line = open_serial_roller(self._port, BAUD, clock, hand_over, seen)
        return self._line.close


class HandTray(VirtualTray):
    """Dice in people's hands. Simulated players, who have no hands, throw dice in memory."""

    throws_by_itself = False

    def type_throw(self, text: str) -> None:
        """Take what people have typed of their dice; the table checks it."""
        if self._hand_over is not None:
            self._hand_over(ThrowTyped(self._clock(), text))


Chance = Callable[[int], Random]
"""Called with the number of events so far; returns the source of the next throw."""


def chance_of(seed: int | None) -> Chance:
    """Return the dice: with a seed the same in every run, even a resumed one; None is chance."""
    if seed is None:
        system = SystemRandom()
        return lambda events: system
    return lambda events: Random(f"{seed} {events}")
