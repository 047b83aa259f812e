"""docs/library.md: its programs print what it shows, and its names are those that are promised."""

from __future__ import annotations

import inspect
import os
import re
import shlex
import subprocess
import sys
import venv
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/library.md").read_text(encoding="utf-8")

PROGRAMS = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"```sh\n(.*?)\n```", PAGE, re.DOTALL)
PACKAGES = [
    f"boxctl.{name}"
    for name in (
        "audit", "environment", "journal", "odds", "presentation", "referee", "rules", "simulation",
    )
]  # fmt: skip


def is_there(package: str) -> bool:
    """Whether it can be imported: PettingZoo does not run on every Python."""
    if package == "boxctl.environment":
        pytest.importorskip("pettingzoo", reason="PettingZoo does not run on this Python")
    return True


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the commands of the page have been run."""
    folder = tmp_path_factory.mktemp("evening")
    for command in COMMANDS:
        boxctl, *arguments = shlex.split(command)
        assert boxctl == "boxctl"
        subprocess.run(
            [sys.executable, "-m", "boxctl", *arguments],
            cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=True,
        )  # fmt: skip
    return folder


@pytest.fixture
def evening(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in that folder."""
    monkeypatch.chdir(folder)


def test_the_page_has_programs() -> None:
    assert len(PROGRAMS) == PAGE.count("```python") >= 7
    assert len(COMMANDS) == 1


@pytest.mark.parametrize(("program", "shown"), PROGRAMS, ids=range(len(PROGRAMS)))
@pytest.mark.usefixtures("evening")
def test_a_program_of_the_page_prints_what_it_shows(program: str, shown: str) -> None:
    assert "boxctl.environment" not in program or is_there("boxctl.environment")
    printed = StringIO()
    with redirect_stdout(printed):
        exec(program, {"__name__": "__main__"})
    assert printed.getvalue() == shown


def promised(package: str) -> list[str]:
    names: list[str] = import_module(package).__all__
    return names


def on_page(package: str) -> set[str]:
    """The names that the table of the page has in the rows of a package."""
    rows = re.findall(rf"^\| `{re.escape(package)}`: .*? \| (.*) \|$", PAGE, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row) if name != "Referee.play"}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_has_exactly_the_names_that_a_package_promises(package: str) -> None:
    assert on_page(package) == set(promised(package))


def test_no_other_package_promises_names() -> None:
    listing = [
        ".".join(path.relative_to(ROOT).parent.parts)
        for path in (ROOT / "boxctl").rglob("__init__.py")
        if re.search("^__all__ =", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert sorted(listing) == PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_every_promised_name_is_there_and_says_what_it_is(package: str) -> None:
    assert is_there(package)
    module = import_module(package)
    for name in promised(package):
        thing = getattr(module, name)
        assert not isinstance(thing, ModuleType), name
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name


def test_a_name_that_is_not_promised_is_no_name_of_the_package() -> None:
    package = import_module("boxctl.referee")
    with pytest.raises(AttributeError, match="Nonesuch"):
        assert package.Nonesuch
    # A module of the package is found as ever.
    assert isinstance(import_module("boxctl.referee.acts"), ModuleType)


@pytest.mark.parametrize("package", PACKAGES)
def test_to_import_a_package_loads_nothing_of_it(package: str) -> None:
    code = f"import {package}, sys; print(*(name for name in sys.modules))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in ended.stdout.split() if name.partition(".")[0] in TOP}
    assert loaded == {"boxctl", package, "groundwork", "groundwork.promised_names"}


TOP = ("boxctl", "hardware", "firmware_bridge", "groundwork", "numpy", "pettingzoo")

WRONG = """
from boxctl.odds import aim, solve
from boxctl.referee import Nonesuch, Referee
from boxctl.rules import variant

Referee("classic", ["Ann"])
solve(variant("classic"), aim("par"))
"""


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which the wheel is installed, and nothing else."""
    folder = tmp_path_factory.mktemp("stranger")
    venv.create(folder / "venv", with_pip=False)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)],
        check=True,
    )
    (wheel,) = folder.glob("*.whl")
    (packages,) = folder.glob("venv/lib/python*/site-packages")
    with ZipFile(wheel) as files:
        files.extractall(packages)
    return folder / "venv/bin/python"


def checked(stranger: Path, program: str) -> str:
    """What ``mypy --strict`` says of a program that has nothing but the wheel."""
    file = stranger.parents[2] / "program.py"
    file.write_text(program, encoding="utf-8")
    cache = stranger.parents[2] / "cache"
    outside = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull,
         "--python-executable", str(stranger), "--cache-dir", str(cache), file.name],
        cwd=file.parent, capture_output=True, text=True, env=outside, check=False,
    )  # fmt: skip
    return ended.stdout


@pytest.mark.full
def test_the_programs_of_the_page_are_typed_against_the_wheel(stranger: Path) -> None:
    for program, _shown in PROGRAMS:
        assert checked(stranger, program).startswith("Success"), program


@pytest.mark.full
def test_a_program_that_is_wrong_is_told_so_by_its_types(stranger: Path) -> None:
    said = checked(stranger, WRONG)
    assert 'Module "boxctl.referee" has no attribute "Nonesuch"' in said
    assert 'Argument 1 to "Referee" has incompatible type "str"' in said
    assert 'Argument 1 to "aim" has incompatible type' in said
