"""Survey this machine for what a box can be made of, and word what was found. Changes nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from boxctl.doctor.check import Machine
from firmware_bridge.port.find_port import boards_found
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr
from hardware.buses import answering
from hardware.config.pins import HEADER_LABELS, SPI_CHIP_SELECTS
from hardware.config.tables.spi import SpiPlace
from hardware.gpio.lines import PINS, libraries_missing

if TYPE_CHECKING:
    from gpiozero_gpiod.chips import ChipInfo


I2C_BUSES = (1, 3, 4, 5, 6)
"""The buses that a Pi can have on its header; others are those of its screens and cameras."""

EXPANDERS = ("mcp23", "pca9", "pcf857", "tca6", "tca9")
"""The beginnings of the labels of expanders."""

ON_A_BUS = re.compile(r"[0-9]+-[0-9a-f]{4}|spi[0-9]+\.[0-9]+")
"""The device of a chip on I2C or SPI; other chips belong to the Pi itself."""


@frozen_dataclass
class Survey:
    """A survey of the machine: chips of pins, I2C addresses, places on SPI, and boards.

    ``header`` is the chip behind the header of a Pi, None if there is none; ``chip_fault`` is why
    no chip can be looked at. ``i2c`` has the addresses that answer by the number of the bus, and
    ``boards`` the hello of each board by its port.
    """

    model: str | None = None
    header: ChipInfo | None = None
    expanders: Sequence[ChipInfo] = ()
    chip_fault: Fault | None = None
    i2c: Mapping[int, Sequence[int]] = field(default_factory=dict)
    spi: Sequence[SpiPlace] = ()
    boards: Mapping[str, Hello] = field(default_factory=dict)
    has_uart: bool = False
    has_voice: bool = False

    @property
    def addresses(self) -> tuple[int, ...]:
        """Every address that answers on any bus."""
        return tuple(address for found in self.i2c.values() for address in found)

    def name_of(self, chip: ChipInfo) -> str:
        """Return the name of an expander for box.toml: its label, if no other has the same."""
        alike = [each for each in self.expanders if each.label == chip.label]
        return chip.label if len(alike) == 1 else chip.lasting_name


def look_around(
    machine: Machine,
    scan: Callable[[int], Sequence[int]] = answering,
    ask_boards: Callable[[], Mapping[str, Hello]] = boards_found,
) -> Survey:
    """Look at this machine. ``ask_boards`` restarts most boards, and takes some seconds if any."""
    chips: Sequence[ChipInfo] = ()
    fault = None
    if (why := machine.why_no_import(PINS)) is None:
        from hardware.gpio.gpiod_chips import chips_to_find

        try:
            chips = chips_to_find(machine.chips)
        except Fault as error:
            fault = error
    else:
        fault = libraries_missing(why)
    return Survey(
        model=machine.model,
        header=next((chip for chip in chips if chip.label in HEADER_LABELS), None),
        expanders=[chip for chip in chips if _is_expander(chip)],
        chip_fault=fault,
        i2c=dict(_buses(machine, scan)),
        spi=[place for place in _spi_places() if machine.at(str(place)).exists()],
        boards=ask_boards(),
        has_uart=_has_uart(machine),
        has_voice=machine.find_program("espeak-ng") is not None,
    )


def _has_uart(machine: Machine) -> bool:
    """Return whether a serial port has its pins of the header, or may have on a Pi not known yet.

    That of a Pi 5 has a socket of its own.
    """
    port = machine.at("/dev/serial0")
    return machine.model is None or (
        port.exists() and Path(os.path.realpath(port)).name != "ttyAMA10"
    )


def survey_in_words(survey: Survey) -> Iterator[str]:
    """Yield a line for each thing that was found, and for each that could not be looked at."""
    yield tr("Board: {model}", model=survey.model or tr("no Raspberry Pi"))
    if survey.header is not None:
        yield tr("Pins: {chip}", chip=survey.header)
    elif survey.chip_fault is None and not survey.boards:
        yield tr("Pins: none here; what is proposed can be wired to a Raspberry Pi later")
    for chip in survey.expanders:
        yield tr("Expander: {chip}, {lines} lines", chip=chip, lines=chip.lines)
    if survey.chip_fault is not None:
        yield tr("Pins: {fault}", fault=survey.chip_fault)
    for bus, found in survey.i2c.items():
        where = all_of(f"{address:#04x}" for address in found)
        yield (
            tr("I2C bus {bus}: something answers at {where}", bus=bus, where=where)
            if found
            else tr("I2C bus {bus}: nothing answers", bus=bus)
        )
    if survey.spi:
        yield tr("SPI: {places}", places=all_of(map(str, survey.spi)))
    for port, hello in survey.boards.items():
        yield tr(
            '"{name}" on {port}: {tiles} tiles, {dice} dice',
            name=hello.name,
            port=port,
            tiles=hello.tiles,
            dice=hello.dice,
        )


def _is_expander(chip: ChipInfo) -> bool:
    return chip.label.startswith(EXPANDERS) or bool(ON_A_BUS.fullmatch(chip.device))


def _buses(
    machine: Machine, scan: Callable[[int], Sequence[int]]
) -> Iterator[tuple[int, Sequence[int]]]:
    for bus in I2C_BUSES:
        file = machine.at(f"/dev/i2c-{bus}")
        if file.exists() and machine.may_use(file):
            try:
                yield bus, scan(bus)
            except OSError:
                continue  # doctor says what is wrong with a bus that the box uses.


def _spi_places() -> Iterator[SpiPlace]:
    for bus, selects in SPI_CHIP_SELECTS.items():
        for chip_select in range(len(selects)):
            yield SpiPlace(bus, chip_select)
