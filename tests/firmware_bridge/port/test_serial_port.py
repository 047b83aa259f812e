"""Opening the port, and losing it, on real pseudo-terminals."""

from __future__ import annotations

import errno
import os
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from pytest_mock import MockerFixture

from firmware_bridge.port.serial_port import PortLost, PtyLine, SerialPort
from groundwork.faults import Fault
from groundwork.language import language, use
from groundwork.waker import Waker

FILES = Path("/proc/self/fd")
"""The files that this process has open."""


@pytest.fixture
def port(line: PtyLine, tmp_path: Path) -> Iterator[SerialPort]:
    with SerialPort(str(tmp_path / "port"), 115200) as port:
        yield port


def wait_until_readable(port: SerialPort | PtyLine) -> None:
    assert Waker().wait_for(port.fileno(), 10).readable


def code_of(tmp_path: Path, name: str = "port", baud: int = 115200) -> str:
    with pytest.raises(Fault) as caught:
        SerialPort(str(tmp_path / name), baud)
    assert str(tmp_path / name) in str(caught.value) or caught.value.code == "BX502"
    return caught.value.code


def test_bytes_go_both_ways_as_they_are(line: PtyLine, port: SerialPort) -> None:
    everything = bytes(range(256))
    assert port.write(everything) == b""
    wait_until_readable(line)
    assert line.read() == everything
    line.write(everything)
    wait_until_readable(port)
    assert port.read() == everything


def test_no_port_no_permission_in_use_and_no_serial_port(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    assert code_of(tmp_path, "none") == "BX501"
    plain = tmp_path / "plain"
    plain.write_text("x")
    assert code_of(tmp_path, "plain") == "BX504"
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert code_of(tmp_path, "circle") == "BX504"
    for number, code in [
        (errno.ENOENT, "BX501"),
        (errno.ENXIO, "BX501"),
        (errno.EACCES, "BX503"),
        (errno.EBUSY, "BX502"),
        (errno.EIO, "BX504"),
    ]:
        error = serial.SerialException(number, os.strerror(number))
        mocker.patch("serial.Serial", side_effect=error)
        assert code_of(tmp_path, "plain") == code
    mocker.patch("serial.Serial", side_effect=termios.error(22, "Invalid argument"))
    assert code_of(tmp_path, "plain") == "BX504"


def test_the_system_s_reason_is_in_the_language_of_the_program(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    (tmp_path / "plain").write_text("x")
    error = serial.SerialException(errno.EIO, "could not open the port: Input/output error")
    mocker.patch("serial.Serial", side_effect=error)
    use(language("de"))
    with pytest.raises(Fault, match=r"nicht einstellen \(Ein-/Ausgabefehler\)"):
        SerialPort(str(tmp_path / "plain"), 115200)


def test_an_impossible_baud_rate_is_a_fault(line: PtyLine, tmp_path: Path) -> None:
    assert code_of(tmp_path, baud=-1) == "BX504"


def test_a_port_in_use_is_a_fault_and_the_lock_is_given_back(line: PtyLine, tmp_path: Path) -> None:
    with SerialPort(str(tmp_path / "port"), 115200):
        assert code_of(tmp_path) == "BX502"
    with serial.Serial(str(tmp_path / "port"), exclusive=True):
        assert code_of(tmp_path) == "BX502"
    SerialPort(str(tmp_path / "port"), 115200).close()


def test_a_port_that_hangs_up_is_lost_to_reading_and_writing(tmp_path: Path) -> None:
    line = PtyLine(tmp_path / "port")
    with SerialPort(str(tmp_path / "port"), 115200) as port:
        line.close()
        wait_until_readable(port)
        with pytest.raises(PortLost, match="hung up"):
            port.read()
        with pytest.raises(PortLost, match="hung up"):
            port.write(b"x")


def test_a_line_that_takes_nothing_more_does_not_block(line: PtyLine, port: SerialPort) -> None:
    waiting = b"x" * 4096
    for _ in range(1000):
        rest = port.write(waiting)
        if rest == waiting:
            return
        # The kernel may still move what it has taken along, and so make room again.
        waiting = rest or b"x" * 4096
    raise AssertionError("the line takes everything")


def test_opening_forgets_what_was_said_to_nobody(line: PtyLine, tmp_path: Path) -> None:
    line.write(b"old")
    with SerialPort(str(tmp_path / "port"), 115200) as port:
        line.write(b"new")
        wait_until_readable(port)
        assert port.read() == b"new"


def test_a_line_is_raw_before_anybody_opens_it(line: PtyLine, tmp_path: Path) -> None:
    theirs = os.open(tmp_path / "port", os.O_RDWR | os.O_NOCTTY)
    iflag, oflag, _, lflag, *_ = termios.tcgetattr(theirs)
    os.close(theirs)
    assert not lflag & (termios.ECHO | termios.ICANON | termios.ISIG)
    assert not iflag & (termios.ICRNL | termios.IXON)
    assert not oflag & termios.OPOST


def test_what_nobody_reads_is_lost_and_does_not_block(line: PtyLine) -> None:
    for _ in range(1000):
        line.write(b"x" * 4096)


def test_a_line_whose_name_is_taken_leaves_nothing_open(tmp_path: Path) -> None:
    (tmp_path / "port").touch()
    before = len(list(FILES.iterdir()))
    with pytest.raises(FileExistsError):
        PtyLine(tmp_path / "port")
    assert len(list(FILES.iterdir())) == before
    assert (tmp_path / "port").exists()
