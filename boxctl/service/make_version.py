"""Make a version: a Python environment of its own with this boxctl and the packages that it needs.

Everything is copied from the environment that runs: root builds nothing and fetches nothing.
"""

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
from boxctl.service.host import ServiceHost, ServiceRefusal
from boxctl.service.places import CURRENT, PREVIOUS, VERSIONS
from boxctl.service.steps import LinkStep
from groundwork.installation import DISTRIBUTION
from groundwork.language import tr

NOT_FOR_A_BOX = frozenset({"all", "dev", "docs", "odds"})
"""Extras that a box does not need."""

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*(?:\[([^\]]*)\])?[^;]*(?:;(.*))?")
_OF_INSTALLATION = frozenset({"RECORD", "REQUESTED", "direct_url.json"})
"""The files that pip keeps of an installation, which name its paths."""

_EXTRA = re.compile(r"""extra\s*==\s*['"]([^'"]+)""")


def own_distribution() -> Distribution:
    """Return the installed distribution. Raises Fault BX910 without one, as in a bare copy."""
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
        # A wheel has a package by its own name, wherever the checkout keeps it.
        _copy_tree(here / package, target / Path(package).name)
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


HIDDEN = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")
"""The folders that the service cannot see (ProtectHome=, PrivateTmp=)."""

_LAUNCHER = """\
#!{python} -I
import sys
from boxctl.__main__ import main
sys.exit(main())
"""


def base_python() -> Path:
    """Return the Python for a version: the one that this one is based on, or the system's.

    Raises Fault BX910 if the service could run neither: it sees no home of a user.
    """
    own = Path(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))
    # The copied packages are compiled for this Python's version alone.
    of_system = Path(f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}")
    for python in (own, of_system):
        hidden = any(python.is_relative_to(folder) for folder in HIDDEN)
        if python.exists() and not hidden:
            return python
    raise ServiceRefusal(
        tr(
            "the service could not run the Python at {path}, as it may not look there; install "
            "boxctl with the Python of the system (/usr/bin/python3)",
            path=own,
        ),
    )


def current(host: ServiceHost) -> str | None:
    """Return the name of the version that the service runs; None if there is none."""
    link = host.at(CURRENT)
    return link.readlink().name if link.is_symlink() and link.exists() else None


def runs_from(host: ServiceHost) -> bool:
    """Return whether this boxctl is the version that the service runs, and not another copy."""
    return os.path.realpath(sys.prefix) == os.path.realpath(host.at(CURRENT))


def remove_others(host: ServiceHost) -> None:
    """Remove every version but the one that runs. Raises OSError, :class:`CommandFailed`."""
    kept = current(host)
    host.at(PREVIOUS).unlink(missing_ok=True)
    for each in sorted(host.at(VERSIONS).iterdir()):
        if each.name != kept:
            host.succeed(("rm", "--recursive", "--force", str(each)))


class VersionStep:
    """Makes the version in a folder of its own, beside the one that runs.

    It is complete and on the disk before any link leads to it.
    """

    def __init__(self, instead_of: str | None = None) -> None:
        self._instead_of = instead_of
        self._prefix: Path | None = None

    @property
    def says(self) -> str:
        """The step in words."""
        if self._instead_of is None:
            return tr(
                "copy this boxctl, version {version}, into {folder}",
                version=__version__,
                folder=VERSIONS,
            )
        return tr(
            "copy this boxctl, version {version}, into {folder}, beside {old}",
            version=__version__,
            folder=VERSIONS,
            old=self._instead_of,
        )

    @property
    def details(self) -> tuple[str, ...]:
        """The packages that are copied with it."""
        names = ", ".join(package.name for package in packages_of_boxctl())
        return (tr("with the packages that this boxctl runs with: {names}", names=names),)

    def do(self, host: ServiceHost) -> None:
        """Make it. Raises OSError, :class:`Fault` or :class:`CommandFailed`."""
        prefix = host.at(f"{VERSIONS}/{_new_name(host)}")
        self._prefix = prefix
        prefix.parent.mkdir(parents=True, exist_ok=True)
        host.succeed((str(base_python()), "-I", "-m", "venv", "--without-pip", str(prefix)))
        for package in packages_of_boxctl():
            copy_package(package, prefix)
        copy_boxctl(prefix)
        _write_launcher(prefix)
        # The service cannot write there: it would compile everything again at each start.
        python = str(prefix / "bin/python")
        host.succeed((python, "-I", "-m", "compileall", "-q", str(prefix / "lib")))
        host.succeed((str(prefix / "bin/boxctl"), "--version"))
        host.succeed(("sync",))

    def undo(self, host: ServiceHost) -> None:
        """Remove it."""
        if self._prefix is not None:
            host.succeed(("rm", "--recursive", "--force", str(self._prefix)))
            for above in (self._prefix.parent, self._prefix.parent.parent):
                if above.is_dir() and not any(above.iterdir()):
                    above.rmdir()

    @property
    def target(self) -> str:
        """Where a link to the version that was made leads, from the folder of the link."""
        assert self._prefix is not None
        return str(Path("versions") / self._prefix.name)


class SwitchStep:
    """Points the link of the version that runs to the one that was made.

    The link is replaced atomically: it always leads to the old version or to the new one.
    """

    def __init__(self, made: VersionStep) -> None:
        self._made = made
        self._link: LinkStep | None = None
        self.says = tr("have the service run this version: {link}", link=CURRENT)

    @property
    def details(self) -> tuple[str, ...]:
        """The link; the number of the version is not known before."""
        return ()

    def do(self, host: ServiceHost) -> None:
        """Make the link."""
        self._link = LinkStep(self.says, CURRENT, self._made.target)
        self._link.do(host)

    def undo(self, host: ServiceHost) -> None:
        """Restore the link that was there, or remove this one."""
        if self._link is not None:
            self._link.undo(host)


def _new_name(host: ServiceHost) -> str:
    """Return a name that no version has, such as ``0.1.0-3`` for the third that is installed."""
    folder = host.at(VERSIONS)
    names = [each.name for each in folder.iterdir()] if folder.is_dir() else []
    numbers = [int(last) for _, _, last in (name.rpartition("-") for name in names)
               if last.isdecimal()]  # fmt: skip
    return f"{__version__}-{max(numbers, default=0) + 1}"


def launcher(python: str) -> str:
    """Return the command ``boxctl`` for this Python, which looks nowhere but in its environment."""
    return _LAUNCHER.format(python=python)


def _write_launcher(prefix: Path) -> None:
    command = prefix / "bin/boxctl"
    command.write_text(launcher(str(prefix / "bin/python")), encoding="utf-8")
    command.chmod(0o755)
