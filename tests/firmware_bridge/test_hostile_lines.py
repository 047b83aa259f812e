"""Inputs that fuzzing kept, and damage to them; the board's side is in the firmware's own tests."""

from __future__ import annotations

import random

import pytest

from tests.firmware_bridge.fuzz_host import CORPUS, check, decode
from tests.soak import SOAK

KEPT = sorted(CORPUS.iterdir())


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The same with a few bytes flipped, lost, doubled or moved."""
    bytes_ = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(bytes_) or 1)
        match chance.randrange(4):
            case 0 if bytes_:
                bytes_[at] ^= 1 << chance.randrange(8)
            case 1:
                del bytes_[at : at + chance.randrange(1, 40)]
            case 2:
                bytes_[at:at] = bytes_[at : at + chance.randrange(1, 80)]
            case _:
                bytes_[at:at] = chance.choice([b"\n", b"0", b"F", data[: chance.randrange(60)]])
    return bytes(bytes_)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: str(path.name))
def test_hostile_bytes_break_nothing(path: object) -> None:
    data = path.read_bytes()  # type: ignore[attr-defined]
    check(data)
    decode(data)
    chance = random.Random(data)
    for _ in range(60 * SOAK):
        bad = damaged(data, chance)
        check(bad)
        decode(bad)
