"""Where the states of a table come from, for whoever passes them on."""

from __future__ import annotations

from typing import Protocol

from boxctl.web.state import TableSnapshot


class StateSource(Protocol):
    """Where the states come from. All is called in the thread of the reader."""

    def look(self) -> None:
        """Take what is new."""
        ...

    def snapshot(self) -> TableSnapshot | None:
        """Return the state now; None while there is none."""
        ...

    @property
    def due(self) -> int | None:
        """When it changes by itself, in microseconds of the reader's clock; None if it does not."""
        ...
