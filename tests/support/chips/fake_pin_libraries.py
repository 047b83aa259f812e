"""The libraries lgpio and pigpio in memory: what gpiozero's pin factories ask of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

OUTPUT = 1 << 1
"""Of the mode that lgpio gives a line."""

Told = Callable[[int, int, int, int], None]
"""Takes chip, line, level and the kernel's time in nanoseconds."""


@dataclass
class FakeWire:
    """A line, and what was asked of it."""

    level: int = 0
    output: bool = False
    pull: int | str = ""
    told: Callable[..., None] | None = None


class FakeLgpio(ModuleType):
    """The module lgpio."""

    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 1 << 7, 1 << 5, 1 << 6

    class error(Exception):  # noqa: N801 (as lgpio names it)
        """What lgpio raises."""

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.wires = [FakeWire() for _ in range(28)]
        self.opened: list[int] = []
        self.busy: set[int] = set()
        self.broken = False

    def drive(self, line: int, *, high: bool, at_ns: int) -> None:
        """Change the level of an input from outside."""
        wire = self.wires[line]
        wire.level = int(high)
        if wire.told is not None:
            wire.told(0, line, wire.level, at_ns)

    def gpiochip_open(self, number: int) -> int:
        self.opened.append(number)
        return 7

    def gpiochip_close(self, _chip: int) -> None:
        self.opened.clear()

    def gpio_claim_input(self, _chip: int, line: int, flags: int = 0) -> None:
        if line in self.busy:
            raise self.error("GPIO busy")
        wire = self.wires[line]
        wire.output, wire.pull = False, flags
        if flags == self.SET_PULL_UP:
            wire.level = 1

    def gpio_claim_output(self, _chip: int, line: int) -> None:
        self.wires[line].output = True

    def gpio_claim_alert(self, _chip: int, _line: int, _edges: int, _flags: int) -> None:
        pass

    def gpio_free(self, _chip: int, line: int) -> None:
        self.wires[line].output = False

    def gpio_get_mode(self, _chip: int, line: int) -> int:
        return OUTPUT if self.wires[line].output else 0

    def gpio_read(self, _chip: int, line: int) -> int:
        if self.broken:
            raise self.error("bad handle")
        return self.wires[line].level

    def gpio_write(self, _chip: int, line: int, level: int) -> None:
        self.wires[line].level = int(level)

    def callback(self, _chip: int, line: int, _edges: int, told: Told) -> Any:
        wire = self.wires[line]
        wire.told = told
        return SimpleNamespace(cancel=lambda: setattr(wire, "told", None))


class FakePigpio(ModuleType):
    """The module pigpio, with the daemon of another Pi."""

    INPUT, OUTPUT, ALT0, ALT1, ALT2, ALT3, ALT4, ALT5 = 0, 1, 4, 5, 6, 7, 3, 2
    PUD_OFF, PUD_DOWN, PUD_UP = 0, 1, 2
    RISING_EDGE, FALLING_EDGE, EITHER_EDGE = 0, 1, 2

    class error(Exception):  # noqa: N801 (as pigpio names it)
        """What pigpio raises."""

    def __init__(self) -> None:
        super().__init__("pigpio")
        self.wires = [FakeWire() for _ in range(28)]
        self.answers = True
        self.asked: list[tuple[str, int]] = []
        self.sl = SimpleNamespace(s=object())

    def drive(self, line: int, *, high: bool) -> None:
        """Change the level of an input from outside."""
        wire = self.wires[line]
        wire.level = int(high)
        if wire.told is not None:
            wire.told(line, wire.level, 4_000_000_000)

    def pi(self, host: str, port: int) -> FakePigpio:
        self.asked.append((host, port))
        self.sl.s = object() if self.answers else None
        return self

    def stop(self) -> None:
        self.sl.s = None

    def get_hardware_revision(self) -> int:
        return 0xC03111

    def set_mode(self, line: int, mode: int) -> None:
        self.wires[line].output = mode == self.OUTPUT

    def get_mode(self, line: int) -> int:
        return self.OUTPUT if self.wires[line].output else self.INPUT

    def set_pull_up_down(self, line: int, pull: int) -> None:
        self.wires[line].pull = pull
        if pull == self.PUD_UP:
            self.wires[line].level = 1

    def set_glitch_filter(self, _line: int, _steady: int) -> None:
        pass

    def read(self, line: int) -> int:
        return self.wires[line].level

    def write(self, line: int, level: int) -> None:
        self.wires[line].level = int(level)

    def callback(self, line: int, _edge: int, told: Callable[..., None]) -> Any:
        wire = self.wires[line]
        wire.told = told
        return SimpleNamespace(cancel=lambda: setattr(wire, "told", None))
