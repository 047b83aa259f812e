"""The Debian packages for 64-bit ARM, looked at, and run where this kernel can run them.

``make test-deb`` builds the packages. Where qemu-user-static runs programs for ARM, it also makes
clean systems of that architecture, and this unpacks and tries the packages there. Their service is
tried on the other architecture, which has the same scripts and unit (``test_debian_package.py``).
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.service import foreign_trial
from tests.system.installed.test_debian_package import BUILD, RELEASES

AARCH64 = 183
"""How ELF calls the architecture."""

FOREIGN = Path(foreign_trial.__file__).with_name("foreign.sh")

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not os.environ.get("CLEAN_DEBIAN"),
        reason="CLEAN_DEBIAN names no folder with clean systems; make test-deb makes them",
    ),
]


def _package(release: str) -> Path:
    (package,) = BUILD.glob(f"boxctl-referee_*+py{RELEASES[release]}_arm64.deb")
    return package


@pytest.mark.parametrize("release", RELEASES)
def test_all_that_is_compiled_is_for_arm_and_for_its_python(release: str, tmp_path: Path) -> None:
    subprocess.run(["dpkg-deb", "--extract", str(_package(release)), str(tmp_path)], check=True)
    compiled = [file for file in tmp_path.rglob("*.so*") if file.is_file()]
    assert {int.from_bytes(file.read_bytes()[18:20], "little") for file in compiled} == {AARCH64}
    tag = f"cpython-{RELEASES[release].replace('.', '')}-"
    for file in compiled:
        assert "cpython-" not in file.name or tag in file.name, file.name


@pytest.fixture(scope="module", params=RELEASES)
def tried(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """What a Debian for ARM makes of the package of each release."""
    clean = Path(os.environ["CLEAN_DEBIAN"]) / f"{request.param}-arm64"
    if not clean.is_dir():
        pytest.skip("programs for ARM do not run here: that takes qemu-user-static and arch-test")
    given = (tmp_path_factory.mktemp(request.param), clean, _package(request.param))
    trial = Path(foreign_trial.__file__)
    ended = subprocess.run(
        ["unshare", "--mount", str(FOREIGN), *map(str, given), str(trial)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def test_it_answers_plays_and_verifies(tried: dict[str, Any]) -> None:
    assert tried["machine"] == "aarch64"
    for name, answer in tried["answers"].items():
        assert answer["status"] == 0, (name, answer["said"])
    assert tried["answers"]["played"]["said"].endswith("Good-bye.")


def test_its_libraries_can_be_loaded(tried: dict[str, Any]) -> None:
    assert len(tried["compiled"]) > 10
    for name, how in {**tried["compiled"], **tried["libraries"]}.items():
        assert how == "imported", name
