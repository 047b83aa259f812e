"""All lamps of a box, with any mixture of drivers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Lamps

LampsT = TypeVar("LampsT", bound=Lamps, covariant=True)


@frozen_dataclass
class LampGroup(Generic[LampsT]):
    """The lamps of one driver: its first lamp is that of the first of ``tiles``, and so on."""

    lamps: LampsT
    tiles: Sequence[int]

    def show(self, lit: int) -> None:
        """Light exactly those that belong to these tiles of the box."""
        self.lamps.show(
            sum(1 << lamp for lamp, tile in enumerate(self.tiles) if lit >> (tile - 1) & 1)
        )


@frozen_dataclass
class BoxLamps:
    """The lamps of a box; a tile may have one in several groups, or none."""

    groups: Sequence[Lamps]

    def show(self, lit: int) -> None:
        """Light exactly the lamps of these tiles."""
        for group in self.groups:
            group.show(lit)
