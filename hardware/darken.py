"""Switch off what a program that was killed has left on: lamps, die LEDs, the buzzer.

Kernels of Raspberry Pi OS keep an output driven after its program has ended, and chips on SPI show
what they were sent last. A USB board is not touched: it darkens its lamps when its host is silent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.buses import Buses
from hardware.config.device_table import DrivenLampTable
from hardware.config.tables.gpio import LampsTable
from hardware.config.tables.roller import PiTable
from hardware.devices import DeviceEvent
from hardware.gpio.box import GpioLamps
from hardware.gpio.lines import GpioLine, GpioLines, open_lines
from hardware.gpio.open_chip import OpenChips
from hardware.lamps.open import open_lamps
from hardware.lamps.retry import LampMachine

if TYPE_CHECKING:
    from hardware.config.box_file import BoxFile
    from hardware.config.pins import Pin


@frozen_dataclass
class _OutputPins:
    """Pins, each with what is wired to it, and the level that lights it."""

    pins: tuple[tuple[Pin, str], ...]
    active_high: bool


def darken(
    box: BoxFile, *, chips: OpenChips | None = None, buses: Buses | None = None
) -> list[Fault]:
    """Switch off every lamp, die LED and the buzzer; return why some could not be (BX4xx).

    A device that fails keeps no other one lit. ``chips`` and ``buses`` replace this machine's.
    """
    with ExitStack() as opening:
        lines = open_lines(box.gpio, opening, chips)
        return [
            *(fault for outputs in _outputs(box) for fault in _switched_off(outputs, lines)),
            *_driven_lamps_darkened(box, buses or Buses()),
        ]


def _outputs(box: BoxFile) -> Iterator[_OutputPins]:
    for table in box.lamps:
        if isinstance(table, LampsTable):
            lamps = tuple(
                (pin, tr("the lamp of tile {number}", number=tile)) for tile, pin in table.wired()
            )
            yield _OutputPins(lamps, table.active == "high")
    if isinstance(box.roller, PiTable):
        leds = tuple(
            (pin, tr("LED {name} of die {number}", name=name, number=number))
            for number, die in enumerate(box.roller.wired(), start=1)
            for name, pin in die
        )
        yield _OutputPins(leds, box.roller.leds_active == "high")
    if box.buzzer is not None:
        yield _OutputPins(((box.buzzer.pin, tr("the buzzer")),), box.buzzer.active == "high")


def _switched_off(outputs: _OutputPins, lines: GpioLines) -> Iterator[Fault]:
    """Switch these off, chip by chip; yield a fault for each chip that fails."""
    found: list[GpioLine] = []
    missing: dict[object, Fault] = {}
    for pin, what in outputs.pins:
        try:
            found.append(lines.line(pin, what))
        except Fault as fault:
            missing.setdefault(pin.chip, fault)
    yield from missing.values()
    for _chip, group in groupby(sorted(found, key=_chip_of), _chip_of):
        try:
            with closing(GpioLamps(list(group), outputs.active_high, monotonic_us, _ignore)):
                pass  # They are dark from the moment at which they are held.
        except Fault as fault:
            yield fault


def _driven_lamps_darkened(box: BoxFile, buses: Buses) -> Iterable[Fault]:
    tables = [table for table in box.lamps if isinstance(table, DrivenLampTable)]
    machine = LampMachine(buses, monotonic_us, _ignore)
    for table in tables:
        try:
            with ExitStack() as opening:
                open_lamps(replace(box, lamps=(table,)), machine, opening)
        except Fault as fault:
            yield fault


def _chip_of(line: GpioLine) -> int:
    return id(line.chip)


def _ignore(event: DeviceEvent) -> None:
    """Do nothing with an event: what fails while it is opened raises."""
