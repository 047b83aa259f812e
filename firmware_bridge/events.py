"""What a roller on a port gives its host. Times are microseconds of the host's clock."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.faults import Fault


@dataclass(frozen=True)
class Rolled:
    """A throw; ``at`` is when the first byte of the frame that brought it was read.

    ``values`` has one entry for each die thrown, None for a die that was not read or shows what
    the roller's dice cannot. ``series`` and ``serial`` together name the throw for good.
    """

    at: int
    serial: int
    values: tuple[int | None, ...]
    series: int = 0


@dataclass(frozen=True)
class RollerUp:
    """A roller has said hello, for the first time or again; throws come only after this."""

    at: int
    name: str
    dice: int
    sides: int


@dataclass(frozen=True)
class RollerDown:
    """The port was lost, the roller restarted, or it still cannot be reached for another reason.

    ``why`` is for people.
    """

    at: int
    why: str


@dataclass(frozen=True)
class RollerRefused:
    """There is a roller, and it speaks a version of the protocol that we do not."""

    at: int
    fault: Fault


RollerEvent = Rolled | RollerUp | RollerDown | RollerRefused
