"""Check the places of devices on SPI and I2C in box.toml: each is there, and the device's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import any_of, tr
from hardware.config.checks.tables import Contradiction, KeyPath, RawTables
from hardware.config.device_table import DeviceTable
from hardware.config.pins import SPI_CHIP_SELECTS, ChipName, i2c_device, spi_lines
from hardware.config.tables.i2c import ON_THE_HEADER, I2cPlace
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


@frozen_dataclass
class _OnTheBus:
    """A device on I2C: what it is, in words, and the place in box.toml that names it."""

    place: I2cPlace
    what: str
    path: KeyPath
    is_chip: bool


def i2c_contradictions(
    found: RawTables, chips: Mapping[ChipName, KeyPath]
) -> Iterator[Contradiction]:
    """Yield the devices that cannot be on I2C as box.toml says.

    ``chips`` has every chip whose lines it names, with a place that names it.
    """
    there = [*_devices(found), *_chips(chips)]
    for one, other in combinations(there, 2):
        if one.place == other.place:
            yield _at_one_address(one, other)
    if found.of("gpio").get("i2c") is False:
        for device in there:
            if device.place.bus in ON_THE_HEADER:
                yield _bus_is_off(device)


def _devices(found: RawTables) -> Iterator[_OnTheBus]:
    for name, device, place in found.placed():
        if isinstance(place, I2cPlace):
            yield _OnTheBus(place, tr(device.what), (name, "driver"), is_chip=False)


def _chips(chips: Mapping[ChipName, KeyPath]) -> Iterator[_OnTheBus]:
    for chip, path in chips.items():
        if (device := i2c_device(chip)) is not None:
            yield _OnTheBus(I2cPlace(*device), tr("the chip {chip}", chip=chip), path, is_chip=True)


def _at_one_address(one: _OnTheBus, other: _OnTheBus) -> Contradiction:
    if other.is_chip:
        sentence = tr(
            "{device} and {chip} would both be at {place}",
            device=one.what,
            chip=other.what,
            place=one.place,
        )
        first, second = one, other
    else:
        sentence = tr("{place} is used twice", place=one.place)
        first, second = other, one
    return Contradiction(
        "BX323",
        first.path,
        sentence,
        tr(
            "give one of them another address by its jumpers or its pins A0 to A2, and write that "
            "as its address, or before the lines of the chip"
        ),
        (second.path,),
    )


def _bus_is_off(device: _OnTheBus) -> Contradiction:
    return Contradiction(
        "BX308",
        ("gpio", "i2c"),
        tr("I2C is said not to be in use, but it is needed for {what}", what=device.what),
        tr("leave i2c out"),
        (device.path,),
    )
