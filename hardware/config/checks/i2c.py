"""Check that devices on I2C in box.toml have an address of their own, and that the bus is on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from groundwork.language import tr
from hardware.config.checks.places import Contradiction, Found, Path
from hardware.config.pins import ChipName, i2c_device
from hardware.config.tables.display import I2cPlace


def i2c_contradictions(found: Found, chips: Mapping[ChipName, Path]) -> Iterator[Contradiction]:
    """Yield what cannot be on I2C as box.toml says.

    ``chips`` has every chip that it names, with a place that names it.
    """
    on_it = {chip: place for chip in chips if (place := _place(chip)) is not None}
    display = _place_of_display(found)
    for chip, place in on_it.items():
        if place == display:
            yield _at_one_address(place, chip, chips[chip])
    if found.get("gpio", {}).get("i2c") is not False:
        return
    if display is not None and display.bus == 1:
        yield _bus_is_off(tr("the display"), ("display", "driver"))
    for chip, place in on_it.items():
        if place.bus == 1:
            yield _bus_is_off(tr("the chip {chip}", chip=chip), chips[chip])


def _place_of_display(found: Found) -> I2cPlace | None:
    display = found.get("display", {})
    bus, address = display.get("bus"), display.get("address")
    return None if bus is None or address is None else I2cPlace(bus, address)


def _place(chip: ChipName) -> I2cPlace | None:
    device = i2c_device(chip)
    return None if device is None else I2cPlace(*device)


def _at_one_address(place: I2cPlace, chip: ChipName, path: Path) -> Contradiction:
    return Contradiction(
        "BX323",
        ("display", "driver"),
        tr("the display and the chip {chip} would both be at {place}", chip=chip, place=place),
        tr(
            "give one of them another address by its jumpers or its pins A0 to A2, and write that "
            "as display.address, or before the lines of the chip"
        ),
        (path,),
    )


def _bus_is_off(what: str, path: Path) -> Contradiction:
    return Contradiction(
        "BX308",
        ("gpio", "i2c"),
        tr("I2C is said not to be in use, but {what} hangs on it", what=what),
        tr("leave i2c out"),
        (path,),
    )
