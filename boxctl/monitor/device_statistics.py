"""Count what the roller and the other devices of a box have done."""

from __future__ import annotations

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

    ``last`` is what the dice showed last, with None for a die that could not be read.
    """

    throws: int = 0
    unreadable: int = 0
    late: int = 0
    last: tuple[int | None, ...] = ()


class DeviceBook:
    """The statistics of everything but levers and buttons. Not thread-safe."""

    def __init__(self) -> None:
        self.devices: dict[str, DeviceStatistics] = {}
        self.roller = RollerStatistics()

    def take(self, event: DeviceEvent) -> None:
        """Count an event of a device; one of a contact is passed over."""
        match event:
            case DiceRolled():
                roller = self.roller
                roller.throws += 1
                roller.unreadable += None in event.values
                roller.late += event.late
                roller.last = event.values
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
        self.roller = RollerStatistics(last=self.roller.last)
        for statistics in self.devices.values():
            statistics.losses = 0
