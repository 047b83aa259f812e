"""The driver ``emulated``: the firmware of a roller, run on this machine."""

from __future__ import annotations

from contextlib import ExitStack

from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.protocol.constants import Contact
from hardware.config.tables.roller import EmulatedTable
from hardware.devices import Clock, DeviceEvent, Edge, HandOver
from hardware.dice.serial_roller import open_serial_roller

TABLE = "digits"
"""The pin table whose dice can be chosen."""


def emulated_board(table: EmulatedTable) -> EmulatedBoard:
    """The board itself, to be entered. Raises :class:`Fault` BX508 or BX509."""
    return EmulatedBoard(TABLE, table.seed, dice=table.dice, sides=table.sides)


class RollButton:
    """Hands the box's events on to ``hand_over``, and presses the emulated roller's button with the
    box's own, once it has a ``board``.
    """

    def __init__(self, hand_over: HandOver) -> None:
        self._hand_over = hand_over
        self.board: EmulatedBoard | None = None

    def hand_over(self, event: DeviceEvent) -> None:
        """Take an event of the box; never waits."""
        if isinstance(event, Edge) and event.contact == "roll" and self.board is not None:
            self.board.soon(Contact.ROLL, event.on)
        self._hand_over(event)


def open_emulated_roller(
    table: EmulatedTable,
    clock: Clock,
    hand_over: HandOver,
    opening: ExitStack,
    *,
    keeps: bool = False,
) -> tuple[EmulatedBoard, SerialBoard]:
    """Switch it on and listen, until ``opening`` is left; ``keeps`` as for any serial roller.

    It is as new each time: with the same seed its throws have the names of those of an earlier
    one, so that nothing was seen of them.

    Raises :class:`Fault` BX508 or BX509.
    """
    board = opening.enter_context(emulated_board(table))
    serial = open_serial_roller(board.port, 115200, clock, hand_over, keeps=keeps)
    opening.callback(serial.close)
    return board, serial
