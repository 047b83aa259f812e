"""Every unit that the product can install may do little, as systemd itself judges it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from debian_package.__main__ import unit_of_package
from tests.boxctl.service.pretend_machine import PretendMachine

ROOT = Path(__file__).parents[3]
MOST_EXPOSED = 2.0
"""Of 10; systemd calls up to 2 safe, from 9 on unsafe."""

SECTION = re.compile(rb"(?m)^\[Service\]$")
KINDS = ("service", "socket", "timer", "path", "mount", "scope", "slice", "target", "conf")


def exposure(unit: Path) -> float:
    """Return how exposed systemd finds a unit, which need not be installed for that."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze")
    analyzed = subprocess.run(
        ["systemd-analyze", "security", "--no-pager", "--offline=true", str(unit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "unrecognized option" in analyzed.stderr:
        pytest.skip("this systemd-analyze cannot look at a unit that is not installed")
    level = re.search(r"Overall exposure level for \S+: (\d+\.\d)", analyzed.stdout)
    assert level is not None, analyzed.stdout + analyzed.stderr
    return float(level[1])


def units_in(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.rglob("*")) if file.is_file()]


def test_all_that_service_install_puts_there_is_exposed_little(installed: PretendMachine) -> None:
    units = [unit for place in ("etc/systemd", "usr/lib/systemd", "lib/systemd", "run/systemd")
             for unit in units_in(installed.root / place)]  # fmt: skip
    assert [unit.name for unit in units] == ["boxctl.service"]
    for unit in units:
        assert exposure(unit) <= MOST_EXPOSED, unit


def test_the_unit_of_the_debian_package_is_exposed_little(tmp_path: Path) -> None:
    unit = tmp_path / "boxctl.service"
    unit.write_text(unit_of_package(), encoding="utf-8")
    assert "/opt" not in unit.read_text(encoding="utf-8")
    assert exposure(unit) <= MOST_EXPOSED


def test_what_is_shipped_has_no_other_unit() -> None:
    """A wheel takes all of docs/ along, and the Debian package what is in its folder."""
    parts = ("boxctl", "hardware", "firmware_bridge", "groundwork", "docs", "packaging")
    found = [file for part in parts for kind in KINDS for file in (ROOT / part).rglob(f"*.{kind}")]
    sections = [file for part in parts for file in (ROOT / part).rglob("*")
                if file.is_file() and SECTION.search(file.read_bytes())]  # fmt: skip
    assert set(found) | set(sections) == {ROOT / "docs/boxctl.service"}


def test_what_is_too_exposed_is_found(tmp_path: Path) -> None:
    unit = tmp_path / "open.service"
    unit.write_text("[Service]\nExecStart=/bin/true\n", encoding="utf-8")
    assert exposure(unit) > MOST_EXPOSED
