"""Find the lines of pins, and explain why one cannot be had."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import ExitStack

from groundwork.faults import Fault, os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.installation import install_command
from groundwork.language import tr
from hardware.config.pins import ChipName, Pin
from hardware.config.tables.gpio import GpioTable
from hardware.gpio.open_chip import Chips, LineError, OpenChip, OpenChips


@frozen_dataclass
class GpioLine:
    """Line ``number`` of ``chip``; ``what`` is wired to it."""

    chip: OpenChip
    number: int
    pin: Pin
    what: str

    def __str__(self) -> str:
        return tr("{pin} of {what}", pin=self.pin, what=self.what)


PINS = "gpiod.line"
"""The module of libgpiod that only its second version has: Debian 12 packages the first one."""


def other_factory() -> str | None:
    """Return which pin factory the user wants, as gpiozero has it; None for boxctl's own."""
    name = os.environ.get("GPIOZERO_PIN_FACTORY", "").lower()
    return None if name in ("", "gpiod") else name


class LazyChips:
    """The chips that the pin factory reaches; ``closing`` closes them.

    Nothing of gpiozero is imported until the first chip is opened: many boxes have no line at all.
    """

    def __init__(self, closing: ExitStack) -> None:
        self._closing = closing
        self._chips: Chips | None = None

    def open(self, name: ChipName) -> OpenChip:
        """Open the chip. Raises :class:`Fault` BX401 to BX403."""
        if self._chips is None:
            try:
                self._chips = self._chips_of_factory()
            except ImportError as error:
                raise libraries_missing(error) from error
        return self._chips.open(name)

    def _chips_of_factory(self) -> Chips:
        if (other := other_factory()) is None:
            from hardware.gpio.gpiod_chips import GpiodChips

            return GpiodChips(self._closing)
        from hardware.gpio.other_factory import OtherFactory

        return OtherFactory(other, self._closing)


def open_lines(table: GpioTable, closing: ExitStack, chips: OpenChips | None = None) -> GpioLines:
    """Return the lines of the chips of ``[gpio]``; ``chips`` replace this machine's."""
    opened = LazyChips(closing) if chips is None else chips(closing)
    return GpioLines(opened, table.chip)


class GpioLines:
    """Finds the line of every pin, and rejects lines that are wired twice."""

    def __init__(self, chips: Chips, default_chip: ChipName) -> None:
        self._chips = chips
        self._default_chip = default_chip
        self._taken: dict[tuple[str, int], GpioLine] = {}

    def line(self, pin: Pin, what: str) -> GpioLine:
        """Find the line of this pin. Raises :class:`Fault` BX402 to BX405."""
        opened = self._chips.open(self._default_chip if pin.chip is None else pin.chip)
        line = GpioLine(opened, pin.line, pin, what)
        if pin.line >= opened.chip.lines:
            raise Fault(
                "BX405",
                tr(
                    "{line} is not there: {chip} has lines 0 to {lines}; give another pin in "
                    "box.toml",
                    line=line,
                    chip=opened.chip,
                    lines=opened.chip.lines - 1,
                ),
            )
        other = self._taken.setdefault((opened.chip.path, pin.line), line)
        if other is not line:
            raise Fault(
                "BX404",
                tr(
                    "{line} is in use: it is also {other}; give each its own pin",
                    line=line,
                    other=other,
                ),
            )
        return line


def fault_of(lines: Sequence[GpioLine], error: OSError) -> Fault:
    """Return why these lines of one chip could not be had: Fault BX404, BX406 or BX407."""
    for line in lines:
        user = user_of_line(line)
        if user is not None:
            return held_line(line, user)
    refused = error.line if isinstance(error, LineError) else lines[0].number
    line = next(line for line in lines if line.number == refused)
    if error.errno == errno.ENXIO:
        return Fault(
            "BX406",
            tr(
                "{line} cannot tell of edges; wire the interrupt of its chip to the Pi and "
                "name that pin in the chip's overlay (gpiopin), or take a pin of the header",
                line=line,
            ),
        )
    why = os_reason(error)
    return Fault(
        "BX407",
        tr(
            "{line} cannot be used ({why}); look at the wires of its chip, and at the "
            "kernel's messages (dmesg)",
            line=line,
            why=why,
        ),
    )


def held_line(line: GpioLine, user: str) -> Fault:
    """Return the fault that this user, in the kernel's words, has the line (BX404)."""
    return Fault(
        "BX404",
        tr(
            "{line} is in use by {user}; end that, or give another pin in box.toml",
            line=line,
            user=_in_words(user),
        ),
    )


def user_of_line(line: GpioLine) -> str | None:
    """Return who uses a line, in the kernel's words, maybe empty; None if nobody does."""
    try:
        return line.chip.user_of(line.number)
    except OSError:
        return None


def _in_words(user: str) -> str:
    match user:
        case "":
            return tr("the kernel or another program")
        case "boxctl":
            return tr("another boxctl")
        case "gpiozero":
            return tr("another program that uses gpiozero")
        case "lg":
            return tr("another program that uses lgpio")
        case _:
            return f'"{user}"'


def libraries_missing(error: object) -> Fault:
    """Return the fault that the libraries of the pins cannot be imported (BX401)."""
    return Fault(
        "BX401",
        tr(
            "the libraries of the pins cannot be imported ({error}); install them: {command}",
            error=error,
            command=install_command("pi"),
        ),
    )
