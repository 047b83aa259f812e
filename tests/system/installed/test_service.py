"""The service of docs/: how little it may do, and that a box works under exactly that."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.firmware.emulated import needs_avr
from tests.support.service.booted import UNIT, missing, try_service

DOCUMENT = Path(__file__).parents[3] / "docs/service.md"
PAGES = Path(__file__).parents[3] / "docs/web.md"

NETWORK = {
    "PrivateNetwork=", "IPAddressDeny=", "RestrictAddressFamilies=~AF_(INET|INET6)",
    "RestrictAddressFamilies=~AF_NETLINK",
}  # fmt: skip
"""The points at which systemd notices that a service has a network."""


@pytest.fixture(scope="module")
def analysis() -> str:
    """What systemd says of the unit, which it need not run for that."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze")
    analyzed = subprocess.run(
        ["systemd-analyze", "security", "--no-pager", "--offline=true", str(UNIT)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "unrecognized option" in analyzed.stderr:
        pytest.skip("this systemd-analyze cannot look at a unit that is not installed")
    return analyzed.stdout


def test_each_point_that_is_left_has_its_reason(analysis: str) -> None:
    left = set(re.findall(r"^✗ (\S+) ", analysis, re.M))
    reasons = set(re.findall(r"^\| `([A-Z]\S+)` \| [^|]{30,} \|$", DOCUMENT.read_text(), re.M))
    assert left == reasons


def test_the_drop_in_for_pages_gives_it_a_network_and_nothing_else(
    analysis: str, tmp_path: Path
) -> None:
    unit = tmp_path / UNIT.name
    shutil.copy(UNIT, unit)
    block = re.search(r"^    \[Service\]\n(?:    .*\n)+", PAGES.read_text(), re.MULTILINE)
    assert block is not None
    folder = tmp_path / f"{UNIT.name}.d"
    folder.mkdir()
    (folder / "override.conf").write_text(block[0].replace("    ", ""))
    command = ["systemd-analyze", "security", "--no-pager", "--offline=true", str(unit)]
    analyzed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "override.conf" not in analyzed.stderr
    before, after = (
        set(re.findall(r"^✗ (\S+) ", text, re.M)) for text in (analysis, analyzed.stdout)
    )
    assert before - after == set()
    assert after - before == NETWORK


@pytest.mark.full
@needs_avr
def test_a_box_works_under_exactly_its_restrictions(tmp_path: Path) -> None:
    """One test, as a systemd of its own takes seconds to set up."""
    if (why := missing()) is not None:
        pytest.skip(why)
    tried = try_service(tmp_path)
    assert tried.get("broken off") is None
    _a_box_on_a_serial_port_starts_plays_and_ends(tried)
    _another_program_beside_it_is_kept_out(tried)
    _what_it_writes_is_for_its_user_alone(tried["modes"])
    _root_reads_its_journal_and_leaves_nothing_of_its_own(tried)
    _it_has_no_power_over_the_machine(tried["status"])
    _it_can_open_the_devices_of_a_box_and_no_others(tried["devices"]["opened"])
    _every_library_of_a_box_can_be_loaded(tried["devices"]["imported"])


def _a_box_on_a_serial_port_starts_plays_and_ends(tried: dict[str, Any]) -> None:
    assert (tried["start"], tried["active"]) == ("", "active")
    assert tried["lit"]
    assert "R4.4  Throw first: put the 5 back up." in tried["log"]
    assert "Player one, your turn: throw two dice." in tried["said"]
    assert tried["reload"] == ""
    assert "says what it said before." in tried["log"]
    assert tried["killed"] == ""
    assert tried["darkened"], "boxctl dark was not run after the kill, or it failed"
    assert tried["stop"] == ""
    assert tried["dark"]


def _another_program_beside_it_is_kept_out(tried: dict[str, Any]) -> None:
    fault = r"BX502: the roller's port /dev/board is in use by process \d+; .*\n"
    assert re.fullmatch(fault, tried["second"])


def _what_it_writes_is_for_its_user_alone(modes: dict[str, str]) -> None:
    assert modes.pop(".") == "0o700"
    assert {"journal.db", "journal.db-playing"} <= set(modes)
    assert set(modes.values()) == {"0o600"}


def _root_reads_its_journal_and_leaves_nothing_of_its_own(tried: dict[str, Any]) -> None:
    assert "being played" in tried["read by root"]
    assert tried["owners"] == ["boxctl"]


def _it_has_no_power_over_the_machine(status: dict[str, str]) -> None:
    assert int(status["Uid"].split()[0]) != 0
    assert int(status["CapBnd"], 16) == 0
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"


def _it_can_open_the_devices_of_a_box_and_no_others(opened: dict[str, str]) -> None:
    for device in ("ttyACM", "ttyUSB", "ttyAMA", "ttyS", "i2c", "spi", "sound"):
        # ENXIO, ENODEV: allowed, and this machine has no driver for it. So it is for a roller that
        # is plugged in after the start: its driver comes with it.
        assert opened[device] in ("open", "ENXIO", "ENODEV", "EIO"), device
    for device in ("mem", "input", "video"):
        assert opened[device] == "EPERM", device


def _every_library_of_a_box_can_be_loaded(imported: dict[str, str]) -> None:
    assert set(imported.values()) <= {"imported", "not installed"}, imported
    assert imported["gpiod"] == imported["gpiozero"] == imported["serial"] == "imported"


def test_the_pins_are_among_the_devices_that_it_may_open() -> None:
    """By name, as their major number is another on each kernel: gpiolib is built into all."""
    assert "DeviceAllow=char-gpiochip rw" in Path(UNIT).read_text()
