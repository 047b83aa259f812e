"""The power of the box, which goes and comes back at any instant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxctl.table.sensors.contact_state import open_tiles
from hardware.devices import Contact
from tests.support.evenings.program import Program, Start

if TYPE_CHECKING:
    from tests.support.evenings.world import World

MOST_READINGS = 20
"""So often the box is read at most, until two readings agree."""


class Power:
    """Switches the program on and off.

    ``due`` is when something happens here next; None while nothing will. ``cuts`` tells how often
    the program was cut off. Times are microseconds of the box's clock.
    """

    def __init__(self, world: World, start: Start) -> None:
        self.cuts = 0
        self._world = world
        self._start = start
        self._program: Program | None = None
        self._goes_at: int | None = None
        self._comes_at: int | None = None
        self._readings: list[dict[Contact, bool]] = []

    @property
    def program(self) -> Program:
        """The program that watches."""
        assert self._program is not None, "no program is running"
        return self._program

    @property
    def is_on(self) -> bool:
        """Whether a program watches the box."""
        return self._program is not None

    @property
    def is_listening(self) -> bool:
        """Whether what the devices give is kept for a program."""
        return self.is_on or bool(self._readings)

    @property
    def due(self) -> int | None:
        """When the power goes, or a program that starts looks at the box."""
        return self._goes_at if self.is_on else self._comes_at

    def cut(self, at: int, back_at: int) -> None:
        """The power will be out from ``at``, if it is on until then, and come ``back_at``."""
        if self.is_on and self._goes_at is None:
            self._goes_at, self._comes_at = at, back_at

    def advance(self, now: int) -> None:
        """Let happen what is due now."""
        if self.due is None or now < self.due:
            return
        if self.is_on:
            self._goes()
        elif now < (ready := self._world.can_start_at):
            self._comes_at = ready
        else:
            self._look(now)

    def _goes(self) -> None:
        self.cuts += 1
        self._world.tell("the program is cut off")
        self._goes_at = None
        self._world.power_goes(self.program)
        self._program = None

    def _look(self, now: int) -> None:
        """Nothing is believed until two readings, a quiet time apart, agree."""
        reading = self._world.box.read()
        agrees = bool(self._readings) and self._readings[-1] == reading
        self._readings.append(reading)
        if agrees or len(self._readings) > MOST_READINGS:
            self.switch_on()
        else:
            self._comes_at = now + self._world.evening.quiet

    def switch_on(self) -> None:
        """The program starts."""
        world = self._world
        self._comes_at, self._readings = None, []
        world.tell("the program starts")
        standing = open_tiles(world.box.read()) & world.evening.rules.on_the_box
        world.account.truth.somebody_looks(standing, world.now)
        self._program = self._start(world)
        world.power_is_back(self._program)
