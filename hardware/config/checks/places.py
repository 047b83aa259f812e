"""Values found in a box.toml, and their places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.pins import AUTO, ChipName

Found = Mapping[str, Mapping[str, Any]]
"""For each table the values of its settings that could be read, defaults included.

An optional table that the file does not have is empty; a value that could not be read is missing.
The tables of ``[[lamps]]`` are ``lamps[1]``, ``lamps[2]`` and so on.
"""

Path = tuple[str, ...]


@frozen_dataclass
class Contradiction:
    """A problem at ``path``; ``others`` are the places that it contradicts."""

    code: str
    path: Path
    sentence: str
    cure: str
    others: tuple[Path, ...] = ()


def places_of(table: str, found: Iterable[str]) -> list[str]:
    """Return the places of this table, one or several, in the order of the file."""
    return [name for name in found if name.partition("[")[0] == table]


def default_chip(found: Found) -> ChipName:
    """Return the chip that a pin without one is on; that of the header if it could not be read."""
    chip: ChipName = found.get("gpio", {}).get("chip", AUTO)
    return chip
