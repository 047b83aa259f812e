"""The kinds of answers: read typed text as a value, and write a value as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from boxctl.rules.faults import RuleFault
from boxctl.rules.variants import own_name
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import any_of, clauses, tr
from groundwork.limits import MOST_TILES
from hardware.config.declare import Table
from hardware.config.device_table import UnusableDriver, driver_named, installed_names
from hardware.config.kinds import nearest
from hardware.config.pins import SPI_CHIP_SELECTS, Pin, read_pin
from hardware.config.tables.i2c import FIRST, LAST, I2cPlace
from hardware.config.tables.spi import SpiPlace
from hardware.devices import BUTTONS

YES = ("yes", "y", "true", "ja", "j", "oui", "o")
NO = ("no", "n", "false", "nein", "non")
NOTHING = ("none", "-", "keine", "aucun", "aucune")
ALL_OF_THEM = ("all", "alle", "tous", "toutes")


class WrongAnswer(Exception):
    """The text is no possible answer; the message says why, and gives what is possible."""


@frozen_dataclass
class AnswerKind:
    """A kind of answer: ``read`` turns text into a value, ``write`` a value into text.

    ``read`` raises :class:`WrongAnswer`. ``choices`` returns the possible answers with their
    meanings if they are few; ``hint`` is shown behind the question.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    choices: Callable[[], Mapping[str, str]] | None = None
    hint: Callable[[], str] = lambda: ""


def choice(words: Mapping[str, str]) -> AnswerKind:
    """One of these words; their meanings are messages."""
    return _one_of(lambda: words)


def driver_name(table: Table, others: Mapping[str, str]) -> AnswerKind:
    """A driver of this table, boxctl's own or of another package, or one of these other words."""

    def choices() -> Mapping[str, str]:
        own = {driver.name: driver.meaning for driver in table.drivers}
        of_packages = {
            name: tr("the driver of the package {package}", package=package)
            for name, package in installed_names(table).items()
        }
        return {**others, **own, **of_packages, **others}

    kind = _one_of(choices)

    def read(text: str) -> str:
        name: str = kind.read(text)
        try:
            driver_named(table, name)
        except UnusableDriver as unusable:
            raise WrongAnswer(f"{clauses([unusable.sentence, unusable.cure])}.") from unusable
        return name

    return AnswerKind(read, str, choices, kind.hint)


def _one_of(words: Callable[[], Mapping[str, str]]) -> AnswerKind:
    def read(text: str) -> str:
        wanted, choices = text.lower(), words()
        if wanted in choices:
            return wanted
        near = nearest(wanted, list(choices))
        if near is not None:
            raise WrongAnswer(
                tr(
                    '"{text}" is not possible; did you mean {near}? Give {choices}.',
                    text=text,
                    near=near,
                    choices=any_of(choices),
                )
            )
        raise _not_possible(text, any_of(choices))

    return AnswerKind(read, str, words, lambda: any_of(words()))


def number(low: int, high: int) -> AnswerKind:
    """A whole number from ``low`` to ``high``."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 9 and low <= int(text) <= high:
            return int(text)
        raise _not_possible(text, tr("a whole number from {low} to {high}", low=low, high=high))

    return AnswerKind(read, str)


def yes_or_no() -> AnswerKind:
    """Yes or no."""

    def read(text: str) -> bool:
        if text.lower() in (*YES, *NO):
            return text.lower() in YES
        raise _not_possible(text, any_of([tr("yes"), tr("no")]))

    return AnswerKind(
        read,
        lambda value: tr("yes") if value else tr("no"),
        hint=lambda: any_of([tr("yes"), tr("no")]),
    )


def port() -> AnswerKind:
    """The path of a port, or ``auto``."""

    def read(text: str) -> str:
        if text.isprintable() and (text == "auto" or text.startswith("/")):
            return text
        raise _not_possible(text, tr("auto, or the path of a port, such as /dev/ttyACM0"))

    return AnswerKind(read, str)


def path() -> AnswerKind:
    """The path of a file, which need not be there yet."""

    def read(text: str) -> str:
        if text.isprintable():
            return text
        raise _not_possible(ascii(text), tr("the path of a file"))

    return AnswerKind(read, str)


def variant_name() -> AnswerKind:
    """A variant, by any of its names."""

    def read(text: str) -> str:
        try:
            return own_name(text)
        except RuleFault as fault:
            raise WrongAnswer(clauses([fault.sentence, f"{fault.cure}."])) from fault

    return AnswerKind(read, str)


def some_names() -> AnswerKind:
    """Names with commas between; ``-`` for nobody."""

    def read(text: str) -> tuple[str, ...]:
        return tuple(_parts(text))

    return AnswerKind(read, _joined)


def some_buttons() -> AnswerKind:
    """Some of the buttons; ``none`` for none."""

    def says() -> str:
        return tr("some of {buttons}, or none", buttons=_joined(BUTTONS))

    def read(text: str) -> tuple[str, ...]:
        wanted = [part.lower() for part in _parts(text)]
        for each in wanted:
            if each not in BUTTONS:
                raise _not_possible(each, says())
        return tuple(name for name in BUTTONS if name in wanted)

    return AnswerKind(read, _joined, hint=says)


def some_tiles() -> AnswerKind:
    """Tiles by their numbers, with commas between; ``none``, or ``all`` for those of any box."""

    def read(text: str) -> tuple[int, ...]:
        if text.lower() in ALL_OF_THEM:
            return tuple(range(1, MOST_TILES + 1))
        parts = _parts(text)
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            raise _not_possible(text, tr("numbers of tiles with commas between, none, or all"))
        return tuple(sorted({int(part) for part in parts}))

    return AnswerKind(read, lambda tiles: _joined(map(str, tiles)))


def pin_list() -> AnswerKind:
    """Pins with commas between."""

    def one(text: str) -> Pin:
        try:
            return read_pin(int(text) if text.isascii() and text.isdigit() else text)
        except ValueError as hint:
            raise _not_possible(
                text,
                tr('a BCM number such as 17, or the line of another chip such as "mcp23017:3"'),
            ) from hint

    def read(text: str) -> tuple[Pin, ...]:
        return tuple(one(part.strip('"')) for part in _parts(text))

    def write(pins: tuple[Pin, ...]) -> str:
        return _joined(str(pin.line) if pin.chip is None else f"{pin.chip}:{pin.line}"
                       for pin in pins)  # fmt: skip

    return AnswerKind(read, write)


def spi_place() -> AnswerKind:
    """Bus and chip select as in ``0.1``."""

    def read(text: str) -> SpiPlace:
        found = re.fullmatch(r"(?:/dev/spidev)?([01])\.([012])", text)
        place = None if found is None else SpiPlace(int(found[1]), int(found[2]))
        if place is None or place.chip_select >= len(SPI_CHIP_SELECTS[place.bus]):
            raise _not_possible(text, tr("bus and chip select, such as 0.0 or 1.2"))
        return place

    return AnswerKind(read, lambda place: f"{place.bus}.{place.chip_select}")


def i2c_address() -> AnswerKind:
    """A bus and an address as in ``1:0x3c``; bus 1 if none is given."""

    def read(text: str) -> I2cPlace:
        found = re.fullmatch(r"(?:([0-9]{1,2}):)?(?:0x)?([0-9a-f]{2})", text.lower())
        if found is None or not FIRST <= int(found[2], 16) <= LAST:
            raise _not_possible(text, tr("an address from 0x08 to 0x77, such as 0x3c"))
        return I2cPlace(int(found[1] or 1), int(found[2], 16))

    def write(place: I2cPlace) -> str:
        return f"{place.address:#04x}" if place.bus == 1 else f"{place.bus}:{place.address:#04x}"

    return AnswerKind(read, write)


def _parts(text: str) -> list[str]:
    if text.lower() in NOTHING:
        return []
    return [part.strip() for part in text.split(",") if part.strip()]


def _joined(parts: Any) -> str:
    return ", ".join(parts) or "none"


def _not_possible(text: str, says: str) -> WrongAnswer:
    return WrongAnswer(tr('"{text}" is not possible; give {says}.', text=text, says=says))
