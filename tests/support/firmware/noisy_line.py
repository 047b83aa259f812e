"""A bad line for virtual time: flips, drops, doubles, delays and cuts what passes."""

from __future__ import annotations

import random
from collections import deque
from math import log


class NoisyLine:
    """One direction. ``rate`` is the share of bytes that something happens to."""

    def __init__(self, chance: random.Random, rate: float = 0.0) -> None:
        self.hits = 0
        self._chance = chance
        self._rate = rate
        self._passing: deque[tuple[int, bytes]] = deque()
        self._spare = 0
        self.rate = rate

    @property
    def rate(self) -> float:
        """The share of bytes that something happens to."""
        return self._rate

    @rate.setter
    def rate(self, rate: float) -> None:
        self._rate = rate
        self._spare = self._until_next()

    def put(self, data: bytes, now: int) -> None:
        """Send this."""
        damaged = bytearray()
        late = 0
        while self._spare < len(data):
            damaged += data[: self._spare]
            byte, data = data[self._spare], data[self._spare + 1 :]
            self._spare = self._until_next()
            self.hits += 1
            match self._chance.randrange(5):
                case 0:
                    damaged.append(byte ^ 1 << self._chance.randrange(8))
                case 1:
                    pass
                case 2:
                    damaged += bytes([byte, byte])
                case 3:
                    damaged.append(byte)
                    late = self._chance.randrange(1_000, 400_000)
                case _:
                    data = b""
        self._spare -= len(data)
        damaged += data
        if damaged:
            behind = self._passing[-1][0] if self._passing else 0
            self._passing.append((max(now + late, behind), bytes(damaged)))

    def take(self, now: int) -> bytes:
        """What has arrived."""
        arrived = b""
        while self._passing and self._passing[0][0] <= now:
            arrived += self._passing.popleft()[1]
        return arrived

    def next(self) -> int | None:
        """When something arrives."""
        return self._passing[0][0] if self._passing else None

    def cut(self) -> None:
        """What is under way is lost."""
        self._passing.clear()

    def _until_next(self) -> int:
        if self._rate == 0:
            return 1 << 60
        return int(log(1 - self._chance.random()) / log(1 - self._rate))
