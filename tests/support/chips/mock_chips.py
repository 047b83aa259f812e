"""Gpiochips in memory: a wire can be driven, what a line is held as can be seen, a cable pulled."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from groundwork.faults import Fault
from hardware.config.pins import ChipName
from hardware.devices import Clock
from hardware.gpio.chips import GpioChip
from hardware.gpio.edge_watch import OnEdge
from hardware.gpio.lines import InputLines, OutputLines
from hardware.gpio.requests import LineEdge


@dataclass
class MockPin:
    """A line and its wire."""

    number: int
    clock: Clock
    held: str = ""
    pull: str = ""
    high: bool = False
    shown: list[bool] = field(default_factory=list)
    on_edge: OnEdge | None = None

    def drive(self, *, high: bool) -> None:
        """Put the wire to 3V3 or to ground."""
        changed, self.high = self.high != high, high
        if changed and self.on_edge is not None:
            self.on_edge(LineEdge(self.number, high, self.clock() * 1000 + 999))

    def drive_high(self) -> None:
        """Put the wire to 3V3."""
        self.drive(high=True)

    def drive_low(self) -> None:
        """Put the wire to ground."""
        self.drive(high=False)


class MockChip:
    """A chip; all its lines float high or low as they are pulled until they are driven."""

    def __init__(self, number: int, label: str, lines: int, clock: Clock) -> None:
        self.chip = GpioChip(number, label, lines)
        self.pins = [MockPin(line, clock) for line in range(lines)]
        self.users: dict[int, str] = {}
        self.gives_no_edges = False
        self.is_away = False
        self.opened_again = 0

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Hold these lines and hear of their edges."""
        if self.gives_no_edges:
            raise OSError(errno.ENXIO, "No such device or address")
        held = _Held(self, lines, "input")
        for pin in held.pins:
            pin.pull, pin.high, pin.on_edge = ("up" if pull_up else "down"), pull_up, on_edge
        return held

    def outputs(self, lines: Sequence[int], levels: int) -> OutputLines:
        """Hold these lines, at these levels from the first moment on."""
        held = _Held(self, lines, "output")
        held.set(levels, -1)
        return held

    def user_of(self, line: int) -> str | None:
        """Who holds this line."""
        return self.users.get(line)

    def open_again(self) -> None:
        """Find the chip anew."""
        self.opened_again += 1
        if self.is_away:
            raise Fault("BX402", f'there is no gpiochip "{self.chip.label}"')


class _Held:
    """Lines that are held."""

    def __init__(self, chip: MockChip, lines: Sequence[int], held: str) -> None:
        self.chip = chip
        self.pins = [chip.pins[line] for line in lines]
        if any(pin.held or pin.number in chip.users for pin in self.pins):
            raise OSError(errno.EBUSY, "Device or resource busy")
        for pin in self.pins:
            pin.held = held

    def levels(self) -> int:
        self._is_there()
        return sum(pin.high << index for index, pin in enumerate(self.pins))

    def set(self, levels: int, mask: int) -> None:
        self._is_there()
        for index, pin in enumerate(self.pins):
            if mask >> index & 1:
                pin.high = bool(levels >> index & 1)
                pin.shown.append(pin.high)

    def close(self) -> None:
        for pin in self.pins:
            pin.held, pin.on_edge = "", None

    def _is_there(self) -> None:
        if self.chip.is_away:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")


class MockChips:
    """The header of a Raspberry Pi and an expander; ``clock`` dates the edges."""

    def __init__(self, clock: Clock = lambda: 0) -> None:
        self.header = MockChip(0, "pinctrl-rp1", 54, clock)
        self.expander = MockChip(1, "mcp23017", 16, clock)

    def open(self, name: ChipName) -> MockChip:
        """The chip of this name."""
        return self.header if name in ("auto", 0) else self.expander

    def __call__(self, _closing: ExitStack) -> MockChips:
        """These chips, wherever chips are opened."""
        return self

    def pin(self, pin: int | str) -> MockPin:
        """A pin of the header, or one that is named as in box.toml."""
        _chip, colon, line = str(pin).rpartition(":")
        return (self.expander if colon else self.header).pins[int(line)]
