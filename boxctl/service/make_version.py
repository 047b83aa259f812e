"""Make a version: a Python environment of its own with this boxctl and the packages that it needs.

Everything is copied from the environment that runs: root builds nothing and fetches nothing.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from boxctl import __version__
from boxctl.service.host import ServiceHost, ServiceRefusal
from boxctl.service.installed_packages import copy_boxctl, copy_package, packages_of_boxctl
from boxctl.service.places import CURRENT, PREVIOUS, VERSIONS
from boxctl.service.steps import LinkStep
from groundwork.language import tr

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
