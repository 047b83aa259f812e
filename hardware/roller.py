"""The driver ``serial``: a roller on a serial port, as a device of the box."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.events import Rolled, RollerDown, RollerEvent, RollerRefused, RollerUp
from firmware_bridge.roller import SerialRoller
from hardware.devices import Clock, DeviceBack, DeviceEvent, DeviceLost, DiceRolled, HandOver

DEVICE = "roller"


def open_serial_roller(
    port: str,
    baud: int,
    clock: Clock,
    hand_over: HandOver,
    seen: Mapping[int, int] | None = None,
) -> SerialRoller:
    """Open the port and listen; the caller closes it.

    ``seen`` are the throws that were taken before: the last serial of each series.
    Throws are handed over as :class:`DiceRolled`, a roller that answers as :class:`DeviceBack`,
    one that does not as :class:`DeviceLost`. Raises :class:`Fault` (BX5xx) if there is no such
    port or it cannot be had.
    """
    roller = SerialRoller(
        port,
        baud,
        clock=clock,
        hand_over=lambda event: hand_over(as_device_event(event)),
        seen=seen,
    )
    roller.open()
    return roller


def as_device_event(event: RollerEvent) -> DeviceEvent:
    """What the roller gives, as any device of a box gives it."""
    match event:
        case Rolled(at, serial, values, series):
            return DiceRolled(at, values, series, serial)
        case RollerUp(at, name, dice, sides):
            return DeviceBack(at, DEVICE, f"{name}, {dice} dice with {sides} sides")
        case RollerDown(at, why):
            return DeviceLost(at, DEVICE, why)
        case RollerRefused(at, fault):
            return DeviceLost(at, DEVICE, str(fault))
