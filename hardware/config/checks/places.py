"""What was found in a box.toml, and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Found = Mapping[str, Mapping[str, Any]]
"""What could be read: of each table, the values of its settings, defaults included.

An optional table that the file does not have is empty here; what is there and could not be read
is missing. The tables of ``[[lamps]]`` are ``lamps[1]``, ``lamps[2]`` and so on.
"""

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something wrong with what stands at ``path``; ``others`` are the places it goes against."""

    code: str
    path: Path
    sentence: str
    cure: str
    others: tuple[Path, ...] = ()


def places_of(table: str, found: Iterable[str]) -> list[str]:
    """The places at which this table is, once or several times, in the order of the file."""
    return [name for name in found if name.partition("[")[0] == table]
