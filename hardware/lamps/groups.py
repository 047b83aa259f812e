"""All lamps of a box, with any mixture of drivers."""

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
        """Light exactly those that belong to these tiles of the box."""
        self.lamps.show(
            sum(1 << lamp for lamp, tile in enumerate(self.tiles) if lit >> (tile - 1) & 1)
        )


@dataclass(frozen=True, slots=True)
class BoxLamps:
    """The lamps of a box; a tile may have one in several groups, or none."""

    groups: Sequence[Lamps]

    def show(self, lit: int) -> None:
        """Light exactly the lamps of these tiles."""
        for group in self.groups:
            group.show(lit)
