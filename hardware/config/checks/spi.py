"""Check that devices on SPI in box.toml have a place that is there, and that is their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from groundwork.language import any_of, tr
from hardware.config.checks.raw_tables import Contradiction, KeyPath, RawTables
from hardware.config.device_table import DeviceTable
from hardware.config.pi_header import SPI_CHIP_SELECTS, spi_lines
from hardware.config.tables.spi import OnSpi, SpiPlace


class ReservedPin(NamedTuple):
    """The use of a pin by SPI, and the place in box.toml that needs it."""

    what: str
    place: KeyPath


def kept_by_spi(found: RawTables) -> Mapping[int, ReservedPin]:
    """Return the pins of the header that the buses in use occupy, as the kernel claims them."""
    kept: dict[int, ReservedPin] = {}
    for name, _device, place in _users(found):
        for pin, line in spi_lines(place.bus, place.chip_select).items():
            kept.setdefault(pin, ReservedPin(f"SPI{place.bus} ({line})", (name, "driver")))
    return kept


def _hears(device: type[DeviceTable]) -> str:
    what = device.hears_everything if issubclass(device, OnSpi) else ""
    return tr(what) if what else ""


def spi_contradictions(found: RawTables) -> Iterator[Contradiction]:
    """Yield devices at a chip select that is not there, or that would receive another's data."""
    yield from _no_such_select(found)
    for (one, device, place), (other, other_device, other_place) in combinations(_users(found), 2):
        if place.bus != other_place.bus:
            continue
        alone = [_hears(each) for each in (other_device, device)]
        if place == other_place:
            yield _together(
                other, one, tr("{place} is used twice", place=place), any_of(["chip_select", "bus"])
            )
        elif hears := alone[0] or alone[1]:
            sentence = tr("{hears} hears all that is sent on SPI{bus}", hears=hears, bus=place.bus)
            yield _together(other, one, sentence, "bus")


def _no_such_select(found: RawTables) -> Iterator[Contradiction]:
    for name, _device, place in _users(found):
        selects = range(len(SPI_CHIP_SELECTS[place.bus]))
        if place.chip_select not in selects:
            yield Contradiction(
                "BX305",
                (name, "chip_select"),
                tr("SPI{bus} has no chip select {select}", bus=place.bus, select=place.chip_select),
                tr("give {says}", says=any_of(map(str, selects))),
                ((name, "bus"),),
            )


def _together(name: str, other: str, sentence: str, key: str) -> Contradiction:
    return Contradiction(
        "BX317",
        (name, "driver"),
        sentence,
        tr("give each its own {key}", key=key),
        ((other, "driver"),),
    )


def _users(found: RawTables) -> list[tuple[str, type[DeviceTable], SpiPlace]]:
    """Return every table of a device on SPI whose place could be read."""
    return [
        (name, device, place)
        for name, device, place in found.placed()
        if isinstance(place, SpiPlace)
    ]
