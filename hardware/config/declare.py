"""Declare the settings of a driver: kind, default and meaning of each.

The check of box.toml and the tables in docs/box-toml.md follow from these declarations. Declaring
imports no driver library: those are imported when a device is opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from groundwork.frozen_dataclass import frozen_dataclass


class Complain(Protocol):
    """Reports what is wrong with a value, and how to mend it.

    ``within`` are the keys inside a value that is a table; ``table`` is its number, from 1, if the
    value is a list of tables. ``code`` is BX305, a wrong kind of value, unless something else is
    wrong.
    """

    def __call__(
        self,
        sentence: str,
        cure: str,
        *,
        within: tuple[str, ...] = (),
        code: str = "BX305",
        table: int | None = None,
    ) -> None: ...


@frozen_dataclass
class ValueKind:
    """A kind of value: in words (``a whole number from 1 to 24``), and how to read it.

    ``read`` returns what is usable of the value, None if nothing is, and reports everything wrong
    with it.
    """

    says: Callable[[], str]
    read: Callable[[Any, Complain], Any]


INTERFACE = 1
"""The version of what drivers of other packages rely on (docs/contracts.md)."""

REQUIRED: Final = object()
"""The default of a setting that must be given."""


@frozen_dataclass
class Setting:
    """One key of a table of box.toml.

    ``default_says`` describes the default where its value does not. ``hexadecimal`` is a number
    that people know by its hexadecimal digits.
    """

    key: str
    kind: ValueKind
    meaning: str
    default: Any = REQUIRED
    default_says: str | None = None
    hexadecimal: bool = False

    @property
    def is_required(self) -> bool:
        """Whether the key must be given."""
        return self.default is REQUIRED


@frozen_dataclass
class Driver:
    """A driver of a table; ``name`` is the value of ``driver`` in box.toml.

    ``make`` takes the value of every setting by keyword and returns the typed table; of a driver
    of lamps, a display or dice it is the table's class. ``gone`` are keys that an earlier boxctl
    knew, each with its cure. ``interface`` is the version of this interface that the driver is
    written for.
    """

    name: str
    meaning: str
    settings: tuple[Setting, ...]
    make: Callable[..., Any]
    gone: tuple[tuple[str, str], ...] = ()
    interface: int = INTERFACE


@frozen_dataclass
class Table:
    """A table of box.toml. A table that is no device has a single driver without a name.

    A table that may appear ``several`` times is then written ``[[name]]``. A box that leaves out a
    table without drivers has it with every default, unless the table ``switches_on`` something.
    """

    name: str
    meaning: str
    drivers: tuple[Driver, ...]
    required: bool = True
    several: bool = False
    switches_on: bool = False

    @property
    def has_driver_key(self) -> bool:
        """Whether a driver is chosen by name."""
        return bool(self.drivers[0].name)

    def keys_of(self, driver: Driver | None) -> list[str]:
        """Return the table's keys with this driver; None is any driver."""
        drivers = self.drivers if driver is None else (driver,)
        keys = ["driver"] if self.has_driver_key else []
        for each in drivers:
            keys += [setting.key for setting in each.settings if setting.key not in keys]
        return keys
