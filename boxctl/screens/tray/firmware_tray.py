"""The tray with the real firmware of a roller, run on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from boxctl.screens.tray.dice_tray import BAUD, Close
from firmware_bridge.port.serial_board import SerialBoard
from hardware.config.tables.roller import EmulatedTable
from hardware.devices import Clock, DeviceEvent, DiceRolled, HandOver
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
        self._board.unplug()

    def plug_in(self) -> None:
        """Put it back."""
        self._board.plug_in()

    def listen(self, clock: Clock, hand_over: HandOver, seen: Mapping[int, int]) -> Close:
        """Open its pseudo-terminal as any serial port."""

        def note(event: DeviceEvent) -> None:
            if isinstance(event, DiceRolled):
                self._given[event.series] = event.serial
            hand_over(event)

        own = of_these(seen, self._given)
        self._line = open_serial_roller(self._board.port, BAUD, clock, note, own)
        return self._line.close


def of_these(seen: Mapping[int, int], given: Mapping[int, int]) -> dict[int, int]:
    """Return the last serial number of each series that was both ``seen`` and ``given``."""
    return {series: min(seen[series], given[series]) for series in seen.keys() & given.keys()}
