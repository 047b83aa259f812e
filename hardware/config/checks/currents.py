"""Check the lamps in box.toml: whether the pins give the current for the LEDs, and their tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import any_of, tr
from hardware.config.checks.tables import Contradiction, KeyPath, RawTables, default_chip
from hardware.config.pins import AUTO, ChipName, Pin, is_header
from hardware.config.tables.gpio import AN_LED
from hardware.config.tables.roller import LED_NAMES, leds_behind


class _Limits(NamedTuple):
    """The most that a chip stands, in milliamperes: a pin, all high pins, all low pins."""

    a_pin: float
    all_high: float
    all_low: float


HEADER = _Limits(16, 50, 50)
"""The pins of a Raspberry Pi, at their strongest setting; 3V3 is laid out for 50 mA of them."""

EXPANDER = _Limits(25, 125, 150)
"""The MCP23017, by its data sheet: 125 mA into VDD, 150 mA out of VSS."""


@frozen_dataclass
class _Led:
    """The milliamperes that a pin gives to its LEDs when they are lit at level ``active``."""

    pin: Pin
    active: str
    milliamperes: float
    path: KeyPath


def current_contradictions(found: RawTables) -> Iterator[Contradiction]:
    """Yield the tables with too much for a pin, and the chips with too much for all of theirs."""
    leds = list(_leds(found))
    usual_chip = default_chip(found)
    yield from _too_much_for_a_pin(leds, usual_chip)
    together: dict[tuple[ChipName, str], list[_Led]] = defaultdict(list)
    for led in leds:
        together[_chip(led.pin, usual_chip), led.active].append(led)
    for (chip, active), lit in together.items():
        limits = _limits(chip)
        most = limits.all_high if active == "high" else limits.all_low
        drawn = sum(led.milliamperes for led in lit)
        if drawn > most:
            yield Contradiction(
                "BX321",
                lit[0].path,
                tr(
                    "the LEDs take {drawn} mA from {chip}, which gives {most} mA in all",
                    drawn=f"{drawn:g}",
                    chip=_chip_in_words(chip),
                    most=f"{most:g}",
                ),
                _cure(),
                tuple(dict.fromkeys(led.path for led in lit if led.path != lit[0].path)),
            )


def _too_much_for_a_pin(leds: list[_Led], usual_chip: ChipName) -> Iterator[Contradiction]:
    told: set[KeyPath] = set()
    for led in leds:
        chip = _chip(led.pin, usual_chip)
        most = _limits(chip).a_pin
        if led.milliamperes > most and led.path not in told:
            told.add(led.path)
            yield Contradiction(
                "BX321",
                led.path,
                tr(
                    "{drawn} mA is too much for a pin of {chip}, which gives {most} mA",
                    drawn=f"{led.milliamperes:g}",
                    chip=_chip_in_words(chip),
                    most=f"{most:g}",
                ),
                _cure(),
            )


def _cure() -> str:
    return tr("take larger resistors, or put a ULN2803 between the pins and the LEDs")


def _leds(found: RawTables) -> Iterator[_Led]:
    for place in found.lamps():
        values = found.of(place)
        each, active = values.get("milliamperes"), values.get("active")
        for pin in values.get("pins") or ():
            if pin is not None and each is not None and active is not None:
                yield _Led(pin, active, each, (place, "milliamperes"))
    roller = found.of("roller")
    for pins in roller.get("leds") or ():
        for name, pin in zip(LED_NAMES[len(pins)], pins, strict=True):
            if pin is not None and roller.get("leds_active") is not None:
                taken = AN_LED * leds_behind(name, len(pins))
                yield _Led(pin, roller["leds_active"], taken, ("roller", "leds"))


def _chip(pin: Pin, usual_chip: ChipName) -> ChipName:
    chip = usual_chip if pin.chip is None else pin.chip
    return AUTO if is_header(chip) else chip


def _limits(chip: ChipName) -> _Limits:
    return HEADER if chip == AUTO else EXPANDER


def _chip_in_words(chip: ChipName) -> str:
    return tr("the header") if chip == AUTO else tr("chip {chip}", chip=chip)


def tiles_of_lamps(values: Mapping[str, Any], count: int) -> tuple[int, ...]:
    """Return the tiles of a table of lamps, by default the first ``count``."""
    return values.get("tiles") or tuple(range(1, count + 1))


def lamp_contradictions(found: RawTables) -> Iterator[Contradiction]:
    """Yield tiles that the lamps are said to be of, and that the box does not have."""
    tiles = found.of("box").get("tiles")
    if tiles is None:
        return
    for place in found.lamps():
        yield from no_such_tiles((place, "tiles"), found.of(place).get("tiles") or (), tiles)


def no_such_tiles(path: KeyPath, named: Sequence[int], tiles: int) -> Iterator[Contradiction]:
    """Yield the tiles named at ``path`` that a box of this many tiles does not have."""
    beyond = [str(number) for number in named if number > tiles]
    if beyond:
        yield Contradiction(
            "BX318",
            path,
            tr("there is no tile {tile} on a box of {tiles}", tile=any_of(beyond), tiles=tiles),
            tr("name tiles from 1 to {tiles}, or mend box.tiles", tiles=tiles),
            (("box", "tiles"),),
        )
