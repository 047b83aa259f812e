"""How Pixels speak, written from the maker's public documents a second time."""

from __future__ import annotations

from hardware.dice.bluetooth.pixels import Pixels

ROLLED, HANDLING, ROLLING, CROOKED, ON_FACE = 1, 2, 3, 4, 5


class PixelsDice:
    """A maker of dice for :class:`~tests.support.bluetooth.dice_evening.DiceEvening`."""

    def __init__(self, leds: int = 21, dbm: int = -60, built: int = 1_720_000_000) -> None:
        self.protocol = Pixels()
        self.leds = leds
        self.dbm = dbm
        self.built = built

    def name(self, number: int) -> str:
        """The name that its owner has given it."""
        return f"Bob{number}"

    def moving(self) -> bytes:
        """It is rolling."""
        return bytes([3, ROLLING, 0])

    def rolled(self, face: int) -> bytes:
        """It lies on a face after a roll."""
        return bytes([3, ROLLED, face - 1])

    def cocked(self, face: int) -> bytes:
        """It leans on something."""
        return bytes([3, CROOKED, face - 1])

    def put_down(self, face: int) -> bytes:
        """It lies on a face, and was not rolled."""
        return bytes([3, ON_FACE, face - 1])

    def impossible(self) -> bytes:
        """It lies on its twentieth face."""
        return bytes([3, ROLLED, 19])

    def battery(self, percent: int) -> bytes:
        """So much is left, and it is not in its charger."""
        return bytes([34, percent, 0])

    def who(self) -> bytes:
        """What it is: its firmware, itself, its names, its settings, its state."""
        versions = bytes([19, 1, 0]) + self.built.to_bytes(4, "little") + bytes(12)
        die = bytes([10, 1, 2, 3, 4, 0, 4, self.leds, 0, 0])
        return bytes([2]) + versions + die + b"\x01" + b"\x05Bob\x00" + bytes([5, 80, 0, 5, 2])

    def answer(self, percent: int, told: bytes) -> bytes | None:
        """What it answers to a command."""
        match told[0]:
            case 1:
                return self.who()
            case 33:
                return self.battery(percent)
            case 35:
                return bytes([36, self.dbm & 0xFF])
            case _:
                return None
