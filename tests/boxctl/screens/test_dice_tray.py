"""The tray with the firmware: which throws are its own, and its cable."""

from __future__ import annotations

from boxctl.screens.dice_tray import FirmwareTray, of_these
from boxctl.table.loop import EventInbox
from groundwork.clock import monotonic_us
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, DiceRolled
from tests.firmware_bridge.conftest import PATIENCE
from tests.support.firmware.emulated import needs_avr


def test_a_new_firmware_has_given_none_of_the_throws_of_another() -> None:
    assert of_these({77: 12}, {}) == {}


def test_its_own_throws_are_not_taken_twice() -> None:
    assert of_these({77: 3, 5: 9}, {77: 3}) == {77: 3}


def test_a_throw_that_was_not_recorded_is_taken_again() -> None:
    assert of_these({77: 2}, {77: 3}) == {77: 2}


def test_no_throw_is_passed_over_as_another_firmware_has_given_more() -> None:
    assert of_these({77: 12}, {77: 3}) == {77: 3}


@needs_avr
def test_a_program_that_starts_while_it_is_unplugged_hears_it_once_it_is_plugged_in() -> None:
    inbox = EventInbox(monotonic_us)
    with FirmwareTray(2, 6, seed=4) as tray:
        tray.unplug()
        close = tray.listen(monotonic_us, inbox.hand_over, {})
        assert isinstance(_first(inbox, DeviceLost), DeviceLost)
        tray.plug_in()
        assert isinstance(_first(inbox, DeviceBack), DeviceBack)
        tray.throw((1, 1))
        assert isinstance(_first(inbox, DiceRolled), DiceRolled)
        close()


def _first(inbox: EventInbox, kind: type[DeviceEvent]) -> DeviceEvent | None:
    """The next event of this kind."""
    end = monotonic_us() + round(PATIENCE * 1_000_000)
    while monotonic_us() < end:
        for event in inbox.take(end):
            if isinstance(event, kind):
                return event
    return None
