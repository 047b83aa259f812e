"""Check that devices on SPI in box.toml have a place that is there, and that is their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from groundwork.language import any_of, message, tr
from hardware.config.checks.places import Contradiction, Found, Path
from hardware.config.pi_header import SPI_CHIP_SELECTS, spi_lines
from hardware.config.tables.spi import SpiPlace

HEAR_EVERYTHING = {"ws2812": message("a WS2812 strip"), "apa102": message("an APA102 strip")}
"""Drivers without chip select, whose devices take everything sent on their bus."""


class ReservedPin(NamedTuple):
    """The use of a pin by SPI, and the place in box.toml that needs it."""

    what: str
    place: Path


def kept_by_spi(found: Found) -> Mapping[int, ReservedPin]:
    """Return the pins of the header that the buses in use occupy, as the kernel claims them."""
    kept: dict[int, ReservedPin] = {}
    for name, place in _users(found):
        for pin, line in spi_lines(place.bus, place.chip_select).items():
            kept.setdefault(pin, ReservedPin(f"SPI{place.bus} ({line})", (name, "driver")))
    return kept


def _hears(driver: str) -> str:
    return tr(HEAR_EVERYTHING[driver]) if driver in HEAR_EVERYTHING else ""


def spi_contradictions(found: Found) -> Iterator[Contradiction]:
    """Yield devices at a chip select that is not there, or that would receive another's data."""
    yield from _no_such_select(found)
    for (one, place), (other, other_place) in combinations(_users(found), 2):
        if place.bus != other_place.bus:
            continue
        alone = [_hears(found[name]["driver"]) for name in (other, one)]
        if place == other_place:
            yield _together(
                other, one, tr("{place} is used twice", place=place), any_of(["chip_select", "bus"])
            )
        elif hears := alone[0] or alone[1]:
            sentence = tr("{hears} hears all that is sent on SPI{bus}", hears=hears, bus=place.bus)
            yield _together(other, one, sentence, "bus")


def _no_such_select(found: Found) -> Iterator[Contradiction]:
    for name, place in _users(found):
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


def _users(found: Found) -> list[tuple[str, SpiPlace]]:
    """Return every table of a device on SPI whose place could be read."""
    return [(name, place) for name, values in found.items() if (place := _place(values))]


def _place(values: Mapping[str, Any]) -> SpiPlace | None:
    bus, select = values.get("bus"), values.get("chip_select")
    return None if bus is None or select is None else SpiPlace(bus, select)
