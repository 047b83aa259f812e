"""Frames survive anything that comes before them, and notice what happens to them."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link.frames import FRAME_TIME_US, FrameReader, LineCounts, crc16, encode
from firmware_bridge.protocol.constants import MAX_PAYLOAD
from tests.firmware_bridge.conftest import unhurried

payloads = st.binary(min_size=1, max_size=MAX_PAYLOAD)
# Rubbish of the worst kind: made of what frames are made of.
rubbish = st.binary(max_size=200) | st.lists(st.sampled_from(b"0123456789ABCDEF\n")).map(bytes)


def bit_by_bit(data: bytes) -> int:
    """The CRC as the definition has it."""
    register = 0xFFFF
    for byte in data:
        for bit in range(8):
            top = (register >> 15) ^ (byte >> (7 - bit) & 1)
            register = (register << 1 & 0xFFFF) ^ (0x1021 if top else 0)
    return register ^ 0xFFFF


def read(data: bytes) -> tuple[list[bytes], LineCounts]:
    counts = LineCounts()
    return [frame.payload for frame in FrameReader(counts).feed(data, 0)], counts


def test_the_crc_has_the_published_check_value() -> None:
    assert crc16(b"123456789") == bit_by_bit(b"123456789") == 0xD64E


@unhurried
@given(st.binary(max_size=100))
def test_the_crc_is_the_one_that_is_defined(data: bytes) -> None:
    assert crc16(data) == bit_by_bit(data)


@unhurried
@given(st.lists(payloads, max_size=5), st.lists(st.integers(1, 300), max_size=20))
def test_frames_come_out_as_they_went_in_however_they_are_cut(
    sent: list[bytes], cuts: list[int]
) -> None:
    reader = FrameReader(LineCounts())
    data = b"".join(encode(payload) for payload in sent)
    got = []
    for cut in [*cuts, len(data)]:
        got += [frame.payload for frame in reader.feed(data[:cut], 0)]
        data = data[cut:]
    got += [frame.payload for frame in reader.feed(data, 0)]
    assert got == sent


@unhurried
@given(rubbish, payloads, rubbish)
def test_no_rubbish_costs_the_next_good_frame(before: bytes, payload: bytes, after: bytes) -> None:
    got, _ = read(before + encode(payload) + after)
    assert payload in got


@unhurried
@given(payloads, payloads)
def test_every_single_flipped_bit_is_noticed(payload: bytes, following: bytes) -> None:
    good = encode(payload)
    for bit in range(8 * len(good)):
        bad = bytearray(good)
        bad[bit // 8] ^= 1 << bit % 8
        got, counts = read(bytes(bad) + encode(following))
        assert got == [following]
        assert counts.dropped >= 1


@pytest.mark.parametrize("size", [1, 12, 15, MAX_PAYLOAD])
def test_no_two_flipped_bits_of_the_line_go_unnoticed(size: int) -> None:
    digits = b"0123456789ABCDEF"
    flips = {
        int(chr(digit), 16) ^ int(chr(digit ^ 1 << bit), 16)
        for digit in digits
        for bit in range(8)
        if digit ^ 1 << bit in digits
    }
    plain = crc16(bytes(size))
    # What a flip in one digit does to checksum and check. Two flips go unnoticed exactly if they
    # do the same.
    done = []
    for place in range(2 * size):
        for flip in flips:
            payload = bytearray(size)
            payload[place // 2] = flip << (0 if place % 2 else 4)
            done.append(crc16(bytes(payload)) ^ plain)
    done += [flip << 4 * place for place in range(4) for flip in flips]
    assert 0 not in done
    assert len(set(done)) == len(done)


@pytest.mark.parametrize("size", [12, 13, 22])
def test_three_flipped_bits_go_unnoticed_three_to_five_times_in_a_million(size: int) -> None:
    chance = random.Random(size)
    tried = missed = 0
    for _ in range(40):
        changes = one_bit_changes(chance.randbytes(size))
        places = defaultdict(set)
        for place, done in changes:
            places[done].add(place)
        for (one, done), (other, done_too) in combinations(changes, 2):
            if one != other:
                # The third undoes the checksum of both; each such three is met three times.
                missed += len(places[done ^ done_too] - {one, other})
        tried += comb(len(changes), 3)
    assert 2e-6 < missed / 3 / tried < 5.5e-6


def one_bit_changes(payload: bytes) -> list[tuple[int, int]]:
    """For each flip that leaves a digit a digit: which digit, and what it does to the check."""
    line = encode(payload)[1:-1]
    whole = check_of(line)
    changes = []
    for place, digit in enumerate(line):
        for bit in range(8):
            if digit ^ 1 << bit in b"0123456789ABCDEF":
                bad = bytearray(line)
                bad[place] ^= 1 << bit
                changes.append((place, check_of(bytes(bad)) ^ whole))
    return changes


def check_of(line: bytes) -> int:
    """What the checksum is off by."""
    checked = bytes.fromhex(line.decode())
    return crc16(checked[:-2]) ^ int.from_bytes(checked[-2:], "big")


@unhurried
@given(payloads.filter(lambda payload: crc16(payload) & 0xFF in (0x00, 0xFF)) | payloads)
def test_a_frame_without_its_last_byte_is_none(payload: bytes) -> None:
    got, counts = read(encode(payload)[:-3] + b"\n")
    assert not got
    assert counts.bad_crc == 1 or len(payload) == 1


@unhurried
@given(payloads, st.data())
def test_up_to_sixteen_neighbouring_bits_of_the_payload_are_noticed(
    payload: bytes, data: st.DataObject
) -> None:
    checked = payload + crc16(payload).to_bytes(2, "big")
    pattern = data.draw(st.integers(1, 0xFFFF))
    shift = data.draw(st.integers(0, 8 * len(checked) - pattern.bit_length()))
    bad = (int.from_bytes(checked, "big") ^ pattern << shift).to_bytes(len(checked), "big")
    got, counts = read(b"\n" + bad.hex().upper().encode() + b"\n")
    assert not got
    assert counts.bad_crc == 1


@pytest.mark.parametrize(
    "line", [b"0", b"03A", b"0312", b"zz0000", b"03 1 ", encode(b"\xab\xcd")[1:-1].lower()]
)
def test_what_no_sender_writes_is_garbled(line: bytes) -> None:
    got, counts = read(line + b"\n")
    assert not got
    assert counts == LineCounts(garbled=1)


def test_empty_lines_are_nothing() -> None:
    assert read(b"\n\n\n") == ([], LineCounts())


def test_a_line_without_end_is_dropped_once_and_forgotten() -> None:
    counts = LineCounts()
    reader = FrameReader(counts)
    for _ in range(1000):
        assert not reader.feed(b"0" * 1000, 0)
    assert counts == LineCounts(too_long=1)
    assert [frame.payload for frame in reader.feed(encode(b"next"), 0)] == [b"next"]


def test_a_frame_that_trickles_in_is_dropped() -> None:
    counts = LineCounts()
    reader = FrameReader(counts)
    for second, byte in enumerate(encode(b"slow")):
        assert not reader.feed(bytes([byte]), second * 200_000)
    assert counts == LineCounts(too_late=1)


def test_the_end_of_a_frame_can_be_too_late_as_well() -> None:
    counts = LineCounts()
    reader = FrameReader(counts)
    assert not reader.feed(encode(b"late")[:-1], 0)
    assert not reader.feed(b"\n", FRAME_TIME_US + 1)
    assert counts == LineCounts(too_late=1)


def test_a_frame_has_the_time_of_its_first_byte() -> None:
    reader = FrameReader(LineCounts())
    data = encode(b"one") + encode(b"two")
    middle = len(encode(b"one")) + 3
    assert [frame.at for frame in reader.feed(data[:1], 10)] == []
    assert [frame.at for frame in reader.feed(data[1:4], 20)] == []
    assert [frame.at for frame in reader.feed(data[4:middle], 30)] == [20]
    assert [frame.at for frame in reader.feed(data[middle:], 40)] == [30]


@pytest.mark.parametrize("size", [0, MAX_PAYLOAD + 1])
def test_a_frame_has_its_bounds(size: int) -> None:
    with pytest.raises(ValueError, match=f"1 to {MAX_PAYLOAD} bytes"):
        encode(bytes(size))
