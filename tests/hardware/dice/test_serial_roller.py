"""A roller on a cable says who it is, if it is to be paired with the match."""

from __future__ import annotations

from queue import Queue

import pytest

from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.link.events import CommandAnswered
from firmware_bridge.protocol.constants import Order, Result
from groundwork.clock import monotonic_us
from hardware.devices import (
    BoardIdentity,
    ButtonDiceRefused,
    DeviceBack,
    DeviceEvent,
    DiceRolled,
    RollerDice,
)
from hardware.dice.serial_roller import as_device_event, open_serial_roller
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
    assert back.dice == RollerDice(3, 8, throws=True)


@pytest.mark.parametrize(
    ("result", "told"),
    [(Result.NOT_ABLE, ButtonDiceRefused(5)), (Result.DONE, None), (None, None)],
)
def test_a_board_that_cannot_be_told_how_many_dice_to_throw_is_told_of(
    result: Result | None, told: ButtonDiceRefused | None
) -> None:
    answered = CommandAnswered(5, CommandOutcome(Order.BUTTON_DICE, 2, result))
    assert as_device_event(answered) == told
