"""All lamps of a box: of any mixture of drivers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.devices import Lamps


@dataclass(frozen=True, slots=True)
class LampGroup:
    """The lamps of one driver: its first lamp is that of the first of ``tiles``, and so on."""

    lamps: Lamps
    tiles: Sequence[int]

    def show(self, lit: int) -> None:
        """Light those that are lamps of these tiles of the box, and no others."""
        self.lamps.show(
            sum(1 << lamp for lamp, tile in enumerate(self.tiles) if lit >> (tile - 1) & 1)
        )


@dataclass(frozen=True, slots=True)
class BoxLamps:
    """The lamps of a box; a tile may have one in several groups, or none."""

    groups: Sequence[Lamps]

    def show(self, lit: int) -> None:
        """Light the lamps of these tiles and no others."""
        for group in self.groups:
            group.show(lit)
