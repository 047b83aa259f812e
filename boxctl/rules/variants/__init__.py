"""The named rule sets: one file each in this folder; a new variant is a new file, no code.

A file begins with one line each for ``source_name``, ``family``, ``other_names``, ``summary`` and
``example``. The settings that differ from ``classic`` follow under ``[settings]``. May import the
rest of rules.
"""

from __future__ import annotations

import os

from boxctl.rules.faults import RuleFault
from boxctl.rules.variant_names import FAMILIES, folded, index, nearest
from groundwork.language import tr

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


def by_family() -> dict[str, tuple[str, ...]]:
    """Return the variants of each family, as they are listed: known families first."""
    found: dict[str, list[str]] = {family: [] for family in FAMILIES}
    for name in names():
        found.setdefault(words(name)["family"], []).append(name)
    return {family: tuple(members) for family, members in found.items() if members}


def own_name(name: str) -> str:
    """Return the variant's own name for any of its names, in any spelling.

    Raises :class:`RuleFault`: BX201 for a name that no variant has, with the nearest that one has;
    BX209 where two variants share a name.
    """
    known = _index()
    if (found := known.get(folded(name))) is not None:
        return found[1]
    like = nearest(name, known)
    shows = tr("boxctl rules list shows them all")
    raise RuleFault(
        "BX201",
        tr('there is no variant "{name}"', name=name),
        tr("did you mean {like}? {shows}", like=like, shows=shows) if like else shows,
    )


def other_names(name: str) -> tuple[str, ...]:
    """Return what else this variant is called. Raises :class:`RuleFault` (BX201, BX209)."""
    return _other_names(own_name(name))


def words(name: str) -> dict[str, str]:
    """Return the ``source_name``, ``family``, ``summary`` and ``example`` of this variant.

    Raises :class:`RuleFault` (BX201, BX209).
    """
    found = {"family": ""} | _first_lines(own_name(name))
    return {key: value.strip('"') for key, value in found.items() if key != "other_names"}


def load(name: str) -> Variant:
    """Return the variant of this name.

    Raises :class:`RuleFault` (BX201, BX209).
    """
    from boxctl.rules.variant_file import read_variant_file

    own = own_name(name)
    return read_variant_file(_path(own), own)


def variant(name: str) -> RuleSet:
    """Return the rule set of this name. Raises :class:`RuleFault` (BX201, BX209)."""
    from boxctl.rules.ruleset import RuleSet
    from boxctl.rules.settings import with_settings

    return with_settings(RuleSet(), load(name).settings.items())


def _index() -> dict[str, tuple[str, str]]:
    if not _known:
        _known.update(index({own: _other_names(own) for own in names()}))
    return _known


_known: dict[str, tuple[str, str]] = {}


def _other_names(own: str) -> tuple[str, ...]:
    listed = _first_lines(own).get("other_names", "[]").strip("[]")
    return tuple(name.strip('"') for name in listed.split(", ") if name)


_read: dict[str, dict[str, str]] = {}


def _first_lines(own: str) -> dict[str, str]:
    if own in _read:
        return _read[own]
    found = _read[own] = {}
    with open(_path(own), encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            key, equals, value = line.partition(" = ")
            if not equals:
                break
            found[key] = value.strip()
    return found


def _path(own: str) -> str:
    return os.path.join(_DIRECTORY, own + ".toml")  # noqa: PTH118
