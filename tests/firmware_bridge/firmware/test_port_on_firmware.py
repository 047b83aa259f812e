"""The ring that the firmware sends from, wherever in its code an interrupt may come."""

from __future__ import annotations

from firmware_bridge.build_firmware import address_of, build
from tests.support.firmware.emulated import SECOND, Bench, needs_avr

pytestmark = needs_avr

RING = 256


def test_a_byte_is_in_the_ring_before_its_index_says_so() -> None:
    bench = Bench("roller", seed=2)
    bench.pass_time(SECOND)
    built = build("roller", emulator=True)
    index, ring = address_of("said_in", built), address_of("said", built)
    end = bench.now + 3 * SECOND
    sent, published = b"", b""
    while bench.now < end:
        place = bench.chip.read_memory(index, 1)[0]
        sent += bench.chip.run_until_changed(index, end)
        following = bench.chip.read_memory(index, 1)[0]
        published += bench.chip.read_memory(ring + place, 1) if following != place else b""
    assert len(published) > 100
    assert sent == published[: len(sent)]
