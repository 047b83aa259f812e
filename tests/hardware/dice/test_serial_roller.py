"""A roller on a cable says who it is, if it is to be paired with the match."""

from __future__ import annotations

from queue import Queue

import pytest

from groundwork.clock import monotonic_us
from hardware.devices import BoardIdentity, DeviceBack, DeviceEvent, DiceRolled
from hardware.dice.serial_roller import open_serial_roller
from tests.firmware_bridge.conftest import PATIENCE
from tests.support.firmware.pty_roller import PtyRoller


@pytest.mark.parametrize("pairs", [True, False])
def test_it_is_named_by_its_board_and_series(pairs: bool) -> None:
    events: Queue[DeviceEvent] = Queue()
    with PtyRoller(dice=3, sides=8, name="tower") as roller:
        board = open_serial_roller(roller.port, 115200, monotonic_us, events.put, pairs=pairs)
        try:
            back = events.get(timeout=PATIENCE)
            roller.throw([1, 2, 3])
            thrown = events.get(timeout=PATIENCE)
        finally:
            board.close()
    assert isinstance(back, DeviceBack)
    assert isinstance(thrown, DiceRolled)
    named = BoardIdentity("tower", 3, 8, 0, thrown.series, lasting=False)
    assert back.board == (named if pairs else None)
