"""The tray with the real firmware of a roller, run on this machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Self

from boxctl.screens.tray.dice_tray import BAUD, Close
from firmware_bridge.port.serial_board import SerialBoard
from groundwork.language import tr
from hardware.config.tables.roller import EmulatedTable
from hardware.devices import ROLLER, Clock, DeviceEvent, DeviceLost, DiceRolled, EventSink
from hardware.dice.emulated_roller import emulated_board
from hardware.dice.serial_roller import open_serial_roller


class FirmwareTray:
    """The firmware throws dice of its own; ``seed`` is that of its noise, None the system's own.

    A context manager. Each starts its series of throws anew: with the same seed a throw may have
    the series and serial number of an earlier tray's throw, and is another throw all the same.
    """

    throws_by_itself = True

    def __init__(self, dice: int, sides: int, seed: int | None) -> None:
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
