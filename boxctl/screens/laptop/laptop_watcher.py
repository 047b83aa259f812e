"""The protocol of whoever follows a laptop's table, such as its pages in a browser."""

from __future__ import annotations

from typing import Protocol

from boxctl.screens.laptop.box.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.table.open_table import TableWatcher


class LaptopWatcher(TableWatcher, Protocol):
    """Follows the tables on a laptop, one after the other. Its hands are those of the table.

    ``note`` is what the log of each table begins with: where the pages are; empty for nothing.
    """

    note: str

    def sit_down(self, box: LaptopBox, hands: VirtualHands) -> None:
        """Take the box of the table that is opened next, and the hands at it."""
        ...

    def take_news(self) -> str | None:
        """Return what the log of the table has to say next, if there is anything."""
        ...

    def unplugged(self) -> None:
        """Note that the box has lost its power."""
        ...

    def remark(self, text: str) -> None:
        """Take a sentence of the moment: why what was just tried does nothing."""
        ...
