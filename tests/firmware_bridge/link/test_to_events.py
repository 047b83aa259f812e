"""What a message on the wire is to those who use the board."""

from __future__ import annotations

import pytest

from firmware_bridge.link.events import BoardDefective, LinkEvent
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.to_events import LATE_US, EventTranslator
from firmware_bridge.protocol.constants import AGE_UNIT_MS, AGE_UNKNOWN, Defect, Health
from firmware_bridge.protocol.messages import DefectReport, State, Throw
from groundwork.dice import DiceRolled
from tests.firmware_bridge.conftest import hello

OLDEST_IN_TIME = LATE_US // (AGE_UNIT_MS * 1000)


@pytest.mark.parametrize(
    ("age", "late"),
    [(0, False), (OLDEST_IN_TIME, False), (OLDEST_IN_TIME + 1, True), (AGE_UNKNOWN, True)],
)
def test_a_throw_that_comes_a_second_after_it_was_thrown_is_late(age: int, late: bool) -> None:
    translator = EventTranslator("the cable", HostLink(0))
    events = translator.events(LinkEvent(5, Throw(series=7, serial=2, age=age, values=(None,))))
    assert events == [DiceRolled(5, (None,), series=7, serial=2, late=late)]


def test_each_defect_is_told_once_until_the_board_starts_again() -> None:
    translator = EventTranslator("the cable", HostLink(0))

    def told(report: DefectReport) -> list[str]:
        events = translator.events(LinkEvent(5, report))
        return [event.fault.code for event in events if isinstance(event, BoardDefective)]

    assert told(DefectReport(1, Defect.STACK)) == ["BX516"]
    assert told(DefectReport(1, Defect.STACK)) == []
    assert told(DefectReport(1, Defect.STACK | Defect.MEMORY)) == ["BX517"]
    translator.events(LinkEvent(6, hello(2, 7, 1, 2, 6, "tower")))
    assert told(DefectReport(2, Defect.STACK)) == ["BX516"]


def test_a_defect_that_only_a_later_program_knows_is_passed_over() -> None:
    translator = EventTranslator("the cable", HostLink(0))
    assert translator.events(LinkEvent(5, DefectReport(1, 0x80))) == []


def test_a_throw_tells_what_was_repeated_and_damaged_since_the_one_before() -> None:
    link = HostLink(0)
    translator = EventTranslator("the cable", link)

    def throws(serial: int) -> tuple[int, int]:
        [event] = translator.events(LinkEvent(5, Throw(7, serial, 0, (3, 4))))
        assert isinstance(event, DiceRolled)
        return event.repeated, event.damaged

    def tells(repeated: int, dropped: int) -> None:
        state = State(1, 0, 0, Health.GOOD, 0, 0, dropped, repeated)
        translator.events(LinkEvent(5, state))

    tells(10, 20)  # before anybody listened
    assert throws(1) == (0, 0)
    tells(12, 21)
    link.counts.bad_crc += 3
    assert throws(2) == (2, 4)
    assert throws(3) == (0, 0)
    translator.events(LinkEvent(6, hello(2, 7, 1, 2, 6, "tower")))  # it starts again
    tells(1, 0)
    assert throws(4) == (0, 0)
