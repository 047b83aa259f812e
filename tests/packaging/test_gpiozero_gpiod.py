"""The pin factory as a distribution that installs alone, and as part of boxctl's."""

from __future__ import annotations

import subprocess
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.factory_alone import ALONE, ROOT, environment_with_the_factory_alone, wheel_of

FILES = {f"gpiozero_gpiod/{path.name}" for path in (ALONE / "gpiozero_gpiod").iterdir()
         if path.is_file()}  # fmt: skip

NEEDED = {"gpiozero", "gpiod"}
OF_GPIOZERO = {"colorzero", "setuptools"}
"""What gpiozero itself brings: its colours, which ask for setuptools."""


def part(wheel: zipfile.ZipFile, name: str) -> bytes:
    """A file of the metadata."""
    (found,) = (each for each in wheel.namelist() if each.endswith(f".dist-info/{name}"))
    return wheel.read(found)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(ALONE, tmp_path_factory.mktemp("alone"))


def test_it_needs_gpiozero_and_gpiod_and_nothing_else(alone: Path) -> None:
    with zipfile.ZipFile(alone) as wheel:
        told = message_from_bytes(part(wheel, "METADATA"))
        needs = map(Requirement, told.get_all("Requires-Dist", []))
        assert {need.name for need in needs if need.marker is None} == NEEDED
        assert b"gpiod = gpiozero_gpiod:GpiodFactory" in part(wheel, "entry_points.txt")
        assert {name for name in wheel.namelist() if ".dist-info/" not in name} == FILES


def test_its_versions_of_them_are_those_of_boxctl(alone: Path) -> None:
    with zipfile.ZipFile(alone) as wheel:
        told = message_from_bytes(part(wheel, "METADATA"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    of_boxctl = {need.name: need.specifier for need in map(Requirement, asked)}
    needs = map(Requirement, told.get_all("Requires-Dist", []))
    own = {need.name: need.specifier for need in needs if need.marker is None}
    assert own == {name: of_boxctl[name] for name in NEEDED}


@pytest.mark.full
def test_the_wheel_of_boxctl_brings_it_along_and_offers_it(tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel_of(ROOT, tmp_path)) as wheel:
        assert set(wheel.namelist()) >= FILES
        for name in FILES:
            assert wheel.read(name) == (ALONE / name).read_bytes()
        assert not [name for name in wheel.namelist() if "factory_tests" in name]
        assert b"gpiod = gpiozero_gpiod:GpiodFactory" in part(wheel, "entry_points.txt")


@pytest.mark.full
def test_in_a_fresh_environment_it_brings_nothing_else_and_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = environment_with_the_factory_alone(tmp_path)

    def says(program: str) -> str:
        command = [str(python), "-P", "-c", program]
        return subprocess.check_output(command, text=True)

    listing = "from importlib.metadata import distributions as all\nprint(*(d.name for d in all()))"
    names = {canonicalize_name(name) for name in says(listing).split()}
    assert names - OF_GPIOZERO == {"gpiozero-gpiod", *NEEDED}
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "gpiod")
    chosen = says("from gpiozero import Device; print(type(Device._default_pin_factory()))")
    assert "gpiozero_gpiod.factory.GpiodFactory" in chosen
