"""Both ends of a link as its tests begin: a hello, frames, a roller that has been greeted."""

from __future__ import annotations

from firmware_bridge.link.frames import encode
from firmware_bridge.protocol.messages import (
    Sendable,
    Welcome,
    to_payload,
)
from tests.firmware_bridge.conftest import hello
from tests.support.firmware.board_model import BoardLink
from tests.support.firmware.wire import IDENTITY

SESSION = 5
HELLO = hello(boot=1, series=77, first=1, dice=2, sides=6, name="test 1")


def frame(*messages: Sendable) -> bytes:
    return b"".join(encode(to_payload(message)) for message in messages)


def greeted(throws: int) -> BoardLink:
    roller = BoardLink(IDENTITY, boot=1, series=77, now=0)
    roller.receive(frame(Welcome(1, SESSION)), 0)
    for value in range(throws):
        roller.throw((1 + value % 6,), 0)
    return roller
