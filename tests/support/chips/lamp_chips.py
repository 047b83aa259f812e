"""What the chips of lamps make of the bytes they are sent, read from their data sheets.

Written apart from the drivers: bits, pulses and registers, and nothing of how they are made.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from threading import Event

SET_MODE, SET_BITS, SET_SPEED = 0x40016B01, 0x40016B03, 0x40046B04
"""From linux/spi/spidev.h."""


class FakeSpi:
    """The device files of SPI: what is written to each, and what can go wrong with them."""

    def __init__(self) -> None:
        self.sent: dict[str, list[bytes]] = {}
        self.speed: dict[str, int] = {}
        self.open_files: list[FakeSpiFile] = []
        self.fails: OSError | None = None
        self.opened = 0

    def open(self, path: str) -> FakeSpiFile:
        if self.fails is not None:
            raise self.fails
        self.opened += 1
        self.sent.setdefault(path, [])
        file = FakeSpiFile(self, path)
        self.open_files.append(file)
        return file


class FakeSpiFile:
    """One of them that is open."""

    def __init__(self, spi: FakeSpi, path: str) -> None:
        self._spi = spi
        self._path = path

    def ioctl(self, order: int, argument: bytes) -> None:
        if order == SET_SPEED:
            (self._spi.speed[self._path],) = struct.unpack("=I", argument)
        else:
            assert (order, argument) in ((SET_MODE, b"\x00"), (SET_BITS, b"\x08"))

    def write(self, data: bytes) -> int:
        assert self in self._spi.open_files
        assert len(data) <= 4096, "spidev takes no more at once"
        if self._spi.fails is not None:
            raise self._spi.fails
        self._spi.sent[self._path].append(data)
        return len(data)

    def close(self) -> None:
        self._spi.open_files.remove(self)


class FakeI2c:
    """An I2C bus with one chip on it, which takes all that is written to any address."""

    def __init__(self) -> None:
        self.fails: OSError | None = None
        self.open_buses = 0
        self.changed = Event()
        self._registers: dict[int, int] = {}

    def open(self, _number: int) -> FakeI2c:
        if self.fails is not None:
            raise self.fails
        self.open_buses += 1
        return self

    def write_byte(self, i2c_addr: int, value: int) -> None:
        self.write_i2c_block_data(i2c_addr, value, [])

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        assert 0x08 <= i2c_addr <= 0x77
        assert len(data) <= 32, "the kernel takes no more at once"
        if self.fails is not None:
            raise self.fails
        before = dict(self._registers)
        self._registers |= {register + at: value for at, value in enumerate(data)}
        if self._registers != before:
            self.changed.set()

    def registers(self) -> tuple[tuple[int, int], ...]:
        """What the chip was told, by register."""
        return tuple(sorted(self._registers.items()))

    def close(self) -> None:
        self.open_buses -= 1


def bits_of(data: bytes) -> list[int]:
    """The bits in the order in which they are on the wire."""
    return [byte >> bit & 1 for byte in data for bit in (7, 6, 5, 4, 3, 2, 1, 0)]


# WS2812B


def ws2812_colours(
    sent: bytes, hertz: float = 6.4e6, between: Sequence[int] = (), idle: int = 0
) -> list[bytes]:
    """What the LEDs of a strip show, three bytes each as they came, after this has been sent.

    ``between`` are bits that the Pi puts between two bytes, ``idle`` is how the line was before.
    """
    levels = [idle] * 4
    for byte in sent:
        levels += [*bits_of(bytes([byte])), *between]
    shown: list[int] = []
    coming: list[int] = []
    for level, run in groupby(levels):
        lasts = len(list(run)) / hertz * 1e9
        if level:
            coming.append(_ws2812_bit(lasts))
        elif lasts > 280_000:
            shown, coming = coming or shown, []
        elif coming:
            assert 220 <= lasts < 5000, f"low for {lasts} ns"
    assert not coming, "the last bits are not followed by a pause"
    assert len(shown) % 24 == 0
    return [_bytes(shown[at : at + 24]) for at in range(0, len(shown), 24)]


def _ws2812_bit(high: float) -> int:
    if 220 <= high <= 380:
        return 0
    if 580 <= high <= 1000:
        return 1
    # What the line did before the first pause is of no bit, if it is no bit's length.
    return -1


def _bytes(bits: Iterable[int]) -> bytes:
    text = "".join(map(str, bits))
    return int(text, 2).to_bytes(len(text) // 8, "big")


# APA102 and SK9822


def apa102_colours(sent: bytes, strip: int, *, waits_for_zeros: bool = False) -> list[bytes]:
    """What each LED of a strip shows, blue, green, red; None of it before is dark.

    Each LED sees the data half a clock later than the one before it, and only as long as there are
    clocks. An SK9822 (``waits_for_zeros``) shows its part when 32 zeros have come after it.
    """
    bits = bits_of(sent)
    parts = list(_parts(bits))
    shown = [bytes(3)] * strip
    end = 32 + 32 * len(parts)
    for led, part in enumerate(parts[:strip]):
        needed = end + 32 if waits_for_zeros else 32 + 32 * (led + 1)
        clocks = len(bits) - -(-led // 2)
        if clocks >= needed and not any(bits[end:needed]):
            assert part[0] & 31 == 31, "it is not given all of its current"
            shown[led] = part[1:]
    return shown


def _parts(bits: Sequence[int]) -> Iterator[bytes]:
    """The LEDs' parts: after 32 zeros, as long as each begins with 111."""
    assert not any(bits[:32])
    at = 32
    while bits[at : at + 3] == [1, 1, 1] and len(bits) >= at + 32:
        yield _bytes(bits[at : at + 32])
        at += 32


# MAX7219


class Max7219Chain:
    """Chips whose DOUT goes to the next one's DIN."""

    def __init__(self, chips: int) -> None:
        self.chips = chips
        # After power-up: shut down, everything else by chance.
        self.registers = [dict.fromkeys(range(16), 165) for _ in range(chips)]
        for chip in self.registers:
            chip[0xC] = 0
        self._shifted: list[int] = [0] * 16 * chips

    def receive(self, sent: bytes) -> None:
        """Chip select is low for these bytes, and goes high."""
        for bit in bits_of(sent):
            self._shifted = [bit, *self._shifted[:-1]]
        for number, chip in enumerate(self.registers):
            word = self._shifted[16 * number : 16 * number + 16]
            value = sum(bit << place for place, bit in enumerate(word))
            chip[value >> 8 & 0xF] = value & 0xFF

    def lit(self) -> set[tuple[int, int, str]]:
        """The LEDs that are lit: chip from 1, DIG, SEG."""
        lit = set()
        for number, chip in enumerate(self.registers, start=1):
            if chip[0xF] & 1:
                return {(0, 0, "display test")}
            if not chip[0xC] & 1:
                continue
            assert chip[0x9] == 0, "values are decoded as digits"
            for digit in range(chip[0xB] % 8 + 1):
                names = zip(("DP", *"ABCDEFG"), bits_of(bytes([chip[digit + 1]])), strict=True)
                lit |= {(number, digit, name) for name, bit in names if bit}
        return lit

    @property
    def intensities(self) -> list[int]:
        return [chip[0xA] & 0xF for chip in self.registers]
