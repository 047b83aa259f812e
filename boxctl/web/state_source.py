"""The source of a table's states, as pages and a broker read it."""

from __future__ import annotations

from typing import Protocol

from boxctl.web.state import TableSnapshot


class StateSource(Protocol):
    """Source of the states. Called in the thread of the reader only."""

    def look(self) -> None:
        """Take what is new."""
        ...

    def snapshot(self) -> TableSnapshot | None:
        """Return the state now; None while there is none."""
        ...

    @property
    def due(self) -> int | None:
        """Time at which it changes by itself, by the reader's clock (microseconds), or None."""
        ...
