"""Ports that are asked who is there."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

import pytest

from firmware_bridge.link.frames import encode
from firmware_bridge.port.find_port import boards_found, candidates, hello_on
from firmware_bridge.port.serial_port import PortLost
from firmware_bridge.protocol.messages import to_payload
from groundwork.faults import Fault
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


def test_a_named_port_that_is_no_serial_port_is_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.touch()
    with pytest.raises(Fault, match="cannot be set up") as caught:
        hello_on(str(file))
    assert caught.value.code == "BX504"


def test_a_named_port_where_nothing_answers_is_told_with_the_cure_for_the_board() -> None:
    board, device = os.openpty()
    with pytest.raises(Fault, match=r"has not answered within 5 seconds.*firmware flash") as caught:
        hello_on(os.ttyname(device), clock=count(0, 1_000_000).__next__)
    os.close(board)
    os.close(device)
    assert caught.value.code == "BX511"


class Plugged:
    """What pyserial tells of a port on USB."""

    def __init__(self, device: Path, serial_number: str | None, location: str = "1-1") -> None:
        self.device = str(device)
        self.vid, self.pid = 0x1A86, 0x7523
        self.serial_number, self.location = serial_number, location


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like /dev with two ports, each with a name for its socket."""
    for module_name, folder in (("_BY_ID", "by-id"), ("BY_PATH", "by-path")):
        (tmp_path / folder).mkdir()
        monkeypatch.setattr(f"firmware_bridge.port.find_port.{module_name}", tmp_path / folder)
    for number in (0, 1):
        (tmp_path / f"ttyUSB{number}").touch()
        (tmp_path / f"by-path/usb-0:1.{number}").symlink_to(tmp_path / f"ttyUSB{number}")
    return tmp_path


def plug_in(monkeypatch: pytest.MonkeyPatch, *ports: Plugged) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)


def test_boards_that_are_alike_go_by_the_names_of_their_sockets(
    dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The second was plugged in last, and has taken the name that both of them have.
    (dev / "by-id/usb-1a86_USB_Serial").symlink_to(dev / "ttyUSB1")
    plug_in(monkeypatch, Plugged(dev / "ttyUSB0", None), Plugged(dev / "ttyUSB1", None))
    assert candidates() == [f"{dev}/by-path/usb-0:1.0", f"{dev}/by-path/usb-0:1.1"]


def test_a_board_with_its_own_number_goes_by_that(
    dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (0, 1):
        (dev / f"by-id/usb-{number}").symlink_to(dev / f"ttyUSB{number}")
    plug_in(monkeypatch, Plugged(dev / "ttyUSB0", "A"), Plugged(dev / "ttyUSB1", "B"))
    assert sorted(candidates()) == [f"{dev}/by-id/usb-0", f"{dev}/by-id/usb-1"]


def test_two_ports_of_one_board_are_told_apart_by_their_interface(
    dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (0, 1):
        (dev / f"by-id/usb-if0{number}").symlink_to(dev / f"ttyUSB{number}")
    ports = [Plugged(dev / f"ttyUSB{each}", None, f"1-1:1.{each}") for each in (0, 1)]
    plug_in(monkeypatch, *ports)
    assert sorted(candidates()) == [f"{dev}/by-id/usb-if00", f"{dev}/by-id/usb-if01"]
