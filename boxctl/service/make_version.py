"""Make a version: a Python environment of its own with boxctl and the packages that it needs."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from boxctl import __version__
from boxctl.service.faults import ServiceRefusal
from boxctl.service.host import ServiceHost
from boxctl.service.installed_packages import (
    checkout,
    copy_package,
    extras_present,
    own_distribution,
    packages_of_boxctl,
    pip_of_this_python,
)
from boxctl.service.places import VERSIONS
from boxctl.service.version_shelf import new_name
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

HIDDEN = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")
"""The folders that the service cannot see (ProtectHome=, PrivateTmp=)."""

_WHEEL = re.compile(r"boxctl_referee-([^-]+)-.*\.whl")

_LAUNCHER = """\
#!{python}
import sys
from boxctl.__main__ import main
sys.exit(main())
"""


@frozen_dataclass
class VersionSource:
    """The source of a version: a wheel, a checkout, or what runs now if both are None."""

    wheel: Path | None = None
    checkout: Path | None = None


def source_named(name: str | None) -> VersionSource:
    """Return the source that is a wheel or a checkout; without a name, the boxctl that runs.

    Raises Fault BX910 if it is neither.
    """
    if name is None:
        return VersionSource(checkout=checkout())
    path = Path(name).absolute()
    if path.is_file() and _WHEEL.fullmatch(path.name):
        return VersionSource(wheel=path)
    if (path / "pyproject.toml").is_file() and (path / "boxctl").is_dir():
        return VersionSource(checkout=path)
    raise ServiceRefusal(
        tr(
            "{path} is neither a wheel of boxctl (boxctl_referee-….whl) nor a checkout of it",
            path=name,
        ),
    )


def base_python() -> Path:
    """Return the Python for a version: the one that this one is based on, or the system's.

    Raises Fault BX910 if the service could run neither: it sees no home of a user.
    """
    own = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
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


class VersionStep:
    """Makes the version in a folder of its own; its name is known once it is made."""

    def __init__(self, source: VersionSource) -> None:
        self._source = source
        self._prefix: Path | None = None

    @property
    def says(self) -> str:
        """The step in words."""
        from_where = self._source.wheel or self._source.checkout
        if from_where is None:
            return tr(
                "copy this boxctl, version {version}, into {folder}",
                version=__version__,
                folder=VERSIONS,
            )
        return tr(
            "make a version of boxctl from {source} in {folder}", source=from_where, folder=VERSIONS
        )

    @property
    def details(self) -> tuple[str, ...]:
        """The packages that are copied with it."""
        names = ", ".join(package.name for package in packages_of_boxctl())
        return (tr("with the packages that this boxctl runs with: {names}", names=names),)

    def do(self, host: ServiceHost) -> None:
        """Make it. Raises OSError, :class:`Fault` or :class:`CommandFailed`."""
        python = base_python()
        with tempfile.TemporaryDirectory() as folder:
            wheel = self._wheel(host, Path(folder))
            version = _version_of(wheel) if wheel is not None else __version__
            prefix = host.at(f"{VERSIONS}/{new_name(host, version)}")
            self._prefix = prefix
            prefix.parent.mkdir(parents=True, exist_ok=True)
            host.succeed((str(python), "-m", "venv", "--without-pip", str(prefix)))
            # With pip, so that this version can install the next one.
            for package in (*packages_of_boxctl(), *pip_of_this_python()):
                copy_package(package, prefix)
            if wheel is None:
                copy_package(own_distribution(), prefix)
                _write_launcher(prefix)
            else:
                _install(host, wheel, prefix)
        # The service cannot write there: it would compile everything again at each start.
        host.succeed((str(prefix / "bin/python"), "-m", "compileall", "-q", str(prefix / "lib")))
        host.succeed((str(prefix / "bin/boxctl"), "--version"))

    def undo(self, host: ServiceHost) -> None:
        """Remove it."""
        if self._prefix is not None:
            host.succeed(("rm", "--recursive", "--force", str(self._prefix)))
            for above in (self._prefix.parent, self._prefix.parent.parent):
                if above.is_dir() and not any(above.iterdir()):
                    above.rmdir()

    @property
    def name(self) -> str:
        """The name of the version that was made."""
        assert self._prefix is not None
        return self._prefix.name

    def _wheel(self, host: ServiceHost, folder: Path) -> Path | None:
        """Return the wheel, built from the checkout if it is one; None to copy what runs."""
        if self._source.checkout is None:
            return self._source.wheel
        _check_pip()
        # The build backend is there where boxctl was installed with make; elsewhere pip fetches it.
        isolation = ["--no-build-isolation"] if find_spec("hatchling") is not None else []
        host.succeed((sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", *isolation,
                      "--wheel-dir", str(folder), str(self._source.checkout)))  # fmt: skip
        return next(folder.glob("boxctl_referee-*.whl"))


def _install(host: ServiceHost, wheel: Path, prefix: Path) -> None:
    """Install a wheel; pip fetches only what it needs and was not copied."""
    _check_pip()
    extras = ",".join(extras_present())
    wanted = f"{wheel}[{extras}]" if extras else str(wheel)
    python = str(prefix / "bin/python")
    host.succeed((sys.executable, "-m", "pip", "--python", python, "install", "--quiet",
                  "--disable-pip-version-check", "--no-compile", wanted))  # fmt: skip


def _check_pip() -> None:
    if find_spec("pip") is None:
        raise ServiceRefusal(
            tr(
                "this needs pip, which {python} does not have; install it with make install or "
                "in an environment made by python3 -m venv",
                python=sys.executable,
            ),
        )


def _version_of(wheel: Path) -> str:
    read = _WHEEL.fullmatch(wheel.name)
    assert read is not None
    return read[1]


def _write_launcher(prefix: Path) -> None:
    launcher = prefix / "bin/boxctl"
    launcher.write_text(_LAUNCHER.format(python=prefix / "bin/python"), encoding="utf-8")
    os.chmod(launcher, 0o755)  # noqa: PTH101
