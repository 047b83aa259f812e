"""How a driver declares its settings: what each may be, its default and its meaning.

The check of box.toml, and the tables in docs/box-toml.md, come from these declarations. Declaring
imports nothing: a driver's libraries are imported when a device is opened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol


class Complain(Protocol):
    """Told what is wrong with a value, and how to mend it.

    ``within`` names the keys inside the value, where it is a table. ``code`` is for a value that
    is more than of the wrong kind.
    """

    def __call__(
        self, sentence: str, cure: str, *, within: tuple[str, ...] = (), code: str = "BX305"
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What a value may be, in words (``a whole number from 1 to 24``), and how it is read.

    ``read`` gives what is usable of the value, and None if nothing is; it complains of all that
    is wrong with it.
    """

    says: str
    read: Callable[[Any, Complain], Any]


REQUIRED: Final = object()
"""Stands for the default of a setting that has none and must be given."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One key of a table of box.toml.

    ``default_says`` puts the default into words where the value itself does not tell.
    """

    key: str
    kind: ValueKind
    meaning: str
    default: Any = REQUIRED
    default_says: str | None = None

    @property
    def is_required(self) -> bool:
        """Whether the key must be given."""
        return self.default is REQUIRED


@dataclass(frozen=True, slots=True)
class Driver:
    """A driver of a table, by the name that ``driver`` has in box.toml.

    ``make`` takes the value of every setting by keyword and gives the typed table.
    """

    name: str
    meaning: str
    settings: tuple[Setting, ...]
    make: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of box.toml. One that is not for a device has a single driver without a name.

    One that may be there ``several`` times is written ``[[name]]`` then.
    """

    name: str
    meaning: str
    drivers: tuple[Driver, ...]
    required: bool = True
    several: bool = False

    @property
    def has_driver_key(self) -> bool:
        """Whether a driver is chosen by name."""
        return bool(self.drivers[0].name)

    def keys_of(self, driver: Driver | None) -> list[str]:
        """The keys that the table knows with this driver; with any driver for None."""
        drivers = self.drivers if driver is None else (driver,)
        keys = ["driver"] if self.has_driver_key else []
        for each in drivers:
            keys += [setting.key for setting in each.settings if setting.key not in keys]
        return keys
