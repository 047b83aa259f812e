"""The dice trays of a game on a laptop, where its throws come from.

A roller in memory or on a port, the real firmware run on this machine, or people who type what real
dice show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from random import Random, SystemRandom
from typing import Protocol, Self

from boxctl.rules.ruleset import Dice
from firmware_bridge.port.serial_board import SerialBoard
from groundwork.language import tr
from hardware.config.tables.roller import EmulatedTable
from hardware.devices import (
    ROLLER,
    Clock,
    DeviceEvent,
    DeviceLost,
    DiceRolled,
    EventSink,
    ThrowTyped,
)
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

    def type_throw(self, text: str, at: int | None = None) -> None:
        """Take what people have typed of their dice, by default now; the table checks it."""
        if self._hand_over is not None:
            self._hand_over(ThrowTyped(self._clock() if at is None else at, text))


Chance = Callable[[int], Random]
"""Called with the number of events so far; returns the source of the next throw."""


def chance_of(seed: int | None) -> Chance:
    """Return the dice: with a seed the same in every run, even a resumed one; None is chance."""
    if seed is None:
        system = SystemRandom()
        return lambda events: system
    return lambda events: Random(f"{seed} {events}")


class FirmwareTray:
    """The firmware throws dice of its own; ``seed`` is that of its noise, None the system's own.

    A context manager. Each starts its series of throws anew: with the same seed a throw may have
    the series and serial number of an earlier tray's throw, and is another throw all the same.
    """

    throws_by_itself = True

    def __init__(self, dice: int, sides: int, seed: int | None) -> None:
        from hardware.dice.emulated_roller import emulated_board  # other trays do not wait for it

        self._board = emulated_board(EmulatedTable(dice, sides, seed))
        self._plugged = True
        self._open_line: Callable[[], SerialBoard] | None = None
        self._line: SerialBoard | None = None
        self._given: dict[int, int] = {}

    def __enter__(self) -> Self:
        self._board.__enter__()
        return self

    def __exit__(self, *ended: object) -> None:
        self._board.__exit__(*ended)

    def throw(self, values: Sequence[int | None]) -> None:
        """Have the firmware throw so many dice; it chooses their values."""
        if self._line is not None:
            self._line.roll(len(values))

    def tell_button_dice(self, count: int) -> None:
        """Do nothing: each order to throw has the number of dice."""

    def unplug(self) -> None:
        """Pull the cable; throws wait."""
        self._plugged = False
        self._board.unplug()

    def plug_in(self) -> None:
        """Put it back."""
        self._plugged = True
        self._board.plug_in()
        self._listen_if_plugged()

    def listen(self, clock: Clock, hand_over: EventSink, seen: Mapping[int, int]) -> Close:
        """Open its pseudo-terminal as any serial port, once it is plugged in."""

        def note(event: DeviceEvent) -> None:
            if isinstance(event, DiceRolled):
                self._given[event.series] = event.serial
            hand_over(event)

        own = of_these(seen, self._given)
        self._open_line = partial(open_serial_roller, self._board.port, BAUD, clock, note, own)
        if not self._plugged:
            hand_over(DeviceLost(clock(), ROLLER, tr("its cable is out")))
        self._listen_if_plugged()
        return self._close

    def _listen_if_plugged(self) -> None:
        if self._plugged and self._line is None and self._open_line is not None:
            self._line = self._open_line()

    def _close(self) -> None:
        self._open_line = None
        if self._line is not None:
            self._line.close()
            self._line = None


def of_these(seen: Mapping[int, int], given: Mapping[int, int]) -> dict[int, int]:
    """Return the last serial number of each series that was both ``seen`` and ``given``."""
    return {series: min(seen[series], given[series]) for series in seen.keys() & given.keys()}


EMULATED = "emulated"
"""In place of a port: throw on the real firmware, which runs on this machine."""

HAND = "hand"
"""In place of a port: throw real dice, and type what they show."""


def tray_at(roller: str | None, dice: Dice, seed: int | None) -> AbstractContextManager[DiceTray]:
    """Return the tray with the roller at this port, or with such dice of this machine's own.

    ``roller`` is a port, :data:`EMULATED`, :data:`HAND` or None. Raises as :func:`own_tray`.
    """
    if roller not in (None, EMULATED, HAND):
        return nullcontext(PortTray(roller))
    return own_tray(dice, seed, emulated=roller == EMULATED, by_hand=roller == HAND)


def own_tray(
    dice: Dice, seed: int | None, *, emulated: bool, by_hand: bool = False
) -> AbstractContextManager[DiceTray]:
    """Return a tray of this machine's own with such dice; ``seed`` is that of emulated noise.

    People throw dice ``by_hand`` and type what they show. Entering it raises :class:`Fault`
    (BX508, BX509) where the firmware cannot be built or run.
    """
    if by_hand:
        return nullcontext(HandTray(dice.count, dice.sides))
    if not emulated:
        return nullcontext(VirtualTray(dice.count, dice.sides))

    return FirmwareTray(dice.count, dice.sides, seed)
