"""A line of a chip that is ready to be held, and the faults it can have."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from groundwork.faults import Fault
from hardware.config.pins import ChipName, Pin
from hardware.config.tables.gpio import LineFactory
from hardware.gpio.chips import GpioChip, chips_there, find_chip, no_permission
from hardware.gpio.edge_watch import EdgeWatch, OnEdge
from hardware.gpio.requests import CONSUMER, LineRequest, hold_inputs, hold_outputs, user_of


@dataclass(frozen=True, slots=True)
class GpioLine:
    """Line ``number`` of ``chip``; ``what`` is wired to it."""

    chip: OpenChip
    number: int
    pin: Pin
    what: str

    def __str__(self) -> str:
        return f"{self.pin} of {self.what}"


class InputLines(Protocol):
    """Input lines of one chip; bit 0 of a set of levels is the first line."""

    def levels(self) -> int:
        """Return which lines are high. Raises :class:`OSError`."""
        ...

    def close(self) -> None:
        """Stop reporting edges and release the lines."""
        ...


class OutputLines(Protocol):
    """Output lines of one chip; bit 0 of a set of levels is the first line."""

    def set(self, levels: int, mask: int) -> None:
        """Give the lines in ``mask`` these levels. Raises :class:`OSError`."""
        ...

    def close(self) -> None:
        """Release the lines."""
        ...


class OpenChip(Protocol):
    """An open gpiochip. Methods raise :class:`OSError` if the lines cannot be had."""

    @property
    def chip(self) -> GpioChip:
        """Which it is."""
        ...

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Request these lines as inputs, and call ``on_edge`` for their edges."""
        ...

    def outputs(self, lines: Sequence[int], levels: int) -> OutputLines:
        """Request these lines as outputs, with these levels from the start."""
        ...

    def user_of(self, line: int) -> str | None:
        """Return the kernel's name of the line's user, maybe empty; None if it is free."""
        ...

    def open_again(self) -> None:
        """Find the chip again after its lines failed. Raises :class:`Fault` BX402."""
        ...


class Chips(Protocol):
    """Chips by name, each opened on first use."""

    def open(self, name: ChipName) -> OpenChip:
        """The chip. Raises :class:`Fault` BX402 or BX403."""
        ...


OpenChips = Callable[[ExitStack], Chips]
"""Gives the chips, which are closed with the stack."""


class KernelChips:
    """The chips of this machine; ``closing`` closes what was opened."""

    def __init__(
        self, closing: ExitStack, look: Callable[[], list[GpioChip]] = chips_there
    ) -> None:
        self._closing = closing
        self._look = look
        self._there: list[GpioChip] | None = None
        self._open: dict[int, KernelChip] = {}
        self._watch: EdgeWatch | None = None

    def open(self, name: ChipName) -> OpenChip:
        """Open the chip; every name of a chip gives the same object."""
        if self._there is None:
            self._there = self._look()
        chip = find_chip(name, self._there)
        if chip.number not in self._open:
            if self._watch is None:
                self._watch = EdgeWatch()
                self._closing.callback(self._watch.close)
            opened = KernelChip(chip, name, self._watch, self._look)
            self._closing.callback(opened.close)
            self._open[chip.number] = opened
        return self._open[chip.number]


class KernelChip:
    """A chip of the kernel. Raises :class:`Fault` BX403 if it may not be opened."""

    def __init__(
        self, chip: GpioChip, name: ChipName, watch: EdgeWatch, look: Callable[[], list[GpioChip]]
    ) -> None:
        self.chip = chip
        self._name = name
        self._watch = watch
        self._look = look
        self._fd = _open(chip)

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Request these lines as inputs, and call ``on_edge`` for their edges."""
        request = hold_inputs(self._fd, lines, pull_up=pull_up)
        self._watch.add(request, on_edge)
        return _Watched(request, self._watch)

    def outputs(self, lines: Sequence[int], levels: int) -> OutputLines:
        """Request these lines as outputs, with these levels from the start."""
        return hold_outputs(self._fd, lines, levels)

    def user_of(self, line: int) -> str | None:
        """Return who uses this line."""
        return user_of(self._fd, line)

    def open_again(self) -> None:
        """Find the chip again: it may come back with another number."""
        self.close()
        self.chip = find_chip(self._name, self._look())
        self._fd = _open(self.chip)

    def close(self) -> None:
        """Close the chip; its requested lines stay requested."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


class _Watched:
    """Input lines whose edges are watched."""

    def __init__(self, request: LineRequest, watch: EdgeWatch) -> None:
        self._request = request
        self._watch = watch

    def levels(self) -> int:
        return self._request.levels()

    def close(self) -> None:
        self._watch.remove(self._request)
        self._request.close()


def _open(chip: GpioChip) -> int:
    path = Path(f"/dev/gpiochip{chip.number}")
    try:
        return os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise no_permission(path) from error


class GpiozeroLazily:
    """The chips of this machine as devices of gpiozero.

    Nothing of gpiozero is imported until the first chip is opened: many boxes have no line at all.
    """

    def __init__(self, closing: ExitStack) -> None:
        self._closing = closing
        self._chips: Chips | None = None

    def open(self, name: ChipName) -> OpenChip:
        """Open the chip. Raises :class:`Fault` BX401 to BX403."""
        if self._chips is None:
            try:
                from hardware.gpio.gpiozero_chips import GpiozeroChips
            except ImportError as error:
                raise Fault(
                    "BX401",
                    f'gpio.factory is "gpiod", and its libraries cannot be imported ({error}); '
                    "install them: in boxctl's checkout, pip install '.[pi]'",
                ) from error
            self._chips = GpiozeroChips(self._closing)
        return self._chips.open(name)


def chips_for(factory: LineFactory) -> OpenChips:
    """Return what opens chips, by ``gpio.factory`` of box.toml."""
    return GpiozeroLazily if factory == "gpiod" else KernelChips


class GpioLines:
    """Finds the line of every pin, and rejects lines that are wired twice."""

    def __init__(self, chips: Chips, default_chip: ChipName) -> None:
        self._chips = chips
        self._default_chip = default_chip
        self._taken: dict[tuple[int, int], GpioLine] = {}

    def line(self, pin: Pin, what: str) -> GpioLine:
        """Find the line of this pin. Raises :class:`Fault` BX402 to BX405."""
        opened = self._chips.open(self._default_chip if pin.chip is None else pin.chip)
        line = GpioLine(opened, pin.line, pin, what)
        if pin.line >= opened.chip.lines:
            raise Fault(
                "BX405",
                f"{line} is not there: {opened.chip} has lines 0 to {opened.chip.lines - 1}; "
                "give another pin in box.toml",
            )
        other = self._taken.setdefault((opened.chip.number, pin.line), line)
        if other is not line:
            raise Fault("BX404", f"{line} is in use: it is also {other}; give each its own pin")
        return line


def fault_of(lines: Sequence[GpioLine], error: OSError) -> Fault:
    """Return why these lines of one chip could not be had: Fault BX404, BX406 or BX407."""
    for line in lines:
        user = _user_of(line)
        if user is not None:
            return Fault(
                "BX404", f"{line} is in use by {user}; end that, or give another pin in box.toml"
            )
    if error.errno == errno.ENXIO:
        return Fault(
            "BX406",
            f"{lines[0]} cannot tell of edges; wire the interrupt of its chip to the Pi and name "
            "that pin in the chip's overlay (gpiopin), or take a pin of the header",
        )
    why = error.strerror or str(error)
    return Fault(
        "BX407",
        f"{lines[0]} cannot be used ({why}); look at the wires of its chip, "
        "and at the kernel's messages (dmesg)",
    )


def _user_of(line: GpioLine) -> str | None:
    try:
        user = line.chip.user_of(line.number)
    except OSError:
        return None
    match user:
        case None:
            return None
        case "":
            return "the kernel or another program"
        case _ if user == CONSUMER:
            return "another boxctl"
        case "lg":
            return "another program that uses lgpio"
        case _:
            return f'"{user}"'
