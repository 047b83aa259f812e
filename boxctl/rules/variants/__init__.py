"""The named rule sets: one file each in this folder; a new variant is a new file, no code.

A file holds ``source_name``, ``summary``, ``example`` and, under ``[settings]``, what it sets
otherwise than ``classic``.
"""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

from boxctl.rules.faults import RuleFault

if TYPE_CHECKING:
    from boxctl.rules.ruleset import RuleSet

_DIRECTORY = os.path.dirname(__file__)  # noqa: PTH120  pathlib would cost a third of the start


class Variant(NamedTuple):
    """A named rule set as its file gives it, its settings still text."""

    name: str
    source_name: str
    summary: str
    example: str
    settings: dict[str, str]


def names() -> tuple[str, ...]:
    """The names of all variants, ``classic`` first and the others in the alphabet's order."""
    files = sorted(os.listdir(_DIRECTORY))  # noqa: PTH208
    found = [name.removesuffix(".toml") for name in files if name.endswith(".toml")]
    return tuple(sorted(found, key=lambda name: (name != "classic", name)))


def load(name: str) -> Variant:
    """The variant of this name. Raises :class:`RuleFault` (BX201) with the nearest known one."""
    if name not in names():
        raise RuleFault("BX201", f'there is no variant "{name}": {_hint(name)}')
    with open(os.path.join(_DIRECTORY, name + ".toml"), "rb") as file:  # noqa: PTH118, PTH123
        read = tomllib.load(file)
    settings = {key: _as_text(value) for key, value in read.get("settings", {}).items()}
    return Variant(name, read["source_name"], read["summary"], read["example"], settings)


def variant(name: str) -> RuleSet:
    """The rule set of this name. Raises :class:`RuleFault` (BX201)."""
    from boxctl.rules.ruleset import RuleSet
    from boxctl.rules.settings import with_settings

    return with_settings(RuleSet(), load(name).settings.items())


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _hint(name: str) -> str:
    from difflib import get_close_matches  # only needed for a name that is wrong

    nearest = get_close_matches(name, names(), n=1, cutoff=0.5)
    if nearest:
        return f"did you mean {nearest[0]}? (boxctl rules list shows them all)"
    return "boxctl rules list shows them all."
