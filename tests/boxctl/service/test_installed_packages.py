"""A package that is copied for a version: its files, with bytecode that stays valid."""

from __future__ import annotations

import py_compile
import sys
from importlib.metadata import PathDistribution
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from boxctl.service.installed_packages import copy_package


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
