"""The dice of Particula, GoDice, with the six faces that they are sold with.

Written from what Particula publishes of them: the read-me of GoDiceJavaScript_API, for what each
event means, and GoDicePythonAPI, for the bytes. A message is a letter or two and its data; a die
that lies still tells the direction of its gravity, three signed bytes, 64 to the earth's.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import unpack_from
from typing import Final

from hardware.dice.bluetooth.radio import Advert, Characteristics
from hardware.dice.bluetooth.reports import (
    AtRest,
    Battery,
    DieReport,
    Impossible,
    Moving,
    RestKind,
    Rgb,
)

NAMED: Final = "GoDice_"
"""The beginning of the name under which each is heard."""

UP: Final = {
    1: (-1, 0, 0),
    2: (0, 0, 1),
    3: (0, 1, 0),
    4: (0, -1, 0),
    5: (0, 0, -1),
    6: (1, 0, 0),
}
"""The axis that points up or down for each face; opposite faces have opposite ones."""

GRAVITY: Final = 64
"""The length of gravity, as a die tells it."""

_FLAT: Final = 0.9
"""The cosine of the largest angle, 26 degrees, at which a die that says it is flat may stand."""

_WEIGHS: Final = (40, 90)
"""Between these lengths gravity is believed: it is 64, and a sensor is never that far out."""

_ROLLING: Final = b"R"
_STABLE: Final = b"S"
_AFTER_ALL: Final = {b"FS": RestKind.MOVED, b"MS": RestKind.MOVED, b"TS": RestKind.COCKED}
_BATTERY: Final = b"Bat"

_SET_LEDS: Final = 8
_PULSE: Final = 16
_ASK_BATTERY: Final = bytes([3])
_PULSE_10_MS: Final = 25
"""So long a flash is lit, and dark again, in hundredths of a second."""


class GoDice:
    """The protocol of GoDice."""

    name = "GoDice"
    uses = Characteristics(
        service="6e400001-b5a3-f393-e0a9-e50e24dcca9e",
        notify="6e400003-b5a3-f393-e0a9-e50e24dcca9e",
        write="6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    )

    def is_die(self, advert: Advert) -> bool:
        """Whether its name begins as theirs do."""
        return advert.name.startswith(NAMED)

    def read(self, message: bytes) -> DieReport | None:
        """Read a message; see :class:`~hardware.dice.bluetooth.reports.DieProtocol`."""
        if message == _ROLLING:
            return Moving()
        if message.startswith(_BATTERY) and len(message) > 3:
            percent = message[3]
            return Battery(percent) if percent <= 100 else None
        if message.startswith(_STABLE):
            return _at_rest(message[1:], RestKind.ROLLED)
        how = _AFTER_ALL.get(message[:2])
        return None if how is None else _at_rest(message[2:], how)

    def greeting(self) -> Sequence[bytes]:
        """Ask for the battery."""
        return (_ASK_BATTERY,)

    def ask_how_it_is(self) -> Sequence[bytes]:
        """Ask for the battery; it does not tell how well it hears."""
        return (_ASK_BATTERY,)

    def glow(self, colour: Rgb) -> bytes:
        """Light both LEDs."""
        return bytes([_SET_LEDS, *colour, *colour])

    def flash(self, colour: Rgb, times: int) -> bytes:
        """Pulse both LEDs."""
        return bytes([_PULSE, times, _PULSE_10_MS, _PULSE_10_MS, *colour, 1, 0])


def _at_rest(data: bytes, how: RestKind) -> DieReport | None:
    if len(data) < 3:
        return None
    gravity: tuple[int, int, int] = unpack_from(">bbb", data)
    if how is RestKind.COCKED:
        return AtRest(how, None)
    length = sum(part * part for part in gravity) ** 0.5
    face, along = max(
        (
            (face, sum(a * b for a, b in zip(axis, gravity, strict=True)))
            for face, axis in UP.items()
        ),
        key=lambda found: found[1],
    )
    if _WEIGHS[0] <= length <= _WEIGHS[1] and along >= _FLAT * length:
        return AtRest(how, face)
    if how is RestKind.MOVED:  # It is in a hand, or leans.
        return AtRest(how, None)
    return Impossible(" ".join(map(str, gravity)))
