"""A box on pins needs no more than the service may do, on a kernel with GPIO lines."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of
from tests.support.service.booted import UNIT, others_can_run_python, python_for_others

pytestmark = NEEDS_A_KERNEL


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    for tool in ("strace", "setpriv"):
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} here")
    if not others_can_run_python():
        pytest.skip("this Python is where no other user may look")
    return report_of("restricted_in_guest.py", python_for_others(), seconds=400)


def test_it_plays_as_a_user_without_any_power_over_the_machine(report: dict[str, Any]) -> None:
    assert report["lit"] and report["dark"] and report["recorded"], report["said"]
    assert "R4.4  Throw first: put the 2 back up." in report["said"]
    assert report["status"] == 0


def test_it_makes_only_system_calls_that_the_service_allows(report: dict[str, Any]) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze to tell which calls a group has")
    assert "ioctl" in report["calls"]
    assert set(report["calls"]) - allowed() == set()


def test_it_opens_no_socket_to_the_outside_and_makes_no_code(report: dict[str, Any]) -> None:
    assert all(call.startswith("socket(AF_UNIX") for call in report["sockets"])
    assert report["code made"] == []


def test_the_kernel_knows_its_devices_by_the_numbers_and_the_name_in_the_unit(
    report: dict[str, Any],
) -> None:
    unit = UNIT.read_text()
    known = {name: int(major) for major, name in re.findall(r"(\d+) (\S+)", report["devices"])}
    assert "gpiochip" in known and "DeviceAllow=char-gpiochip rw" in unit
    assert f"DeviceAllow=char-{known['i2c']} rw" in unit


def allowed() -> set[str]:
    """The system calls that the unit allows: of each line of its filter, the groups in full."""
    found: set[str] = set()
    for refused, names in re.findall(r"^SystemCallFilter=(~?)(.*)$", UNIT.read_text(), re.M):
        calls = {call for name in names.split() for call in calls_of(name)}
        found = found - calls if refused else found | calls
    return found


def calls_of(name: str) -> Iterator[str]:
    """The calls of a group, and of the groups in it."""
    if not name.startswith("@"):
        yield name
        return
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", "--no-pager", name],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    for line in listed.stdout.splitlines()[1:]:
        if (inner := line.strip()) and not inner.startswith("#"):
            yield from calls_of(inner)
