"""The chips of displays, as their data sheets tell: what is sent to one becomes what it shows.

They know nothing of luma. Each stands where the library ends: at the object that it is given for
the bus.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import ClassVar, Protocol

from PIL import Image

from hardware.buses import Buses

LONG = 60
"""So long, in seconds, a hanging bus is let hang at most."""

NO_ANSWER = 121


class Chip(Protocol):
    """A chip, or a chain of them, on a bus."""

    def takes(self, sent: Sequence[int]) -> None: ...


class Bus:
    """An I2C bus with one chip, or an SPI bus with a chain; it can fail, and hang."""

    def __init__(self, chip: Chip, address: int | None = None) -> None:
        self.chip = chip
        self.address = address
        self.away = False
        self.free = Event()
        self.free.set()
        self.reached = Event()
        self.opened: list[int | str] = []
        self.orders: list[tuple[int, bytes]] = []
        self.closed = 0
        self.sent = 0

    # As luma sees I2C.

    def write_byte(self, i2c_addr: int, value: int) -> None:
        self._send(i2c_addr, [value])

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        assert len(data) <= 32
        self._send(i2c_addr, [register, *data])

    # As the kernel has SPI.

    def ioctl(self, order: int, argument: bytes) -> None:
        self.orders.append((order, argument))

    def write(self, data: bytes) -> int:
        self._send(None, data)
        return len(data)

    def close(self) -> None:
        self.closed += 1

    def _send(self, address: int | None, sent: Sequence[int]) -> None:
        self.reached.set()
        assert self.free.wait(LONG)
        if self.away or address != self.address:
            raise OSError(NO_ANSWER, "Remote I/O error")
        assert all(0 <= byte <= 255 for byte in sent)
        self.sent += 1
        self.chip.takes(sent)

    # As a driver gets it.

    def _open(self, place: int | str) -> Bus:
        self.opened.append(place)
        return self

    @property
    def buses(self) -> Buses:
        return Buses(self._open, self._open)


class Ssd1306:
    """128 x 64 dots (or fewer): control byte, then commands or the contents of its memory."""

    _PARAMETERS: ClassVar = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1,
                   0xD9: 1, 0xDA: 1, 0xDB: 1}  # fmt: skip

    def __init__(self, width: int = 128, height: int = 64, first_column: int = 0) -> None:
        self.width, self.height, self.first_column = width, height, first_column
        self.memory = [[0xA5] * 128 for _page in range(8)]
        self.columns, self.pages = (0, 127), (0, 7)
        self.column = self.page = 0
        self.settings: dict[int, int] = {}
        self.on = self.turned = self.upward = False

    def takes(self, sent: Sequence[int]) -> None:
        control, *rest = sent
        if control == 0x40:
            for byte in rest:
                self._store(byte)
        else:
            assert control == 0x00
            self._obey(list(rest))

    def _obey(self, commands: list[int]) -> None:
        while commands:
            command = commands.pop(0)
            given = [commands.pop(0) for _ in range(self._PARAMETERS.get(command, 0))]
            match command:
                case 0x21:
                    self.columns, self.column = (given[0], given[1]), given[0]
                case 0x22:
                    self.pages, self.page = (given[0], given[1]), given[0]
                case 0xA0 | 0xA1:
                    self.turned = command == 0xA1
                case 0xC0 | 0xC8:
                    self.upward = command == 0xC8
                case 0xAE | 0xAF:
                    self.on = command == 0xAF
                case _ if given:
                    self.settings[command] = given[0]
                case _:
                    assert command in (0x40, 0xA4, 0xA6), hex(command)

    def _store(self, byte: int) -> None:
        assert self.settings[0x20] == 0x00, "the addressing is not horizontal"
        self.memory[self.page][self.column] = byte
        self.column += 1
        if self.column > self.columns[1]:
            self.column = self.columns[0]
            self.page = self.page + 1 if self.page < self.pages[1] else self.pages[0]

    def picture(self) -> Image.Image:
        """What a person sees, if the glass is mounted as it is on every module."""
        image = Image.new("1", (self.width, self.height))
        if self.on and self.settings[0x8D] == 0x14:
            assert self.turned and self.upward
            assert self.settings[0xA8] == self.height - 1
            for y in range(self.height):
                for x in range(self.width):
                    byte = self.memory[y // 8][self.first_column + x]
                    image.putpixel((x, y), byte >> y % 8 & 1)
        return image


class Sh1106:
    """132 x 64 dots, of which the glass has those from column 2 on; written page by page."""

    _PARAMETERS: ClassVar = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def __init__(self, width: int = 128, height: int = 64) -> None:
        self.width, self.height = width, height
        self.memory = [[0xA5] * 132 for _page in range(16)]
        self.column = self.page = 0
        self.settings: dict[int, int] = {}
        self.on = self.turned = self.upward = False

    def takes(self, sent: Sequence[int]) -> None:
        control, *rest = sent
        if control == 0x40:
            for byte in rest:
                self.memory[self.page][self.column] = byte
                self.column += 1
            return
        commands = list(rest)
        while commands:
            command = commands.pop(0)
            if command in self._PARAMETERS:
                self.settings[command] = commands.pop(0)
            elif command < 0x10:
                self.column = self.column & 0xF0 | command
            elif command < 0x20:
                self.column = self.column & 0x0F | (command & 0x0F) << 4
            elif 0xB0 <= command <= 0xBF:
                self.page = command & 0x0F
            elif command in (0xA0, 0xA1):
                self.turned = command == 0xA1
            elif command in (0xC0, 0xC8):
                self.upward = command == 0xC8
            elif command in (0xAE, 0xAF):
                self.on = command == 0xAF

    def picture(self) -> Image.Image:
        image = Image.new("1", (self.width, self.height))
        if self.on:
            assert self.turned and self.upward
            for y in range(self.height):
                for x in range(self.width):
                    image.putpixel((x, y), self.memory[y // 8][x + 2] >> y % 8 & 1)
        return image


class Max7219Chain:
    """Chips in a row: each takes 16 bits from what is shifted through them, the last first."""

    def __init__(self, chips: int) -> None:
        self.registers: list[dict[int, int]] = [{} for _chip in range(chips)]

    def takes(self, sent: Sequence[int]) -> None:
        assert len(sent) == 2 * len(self.registers)
        for chip, place in zip(self.registers, range(len(sent) - 2, -2, -2), strict=True):
            register, byte = sent[place : place + 2]
            if register & 0x0F:
                chip[register & 0x0F] = byte

    def digits(self, chip: int) -> list[int]:
        """What the eight digits of this chip drive; nothing while it is shut down."""
        registers = self.registers[chip]
        if not registers.get(0x0C, 0) & 1:
            return [0] * 8
        assert registers[0x09] == 0x00, "the bytes are decoded"
        assert registers[0x0B] == 0x07, "not every digit is driven"
        assert registers[0x0F] == 0x00, "the test of the LEDs is on"
        return [registers[digit] for digit in range(1, 9)]


class Matrix(Max7219Chain):
    """Blocks of 8x8 LEDs, the first at the left.

    On a plain board a digit is a column from the left, and its lowest bit the top row. With
    ``turned`` a digit is a row from the bottom, and its lowest bit the left column.
    """

    def __init__(self, chips: int, *, turned: bool = True) -> None:
        super().__init__(chips)
        self.turned = turned

    def picture(self) -> Image.Image:
        image = Image.new("1", (8 * len(self.registers), 8))
        for chip in range(len(self.registers)):
            for digit, byte in enumerate(self.digits(chip)):
                for bit in range(8):
                    x, y = (bit, 7 - digit) if self.turned else (digit, bit)
                    image.putpixel((8 * chip + x, y), byte >> bit & 1)
        return image


class Digits(Max7219Chain):
    """Eight 7-segment digits a chip, the first module and its digit 0 at the right."""

    _DOTS: ClassVar = {
        "a": [(1, 0), (2, 0), (3, 0)], "b": [(4, 1), (4, 2), (4, 3)],
        "c": [(4, 5), (4, 6), (4, 7)], "d": [(1, 8), (2, 8), (3, 8)],
        "e": [(0, 5), (0, 6), (0, 7)], "f": [(0, 1), (0, 2), (0, 3)],
        "g": [(1, 4), (2, 4), (3, 4)],
    }  # fmt: skip

    def segments(self) -> list[str]:
        """The segments that are lit, digit for digit from the left."""
        return ["".join(s for bit, s in enumerate("gfedcba") if byte >> bit & 1)[::-1]
                for byte in self._driven()]  # fmt: skip

    def points(self) -> list[int]:
        """The digits whose point is lit, counted from 0 at the left."""
        return [place for place, byte in enumerate(self._driven()) if byte & 0x80]

    def _driven(self) -> list[int]:
        return [byte for chip in range(len(self.registers)) for byte in self.digits(chip)][::-1]

    def picture(self) -> Image.Image:
        lit = self.segments()
        image = Image.new("1", (7 * len(lit), 9))
        for place, segments in enumerate(lit):
            for segment in segments:
                for x, y in self._DOTS[segment]:
                    image.putpixel((7 * place + x + 1, y), 1)
        return image


class Hd44780:
    """A character LCD behind a PCF8574: RS, RW, E and the light on P0 to P3, data on P4 to P7."""

    _FIRST = (0x00, 0x40, 0x14, 0x54)

    def __init__(self, columns: int = 16, rows: int = 2) -> None:
        self.columns, self.rows = columns, rows
        self.memory = [ord("#")] * 0x80
        self.address = 0
        self.high: int | None = None
        self.four_bits = self.on = self.lit = False
        self.enabled = False

    def takes(self, sent: Sequence[int]) -> None:
        (byte,) = sent
        assert not byte & 0b10, "RW is never high"
        self.lit = bool(byte & 0b1000)
        falls, self.enabled = self.enabled and not byte & 0b100, bool(byte & 0b100)
        if falls:
            self._nibble(byte >> 4, is_data=bool(byte & 1))

    def _nibble(self, nibble: int, *, is_data: bool) -> None:
        if not self.four_bits:
            self._obey(nibble << 4)
        elif self.high is None:
            self.high = nibble
        else:
            byte, self.high = self.high << 4 | nibble, None
            if is_data:
                self.memory[self.address] = byte
                self.address = (self.address + 1) % 0x80
            else:
                self._obey(byte)

    def _obey(self, command: int) -> None:
        if command & 0x80:
            self.address = command & 0x7F
        elif command & 0x40:
            raise AssertionError("no letter of its own is needed")
        elif command & 0x20:
            self.four_bits = not command & 0x10
        elif command & 0x10:
            raise AssertionError("nothing is shifted")
        elif command & 0x08:
            self.on = bool(command & 0x04)
            assert not command & 0x03, "there is no cursor"
        elif command & 0x04:
            assert command & 0x03 == 0x02, "the address goes up and nothing is shifted"
        elif command & 0x01:
            self.memory, self.address = [ord(" ")] * 0x80, 0

    def lines(self) -> list[str]:
        """What is to be read on it, if it is on and lit."""
        if not (self.on and self.lit):
            return [" " * self.columns] * self.rows
        return [
            "".join(chr(code) for code in self.memory[first : first + self.columns])
            for first in self._FIRST[: self.rows]
        ]
