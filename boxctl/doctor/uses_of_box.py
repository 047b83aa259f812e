"""List what a box uses of its machine: pins, chips, SPI places, ports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.pi_header import is_header
from hardware.config.pins import Pin
from hardware.config.tables.gpio import ButtonsTable, LampsTable, TilesTable
from hardware.config.tables.roller import PiTable, SerialTable
from hardware.config.tables.usb import UsbTilesTable


def uses_pins(box_file: BoxFile) -> bool:
    """Return whether anything of the box is on a pin."""
    return any(True for _pin in _pins(box_file))


def header_pins(box_file: BoxFile) -> set[int]:
    """Return the pins of the Pi's header that the box uses as plain lines."""
    chips = ((box_file.gpio.chip if pin.chip is None else pin.chip, pin) for pin in _pins(box_file))
    return {pin.line for chip, pin in chips if is_header(chip)}


BoardTable = Literal["usb", "roller"]
"""A table of box.toml that has the port of a board."""


@frozen_dataclass
class BoardUsed:
    """A board on a cable: the table of box.toml that has its port, the port, and its speed."""

    table: BoardTable
    port: str
    baud: int


def boards_used(box_file: BoxFile) -> list[BoardUsed]:
    """Return the boards that the box has on cables, that of the levers first."""
    found: list[BoardUsed] = []
    if isinstance(box_file.tiles, UsbTilesTable):
        found.append(BoardUsed("usb", box_file.usb.port, box_file.usb.baud))
    if isinstance(box_file.roller, SerialTable):
        found.append(BoardUsed("roller", box_file.roller.port, box_file.roller.baud))
    return found


def pins_used(box_file: BoxFile) -> Iterator[tuple[Pin, str]]:
    """Yield each pin, with what is wired to it in words."""
    if isinstance(box_file.tiles, TilesTable):
        for number, pin in enumerate(box_file.tiles.pins, start=1):
            yield pin, tr("tile {number}", number=number)
    for lamps in box_file.lamps:
        if isinstance(lamps, LampsTable):
            for number, pin in lamps.wired():
                yield pin, tr("the lamp of tile {number}", number=number)
    if isinstance(box_file.buttons, ButtonsTable):
        for name, pin in box_file.buttons.wired():
            yield pin, tr("the button {button}", button=name)
    if isinstance(box_file.roller, PiTable):
        for number, die in enumerate(box_file.roller.wired(), start=1):
            for led, pin in die:
                yield pin, tr("LED {name} of die {number}", name=led, number=number)
    if box_file.buzzer is not None:
        yield box_file.buzzer.pin, tr("the buzzer")


def _pins(box_file: BoxFile) -> Iterator[Pin]:
    return (pin for pin, _what in pins_used(box_file))
