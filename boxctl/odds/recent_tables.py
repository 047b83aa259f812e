"""What was solved for the latest tables of a match, so that an evening fits in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

WORTHS_KEPT = 1_000_000
"""Worths that are kept at most, some 60 MB: hundreds of tables of a box with 12 tiles."""

FEWEST_KEPT, MOST_KEPT = 4, 4096
"""Tables that are kept, however large or small they are."""

Table = TypeVar("Table", bound=Hashable)
Solved = TypeVar("Solved")


class RecentTables(Generic[Table, Solved]):
    """What was solved for the tables that were used last. Not thread-safe."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Table, tuple[Solved, int]] = OrderedDict()
        self._worths = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, table: Table) -> Solved | None:
        """Return what was solved for this table, if it is still kept."""
        if table not in self._kept:
            return None
        self._kept.move_to_end(table)
        return self._kept[table][0]

    def keep(self, table: Table, solved: Solved, worths: int) -> None:
        """Keep what was solved for a table that is not kept yet; it holds so many worths."""
        self._kept[table] = solved, worths
        self._worths += worths
        while self._too_many and len(self._kept) > FEWEST_KEPT:
            _table, (_dropped, fewer) = self._kept.popitem(last=False)
            self._worths -= fewer

    @property
    def _too_many(self) -> bool:
        return self._worths > WORTHS_KEPT or len(self._kept) > MOST_KEPT
