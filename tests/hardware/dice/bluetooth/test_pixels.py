"""The messages of Pixels, against those of the maker's documents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.dice.bluetooth.pixels import SERVICE, Pixels
from hardware.dice.bluetooth.radio import Advert
from hardware.dice.bluetooth.reports import (
    AtRest,
    Battery,
    Impossible,
    Moving,
    OldFirmware,
    OtherDie,
    RestKind,
    Signal,
)
from tests.support.bluetooth.pixels_dice import PixelsDice

SAYS = PixelsDice()
READ = Pixels().read


def test_every_face_and_state() -> None:
    for face in range(1, 7):
        assert READ(SAYS.rolled(face)) == AtRest(RestKind.ROLLED, face)
        assert READ(SAYS.put_down(face)) == AtRest(RestKind.MOVED, face)
        assert READ(SAYS.cocked(face)) == AtRest(RestKind.COCKED, None)
    assert READ(SAYS.moving()) == READ(bytes([3, 2, 0])) == Moving()
    assert READ(bytes([3, 0, 0])) is None
    assert READ(SAYS.impossible()) == Impossible("20")


def test_battery_and_signal() -> None:
    assert READ(bytes([34, 12, 0])) == Battery(12)
    assert READ(bytes([34, 12, 2])) == Battery(12, charging=True)
    assert READ(bytes([34, 200, 0])) is None
    assert READ(bytes([36, 0xA6])) == Signal(-90)


@pytest.mark.parametrize("leds", [6, 21])
def test_a_die_with_six_faces_says_so(leds: int) -> None:
    assert READ(PixelsDice(leds).who()) is None
    assert READ(bytes([2, leds]) + bytes(20)) is None


@pytest.mark.parametrize("leds", [4, 8, 10, 12, 20])
def test_a_die_with_other_faces_says_so(leds: int) -> None:
    assert READ(PixelsDice(leds).who()) == OtherDie(f"{leds} LEDs")
    assert READ(bytes([2, leds]) + bytes(20)) == OtherDie(f"{leds} LEDs")


NOVEMBER_2023 = 1_700_200_000


def test_a_die_whose_old_firmware_numbers_its_faces_otherwise_says_so() -> None:
    assert READ(PixelsDice(6, built=NOVEMBER_2023).who()) == OldFirmware()
    assert READ(PixelsDice(21, built=NOVEMBER_2023).who()) is None
    first = bytes([2, 6]) + bytes(12) + NOVEMBER_2023.to_bytes(4, "little") + bytes(4)
    assert READ(first) == OldFirmware()


def test_its_service_tells_it_from_other_devices() -> None:
    assert Pixels().is_die(Advert("F0:00:00:00:00:01", "Bob", -50, frozenset([SERVICE])))
    assert not Pixels().is_die(Advert("F0:00:00:00:00:01", "Pixel 9", -50))


def test_the_lights() -> None:
    blink = bytes([29, 3, 0xDC, 0x05, 0x33, 0x22, 0x11, 0, 255, 255, 255, 255, 0, 1])
    assert Pixels().flash((0x11, 0x22, 0x33), 3) == blink
    assert Pixels().glow((0, 0, 0)) == bytes([59])


@given(st.binary(max_size=40))
def test_no_message_breaks_it_and_no_face_is_made_up(message: bytes) -> None:
    report = READ(message)
    if isinstance(report, AtRest) and report.face is not None:
        assert message[0] == 3 and message[2] == report.face - 1
