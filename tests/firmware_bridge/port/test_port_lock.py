"""One program to a port."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.port.port_lock import PortLock, lock_directory
from groundwork.faults import Fault

HOLD = """
import sys
from pathlib import Path
from firmware_bridge.port.port_lock import PortLock
lock = PortLock(Path(sys.argv[1]), Path(sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_taker_is_told_who_has_it(tmp_path: Path) -> None:
    lock = PortLock(Path("/dev/pts/3"), tmp_path)
    with pytest.raises(Fault, match=f"/dev/pts/3 is in use by process {os.getpid()};") as caught:
        PortLock(Path("/dev/pts/3"), tmp_path)
    assert caught.value.code == "BX502"
    PortLock(Path("/dev/pts/4"), tmp_path).release()
    lock.release()
    PortLock(Path("/dev/pts/3"), tmp_path).release()


def test_it_keeps_out_other_programs_and_dies_with_its_own(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, "/dev/x", str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(Fault, match=f"in use by process {holder.pid};"):
            PortLock(Path("/dev/x"), tmp_path)
        holder.kill()
    PortLock(Path("/dev/x"), tmp_path).release()


def test_a_holder_that_did_not_say_who_it_is_is_another_program(tmp_path: Path) -> None:
    lock = PortLock(Path("/dev/x"), tmp_path)
    lock.path.write_text("")
    with pytest.raises(Fault, match="in use by another program;"):
        PortLock(Path("/dev/x"), tmp_path)
    lock.release()


def test_it_is_open_to_every_user_and_says_nothing_once_released(tmp_path: Path) -> None:
    old = os.umask(0o077)
    try:
        lock = PortLock(Path("/dev/x"), tmp_path)
    finally:
        os.umask(old)
    assert stat.S_IMODE(lock.path.stat().st_mode) == 0o666
    assert lock.path.read_text() == f"{os.getpid()}\n"
    lock.release()
    assert lock.path.read_text() == ""


def test_two_devices_have_two_names(tmp_path: Path) -> None:
    locks = [PortLock(Path(name), tmp_path) for name in ("/dev/a/b", "/dev/a%2Fb", "/dev/a-b")]
    assert len({lock.path for lock in locks}) == 3
    for lock in locks:
        lock.release()


@pytest.mark.parametrize("content", [None, "precious"])
def test_a_link_in_its_place_is_not_followed(tmp_path: Path, content: str | None) -> None:
    victim = tmp_path / "victim"
    if content is not None:
        victim.write_text(content)
    (tmp_path / "boxctl-dev%2Fx.lock").symlink_to(victim)
    with pytest.raises(Fault, match="cannot be used") as caught:
        PortLock(Path("/dev/x"), tmp_path)
    assert caught.value.code == "BX505"
    assert (victim.read_text() if victim.exists() else None) == content


def test_a_directory_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"boxctl-dev%2Fx\.lock .* cannot be used") as caught:
        PortLock(Path("/dev/x"), tmp_path / "none")
    assert caught.value.code == "BX505"


def test_the_directory_is_one_that_exists() -> None:
    assert lock_directory().is_dir()
