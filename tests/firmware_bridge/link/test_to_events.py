"""What a message on the wire is to those who use the board."""

from __future__ import annotations

import pytest

from firmware_bridge.link.host import HostLink, LinkEvent
from firmware_bridge.link.to_events import LATE_US, EventTranslator
from firmware_bridge.protocol.constants import AGE_UNIT_MS, AGE_UNKNOWN
from firmware_bridge.protocol.messages import Throw
from groundwork.dice import DiceRolled

OLDEST_IN_TIME = LATE_US // (AGE_UNIT_MS * 1000)


@pytest.mark.parametrize(
    ("age", "late"),
    [(0, False), (OLDEST_IN_TIME, False), (OLDEST_IN_TIME + 1, True), (AGE_UNKNOWN, True)],
)
def test_a_throw_that_comes_a_second_after_it_was_thrown_is_late(age: int, late: bool) -> None:
    translator = EventTranslator("the cable", HostLink(0))
    events = translator.events(LinkEvent(5, Throw(series=7, serial=2, age=age, values=(None,))))
    assert events == [DiceRolled(5, (None,), series=7, serial=2, late=late)]
