"""Open the dice of a box whose driver is their own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Protocol

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.buses import Buses
from hardware.config.device_table import RollerTable
from hardware.devices import Box, Clock, EventSink, TalkingDice


@frozen_dataclass
class DiceMachine:
    """The machine as drivers of dice need it.

    ``hand_over`` takes each throw as a :class:`~groundwork.dice.DiceRolled`, and DeviceLost and
    DeviceBack of :data:`~hardware.devices.ROLLER`, from any thread. ``seen`` maps a series of
    throws to its last known serial.
    """

    buses: Buses
    clock: Clock
    hand_over: EventSink
    seen: Mapping[int, int] | None = None


class Roller(Protocol):
    """What opening a driver of dice returns. No call may wait.

    One that is :class:`~hardware.devices.TalkingDice` as well is told how many dice to wait for.
    """

    def kept(self, series: int, serial: int) -> None:
        """Forget this throw: it is durable."""

    def button_throws(self, count: int) -> object:
        """Have a button of the roller's own throw so many dice."""

    def roll(self, count: int) -> object:
        """Throw so many dice, 0 for all."""

    def close(self) -> object:
        """Close it."""


def open_roller(table: RollerTable, machine: DiceMachine, box: Box, opening: ExitStack) -> None:
    """Open these dice for the box, until ``opening`` is closed. Raises :class:`Fault`."""
    machine.buses.check(table)
    roller: Roller = table.opener(table, machine)
    opening.callback(roller.close)
    box.kept = roller.kept
    box.tell_button_dice = roller.button_throws
    box.order_throw = roller.roll
    box.talking_dice = roller if isinstance(roller, TalkingDice) else None
