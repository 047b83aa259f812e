"""The whole match on a virtual box that has a display, driven without a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.devices import Display, Face, Show, TextLine
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.virtual_table import VirtualTable


class DirectDisplay:
    """A display that is driven at once, by whoever shows something."""

    def __init__(self, face: Face, show: Show, seen: Callable[[], None]) -> None:
        self.face = face
        self._show = show
        self._seen = seen

    def show(self, lines: Sequence[TextLine]) -> None:
        self._show(lines)
        self._seen()


def table_with(display: Display) -> VirtualTable:
    """A table at which :data:`THE_MATCH` can be played, with this display."""
    players = ",".join(THE_MATCH.players)
    return VirtualTable(THE_MATCH.variant, players, display=display, stake=THE_MATCH.stake)
