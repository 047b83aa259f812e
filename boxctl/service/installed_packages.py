"""The packages that this boxctl runs with, and copies of them for another environment."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import cache_from_source
from pathlib import Path

from boxctl import __version__
from boxctl.service.host import ServiceRefusal
from groundwork.installation import DISTRIBUTION
from groundwork.language import tr

NOT_FOR_A_BOX = frozenset({"all", "dev", "docs", "odds"})
"""Extras that a box does not need."""

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*(?:\[([^\]]*)\])?[^;]*(?:;(.*))?")
_OF_INSTALLATION = frozenset({"RECORD", "REQUESTED", "direct_url.json"})
"""The files that pip keeps of an installation, which name its paths."""

_EXTRA = re.compile(r"""extra\s*==\s*['"]([^'"]+)""")


def own_distribution() -> Distribution:
    """Return what is installed as boxctl. Raises Fault BX910 if nothing is, as in a bare copy."""
    found = _found(DISTRIBUTION)
    if found is None:
        raise ServiceRefusal(
            tr(
                "this boxctl is not installed in its Python at {python}, so it is not known what "
                "it needs; run make install in its checkout, and then .venv/bin/boxctl service",
                python=sys.executable,
            ),
        )
    return found


def extras_present() -> tuple[str, ...]:
    """Return the extras of boxctl that are installed: those whose first package is there."""
    firsts: dict[str, str] = {}
    for name, _extras, extra in _requirements(own_distribution()):
        firsts.setdefault(extra, name)
    return tuple(
        sorted(
            extra
            for extra, name in firsts.items()
            if extra and extra not in NOT_FOR_A_BOX and _found(name) is not None
        )
    )


def packages_of_boxctl() -> list[Distribution]:
    """Return all that boxctl needs here, its present extras included, without itself."""
    found: dict[str, Distribution] = {}
    waiting = [(DISTRIBUTION, frozenset({"", *extras_present()}))]
    seen = set()
    while waiting:
        name, extras = waiting.pop()
        package = _found(name)
        if package is None or (name, extras) in seen:
            continue
        seen.add((name, extras))
        found[package.name] = package
        waiting += [
            (needed, frozenset({"", *more}))
            for needed, more, extra in _requirements(package)
            if extra in extras and needed != DISTRIBUTION
        ]
    return [package for name, package in sorted(found.items()) if name != DISTRIBUTION]


def copy_boxctl(prefix: Path) -> None:
    """Copy boxctl itself into the environment at ``prefix``, as a wheel would put it there.

    Raises OSError, and Fault BX910 if a checkout is newer than its environment.
    """
    own = own_distribution()
    here = checkout()
    if here is None:
        copy_package(own, prefix)
    else:
        _copy_checkout(here, own, prefix)


def copy_package(package: Distribution, prefix: Path) -> None:
    """Copy a package's files into the environment at ``prefix``. Raises OSError.

    Modules come with their bytecode, which stays valid as they keep their times: compiling all of
    them takes minutes on a small Pi. Its programs are left out: they name the Python of this
    environment. So is what is not there or lies outside of this environment.
    """
    own = Path(os.path.realpath(sys.prefix))
    for file in package.files or ():
        source = Path(os.path.realpath(str(file.locate())))
        inside = source.is_relative_to(own) and source.is_file()
        if inside and source.relative_to(own).parts[0] != "bin" and source.suffix != ".pyc":
            _copy_module(source, prefix / source.relative_to(own))


def _copy_checkout(here: Path, own: Distribution, prefix: Path) -> None:
    if own.version != __version__:
        raise ServiceRefusal(
            tr(
                "the checkout is version {version}, but its environment was made for {old}; run "
                "make install there",
                version=__version__,
                old=own.version,
            ),
        )
    modules = Path(str(own.locate_file("")))
    target = prefix / modules.relative_to(sys.prefix)
    pyproject = tomllib.loads((here / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = pyproject["tool"]["hatch"]["build"]["targets"]["wheel"]
    for package in wheel["packages"]:
        _copy_tree(here / package, target / package)
    for folder, place in wheel["shared-data"].items():
        _copy_tree(here / folder, prefix / place)
    # What says that it is boxctl, and what it needs; but not where it was installed from.
    for file in own.files or ():
        if file.parts[0].endswith(".dist-info") and file.name not in _OF_INSTALLATION:
            _copy_file(modules / file, target / file)


def _copy_tree(source: Path, target: Path) -> None:
    for file in source.rglob("*"):
        if file.suffix != ".pyc" and file.is_file() and not file.is_symlink():
            _copy_module(file, target / file.relative_to(source))


def _copy_module(source: Path, target: Path) -> None:
    """Copy a file, with its bytecode if it is a module that has some."""
    _copy_file(source, target)
    if source.suffix == ".py":
        bytecode = Path(cache_from_source(str(source)))
        if bytecode.parent.parent == source.parent and bytecode.is_file():
            _copy_file(bytecode, target.parent / bytecode.relative_to(source.parent))


def _copy_file(source: Path, target: Path) -> None:
    """Copy a file with its times; whoever could write it, only root can write the copy."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)
    target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)


def checkout() -> Path | None:
    """Return the checkout that this boxctl runs from; None if it is installed."""
    above = Path(__file__).parents[2]
    return above if (above / "pyproject.toml").is_file() else None


def _found(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _requirements(package: Distribution) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield each package that is needed, its extras, and for which extra; empty if for none."""
    for text in package.requires or ():
        read = _REQUIREMENT.match(text)
        if read is not None:
            name, extras, marker = read.groups()
            extra = _EXTRA.search(marker or "")
            wanted = tuple(part.strip() for part in (extras or "").split(",") if part.strip())
            yield name, wanted, extra[1] if extra else ""
