"""One program to a port."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from firmware_bridge.port.serial_port import PortLock, PtyLine, SerialPort
from groundwork.faults import Fault

HOLD = """
import sys
from firmware_bridge.port.serial_port import PortLock
lock = PortLock(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""

EARLIER_VERSION = """
import sys, serial
port = serial.Serial(sys.argv[1], 115200, exclusive=True)
print("held", flush=True)
sys.stdin.read()
"""
"""Earlier versions also locked a file in /run/lock, and pyserial locked the port for them."""


@contextmanager
def held_by(program: str, port: str) -> Iterator[subprocess.Popen[bytes]]:
    """Another program that has the port."""
    command = [sys.executable, "-c", program, port]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        try:
            yield holder
        finally:
            holder.kill()


@pytest.fixture
def port(line: PtyLine, tmp_path: Path) -> str:
    return str(tmp_path / "port")


def test_a_second_taker_is_told_who_has_it(port: str, tmp_path: Path) -> None:
    other = PtyLine(tmp_path / "other")
    lock = PortLock(port)
    with pytest.raises(
        Fault, match=f"{re.escape(port)} is in use by process {os.getpid()};"
    ) as caught:
        PortLock(port)
    assert caught.value.code == "BX502"
    PortLock(str(tmp_path / "other")).release()
    lock.release()
    PortLock(port).release()
    other.close()


@pytest.mark.parametrize("program", [HOLD, EARLIER_VERSION])
def test_it_keeps_out_other_programs_and_dies_with_its_own(port: str, program: str) -> None:
    with (
        held_by(program, port) as holder,
        pytest.raises(Fault, match=f"in use by process {holder.pid};"),
    ):
        SerialPort(port, 115200)
    SerialPort(port, 115200).close()


def test_an_earlier_version_is_kept_out(port: str) -> None:
    with SerialPort(port, 115200):
        command = [sys.executable, "-c", EARLIER_VERSION, port]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Could not exclusively lock port" in ended.stderr


def test_one_name_of_a_port_is_as_good_as_another(port: str, tmp_path: Path) -> None:
    (tmp_path / "by-id").symlink_to(port)
    lock = PortLock(str(tmp_path / "by-id"))
    with pytest.raises(Fault, match="is in use"):
        PortLock(port)
    lock.release()


def test_a_holder_whom_the_system_hides_is_another_program(
    port: str, mocker: MockerFixture
) -> None:
    lock = PortLock(port)
    mocker.patch("pathlib.Path.read_text", side_effect=PermissionError)
    with pytest.raises(Fault, match="in use by another program;"):
        PortLock(port)
    lock.release()


def test_a_taker_does_not_disturb_what_has_arrived(line: PtyLine, port: str) -> None:
    with SerialPort(port, 115200) as first:
        line.write(b"a throw")
        with pytest.raises(Fault, match="is in use"):
            SerialPort(port, 115200)
        assert first.read() == b"a throw"


def test_a_user_who_may_not_use_the_port_can_neither_hold_nor_forge_the_lock(port: str) -> None:
    """No file that everybody may write to is part of it, so there is nothing else to hold."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    device = Path(port).resolve()
    device.chmod(0o600)
    python = "import os, sys; os.setgroups([]); os.setuid(65534); os.open(sys.argv[1], os.O_RDONLY)"
    ended = subprocess.run(
        [sys.executable, "-c", python, str(device)], capture_output=True, text=True, check=False
    )
    assert "PermissionError" in ended.stderr
    before = set(Path("/run/lock").glob("boxctl*")) if Path("/run/lock").is_dir() else set()
    with SerialPort(port, 115200):
        assert set(Path("/run/lock").glob("boxctl*")) == before


def test_a_port_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="is not there") as caught:
        PortLock(str(tmp_path / "none"))
    assert caught.value.code == "BX501"
