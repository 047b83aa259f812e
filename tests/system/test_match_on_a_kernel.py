"""The whole match through ``boxctl run`` on the GPIO lines of a real kernel.

The kernel is a virtual Pi: User-Mode Linux with simulated GPIO. The environment variable
VIRTUAL_PI names its folder, with ``run.sh`` and ``linux`` in it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.system.the_match import PAYOUT, RULINGS

ROOT = Path(__file__).parents[2]
VIRTUAL_PI = os.environ.get("VIRTUAL_PI", "")

pytestmark = [
    pytest.mark.skipif(
        not VIRTUAL_PI,
        reason="VIRTUAL_PI names no virtual Pi: there is no kernel with GPIO to play on",
    ),
    pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio is not installed"),
]


def in_the_virtual_pi(script: str, seconds: int) -> subprocess.CompletedProcess[str]:
    """Run a script of tests/system inside the virtual Pi."""
    pi = Path(VIRTUAL_PI).resolve()
    unwanted = ("GLIBC_TUNABLES", "OPENSSL_ia32cap")
    environment = {key: value for key, value in os.environ.items() if key not in unwanted}
    environment |= {
        "LINUX": str(ROOT / "tests/system/virtual_pi_launcher.py"),
        "VIRTUAL_PI_KERNEL": str(pi / "linux"),
        "PYTHON": sys.executable,
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TIMEOUT": str(seconds),
    }
    return subprocess.run(
        [str(pi / "run.sh"), str(ROOT / "tests/system" / script)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    ended = in_the_virtual_pi("match_in_guest.py", seconds=150)
    assert ended.returncode == 0, ended.stderr[-4000:]
    found: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return found


def test_the_match_is_ruled_as_it_should_be(report: dict[str, Any]) -> None:
    assert report["rulings"] == RULINGS
    assert report["payout"] == PAYOUT


def test_the_lamps_show_the_levers_and_what_has_to_be_put_back(report: dict[str, Any]) -> None:
    assert report["lamps_wrong"] == []


def test_sigterm_ends_it_with_the_lamps_dark_and_nothing_left_behind(
    report: dict[str, Any],
) -> None:
    assert report["status"] == 0
    assert report["seconds_to_end"] < 1.0
    assert report["lit_after_the_end"] == []
    assert report["throws_unacknowledged"] == 0
    assert report["left_behind"] == ["box.toml"]
