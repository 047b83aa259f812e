"""What goes into the Debian package: what boxctl needs there, by the hashes of the lock."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

import pytest

from debian_package.__main__ import HERE, deb_version
from debian_package.locked import locked, needed

MACHINE = "x86_64"

PLACE = {"python_version": "3.11", "platform_machine": MACHINE, "sys_platform": "linux"}


@pytest.fixture(autouse=True)
def _installed() -> None:
    try:
        distribution("boxctl-referee")
    except PackageNotFoundError:
        pytest.skip("boxctl is not installed here under its name; make dev installs it")


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_each_package_has_its_hashes_and_no_marker(python: str) -> None:
    lines = locked(python, MACHINE)
    names = {line.partition("==")[0] for line in lines}
    assert {"cryptography", "gpiozero", "pyserial", "segno"} <= names
    assert {"gpiod", "luma-oled", "paho-mqtt", "starlette", "textual"} <= names
    for line in lines:
        assert "--hash=sha256:" in line
        assert ";" not in line


def test_no_tool_of_the_tests_goes_in() -> None:
    names = {line.partition("==")[0] for line in locked("3.11", MACHINE)}
    assert not names & {"pytest", "mypy", "ruff", "hatchling", "numba", "hypothesis"}


def test_a_package_that_has_no_wheel_for_a_python_is_left_out_there() -> None:
    assert not any(line.startswith("lgpio==") for line in locked("3.13", MACHINE))


def test_packages_of_two_releases_have_two_versions() -> None:
    assert deb_version("3.11") != deb_version("3.13")


def test_the_scripts_know_the_groups_of_the_service() -> None:
    from boxctl.service.places import GROUPS

    assert f"for group in {' '.join(GROUPS)}; do" in (HERE / "scripts/postinst").read_text()


def test_a_package_that_only_another_python_or_machine_needs_stays_out() -> None:
    said = {
        "boxctl-referee": ["gpiozero"],
        "gpiozero": [
            "importlib-metadata; python_version < '3.10'",
            "winpins; sys_platform == 'win32'",
            "armpins; platform_machine == 'aarch64'",
        ],
        "importlib-metadata": ["zipp"],
    }
    assert needed((), PLACE, lambda name: said.get(name, ())) == {"gpiozero"}
    pi = PLACE | {"platform_machine": "aarch64"}
    assert needed((), pi, lambda name: said.get(name, ())) == {"gpiozero", "armpins"}


def test_a_package_that_only_its_python_needs_goes_in_though_it_is_not_installed_here() -> None:
    said = {"boxctl-referee": ["lgpio; extra == 'pi' and python_version < '3.13'"]}
    assert needed(("pi",), PLACE, lambda name: said.get(name, ())) == {"lgpio"}
    assert needed((), PLACE, lambda name: said.get(name, ())) == frozenset()


def test_the_extras_of_a_package_that_is_needed_are_needed_too() -> None:
    said = {
        "boxctl-referee": ["textual; extra == 'screen'"],
        "textual": ["markdown-it-py[linkify]"],
        "markdown-it-py": ["linkify-it-py; extra == 'linkify'", "sphinx; extra == 'rtd'"],
    }
    names = {"textual", "markdown-it-py", "linkify-it-py"}
    assert needed(("screen",), PLACE, lambda name: said.get(name, ())) == names
