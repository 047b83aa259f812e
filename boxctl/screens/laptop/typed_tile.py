"""The digits that a player types for a tile: 1 may be the 1, or the beginning of 10, 11 or 12."""

from __future__ import annotations

from groundwork.language import tr


class TypedTile:
    """The digits typed so far, for a box of ``tiles`` tiles.

    They wait as long as more than one tile can be meant: for another digit, or for :meth:`take`.
    No time limit decides which tile is meant.
    """

    def __init__(self, tiles: int) -> None:
        self._tiles = tiles
        self.digits = ""

    def type(self, digit: str) -> list[int]:
        """Take a digit and return the tiles that are now certain, in order."""
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
        """Rub out the last digit; return whether there was one."""
        there = bool(self.digits)
        self.digits = self.digits[:-1]
        return there

    @property
    def hint(self) -> str:
        """The sentence about what can be typed next; empty without digits."""
        if not self.digits:
            return ""
        first = int(self.digits) * 10
        last = min(first + 9, self._tiles)
        if first == last:
            return tr(
                "{digits} … {first}?  Type 0, or ENTER for the {digits}",
                digits=self.digits,
                first=first,
            )
        return tr(
            "{digits} … {first} to {last}?  Type one more digit, or ENTER for the {digits}",
            digits=self.digits,
            first=first,
            last=last,
        )
