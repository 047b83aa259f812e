"""The messages of GoDice, against tables and against a second reading of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.dice.bluetooth.godice import GoDice
from hardware.dice.bluetooth.radio import Advert
from hardware.dice.bluetooth.reports import AtRest, Battery, Impossible, Moving, RestKind
from tests.support.bluetooth.godice_dice import LYING, GoDiceDice

SAYS = GoDiceDice()
READ = GoDice().read


def test_every_face_is_read_however_the_die_came_to_rest() -> None:
    for face in LYING:
        assert READ(SAYS.rolled(face)) == AtRest(RestKind.ROLLED, face)
        assert READ(SAYS.put_down(face)) == AtRest(RestKind.MOVED, face)
        assert READ(b"F" + SAYS.rolled(face)) == AtRest(RestKind.MOVED, face)
        assert READ(SAYS.cocked(face)) == AtRest(RestKind.COCKED, None)


def test_moving_and_battery() -> None:
    assert READ(b"R") == Moving()
    assert READ(b"Bat\x0f") == Battery(15)
    assert READ(b"Bat\xff") is None


def test_no_gravity_is_impossible_but_a_hand_is_not() -> None:
    assert READ(b"S\x00\x00\x00") == Impossible("0 0 0")
    assert READ(SAYS.impossible()) == Impossible("45 45 0")
    assert READ(b"MS\x2d\x2d\x00") == AtRest(RestKind.MOVED, None)


def test_its_name_tells_it_from_other_devices() -> None:
    assert GoDice().is_die(Advert("F0:00:00:00:00:01", "GoDice_CE03C9_B_v04", -50))
    assert not GoDice().is_die(Advert("F0:00:00:00:00:01", "Headphones", -50))


def test_the_lights() -> None:
    assert GoDice().glow((1, 2, 3)) == bytes([8, 1, 2, 3, 1, 2, 3])
    assert GoDice().flash((255, 0, 0), 3) == bytes([16, 3, 25, 25, 255, 0, 0, 1, 0])


@given(st.binary(max_size=8))
def test_no_message_breaks_it_and_no_face_is_made_up(message: bytes) -> None:
    report = READ(message)
    if isinstance(report, AtRest) and report.face is not None:
        start = message.index(b"S") + 1
        gravity = message[start : start + 3]
        distances = {face: _distance(gravity, lying) for face, lying in LYING.items()}
        assert distances[report.face] == min(distances.values())


def _distance(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(_signed(one), _signed(other), strict=True))


def _signed(data: bytes) -> tuple[int, ...]:
    return tuple(byte - 256 if byte > 127 else byte for byte in data)
