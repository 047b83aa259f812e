"""The kinds of values that settings have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from groundwork.language import any_of, message, tr
from groundwork.limits import MOST_TILES
from hardware.config.declare import Complain, ValueKind
from hardware.config.pins import Pin, read_pin

MOST_BITS_SHOWN = 200

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""

# Compiled when they are first used, as most files have neither a colour nor a span.
_COLOUR = "#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})"
_SPAN = r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?"


def shown(value: object) -> str:
    """Return a value as box.toml writes it, shortened if it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > MOST_BITS_SHOWN:
        return tr("a number of very many digits")
    try:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):
        return tr("a value with a number of very many digits, or nested too deep")
    return shortened(text, 40)


def shortened(text: str, most: int) -> str:
    """Return the text, or its beginning if it has more characters than ``most``."""
    return text if len(text) <= most else text[: most - 1] + "…"


Value = TypeVar("Value", str, int)


def several_times(values: Iterable[Value]) -> list[Value]:
    """Return the values that are there more than once, in order, each once."""
    return sorted(value for value, times in Counter(values).items() if times > 1)


def nearest(name: object, known: Sequence[str]) -> str | None:
    """Return the known name that is most similar to this one, if any is similar enough."""
    from difflib import get_close_matches  # only needed for a name that is wrong

    text = name if isinstance(name, str) else shown(name)
    found = get_close_matches(text.lower(), known, n=1, cutoff=0.6)
    return found[0] if found else None


def is_possible_host(host: str) -> bool:
    """Whether ``host`` can be looked up, as a name or an address.

    For any other text :mod:`socket` raises ValueError instead of the OSError of a host that it does
    not find: a name with an empty part, or with one of more than 63 characters.
    """
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return "\0" not in host


def _plain(says: Callable[[], str], is_right: Callable[[Any], bool]) -> ValueKind:
    """Make a kind whose values are used as they are."""

    def read(value: Any, complain: Complain) -> Any:
        if is_right(value):
            return value
        _refuse(value, says, complain)
        return None

    return ValueKind(says, read)


def _refuse(value: object, says: Callable[[], str], complain: Complain) -> None:
    """Say that this value is not possible, and what is."""
    complain(tr("{value} is not possible", value=shown(value)), tr("give {says}", says=says()))


def whole_number(low: int, high: int) -> ValueKind:
    """An integer from ``low`` to ``high``."""
    return _plain(
        lambda: tr("a whole number from {low} to {high}", low=low, high=high),
        lambda value: _is_int(value) and low <= value <= high,
    )


def one_number(*choices: int) -> ValueKind:
    """One of these numbers."""
    return _plain(
        lambda: any_of(map(str, choices)),
        lambda value: _is_int(value) and value in choices,
    )


def milliseconds(low: float, high: float) -> ValueKind:
    """A time in milliseconds, maybe with a fraction."""
    return _plain(
        lambda: tr(
            "a number of milliseconds from {low} to {high}", low=f"{low:g}", high=f"{high:g}"
        ),
        lambda value: (_is_int(value) or isinstance(value, float)) and low <= value <= high,
    )


def milliamperes(low: float, high: float) -> ValueKind:
    """A current in milliamperes, maybe with a fraction."""
    return _plain(
        lambda: tr(
            "a number of milliamperes from {low} to {high}", low=f"{low:g}", high=f"{high:g}"
        ),
        lambda value: (_is_int(value) or isinstance(value, float)) and low <= value <= high,
    )


def yes_or_no() -> ValueKind:
    """True or false."""
    return _plain(lambda: any_of(["true", "false"]), lambda value: isinstance(value, bool))


def text(meaning: str) -> ValueKind:
    """A text that is not empty, of characters that can be shown; ``meaning`` is a message."""

    def says() -> str:
        return tr(meaning)

    def read(value: Any, complain: Complain) -> str | None:
        if not isinstance(value, str) or not value.strip():
            _refuse(value, says, complain)
            return None
        if not value.isprintable():
            complain(
                tr("{value} has a character that cannot be shown", value=shown(ascii(value)[1:-1])),
                tr("write it with letters, figures, signs and plain spaces"),
            )
            return None
        return value

    return ValueKind(says, read)


def host_of_this_machine() -> ValueKind:
    """A name or an address under which this machine can be reached."""

    def says() -> str:
        return tr("an address or a name of this machine")

    def is_host(value: Any) -> bool:
        return isinstance(value, str) and value.strip() != "" and is_possible_host(value)

    return _plain(says, is_host)


def one_of(*choices: str) -> ValueKind:
    """One of these words."""

    def says() -> str:
        return any_of(choices)

    def read(value: Any, complain: Complain) -> str | None:
        if value in choices:
            return str(value)
        near = nearest(value, choices)
        if near and len(choices) > 1:
            cure = tr("give {says} (did you mean {near}?)", says=says(), near=near)
        else:
            cure = tr("give {says}", says=says())
        complain(tr("{value} is not possible", value=shown(value)), cure)
        return None

    return ValueKind(says, read)


def names(meaning: str = message("a list of names, each different")) -> ValueKind:
    """A list of different, non-empty texts; ``meaning`` is a message."""
    is_name = text(meaning)

    def says() -> str:
        return tr(meaning)

    def read(value: Any, complain: Complain) -> tuple[str, ...] | None:
        if not isinstance(value, list):
            _refuse(value, says, complain)
            return None
        found = [is_name.read(name, complain) for name in value]
        for twice in several_times(name for name in found if name):
            complain(
                tr("{twice} is there twice", twice=shown(twice)),
                tr("give every player a name of their own"),
            )
        return tuple(dict.fromkeys(name for name in found if name))

    return ValueKind(says, read)


def yes_no_or_names(meaning: str) -> ValueKind:
    """True, false, or a list of different texts that is not empty; ``meaning`` is that of it."""
    listed = names(meaning)

    def says() -> str:
        return any_of(["true", "false", tr(meaning)])

    def read(value: Any, complain: Complain) -> bool | tuple[str, ...] | None:
        if isinstance(value, bool):
            return value
        if not isinstance(value, list) or not value:
            _refuse(value, says, complain)
            return None
        found: tuple[str, ...] = listed.read(value, complain)
        return found

    return ValueKind(says, read)


def chip() -> ValueKind:
    """A gpiochip by number or by name."""
    return _plain(
        lambda: tr('auto, the label of a chip such as "pinctrl-rp1", or its number'),
        lambda value: (_is_int(value) and value >= 0) or (isinstance(value, str) and bool(value)),
    )


def _a_pin() -> str:
    return tr('a BCM number such as 17, or the line of another chip such as "mcp23017:3"')


def pin() -> ValueKind:
    """A line of a chip."""

    def read(value: Any, complain: Complain) -> Pin | None:
        try:
            return read_pin(value)
        except ValueError as hint:
            complain(
                tr("{value} is not a pin", value=shown(value)),
                str(hint) or tr("give {says}", says=_a_pin()),
                code="BX306",
            )
            return None

    return ValueKind(_a_pin, read)


def pins() -> ValueKind:
    """A list of lines; an entry that is no pin becomes None."""
    one = pin()

    def says() -> str:
        return tr("a list of pins, tile 1 first")

    def read(value: Any, complain: Complain) -> tuple[Pin | None, ...] | None:
        if not isinstance(value, list):
            _refuse(value, says, complain)
            return None
        if len(value) > MOST_TILES:
            complain(
                tr("{count} pins are not possible", count=len(value)),
                tr("give {most} at most", most=MOST_TILES),
            )
            return None
        return tuple(one.read(item, complain) for item in value)

    return ValueKind(says, read)


def colour() -> ValueKind:
    """A colour that is not black."""

    def says() -> str:
        return tr('a colour such as "#ff9632": red, green and blue in two hexadecimal digits each')

    def read(value: Any, complain: Complain) -> Colour | None:
        found = re.fullmatch(_COLOUR, value) if isinstance(value, str) else None
        if found is None:
            _refuse(value, says, complain)
            return None
        red, green, blue = (int(digits, 16) for digits in found.groups())
        if not red | green | blue:
            complain(
                tr("{value} is black, which no lamp can show", value=shown(value)),
                tr("give {says}", says=says()),
            )
            return None
        return red, green, blue

    return ValueKind(says, read)


def tile_numbers() -> ValueKind:
    """Tiles as in ``"1-9,12"`` or ``[1, 2, 3]``, in any order, each once."""

    def says() -> str:
        return tr('tiles from 1 to {most}, such as "1-9,12" or [3, 2, 1]', most=MOST_TILES)

    def read(value: Any, complain: Complain) -> tuple[int, ...] | None:
        found = _numbers(value)
        if not found or not all(1 <= number <= MOST_TILES for number in found):
            _refuse(value, says, complain)
            return None
        for twice in several_times(found):
            complain(tr("tile {twice} is there twice", twice=twice), tr("name each tile once"))
        return tuple(dict.fromkeys(found))

    return ValueKind(says, read)


def _numbers(value: Any) -> list[int] | None:
    """Return the numbers of a list, or of a text with spans; None if it is neither."""
    if isinstance(value, list):
        return value if all(map(_is_int, value)) else None
    if not isinstance(value, str):
        return None
    numbers: list[int] = []
    for part in value.split(","):
        if not (span := re.fullmatch(_SPAN, part)):
            return None
        first, last = int(span[1]), int(span[2] or span[1])
        # A span may run backwards. None is longer than there are tiles.
        step = 1 if first <= last else -1
        numbers += range(first, last + step, step)[: MOST_TILES + 1]
    return numbers


def dice_of_pins(lengths: Sequence[int], most: int) -> ValueKind:
    """A list of dice, each a list of pins, with limits for both."""
    one = pin()

    def counts() -> str:
        return any_of(map(str, lengths))

    def says() -> str:
        return tr(
            "a list of 1 to {most} dice, each a list of {counts} pins", most=most, counts=counts()
        )

    def die(value: Any, complain: Complain) -> tuple[Pin | None, ...] | None:
        if isinstance(value, list) and len(value) in lengths:
            return tuple(one.read(item, complain) for item in value)
        complain(
            tr("{value} is no die", value=shown(value)),
            tr("give each die a list of {counts} pins", counts=counts()),
        )
        return None

    def read(value: Any, complain: Complain) -> tuple[tuple[Pin | None, ...], ...] | None:
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            _refuse(value, says, complain)
            return None
        found = [die(pins, complain) for pins in value]
        return tuple(pins for pins in found if pins is not None)

    return ValueKind(says, read)


def rule_settings() -> ValueKind:
    """A table of settings of the rule book, as (name, text), whose values are not checked."""
    return _unchecked_values(lambda: tr("a table of settings of the rule book"))


def handicaps() -> ValueKind:
    """A table of names and numbers, as (name, text), which are not checked."""
    return _unchecked_values(lambda: tr("a table of names and numbers such as { Ann = 5 }"))


def _unchecked_values(says: Callable[[], str]) -> ValueKind:
    def read(value: Any, complain: Complain) -> tuple[tuple[str, str], ...] | None:
        if not isinstance(value, dict):
            _refuse(value, says, complain)
            return None
        found = []
        for name, datum in value.items():
            if isinstance(datum, str | bool | int | float):
                found.append((name, datum if isinstance(datum, str) else shown(datum)))
            elif isinstance(datum, list) and all(isinstance(part, str) for part in datum):
                found.append((name, "+".join(datum)))
            else:
                complain(
                    tr("{value} is not possible", value=shown(datum)),
                    tr("give a text, a list of texts, a number, true or false"),
                    within=(name,),
                )
        return tuple(found)

    return ValueKind(says, read)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
