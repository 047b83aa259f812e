"""The packages that this boxctl runs with, and copies of them for another environment."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import cache_from_source
from pathlib import Path

from boxctl.service.faults import ServiceRefusal
from groundwork.installation import DISTRIBUTION
from groundwork.language import tr

NOT_FOR_A_BOX = frozenset({"all", "dev", "docs", "odds"})
"""Extras that a box does not need."""

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*(?:\[([^\]]*)\])?[^;]*(?:;(.*))?")
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


def pip_of_this_python() -> list[Distribution]:
    """Return pip, if it is installed here."""
    found = _found("pip")
    return [] if found is None else [found]


def copy_package(package: Distribution, prefix: Path) -> None:
    """Copy a package's files into the environment at ``prefix``. Raises OSError.

    Modules come with their bytecode, which stays valid as they keep their times: compiling all of
    them takes minutes on a small Pi. Its programs are left out: they name the Python of this
    environment. So is what is not there or lies outside of this environment.
    """
    own = Path(sys.prefix).resolve()
    for file in package.files or ():
        source = Path(str(file.locate())).resolve()
        inside = source.is_relative_to(own) and source.is_file()
        if inside and source.relative_to(own).parts[0] != "bin" and source.suffix != ".pyc":
            _copy_file(source, prefix / source.relative_to(own))
            bytecode = _bytecode_of(source)
            if bytecode is not None and bytecode.is_relative_to(own) and bytecode.is_file():
                _copy_file(bytecode, prefix / bytecode.relative_to(own))


def _copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)


def _bytecode_of(source: Path) -> Path | None:
    return Path(cache_from_source(str(source))) if source.suffix == ".py" else None


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
