"""The digits that a player types for a tile: 1 may be the 1, or the beginning of 10, 11 or 12."""

from __future__ import annotations

PATIENCE = 700_000
"""How long to wait for another digit before a number is taken as it is, in microseconds."""


class TypedTile:
    """The digits typed so far, for a box of ``tiles`` tiles. Times are microseconds."""

    def __init__(self, tiles: int) -> None:
        self._tiles = tiles
        self.digits = ""
        self._typed_at = 0

    def type(self, digit: str, now: int) -> list[int]:
        """Take a digit and return the tiles that are now certain, in order."""
        self._typed_at = now
        taken: list[int] = []
        if self.digits and int(self.digits + digit) > self._tiles:
            taken += self.take()
        if self.digits or digit != "0":
            self.digits += digit
        if self.digits and int(self.digits) * 10 > self._tiles:
            taken += self.take()
        return taken

    def take(self) -> list[int]:
        """Take what was typed as it is, and return its tile if there is one."""
        number, self.digits = int(self.digits or 0), ""
        return [number] if 1 <= number <= self._tiles else []

    def rub_out(self) -> bool:
        """Take back the last digit. Returns whether there was one."""
        there = bool(self.digits)
        self.digits = self.digits[:-1]
        return there

    @property
    def due(self) -> int | None:
        """When the digits are taken as they are; None if there are none."""
        return self._typed_at + PATIENCE if self.digits else None
