"""Ports that are asked who is there."""

from __future__ import annotations

import os

import pytest

from firmware_bridge.link.frames import encode
from firmware_bridge.port.find_port import boards_found
from firmware_bridge.port.serial_port import PortLost
from firmware_bridge.protocol.codec import to_payload
from tests.firmware_bridge.conftest import hello

ANSWERS_AFTER = {"hasty": 1, "slow": 3}
"""How often a board is asked before it answers."""


class AskedPort:
    """A port with a board that answers late; the hasty one hangs up at once."""

    def __init__(self, name: str, _baud: int) -> None:
        self._name = name
        self._asked = 0
        self._read, self._write = os.pipe()

    def fileno(self) -> int:
        return self._read

    def write(self, _data: bytes) -> bytes:
        self._asked += 1
        if self._asked == ANSWERS_AFTER[self._name]:
            os.write(self._write, encode(to_payload(hello(1, 7, 1, 2, 6, self._name))))
            os.close(self._write)
        return b""

    def read(self) -> bytes:
        data = os.read(self._read, 4096)
        if not data:
            raise PortLost("hung up")
        return data

    def close(self) -> None:
        os.close(self._read)


def test_a_board_that_hangs_up_does_not_end_the_wait_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware_bridge.port.find_port.SerialPort", AskedPort)
    found = boards_found(["hasty", "slow"], clock=lambda: 0)
    assert {port: board.name for port, board in found.items()} == {"hasty": "hasty", "slow": "slow"}
