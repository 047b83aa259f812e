"""The tray with the firmware: which throws are its own."""

from __future__ import annotations

from boxctl.screens.tray.firmware_tray import of_these


def test_a_new_firmware_has_given_none_of_the_throws_of_another() -> None:
    assert of_these({77: 12}, {}) == {}


def test_its_own_throws_are_not_taken_twice() -> None:
    assert of_these({77: 3, 5: 9}, {77: 3}) == {77: 3}


def test_a_throw_that_was_not_recorded_is_taken_again() -> None:
    assert of_these({77: 2}, {77: 3}) == {77: 2}


def test_no_throw_is_passed_over_as_another_firmware_has_given_more() -> None:
    assert of_these({77: 12}, {77: 3}) == {77: 3}
