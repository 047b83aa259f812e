"""The driver ``emulated``: the firmware of a roller, run on this machine."""

from __future__ import annotations

from contextlib import ExitStack

from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.protocol.constants import Contact
from hardware.config.tables.roller import EmulatedTable
from hardware.devices import Clock, DeviceEvent, Edge, EventSink
from hardware.dice.serial_roller import open_serial_roller

TABLE = "digits"
"""The pin table whose dice can be chosen."""


def emulated_board(table: EmulatedTable) -> EmulatedBoard:
    """Return the board, to be entered. Raises :class:`Fault` BX508 or BX509."""
    return EmulatedBoard(TABLE, table.seed, dice=table.dice, sides=table.sides)


class RollButton:
    """Forwards the box's events to ``hand_over``, and its roll button to the emulated ``board``."""

    def __init__(self, hand_over: EventSink) -> None:
        self._hand_over = hand_over
        self.board: EmulatedBoard | None = None

    def hand_over(self, event: DeviceEvent) -> None:
        """Forward an event of the box. Never waits."""
        if isinstance(event, Edge) and event.contact == "roll" and self.board is not None:
            self.board.soon(Contact.ROLL, event.on)
        self._hand_over(event)


def open_emulated_roller(
    table: EmulatedTable,
    clock: Clock,
    hand_over: EventSink,
    opening: ExitStack,
    *,
    keeps: bool = False,
) -> tuple[EmulatedBoard, SerialBoard]:
    """Switch it on and listen until ``opening`` is closed; ``keeps`` as for a serial roller.

    It takes no ``seen``: it starts as new each time, so with the same seed other throws have the
    same series and serials.

    Raises :class:`Fault` BX508 or BX509.
    """
    board = opening.enter_context(emulated_board(table))
    serial = open_serial_roller(board.port, 115200, clock, hand_over, keeps=keeps)
    opening.callback(serial.close)
    return board, serial
