"""Inputs that fuzzing kept, and damage to them; the board's side is in the firmware's own tests."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from firmware_bridge.link.frames import encode
from firmware_bridge.protocol.messages import Ask, to_payload
from tests.support.firmware.fuzz_host import CORPUS
from tests.support.firmware.hostile_lines import TARGETS, mended, messages
from tests.support.soak import SOAK, chance

KEPT = sorted(CORPUS.iterdir())


def damaged(data: bytes, random: Random) -> bytes:
    """The same with a few bytes flipped, lost, doubled or moved."""
    bytes_ = bytearray(data)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(bytes_) or 1)
        match random.randrange(4):
            case 0 if bytes_:
                bytes_[at] ^= 1 << random.randrange(8)
            case 1:
                del bytes_[at : at + random.randrange(1, 40)]
            case 2:
                bytes_[at:at] = bytes_[at : at + random.randrange(1, 80)]
            case _:
                bytes_[at:at] = random.choice([b"\n", b"0", b"F", data[: random.randrange(60)]])
    return bytes(bytes_)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name[:8])
def test_hostile_bytes_break_nothing(path: Path, target: str) -> None:
    data = path.read_bytes()
    holds = TARGETS[target]
    holds(data)
    random = chance(data.hex())
    for _ in range(25 * SOAK):
        bad = damaged(data, random)
        holds(bad)
        holds(mended(bad))


def test_a_line_with_its_checksum_mended_is_a_message_again() -> None:
    good = encode(to_payload(Ask(7)))
    bad = good.replace(b"0000007", b"0000008")
    assert messages(good) == [Ask(7)]
    assert messages(bad) == []
    assert messages(mended(bad)) == [Ask(8)]
