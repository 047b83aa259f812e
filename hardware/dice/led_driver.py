"""The LEDs of dice on the lines of gpiochips."""

from __future__ import annotations

from collections.abc import Sequence

from groundwork.language import tr
from hardware.config.tables.roller import PiTable
from hardware.devices import Clock, EventSink
from hardware.die_faces import lit
from hardware.gpio.box import GpioLamps
from hardware.gpio.lines import GpioLine, GpioLines

DEVICE = "dice LEDs"


class GpioDieLeds:
    """The LEDs of some dice, each on four or seven lines; dark when opened and when closed.

    A chip that does not answer is reported lost and delays no throw; the LEDs show the next throw
    once it is back. Raises :class:`Fault` BX404 or BX407 if a line cannot be had.
    """

    def __init__(
        self,
        dice: Sequence[Sequence[GpioLine]],
        active_high: bool,
        clock: Clock,
        hand_over: EventSink,
    ) -> None:
        self._sizes = [len(lines) for lines in dice]
        every = [line for lines in dice for line in lines]
        self._leds = GpioLamps(every, active_high, clock, hand_over, DEVICE)

    def show(self, values: Sequence[int]) -> None:
        """Show these faces, the first die first; dice that were not thrown are dark."""
        on: list[bool] = []
        for number, size in enumerate(self._sizes):
            on += lit(values[number] if number < len(values) else 0, size)
        self._leds.show(sum(is_on << place for place, is_on in enumerate(on)))

    def close(self) -> None:
        """Darken them and release the lines."""
        self._leds.close()


def wire_die_leds(table: PiTable, lines: GpioLines) -> list[list[GpioLine]]:
    """Find the lines of each die's LEDs, the first die first."""
    return [
        [
            lines.line(pin, tr("LED {name} of die {number}", name=name, number=number))
            for name, pin in die
        ]
        for number, die in enumerate(table.wired(), start=1)
    ]
