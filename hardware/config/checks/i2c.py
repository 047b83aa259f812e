"""Check that devices on I2C in box.toml have an address of their own, and that the bus is on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.checks.raw_tables import Contradiction, KeyPath, RawTables
from hardware.config.pins import ChipName, i2c_device
from hardware.config.tables.i2c import ON_THE_HEADER, I2cPlace


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
    """Yield what cannot be on I2C as box.toml says.

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
