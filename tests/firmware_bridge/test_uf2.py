"""UF2 files: what comes out is what went in, and what is no such file is refused."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.uf2 import boot_checksum, from_uf2, sealed, to_uf2

images = st.binary(min_size=256, max_size=2000)


def mirrored(number: int, bits: int) -> int:
    return int(f"{number:0{bits}b}"[::-1], 2)


@given(images)
def test_an_image_comes_back_with_its_last_page_filled_up(image: bytes) -> None:
    file = to_uf2(image)
    assert len(file) == 512 * -(-len(image) // 256)
    assert from_uf2(file) == image.ljust(len(file) // 2, b"\xff")


@given(images)
def test_only_the_checksum_of_a_sealed_image_is_another(image: bytes) -> None:
    made = sealed(image)
    assert (made[:252], made[256:]) == (image[:252], image[256:])
    assert int.from_bytes(made[252:256], "little") == boot_checksum(image[:252])


@given(st.binary(max_size=252))
def test_the_checksum_is_that_of_zlib_seen_in_a_mirror(stage: bytes) -> None:
    other_way = zlib.crc32(bytes(mirrored(byte, 8) for byte in stage)) ^ 0xFFFFFFFF
    assert boot_checksum(stage) == mirrored(other_way, 32)


@pytest.mark.parametrize(
    ("damaged", "why"),
    [
        (lambda file: b"", "blocks of 512 bytes"),
        (lambda file: file[:-1], "blocks of 512 bytes"),
        (lambda file: file[:-512], "calls itself 0 of 3"),
        (lambda file: file[512:], "calls itself 1 of 3"),
        (lambda file: b"X" + file[1:], "block 0 is none"),
        (lambda file: file[:-1] + b"X", "block 2 is none"),
        (lambda file: file[:28] + b"\x59\x73\x2c\xe9" + file[32:], "block 0 is not for an RP2040"),
        (lambda file: file[:13] + b"\x01" + file[14:], "block 0 does not follow"),
    ],
)  # fmt: skip
def test_what_is_no_whole_file_for_this_chip_is_refused(
    damaged: Callable[[bytes], bytes], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        from_uf2(damaged(to_uf2(bytes(600))))
