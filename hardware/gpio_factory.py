"""gpiozero's pins on the lines of any one gpiochip.

Import this only after :func:`hardware.lgpio_import.import_lgpio`. gpiozero's own LGPIOFactory
knows the header of a Raspberry Pi and no other chip; what is different here is told where it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from threading import Lock
from typing import Any

import lgpio
from gpiozero.pins import PinInfo
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

from hardware.chips import Chip


class _Lines:
    """What gpiozero asks of a board: here, a chip with as many lines and no fixed pull-ups."""

    def __init__(self, chip: Chip) -> None:
        self._infos = {number: _info(number) for number in range(chip.lines)}

    def find_pin(self, name: int | str) -> Iterator[tuple[None, PinInfo]]:
        """The line of this number, or of the name that ``Pin.info`` gives it."""
        number = int(name[4:]) if isinstance(name, str) else name
        if number in self._infos:
            yield None, self._infos[number]


def _info(number: int) -> PinInfo:
    name = f"GPIO{number}"
    return PinInfo(
        number=number,
        name=name,
        names=frozenset({number, name}),
        pull="",
        row=number,
        col=0,
        interfaces=frozenset({"gpio"}),
    )


class LinePin(LGPIOPin):  # type: ignore[misc]
    """A line of a chip."""

    def output_with_state(self, state: bool) -> None:
        """Make it an output of this level in one step, so that no lamp blinks."""
        lgpio.gpio_claim_output(self.factory._handle, self._number, int(state))

    def _call_when_changed(self, chip: int, gpio: int, level: int, ticks: int) -> None:
        # An exception here would end lgpio's only thread, and with it the edges of every line.
        # gpiozero's own method raises one if the pin is closed at this moment.
        reference = self._when_changed
        changed = None if reference is None else reference()
        if changed is not None:
            changed(ticks / 1_000_000_000, level)


class ChipFactory(LGPIOFactory):  # type: ignore[misc]
    """The pins of one chip. Raises ``lgpio.error`` if it cannot be opened."""

    def __init__(self, chip: Chip) -> None:
        super().__init__(chip=chip.number)
        # gpiozero keeps the pins of all local factories in one dictionary, in which line 5 of one
        # chip is line 5 of every other.
        self.pins: dict[PinInfo, LinePin] = {}
        self._reservations: defaultdict[PinInfo, list[Any]] = defaultdict(list)
        self._res_lock = Lock()
        self._lines = _Lines(chip)
        self.pin_class = LinePin

    def consumer(self, number: int) -> str:
        """Who uses this line, in the kernel's words; empty if nobody does."""
        _, _, _, _, user = lgpio.gpio_get_line_info(self._handle, number)
        return str(user)

    def _get_board_info(self) -> _Lines:
        return self._lines
