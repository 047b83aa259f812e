"""The Debian package in a clean Debian: installed, played, a service, upgraded, removed, purged.

``make test-deb`` builds the packages and the clean systems, and runs this.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.service.booted import missing, try_package

RELEASES = {"bookworm": "3.11", "trixie": "3.13"}
BUILD = Path(__file__).parents[3] / "build"

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not os.environ.get("CLEAN_DEBIAN"),
        reason="CLEAN_DEBIAN names no folder with clean systems; make test-deb makes them",
    ),
]


@pytest.fixture(scope="module", params=RELEASES)
def tried(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """One boot of each release."""
    if (why := missing()) is not None:
        pytest.skip(why)
    release = request.param
    (package,) = BUILD.glob(f"boxctl-referee_*+py{RELEASES[release]}_amd64.deb")
    clean = Path(os.environ["CLEAN_DEBIAN"]) / release
    return try_package(tmp_path_factory.mktemp(release), package, clean)


def test_it_installs_and_answers(tried: dict[str, Any]) -> None:
    for step in ("installed", "version", "variants", "legal", "explained"):
        assert tried[step]["status"] == 0, tried[step]["said"]
    assert re.fullmatch(r"boxctl \d+\.\d+\.\d+", tried["version"]["said"])


def test_it_plays_a_match(tried: dict[str, Any]) -> None:
    assert tried["played"]["status"] == 0
    assert tried["played"]["said"].endswith("Good-bye.")


def test_it_says_that_it_brings_the_service(tried: dict[str, Any]) -> None:
    assert tried["refused"]["status"] == 2
    assert "BX910" in tried["refused"]["said"]
    assert "systemctl enable --now boxctl" in tried["refused"]["said"]


def test_it_runs_a_box_as_a_service(tried: dict[str, Any]) -> None:
    assert tried["service"]["status"] == 0, tried["service"]["said"]
    assert tried["status"]["runs"] and tried["status"]["starts_with_machine"]
    assert "being played" in tried["recorded"]["said"]


def test_this_systemd_too_finds_little_exposed(tried: dict[str, Any]) -> None:
    level = re.search(r"Overall exposure level for \S+ (\d+\.\d)", tried["exposure"]["said"])
    assert level is not None, tried["exposure"]["said"]
    assert float(level[1]) <= 2.0


def test_apt_updates_it(tried: dict[str, Any]) -> None:
    assert tried["upgraded"]["status"] == 0
    assert tried["after upgrade"]["said"] == "active"


def test_removed_it_leaves_the_box_and_its_record(tried: dict[str, Any]) -> None:
    assert tried["removed"]["status"] == 0
    assert tried["after removal"]["said"] == "inactive"
    assert all(
        path.startswith(("/etc/boxctl", "/var/lib/boxctl")) for path in tried["left by removal"]
    ), tried["left by removal"]
    assert tried["back"]["status"] == tried["service again"]["status"] == 0


def test_purged_it_leaves_nothing(tried: dict[str, Any]) -> None:
    assert tried["purged"]["status"] == 0, tried["purged"]["said"]
    assert tried["left"] == []
    assert tried["user"]["status"] != 0
