"""What is copied for a version: packages, with bytecode that stays valid, and boxctl itself."""

from __future__ import annotations

import py_compile
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import PathDistribution
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from boxctl import __version__
from boxctl.service import make_version
from boxctl.service.host import ServiceHost, ServiceRefusal
from boxctl.service.make_version import copy_boxctl, copy_package
from groundwork.system.programs import ProgramResult


@pytest.fixture(autouse=True)
def _version_is_the_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that of the environment which is copied here, other than on the pretended machine."""
    monkeypatch.setattr(make_version, "__version__", __version__)


@pytest.fixture
def dice_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PathDistribution:
    """A package with one compiled module, one that is not, and a program."""
    own = tmp_path / "own"
    packages = own / "lib/site-packages"
    (packages / "dice-1.0.dist-info").mkdir(parents=True)
    (own / "bin").mkdir()
    (own / "bin/throw").write_text(f"#!{own}/bin/python\n")
    for module in ("compiled", "plain"):
        (packages / f"{module}.py").write_text("SIDES = 6\n")
    py_compile.compile(str(packages / "compiled.py"), doraise=True)
    (packages / "dice-1.0.dist-info/METADATA").write_text("Name: dice\nVersion: 1.0\n")
    (packages / "dice-1.0.dist-info/RECORD").write_text(
        "compiled.py,,\nplain.py,,\n../../bin/throw,,\ndice-1.0.dist-info/METADATA,,\n"
    )
    monkeypatch.setattr(sys, "prefix", str(own))
    return PathDistribution(packages / "dice-1.0.dist-info")


def test_modules_come_with_bytecode_that_needs_no_compiling(
    dice_package: PathDistribution, tmp_path: Path
) -> None:
    version = tmp_path / "version"
    copy_package(dice_package, version)
    module = version / "lib/site-packages/compiled.py"
    bytecode = Path(cache_from_source(str(module)))
    # Bytes 8 to 16 of it are the time and the size of the module that it was compiled from.
    seen = module.stat()
    named = bytecode.read_bytes()[8:16]
    assert named[:4] == int(seen.st_mtime).to_bytes(4, "little")
    assert named[4:] == seen.st_size.to_bytes(4, "little")


def test_programs_stay_and_what_is_not_compiled_is_copied_all_the_same(
    dice_package: PathDistribution, tmp_path: Path
) -> None:
    version = tmp_path / "version"
    copy_package(dice_package, version)
    copied = {str(path.relative_to(version)) for path in version.rglob("*") if path.is_file()}
    assert copied == {
        "lib/site-packages/compiled.py",
        f"lib/site-packages/__pycache__/{Path(cache_from_source('compiled.py')).name}",
        "lib/site-packages/plain.py",
        "lib/site-packages/dice-1.0.dist-info/METADATA",
    }


def test_whoever_could_write_a_file_only_its_new_owner_can_write_the_copy(
    dice_package: PathDistribution, tmp_path: Path
) -> None:
    (tmp_path / "own/lib/site-packages/plain.py").chmod(0o666)
    copy_package(dice_package, tmp_path / "version")
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "version").rglob("*.py")}
    assert modes == {0o644}


def test_a_checkout_is_copied_as_its_wheel_would_be_installed(tmp_path: Path) -> None:
    """Nothing is built for it, and nothing fetched."""
    version = tmp_path / "version"
    copy_boxctl(version)
    (packages,) = version.glob("lib/python3.*/site-packages")
    for module in ("boxctl/__main__.py", "hardware/config/read.py", "groundwork/languages/de.po"):
        assert (packages / module).is_file()
    assert (version / "share/doc/boxctl/boxctl.service").is_file()
    assert (version / "share/man/man1/boxctl.1").is_file()
    (own,) = packages.glob("boxctl_referee-*.dist-info")
    told = PathDistribution(own)
    assert told.requires
    assert [point.name for point in told.entry_points if point.group == "console_scripts"]
    for point in told.entry_points:
        place = packages.joinpath(*point.module.split("."))
        assert place.with_suffix(".py").is_file() or (place / "__init__.py").is_file(), point
    assert str(Path.cwd()) not in "".join(file.read_text() for file in own.rglob("*.*"))
    assert not list(packages.glob("*.pth"))


def test_a_checkout_that_is_newer_than_its_environment_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_version, "__version__", "9.9.9")
    with pytest.raises(ServiceRefusal, match=r"the checkout is version 9\.9\.9.*make install"):
        copy_boxctl(tmp_path / "version")
    assert not (tmp_path / "version").exists()


def test_nothing_that_lies_in_the_working_directory_runs_as_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole version is made, by real programs, where somebody has left modules."""
    trap = tmp_path / "trap"
    trap.mkdir()
    for name in ("venv", "pip", "compileall", "runpy", "json", "sitecustomize", "boxctl"):
        (trap / f"{name}.py").write_text(f"open({str(trap / 'sprung')!r}, 'a').write({name!r})\n")
    (trap / "pip.conf").write_text("[global]\nindex-url = http://localhost:1/\n")
    monkeypatch.chdir(trap)
    for name in ("PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE"):
        monkeypatch.setenv(name, str(trap))
    monkeypatch.setenv("PIP_CONFIG_FILE", str(trap / "pip.conf"))
    monkeypatch.setattr(make_version, "copy_boxctl", copy_boxctl)
    # The kernel starts no script whose Python has a blank in its path, as that of tests has.
    with TemporaryDirectory(dir="/tmp") as machine:
        _make_version(Path(machine))
    assert not (trap / "sprung").exists(), (trap / "sprung").read_text()


def _make_version(machine: Path) -> None:
    real = ServiceHost(root=machine)
    commands: list[tuple[str, ...]] = []

    def run(command: Sequence[str]) -> ProgramResult:
        commands.append(tuple(command))
        # It would bring the disks of the whole machine up to date.
        return ProgramResult(0, "") if command == ("sync",) else real.run(command)

    step = make_version.VersionStep()
    step.do(replace(real, run=run))
    assert [Path(command[0]).name for command in commands[1:]] == ["python", "boxctl", "sync"]
    assert not any("pip" in command for command in commands)
    program = machine / "opt/boxctl" / step.target / "bin/boxctl"
    assert program.read_text().splitlines()[0].endswith("/bin/python -I")
