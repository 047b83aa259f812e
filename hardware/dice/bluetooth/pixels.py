"""The dice of Systemic Games, Pixels: those with six faces, with figures or with pips.

Written from what the maker publishes of them: its document CommunicationsProtocol.md (the messages
of the first firmware) and the library pixels-js (the service of today's dice, the chunks of IAmADie
and the numbers of the states). A message is its number and its fields, little-endian.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import pack, unpack_from
from typing import Final

from hardware.dice.bluetooth.radio import Advert, Characteristics
from hardware.dice.bluetooth.reports import (
    AtRest,
    Battery,
    DieReport,
    Impossible,
    Moving,
    OldFirmware,
    OtherDie,
    RestKind,
    Rgb,
    Signal,
)

SERVICE: Final = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"

_WHO_ARE_YOU: Final = bytes([1])
_I_AM_A_DIE: Final = 2
_ROLL_STATE: Final = 3
_BLINK: Final = 29
_ASK_BATTERY: Final = bytes([33])
_BATTERY: Final = 34
_ASK_SIGNAL: Final = bytes([35, 1, 0, 0])
"""Asks once (1) how well the die hears, with no interval."""
_SIGNAL: Final = 36
_STOP_ANIMATIONS: Final = bytes([59])

_FIRST_FIRMWARE: Final = 22
"""The length of IAmADie of the first firmware, which has no chunks."""

_WITH_SIX: Final = (6, 21)
"""The numbers of LEDs of a die with six faces: one a face, or one a pip."""

_MISNUMBERED_UNTIL: Final = 1_704_150_000
"""Firmware built up to then, in seconds since 1970, numbers the faces of a die with figures
otherwise (``DiceUtils`` of pixels-js)."""

_CHARGING: Final = (2, 3, 4)
"""States of a battery that stands in its charger."""

_FACES: Final = range(6)
_EVERY_FACE: Final = 0xFFFF_FFFF
_FLASH_MS: Final = 500
_GLOW_MS: Final = 30_000


class Pixels:
    """The protocol of Pixels."""

    name = "Pixels"
    uses = Characteristics(
        service=SERVICE,
        notify="a6b90002-7a5a-43f2-a962-350c8edc9b5b",
        write="a6b90003-7a5a-43f2-a962-350c8edc9b5b",
    )

    def is_die(self, advert: Advert) -> bool:
        """Whether it offers their service; its owner may have given it any name."""
        return SERVICE in advert.services

    def read(self, message: bytes) -> DieReport | None:
        """Read a message; see :class:`~hardware.dice.bluetooth.reports.DieProtocol`."""
        match tuple(message):
            case (number, state, face, *_) if number == _ROLL_STATE:
                return _roll_state(state, face)
            case (number, percent, state, *_) if number == _BATTERY and percent <= 100:
                return Battery(percent, charging=state in _CHARGING)
            case (number, _, *_) if number == _SIGNAL:
                (dbm,) = unpack_from("b", message, 1)
                return Signal(dbm)
            case (number, *_) if number == _I_AM_A_DIE:
                return _who(message)
            case _:
                return None

    def greeting(self) -> Sequence[bytes]:
        """Ask who it is, and for its battery."""
        return (_WHO_ARE_YOU, _ASK_BATTERY)

    def ask_how_it_is(self) -> Sequence[bytes]:
        """Ask for its battery, and how well it hears."""
        return (_ASK_BATTERY, _ASK_SIGNAL)

    def glow(self, colour: Rgb) -> bytes:
        """Blink once, for half a minute."""
        return _STOP_ANIMATIONS if not any(colour) else _blink(colour, 1, _GLOW_MS)

    def flash(self, colour: Rgb, times: int) -> bytes:
        """Blink so often."""
        return _blink(colour, times, times * _FLASH_MS)


def _blink(colour: Rgb, times: int, duration_ms: int) -> bytes:
    red, green, blue = colour
    argb = red << 16 | green << 8 | blue
    return pack("<BBHIIBB", _BLINK, times, duration_ms, argb, _EVERY_FACE, 0, 1)


def _roll_state(state: int, face: int) -> DieReport | None:
    shown = face + 1 if face in _FACES else None
    match state:
        case 1 if shown is None:
            return Impossible(str(face + 1))
        case 1:
            return AtRest(RestKind.ROLLED, shown)
        case 2 | 3:
            return Moving()
        case 4:
            return AtRest(RestKind.COCKED, None)
        case 5:
            return AtRest(RestKind.MOVED, shown)
        case _:
            return None


def _who(message: bytes) -> DieReport | None:
    """Why a die that says who it is cannot be played with; None if it can, or is cut short."""
    if len(message) == _FIRST_FIRMWARE:
        leds, (built,) = message[1], unpack_from("<I", message, 14)
    else:
        chunks = _chunks(message)
        firmware, die = next(chunks, b""), next(chunks, b"")
        if len(firmware) < 6 or len(die) < 7:
            return None
        leds, (built,) = die[6], unpack_from("<I", firmware, 2)
    if leds not in _WITH_SIX:
        return OtherDie(f"{leds} LEDs")
    return OldFirmware() if leds == 6 and 0 < built <= _MISNUMBERED_UNTIL else None


def _chunks(message: bytes) -> Iterator[bytes]:
    """The chunks of a message, each without its length, which counts itself."""
    start = 1
    while start < len(message) and message[start] > 0:
        yield message[start + 1 : start + message[start]]
        start += message[start]
