"""How GoDice speak, written from the same public documents a second time, with tables of bytes."""

from __future__ import annotations

from hardware.dice.bluetooth.godice import GoDice

LYING = {
    1: b"\xc0\x00\x00",
    2: b"\x00\x00\x40",
    3: b"\x00\x40\x00",
    4: b"\x00\xc0\x00",
    5: b"\x00\x00\xc0",
    6: b"\x40\x00\x00",
}
"""Gravity for each face that is up, as signed bytes: 64 of them are the earth's."""


class GoDiceDice:
    """A maker of dice for :class:`~tests.support.bluetooth.dice_evening.DiceEvening`."""

    protocol = GoDice()

    def name(self, number: int) -> str:
        """The name under which a die is heard: its number, the colour of its dots, its version."""
        return f"GoDice_CE03C{number}_B_v04"

    def moving(self) -> bytes:
        """It began to roll."""
        return b"R"

    def rolled(self, face: int) -> bytes:
        """It is stable after a roll."""
        return b"S" + LYING[face]

    def cocked(self, face: int) -> bytes:
        """It is stable after a roll, and not flat."""
        return b"TS" + LYING[face]

    def put_down(self, face: int) -> bytes:
        """It is stable after a small movement."""
        return b"MS" + LYING[face]

    def impossible(self) -> bytes:
        """It is stable on an edge, so it says."""
        return b"S\x2d\x2d\x00"

    def battery(self, percent: int) -> bytes:
        """The answer about its battery."""
        return b"Bat" + bytes([percent])

    def answer(self, percent: int, told: bytes) -> bytes | None:
        """What it answers to a command."""
        return self.battery(percent) if told == b"\x03" else None
