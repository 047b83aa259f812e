"""The pin factory that ``GPIOZERO_PIN_FACTORY`` names, where it is not boxctl's own.

It is found as gpiozero finds it. It reaches the pins of the header only, and its lines are read and
switched one after the other.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import (
    AbstractContextManager,
    ExitStack,
    contextmanager,
    nullcontext,
    suppress,
)
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Protocol

from gpiozero import LED, InputDevice
from gpiozero.exc import GPIOPinInUse
from gpiozero.pins.local import LocalPiFactory

from gpiozero_gpiod.chips import CHIP_AWAY, ChipInfo
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.pins import LAST_PIN, ChipName, is_header
from hardware.gpio.open_chip import LineEdge, LineError, OnEdge

if TYPE_CHECKING:
    from hardware.gpio.open_chip import InputLines, OnEdge, OpenChip, OutputLines

TimeOfEdge = Callable[[float], int]
"""Turns the ticks of an edge into nanoseconds of CLOCK_MONOTONIC."""

_SECOND_NS = 1_000_000_000


def kernels_time(ticks: float) -> int:
    """Return the time of an edge whose ticks are the kernel's, in seconds."""
    return round(ticks * _SECOND_NS)


class HeldTogether(Protocol):
    """Lines that a factory holds together: devices made on them share one request.

    :class:`gpiozero_gpiod.held_lines.HeldLines` is one.
    """

    def one_configuration(self) -> AbstractContextManager[None]:
        """Set the chip once, at the end, as devices were made on these lines meanwhile."""
        ...

    def one_reading(self) -> AbstractContextManager[None]:
        """Read the chip once; what devices return meanwhile is of that moment."""
        ...

    def one_writing(self) -> AbstractContextManager[None]:
        """Drive the chip once, at the end, as devices were set meanwhile."""
        ...


class SeparateLines:
    """The lines of a factory that cannot hold them together: each is read and driven alone."""

    one_configuration = one_reading = one_writing = staticmethod(nullcontext)


class GpiozeroInputs:
    """Contacts. ``pins`` are names for ``factory`` by the number of the line.

    ``on_edge`` is called for every edge, in the factory's thread. Raises :class:`OSError`, as do
    the methods. They are input devices with the pin's own edge callback: ``Button`` would poll its
    hold time ten times a second each, and ``when_activated`` hides bounce and time.
    """

    def __init__(
        self,
        factory: Any,
        pins: Mapping[int, str],
        *,
        pull_up: bool,
        on_edge: OnEdge,
        time_of: TimeOfEdge,
    ) -> None:
        self._pull_up = pull_up

        def contact(pin: str) -> InputDevice:
            return InputDevice(pin, pull_up=pull_up, pin_factory=factory)

        with as_os_error(), ExitStack() as opening:
            self._held = _hold(factory, pins, opening)
            with self._held.one_configuration():
                self._devices = _devices(pins, contact, opening)
                # gpiozero keeps only weak references to what is called.
                self._listeners = {
                    line: _listener(line, device.pin, on_edge, time_of)
                    for line, device in self._devices.items()
                }
                for line, device in self._devices.items():
                    device.pin.when_changed = self._listeners[line]
                    opening.callback(setattr, device.pin, "when_changed", None)
            self._closing = opening.pop_all()

    def levels(self) -> int:
        """Return which lines are high; bit 0 is the first line."""
        levels = 0
        with as_os_error(), self._held.one_reading():
            for bit, device in enumerate(self._devices.values()):
                # A line that is pulled up is active, of value 1, while it is low.
                levels |= (bool(device.value) != self._pull_up) << bit
        return levels

    def close(self) -> None:
        """Stop reporting edges and release the lines. Never raises."""
        with suppress(OSError), as_os_error():
            self._closing.close()


class GpiozeroOutputs:
    """Lamps and the like; those in ``on`` are lit from the start.

    Otherwise as :class:`GpiozeroInputs`. Which level lights one is what gpiozero's LED is told.
    """

    def __init__(
        self, factory: Any, pins: Mapping[int, str], on: int, *, active_high: bool
    ) -> None:
        first = {pin: bool(on >> bit & 1) for bit, pin in enumerate(pins.values())}

        def lamp(pin: str) -> LED:
            return LED(pin, active_high=active_high, initial_value=first[pin], pin_factory=factory)

        with as_os_error(), ExitStack() as opening:
            self._held = _hold(factory, pins, opening)
            with self._held.one_configuration():
                self._devices = _devices(pins, lamp, opening)
            self._closing = opening.pop_all()

    def set(self, on: int, mask: int) -> None:
        """Switch what is in ``mask``: on what is in ``on``, too; bit 0 is the first line."""
        with as_os_error(), self._held.one_writing():
            for bit, device in enumerate(self._devices.values()):
                if mask >> bit & 1:
                    device.value = on >> bit & 1

    def close(self) -> None:
        """Release the lines. Never raises."""
        with suppress(OSError), as_os_error():
            self._closing.close()


def _hold(factory: Any, pins: Mapping[int, str], opening: ExitStack) -> HeldTogether:
    """Hold the lines of these pins together until ``opening`` is closed, if the factory can."""
    if not hasattr(factory, "hold"):
        return SeparateLines()
    held: HeldTogether = factory.hold(*pins.values())
    opening.callback(factory.let_go, held)
    return held


def _devices(
    pins: Mapping[int, str], make: Callable[[str], Any], opening: ExitStack
) -> Mapping[int, Any]:
    """Make a device for every pin, by its line; ``opening`` closes them."""
    devices = {}
    for line, pin in pins.items():
        with as_os_error(line):
            devices[line] = opening.enter_context(make(pin))
    return devices


def _listener(
    line: int, pin: Any, on_edge: OnEdge, time_of: TimeOfEdge
) -> Callable[[float, int], None]:
    known_lost = 0

    def edge(ticks: float, state: int) -> None:
        nonlocal known_lost
        all_lost = getattr(pin, "edges_lost", 0)
        lost, known_lost = max(all_lost - known_lost, 0), all_lost
        on_edge(LineEdge(line, bool(state), time_of(ticks), lost))

    return edge


@contextmanager
def as_os_error(line: int | None = None) -> Iterator[None]:
    """Turn every error of a pin factory into an :class:`OSError`: the kernel's where it is known.

    lgpio and pigpio have errors of their own. If the line is known it is a LineError; ``line`` is
    that of the errors which do not say.
    """
    try:
        yield
    except LineError:
        raise
    except Exception as fault:
        number, why = _why(fault)
        if line is None:
            line = getattr(fault, "offset", None)
        if line is None:
            raise OSError(number, why) from fault
        raise LineError(number, why, line) from fault


def _why(fault: Exception) -> tuple[int, str]:
    cause = fault.__cause__
    if isinstance(cause, OSError) and cause.errno is not None:
        return cause.errno, str(cause.strerror)
    if isinstance(fault, GPIOPinInUse):
        return errno.EBUSY, str(fault)
    if isinstance(fault, CHIP_AWAY):
        return errno.ENODEV, str(fault)
    return errno.EIO, str(fault)


def make_other_factory(name: str) -> Any:
    """Make the pin factory of this name. Raises :class:`Fault` BX401."""
    # lgpio makes a pipe in this directory; without it, in the current one.
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY") or tempfile.gettempdir())
    try:
        (found,) = entry_points(group="gpiozero_pin_factories", name=name)
        return found.load()()
    except Exception as error:
        # A package that is not there is no entry point; a library or a daemon says what is wrong.
        why = tr("gpiozero knows none of that name") if isinstance(error, ValueError) else error
        raise Fault(
            "BX401",
            tr(
                'GPIOZERO_PIN_FACTORY is "{name}", and that pin factory cannot be used ({why}); '
                "mend that, or unset the variable",
                name=name,
                why=why,
            ),
        ) from error


class OtherFactory:
    """The pins ``GPIO0`` to ``GPIO27`` of a pin factory, as the only chip that it has.

    ``closing`` closes the factory. Raises :class:`Fault` BX401 if it cannot be made, and
    :class:`OSError` if lines cannot be had.
    """

    def __init__(self, name: str, closing: ExitStack) -> None:
        self.chip = ChipInfo(path="", name="header", label=name, lines=LAST_PIN + 1)
        self._name = name
        self._factory = make_other_factory(name)
        closing.callback(self._factory.close)
        # The ticks of these are those of the kernel's clock.
        local = isinstance(self._factory, LocalPiFactory)
        self._time_of: TimeOfEdge = kernels_time if local else _time_of_arrival

    def open(self, name: ChipName) -> OpenChip:
        """Return this chip. Raises :class:`Fault` BX402 if another one is meant."""
        check_reached(name, self._name)
        return self

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Request these lines as inputs, and call ``on_edge`` in the factory's thread."""
        return GpiozeroInputs(
            self._factory, _pins(lines), pull_up=pull_up, on_edge=on_edge, time_of=self._time_of
        )

    def outputs(self, lines: Sequence[int], on: int, *, active_high: bool) -> OutputLines:
        """Request these lines as outputs; what is in ``on`` is switched on from the start."""
        return GpiozeroOutputs(self._factory, _pins(lines), on, active_high=active_high)

    def user_of(self, line: int) -> str | None:
        """Return None: these factories do not tell."""
        return None

    def open_again(self) -> None:
        """Do nothing: the factory has the chip."""


def check_reached(chip: ChipName, factory: str) -> None:
    """Raise :class:`Fault` BX402 if ``factory`` does not reach this chip of box.toml."""
    if not is_header(chip):
        raise Fault(
            "BX402",
            tr(
                'GPIOZERO_PIN_FACTORY is "{factory}", which reaches only the pins of the header, '
                'and box.toml names the chip "{chip}"; unset the variable',
                factory=factory,
                chip=chip,
            ),
        )


def _pins(lines: Sequence[int]) -> dict[int, str]:
    return {line: f"GPIO{line}" for line in lines}


def _time_of_arrival(_ticks: float) -> int:
    return monotonic_us() * 1000
