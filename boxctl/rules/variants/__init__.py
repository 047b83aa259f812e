"""The named rule sets: one file each in this folder; a new variant is a new file, no code.

A file begins with one line each for ``source_name``, ``summary`` and ``example``. The settings that
differ from ``classic`` follow under ``[settings]``.
"""

from __future__ import annotations

import os

from boxctl.rules.faults import RuleFault

# `rules list` must start about as fast as Python itself, so nothing is imported for it: neither
# tomllib nor pathlib nor typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.rules.ruleset import RuleSet
    from boxctl.rules.variant_file import Variant

_DIRECTORY = os.path.dirname(__file__)  # noqa: PTH120


def names() -> tuple[str, ...]:
    """Return the names of all variants, ``classic`` first, the others in alphabetical order."""
    files = sorted(os.listdir(_DIRECTORY))  # noqa: PTH208
    found = [name.removesuffix(".toml") for name in files if name.endswith(".toml")]
    return tuple(sorted(found, key=lambda name: (name != "classic", name)))


def words(name: str) -> dict[str, str]:
    """Return the ``source_name``, ``summary`` and ``example`` of the variant of this name.

    Raises :class:`RuleFault` (BX201).
    """
    found = {}
    with open(_path(name), encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            key, equals, value = line.partition(" = ")
            if not equals:
                break
            found[key] = value.strip().strip('"')
    return found


def load(name: str) -> Variant:
    """Return the variant of this name.

    Raises :class:`RuleFault` (BX201), which suggests the nearest known name.
    """
    from boxctl.rules.variant_file import read_variant_file

    return read_variant_file(_path(name), name)


def variant(name: str) -> RuleSet:
    """Return the rule set of this name. Raises :class:`RuleFault` (BX201)."""
    from boxctl.rules.ruleset import RuleSet
    from boxctl.rules.settings import with_settings

    return with_settings(RuleSet(), load(name).settings.items())


def _path(name: str) -> str:
    if name not in names():
        raise RuleFault("BX201", f'there is no variant "{name}"', _hint(name))
    return os.path.join(_DIRECTORY, name + ".toml")  # noqa: PTH118


def _hint(name: str) -> str:
    from difflib import get_close_matches  # only needed for a name that is wrong

    nearest = get_close_matches(name, names(), n=1, cutoff=0.5)
    if nearest:
        return f"did you mean {nearest[0]}? boxctl rules list shows them all"
    return "boxctl rules list shows them all"
