"""The chips of this machine, their lines held as devices of gpiozero.

Levers and buttons are gpiozero's input devices with the pin's own edge callback: ``Button`` would
poll its hold time ten times a second each, and ``when_activated`` hides bounce and time. Lamps and
all else that is driven are gpiozero's LEDs. With the factory ``gpiod`` the lines of a chip that
belong together are held in one request, so that they are read and driven at one moment.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, Protocol

import gpiod
from gpiozero import LED, InputDevice
from gpiozero.exc import GPIOPinInUse, PinEdgeDetectUnsupported, PinError

from hardware.config.pins import ChipName
from hardware.gpio.chips import GpioChip, chips_there, find_chip
from hardware.gpio.edge_watch import OnEdge
from hardware.gpio.pin_factory import GpiodFactory
from hardware.gpio.pin_factory.errors import ChipGone, ChipNotFound, LineInUse
from hardware.gpio.requests import LineEdge

if TYPE_CHECKING:
    from hardware.gpio.lines import InputLines, OpenChip, OutputLines

_SECOND_NS = 1_000_000_000


class LinesTogether(Protocol):
    """Lines that are read, and driven, at one moment; :class:`HeldLines` is one."""

    def read(self) -> dict[int, bool]:
        """Return the level of every line, by its offset on the chip."""
        ...

    def write(self, levels: Mapping[int, bool]) -> None:
        """Drive these outputs, by their offsets."""
        ...


class OneByOne:
    """Lines of a factory that cannot hold several together: each is read, and driven, alone."""

    def __init__(self) -> None:
        self._pins: dict[int, Any] = {}

    def add(self, offset: int, device: Any) -> None:
        """Take a device in."""
        self._pins[offset] = device.pin

    def read(self) -> dict[int, bool]:
        """Read one after the other."""
        return {offset: bool(pin.state) for offset, pin in self._pins.items()}

    def write(self, levels: Mapping[int, bool]) -> None:
        """Drive one after the other."""
        for offset, high in levels.items():
            self._pins[offset].state = high


class GpiozeroChips:
    """The chips of this machine, for ``gpio.factory = "gpiod"``.

    ``closing`` closes what was opened.

    ``make_factory`` gives gpiozero's pin factory, once a line is asked for.
    """

    def __init__(
        self,
        closing: ExitStack,
        look: Callable[[], list[GpioChip]] | None = None,
        make_factory: Callable[[], Any] = lambda: GpiodFactory(consumer="boxctl"),
    ) -> None:
        self._closing = closing
        self._look = look or chips_there
        self._make_factory = make_factory
        self._present: list[GpioChip] | None = None
        self._open: dict[int, FactoryChip] = {}
        self._factory: Any = None

    def open(self, name: ChipName) -> OpenChip:
        """The chip; every name of a chip gives the same. Raises :class:`Fault` BX402 or BX403."""
        if self._present is None:
            self._present = self._look()
        chip = find_chip(name, self._present)
        if chip.number not in self._open:
            self._open[chip.number] = FactoryChip(chip, name, self._look, self._factory_of_all)
        return self._open[chip.number]

    def _factory_of_all(self) -> Any:
        if self._factory is None:
            self._factory = self._make_factory()
            self._closing.callback(self._factory.close)
        return self._factory


class FactoryChip:
    """A chip whose lines are devices of gpiozero. What cannot be had raises :class:`OSError`."""

    def __init__(
        self,
        chip: GpioChip,
        name: ChipName,
        look: Callable[[], list[GpioChip]],
        factory: Callable[[], Any],
    ) -> None:
        self.chip = chip
        self._name = name
        self._look = look
        self._factory = factory

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Hold these lines and hear of their edges, in the factory's thread."""
        try:
            return FactoryInputs(self._factory(), self._pins(lines), pull_up, on_edge)
        except (PinError, GPIOPinInUse) as fault:
            raise as_os_error(fault) from fault

    def outputs(self, lines: Sequence[int], levels: int) -> OutputLines:
        """Hold these lines, at these levels from the first moment on."""
        try:
            return FactoryOutputs(self._factory(), self._pins(lines), levels)
        except (PinError, GPIOPinInUse) as fault:
            raise as_os_error(fault) from fault

    def user_of(self, line: int) -> str | None:
        """Who holds this line, in the kernel's words, which may be empty; None if nobody does."""
        with gpiod.Chip(f"/dev/gpiochip{self.chip.number}") as chip:
            info = chip.get_line_info(line)
        return info.consumer if info.used else None

    def open_again(self) -> None:
        """Find the chip anew: one that was away may come back with another number."""
        self.chip = find_chip(self._name, self._look())

    def _pins(self, lines: Sequence[int]) -> Mapping[int, str]:
        chip = self.chip.device or self.chip.label
        return {line: f"{chip}:{line}" for line in lines}


class FactoryInputs:
    """Contacts: input devices whose pins tell of every edge."""

    def __init__(
        self, factory: Any, pins: Mapping[int, str], pull_up: bool, on_edge: OnEdge
    ) -> None:
        with ExitStack() as opening:
            self._lines = _together(factory, pins, opening)
            self.devices = _devices(
                opening,
                self._lines,
                pins,
                lambda pin: InputDevice(pin, pull_up=pull_up, pin_factory=factory),
            )
            # gpiozero keeps only weak references to what is called.
            self._listeners = {line: _listener(line, on_edge) for line in pins}
            for line, device in self.devices.items():
                device.pin.when_changed = self._listeners[line]
            self._closing = opening.pop_all()

    def levels(self) -> int:
        """Which lines are high, bit 0 that of the first. Raises :class:`OSError`."""
        try:
            high = self._lines.read()
        except PinError as fault:
            raise as_os_error(fault) from fault
        return sum(high[line] << bit for bit, line in enumerate(self.devices))

    def close(self) -> None:
        """Tell of no more edges and let the lines go."""
        with suppress(PinError):
            self._closing.close()


class FactoryOutputs:
    """Lamps and the like: LEDs."""

    def __init__(self, factory: Any, pins: Mapping[int, str], levels: int) -> None:
        first = {pin: bool(levels >> bit & 1) for bit, pin in enumerate(pins.values())}
        with ExitStack() as opening:
            self._lines = _together(factory, pins, opening)
            self.devices = _devices(
                opening,
                self._lines,
                pins,
                lambda pin: LED(pin, initial_value=first[pin], pin_factory=factory),
            )
            self._closing = opening.pop_all()

    def set(self, levels: int, mask: int) -> None:
        """Give the lines in ``mask`` these levels. Raises :class:`OSError`."""
        wanted = {
            line: bool(levels >> bit & 1)
            for bit, line in enumerate(self.devices)
            if mask >> bit & 1
        }
        try:
            self._lines.write(wanted)
        except PinError as fault:
            raise as_os_error(fault) from fault

    def close(self) -> None:
        """Let the lines go."""
        with suppress(PinError):
            self._closing.close()


def _together(factory: Any, pins: Mapping[int, str], opening: ExitStack) -> LinesTogether:
    if not hasattr(factory, "hold"):
        return OneByOne()
    held = factory.hold(*pins.values())
    opening.callback(factory.let_go, held)
    together: LinesTogether = held
    return together


def _devices(
    opening: ExitStack,
    lines: LinesTogether,
    pins: Mapping[int, str],
    make: Callable[[str], Any],
) -> dict[int, Any]:
    devices = {line: opening.enter_context(make(pin)) for line, pin in pins.items()}
    if isinstance(lines, OneByOne):
        for line, device in devices.items():
            lines.add(line, device)
    return devices


def _listener(line: int, on_edge: OnEdge) -> Callable[[float, int], None]:
    def edge(ticks: float, state: int) -> None:
        on_edge(LineEdge(line, bool(state), round(ticks * _SECOND_NS)))

    return edge


def as_os_error(fault: Exception) -> OSError:
    """Return the kernel's own error for what a pin factory could not do."""
    match fault:
        case LineInUse() | GPIOPinInUse():
            number = errno.EBUSY
        case PinEdgeDetectUnsupported():
            number = errno.ENXIO
        case ChipGone() | ChipNotFound():
            number = errno.ENODEV
        case _:
            number = errno.EIO
    return OSError(number, str(fault))
