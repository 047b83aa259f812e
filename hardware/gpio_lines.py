"""A line of a chip that is ready to be claimed, and the faults it can have."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from firmware_bridge.faults import Fault
from hardware.chips import Chip, chips_there, find_chip, no_permission
from hardware.gpio_pins import ChipName, Pin
from hardware.lgpio_import import import_lgpio

Factory = Any
"""A gpiozero pin factory. gpiozero has no types."""


@dataclass(frozen=True, slots=True)
class Line:
    """Line ``number`` of the chip behind a gpiozero factory; ``what`` is wired to it."""

    factory: Factory
    number: int
    pin: Pin
    what: str

    def __str__(self) -> str:
        return f"{self.pin} of {self.what}"


class Chips(Protocol):
    """Chips by name, each opened when it is first asked for."""

    def open(self, name: ChipName) -> tuple[Chip, Factory]:
        """The chip and its factory. Raises :class:`Fault` BX401 to BX403."""
        ...


class KernelChips:
    """The chips of this machine; ``closing`` closes what was opened."""

    def __init__(self, closing: ExitStack, look: Callable[[], list[Chip]] = chips_there) -> None:
        self._closing = closing
        self._look = look
        self._there: list[Chip] | None = None
        self._open: dict[int, Factory] = {}

    def open(self, name: ChipName) -> tuple[Chip, Factory]:
        """The chip and its factory; every name of a chip gives the same."""
        if self._there is None:
            self._there = self._look()
        chip = find_chip(name, self._there)
        if chip.number not in self._open:
            self._open[chip.number] = self._closing.enter_context(_open_factory(chip))
        return chip, self._open[chip.number]


def _open_factory(chip: Chip) -> Factory:
    import_lgpio()
    import lgpio

    from hardware.gpio_factory import ChipFactory

    try:
        return ChipFactory(chip)
    except lgpio.error as error:
        raise no_permission(Path(f"/dev/gpiochip{chip.number}")) from error


class GivenFactory:
    """One factory in the place of every chip, such as gpiozero's mock."""

    def __init__(self, factory: Factory) -> None:
        self._factory = factory

    def open(self, name: ChipName) -> tuple[Chip, Factory]:
        """The given factory."""
        return Chip(0, str(name), sys.maxsize), self._factory


class Lines:
    """Finds the line of every pin, and that none is wired twice."""

    def __init__(self, chips: Chips, default_chip: ChipName) -> None:
        self._chips = chips
        self._default_chip = default_chip
        self._taken: dict[tuple[int, int], Line] = {}

    def line(self, pin: Pin, what: str) -> Line:
        """The line of this pin. Raises :class:`Fault` BX401 to BX405."""
        chip, factory = self._chips.open(self._default_chip if pin.chip is None else pin.chip)
        line = Line(factory, pin.line, pin, what)
        if pin.line >= chip.lines:
            raise Fault(
                "BX405",
                f"{line} is not there: {chip} has lines 0 to {chip.lines - 1}; "
                "give another pin in box.toml",
            )
        other = self._taken.setdefault((chip.number, pin.line), line)
        if other is not line:
            raise Fault("BX404", f"{line} is in use: it is also {other}; give each its own pin")
        return line


@contextmanager
def faults_of(line: Line) -> Iterator[None]:
    """Turn what gpiozero and lgpio raise about a line into a :class:`Fault` BX404, 406 or 407."""
    from gpiozero import GPIOZeroError

    # lgpio is there only if a chip of the kernel was opened.
    lgpio = sys.modules.get("lgpio")
    errors = (GPIOZeroError, OSError) if lgpio is None else (GPIOZeroError, OSError, lgpio.error)
    try:
        yield
    except errors as error:
        text = str(error.args[0] if error.args else error)
        raise _fault(line, text) from error


def _fault(line: Line, text: str) -> Fault:
    match text:
        case "GPIO busy":
            return _in_use(line, _user_of(line))
        case "bad event request":
            # A line that the kernel has as an interrupt can be claimed, but not for edges.
            if user := line.factory.consumer(line.number):
                return _in_use(line, f'the kernel ("{user}")')
            return Fault(
                "BX406",
                f"{line} cannot tell of edges; wire the interrupt of its chip to the Pi and name "
                "that pin in the chip's overlay (gpiopin), or take a pin of the header",
            )
        case _:
            return Fault(
                "BX407",
                f"{line} cannot be used ({text}); look at the wires of its chip, "
                "and at the kernel's messages (dmesg)",
            )


def _in_use(line: Line, user: str) -> Fault:
    return Fault("BX404", f"{line} is in use by {user}; end that, or give another pin in box.toml")


def _user_of(line: Line) -> str:
    user = line.factory.consumer(line.number)
    if user == "lg":  # the name that lgpio gives every line
        return "another program that uses lgpio, perhaps another boxctl"
    return f'"{user}"' if user else "the kernel or another program"
