"""Count what the roller and the other devices of a box have done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, DiceRolled


@dataclass(slots=True)
class DeviceStatistics:
    """A device: whether it answers, how often it was lost, and what was last said of it."""

    answers: bool = True
    losses: int = 0
    says: str = ""


@dataclass(slots=True)
class RollerStatistics:
    """The throws: how many, how many with a die that could not be read, how many came late.

    ``last`` is what the dice showed last, with None for a die that could not be read, and
    ``last_at`` when, in microseconds (None: never).
    """

    throws: int = 0
    unreadable: int = 0
    late: int = 0
    last: tuple[int | None, ...] = ()
    last_at: int | None = None


class DeviceBook:
    """The statistics of everything but levers and buttons. Not thread-safe.

    ``outputs`` are the devices that are there before any of them has said anything. ``throws_dice``
    is whether the box throws dice.
    """

    def __init__(self, outputs: Iterable[str] = (), *, throws_dice: bool = False) -> None:
        self.devices = {name: DeviceStatistics() for name in outputs}
        self.throws_dice = throws_dice
        self.roller = RollerStatistics()

    def take(self, event: DeviceEvent) -> None:
        """Count an event of a device; one of a contact is passed over."""
        match event:
            case DiceRolled():
                roller = self.roller
                roller.throws += 1
                roller.unreadable += None in event.values
                roller.late += event.late
                roller.last, roller.last_at = event.values, event.at
            case DeviceLost(device=device, why=why):
                statistics = self.devices.setdefault(device, DeviceStatistics())
                statistics.answers = False
                statistics.losses += 1
                statistics.says = why
            case DeviceBack(device=device, what=what):
                statistics = self.devices.setdefault(device, DeviceStatistics())
                statistics.answers = True
                statistics.says = what
            case _:
                pass

    def reset(self) -> None:
        """Begin all counts anew; what answers stays."""
        self.roller = RollerStatistics(last=self.roller.last, last_at=self.roller.last_at)
        for statistics in self.devices.values():
            statistics.losses = 0
