"""UF2 files for an RP2040: what its boot drive takes, and a picture of its flash.

A file is made of blocks of 512 bytes, each with a page of 256 bytes of flash and its address. The
same image always gives the same file.
"""

from __future__ import annotations

import struct

from groundwork.frozen_dataclass import frozen_dataclass

FLASH_AT = 0x1000_0000
"""The address of flash in the memory of the chip."""

_PAGE = 256
_BLOCK = 512
_FIRST, _SECOND, _LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_FAMILY_IS_TOLD = 0x2000
_RP2040 = 0xE48BFF56
_HEADER = struct.Struct("<8I")
_BOOT2_BYTES = 252
_FAMILY_AT = 28
_ABOUT_AT = 0x108
_ABOUT = struct.Struct("<8sBB")
_MARK = b"boxctl\0\0"
_MOST_NAME = 32


def boot_checksum(stage: bytes) -> int:
    """Return the checksum that the boot ROM wants behind the 252 bytes of boot stage 2.

    CRC-32 with the polynomial 04C11DB7, beginning with FFFFFFFF, most significant bit first.
    """
    crc = 0xFFFFFFFF
    for byte in stage:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C11DB7 if crc & 0x80000000 else 0)) & 0xFFFFFFFF
    return crc


def sealed(image: bytes) -> bytes:
    """Return this image of flash with the checksum of its boot stage 2 in place."""
    stage = image[:_BOOT2_BYTES]
    return stage + struct.pack("<I", boot_checksum(stage)) + image[_BOOT2_BYTES + 4 :]


def to_uf2(image: bytes) -> bytes:
    """Return the file that writes this image to the beginning of flash."""
    pages = [image[at : at + _PAGE].ljust(_PAGE, b"\xff") for at in range(0, len(image), _PAGE)]
    return b"".join(
        (
            _HEADER.pack(
                _FIRST, _SECOND, _FAMILY_IS_TOLD, FLASH_AT + number * _PAGE, _PAGE, number,
                len(pages), _RP2040,
            )
            + page
        ).ljust(_BLOCK - 4, b"\0")
        + struct.pack("<I", _LAST)
        for number, page in enumerate(pages)
    )  # fmt: skip


def from_uf2(content: bytes) -> bytes:
    """Return the image that this file writes to the beginning of flash.

    Raises ValueError if it is no such file for an RP2040, or not a whole one.
    """
    blocks, rest = divmod(len(content), _BLOCK)
    if rest or not blocks:
        raise ValueError("a UF2 file is made of blocks of 512 bytes")
    image = b""
    for number in range(blocks):
        block = content[number * _BLOCK : (number + 1) * _BLOCK]
        first, second, flags, at, size, its_number, count, family = _HEADER.unpack_from(block)
        (last,) = struct.unpack_from("<I", block, _BLOCK - 4)
        if (first, second, last) != (_FIRST, _SECOND, _LAST):
            raise ValueError(f"block {number} is none of a UF2 file")
        if not flags & _FAMILY_IS_TOLD or family != _RP2040:
            raise ValueError(f"block {number} is not for an RP2040")
        if (its_number, count) != (number, blocks):
            raise ValueError(f"block {number} of {blocks} calls itself {its_number} of {count}")
        if (at, size) != (FLASH_AT + number * _PAGE, _PAGE):
            raise ValueError(f"block {number} does not follow the one before it")
        image += block[_HEADER.size : _HEADER.size + _PAGE]
    return image


def is_for_another_chip(content: bytes) -> bool:
    """Return whether this begins like a UF2 file, and one for another chip than the RP2040."""
    if len(content) < _BLOCK or struct.unpack_from("<2I", content) != (_FIRST, _SECOND):
        return False
    (family,) = struct.unpack_from("<I", content, _FAMILY_AT)
    return bool(family != _RP2040)


@frozen_dataclass
class FirmwareInImage:
    """What an image tells of the firmware in it: its version, and the name in its pin table."""

    major: int
    minor: int
    name: str


def firmware_in(image: bytes) -> FirmwareInImage | None:
    """Return what firmware of boxctl this image of flash has; None if it has another."""
    if len(image) < _ABOUT_AT + _ABOUT.size + _MOST_NAME:
        return None
    mark, major, minor = _ABOUT.unpack_from(image, _ABOUT_AT)
    name, ends, _rest = image[_ABOUT_AT + _ABOUT.size :][:_MOST_NAME].partition(b"\0")
    if mark != _MARK or not ends or not name.isascii():
        return None
    return FirmwareInImage(major, minor, name.decode("ascii"))
