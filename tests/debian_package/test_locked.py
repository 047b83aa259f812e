"""What goes into the Debian package: what boxctl needs there, by the hashes of the lock."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

import pytest

from debian_package.__main__ import HERE, deb_version
from debian_package.locked import locked


@pytest.fixture(autouse=True)
def _installed() -> None:
    try:
        distribution("boxctl-referee")
    except PackageNotFoundError:
        pytest.skip("boxctl is not installed here under its name; make dev installs it")


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_each_package_has_its_hashes_and_no_marker(python: str) -> None:
    lines = locked(python)
    names = {line.partition("==")[0] for line in lines}
    assert {"cryptography", "gpiozero", "pyserial", "segno"} <= names
    for line in lines:
        assert "--hash=sha256:" in line
        assert ";" not in line


def test_no_tool_of_the_tests_goes_in() -> None:
    names = {line.partition("==")[0] for line in locked("3.11")}
    assert not names & {"pytest", "mypy", "ruff", "hatchling", "numba", "hypothesis"}


def test_a_package_that_has_no_wheel_for_a_python_is_left_out_there() -> None:
    assert not any(line.startswith("lgpio==") for line in locked("3.13"))


def test_packages_of_two_releases_have_two_versions() -> None:
    assert deb_version("3.11") != deb_version("3.13")


def test_the_scripts_know_the_groups_of_the_service() -> None:
    from boxctl.service.places import GROUPS

    assert f"for group in {' '.join(GROUPS)}; do" in (HERE / "scripts/postinst").read_text()
