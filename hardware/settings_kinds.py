"""The kinds of values that settings have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from hardware.gpio_pins import Pin, read_pin
from hardware.settings import Complain, Kind

MOST_BITS_SHOWN = 200


def shown(value: object) -> str:
    """A value as box.toml has it, shortened if it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > MOST_BITS_SHOWN:
        return "a number of very many digits"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def words(choices: Sequence[str], last: str = "or") -> str:
    """``a, b or c``."""
    *first, final = choices
    return f"{', '.join(first)} {last} {final}" if first else final


def nearest(name: object, known: Sequence[str]) -> str | None:
    """The known name that this one was probably meant to be, if any is near enough."""
    found = get_close_matches(str(name).lower(), known, n=1, cutoff=0.6)
    return found[0] if found else None


def _plain(says: str, is_right: Callable[[Any], bool]) -> Kind:
    """A kind whose values are taken as they are."""

    def read(value: Any, complain: Complain) -> Any:
        if is_right(value):
            return value
        complain(f"{shown(value)} is not possible", f"give {says}")
        return None

    return Kind(says, read)


def whole_number(low: int, high: int) -> Kind:
    """An integer from ``low`` to ``high``."""
    return _plain(
        f"a whole number from {low} to {high}",
        lambda value: _is_int(value) and low <= value <= high,
    )


def milliseconds(low: float, high: float) -> Kind:
    """A time in milliseconds, whole or not."""
    return _plain(
        f"a number of milliseconds from {low:g} to {high:g}",
        lambda value: (_is_int(value) or isinstance(value, float)) and low <= value <= high,
    )


def yes_or_no() -> Kind:
    """True or false."""
    return _plain("true or false", lambda value: isinstance(value, bool))


def text(says: str) -> Kind:
    """Any text but an empty one."""
    return _plain(says, lambda value: isinstance(value, str) and bool(value.strip()))


def one_of(*choices: str) -> Kind:
    """One of these words."""
    says = words(choices)

    def read(value: Any, complain: Complain) -> str | None:
        if value in choices:
            return str(value)
        near = nearest(value, choices)
        cure = f"give {says}" + (f" (did you mean {near}?)" if near and len(choices) > 1 else "")
        complain(f"{shown(value)} is not possible", cure)
        return None

    return Kind(says, read)


def names() -> Kind:
    """A list of different, non-empty texts."""
    says = "a list of names, each different"
    is_name = text(says)

    def read(value: Any, complain: Complain) -> tuple[str, ...] | None:
        if not isinstance(value, list):
            complain(f"{shown(value)} is not possible", f"give {says}")
            return None
        found = [is_name.read(name, complain) for name in value]
        for twice in sorted({name for name in found if name and found.count(name) > 1}):
            complain(f"{shown(twice)} is there twice", "give every player a name of their own")
        return tuple(name for name in found if name)

    return Kind(says, read)


def chip() -> Kind:
    """A gpiochip by number or by name."""
    return _plain(
        'auto, the label of a chip such as "pinctrl-rp1", or its number',
        lambda value: (_is_int(value) and value >= 0) or (isinstance(value, str) and bool(value)),
    )


_A_PIN = 'a BCM number such as 17, or the line of another chip such as "mcp23017:3"'


def pin() -> Kind:
    """A line of a chip."""

    def read(value: Any, complain: Complain) -> Pin | None:
        try:
            return read_pin(value)
        except ValueError as hint:
            complain(f"{shown(value)} is not a pin", str(hint) or f"give {_A_PIN}", code="BX306")
            return None

    return Kind(_A_PIN, read)


def pins() -> Kind:
    """A list of lines; what is no pin is None in the list."""
    one = pin()
    says = "a list of pins, tile 1 first"

    def read(value: Any, complain: Complain) -> tuple[Pin | None, ...] | None:
        if not isinstance(value, list):
            complain(f"{shown(value)} is not possible", f"give {says}")
            return None
        return tuple(one.read(item, complain) for item in value)

    return Kind(says, read)


def rule_settings() -> Kind:
    """A table of any settings of the rule book, as (name, text); what they may be is not asked."""
    says = "a table of settings of the rule book"

    def read(value: Any, complain: Complain) -> tuple[tuple[str, str], ...] | None:
        if not isinstance(value, dict):
            complain(f"{shown(value)} is not possible", f"give {says}")
            return None
        found = []
        for name, datum in value.items():
            if isinstance(datum, str | bool | int | float):
                found.append((name, datum if isinstance(datum, str) else shown(datum)))
            else:
                complain(
                    f"{shown(datum)} is not possible",
                    "give a text, a number, true or false",
                    within=(name,),
                )
        return tuple(found)

    return Kind(says, read)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
