"""A systemd of its own in namespaces of this machine, which runs the unit of docs/ as it is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
UNIT = ROOT / "docs/boxctl.service"
SYSTEMD = Path("/lib/systemd/systemd")
OF_SYSTEM = Path(f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}")
"""The system's Python of the same version, which the packages of this one are made for too."""

LONGEST_S = 840
"""Enough for a machine that does ten other things; on an idle one no trial takes two minutes."""

PYTHON = f"/opt/boxctl/{Path(sys.executable).absolute().relative_to(ROOT)}" if Path(
    sys.executable).absolute().is_relative_to(ROOT) else sys.executable  # fmt: skip

TRIAL = f"""\
[Unit]
DefaultDependencies=no
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
WorkingDirectory=/opt/boxctl
Environment=XDG_CACHE_HOME={{cache}}
StandardOutput=file:/mnt/out/trial
StandardError=file:/mnt/out/trial
ExecStart={PYTHON} -m tests.support.service.trial
"""


def missing() -> str | None:
    """Return why this machine cannot do it; None if it can."""
    if os.geteuid() != 0:
        return "only root can start a systemd of its own"
    if not SYSTEMD.exists() or shutil.which("systemctl") is None:
        return "there is no systemd here"
    if _cgroups() is None:
        return "there is no cgroup2 here"
    if not others_can_run_python():
        return f"a service may not look where this Python is, and {OF_SYSTEM} is not there"
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], check=False).returncode:
        return "this machine makes no namespaces"
    return None


def _is_in_a_home(path: Path) -> bool:
    # What ProtectHome=yes hides.
    return any(path.is_relative_to(home) for home in ("/home", "/root", "/run/user"))


def _is_hidden() -> bool:
    """Return whether this Python, or what it is based on, is where no service may look."""
    places = (Path(sys.executable).resolve(), Path(sys.base_prefix).resolve())
    return any(map(_is_in_a_home, places))


def python_for_others() -> str:
    """Return this Python, or the system's if this one is where no service may look."""
    return str(OF_SYSTEM) if _is_hidden() else sys.executable


def others_can_run_python() -> bool:
    """Return whether another user can run :func:`python_for_others`."""
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if not Path(python_for_others()).exists():
        return False
    return (
        subprocess.run(
            [*nobody, python_for_others(), "-c", "import json, sqlite3"],
            capture_output=True,
            check=False,
        ).returncode
        == 0
    )


def _lend_python_of_system(out: Path) -> None:
    """Have boot.sh put the system's Python in the place of this one, where that is hidden."""
    if not _is_hidden() or not Path(sys.prefix).is_relative_to(ROOT):
        return
    folder = out / "python"
    folder.mkdir()
    for name in ("python", "python3", OF_SYSTEM.name):
        (folder / name).symlink_to(OF_SYSTEM)
    (out / "pyvenv.cfg").write_text(f"home = {OF_SYSTEM.parent}\n")
    (out / "environment").write_text(str(Path(sys.prefix).relative_to(ROOT)))


def try_service(out: Path) -> dict[str, Any]:
    """Boot, have :mod:`tests.support.service.trial` try the unit, and return what it found."""
    units = out / "units"
    units.mkdir()
    cache = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    (units / "trial.service").write_text(TRIAL.format(cache=cache))
    (units / "boxctl.service").write_text(
        _unit(
            f"{PYTHON} -m boxctl run --config /etc/boxctl/box.toml",
            "StandardError=append:/mnt/out/log\nStandardOutput=append:/mnt/out/log",
        )
    )
    (units / "devices.service").write_text(
        _unit(
            f"{PYTHON} -m tests.support.service.open_devices",
            "StandardOutput=file:/mnt/out/devices.json\nStandardError=file:/mnt/out/devices.log",
        ).replace("Type=notify", "Type=oneshot")
    )
    _lend_python_of_system(out)
    return _boot(out)


def try_installing(out: Path) -> dict[str, Any]:
    """Boot, and have :mod:`tests.support.service.install_trial` install the service there."""
    place = Path("/srv/checkout")
    python = place / Path(sys.executable).absolute().relative_to(ROOT)
    _write_trial(out, "install_trial", place, str(python))
    _lend_python_of_system(out)
    return _boot(out, place)


def try_package(out: Path, package: Path, debian: Path) -> dict[str, Any]:
    """Boot the clean Debian whose root is ``debian``, and try the package there.

    See :mod:`tests.support.service.package_trial`.
    """
    place = Path("/srv/checkout")
    _write_trial(out, "package_trial", place, "/usr/bin/python3")
    shutil.copyfile(package, out / package.name)
    return _boot(out, place, debian)


def try_path(out: Path, box: str, seed: int) -> dict[str, Any]:
    """Boot, and go the whole path of a maker there, from wrong wires to the installed service.

    ``box`` is ``pi`` or ``board``; see :mod:`tests.support.service.path_trial`.
    """
    place = Path("/srv/checkout")
    python = place / Path(sys.executable).absolute().relative_to(ROOT)
    _write_trial(out, f"path_trial {box} {seed}", place, str(python))
    _lend_python_of_system(out)
    return _boot(out, place)


def _write_trial(out: Path, trial_with_arguments: str, place: Path, python: str) -> None:
    """Write the unit that runs this module of a checkout at ``place``."""
    units = out / "units"
    units.mkdir()
    trial = TRIAL.replace(PYTHON, python).replace("/opt/boxctl", str(place))
    trial = trial.replace("support.service.trial", f"support.service.{trial_with_arguments}")
    (units / "trial.service").write_text(trial.format(cache="/nonexistent"))


def _unit(command: str, more: str) -> str:
    """Return the unit as it is in docs/, with another command and Python's path.

    What it runs after its end leaves a file behind if it succeeds. Only what names a path of the
    installation is another: the restrictions are those of the file.
    """
    text = re.sub(r"^ExecStart=.*$", f"ExecStart={command}\n{more}", UNIT.read_text(), flags=re.M)
    text = text.replace("/opt/boxctl/current/bin/boxctl", f"{PYTHON} -m boxctl")
    text = re.sub(
        r"^ExecStopPost=-(.*)$",
        r"ExecStopPost=-/bin/sh -c '\1 && : > /var/lib/boxctl/dark'",
        text,
        flags=re.M,
    )
    return text.replace("[Unit]\n", "[Unit]\nDefaultDependencies=no\n").replace(
        "[Service]\n",
        "[Service]\nWorkingDirectory=/opt/boxctl\nEnvironment=PYTHONDONTWRITEBYTECODE=1\n",
    )


def _boot(out: Path, *more: Path) -> dict[str, Any]:
    """Boot in namespaces and a cgroup of their own, and return what the trial has written."""
    scratch = out / "scratch"
    scratch.mkdir()
    above = _cgroups()
    assert above is not None
    cgroup = above / f"boxctl-trial-{os.getpid()}"
    cgroup.mkdir()
    try:
        _boot_in(cgroup, scratch, out, *more)
    finally:
        for below in sorted(cgroup.rglob("*"), key=lambda path: -len(path.parts)):
            if below.is_dir():
                below.rmdir()
        cgroup.rmdir()
    result = out / "result.json"
    assert result.exists(), (out / "trial").read_text() if (out / "trial").exists() else "no boot"
    found: dict[str, Any] = json.loads(result.read_text())
    return found


def _boot_in(cgroup: Path, scratch: Path, out: Path, *more: Path) -> None:
    boot = Path(__file__).with_name("boot.sh")
    enter = f'echo $$ > {cgroup}/cgroup.procs && exec "$@"'
    subprocess.run(
        ["sh", "-c", enter, "sh", "timeout", "--signal=KILL", str(LONGEST_S), "unshare", "--mount",
         "--pid", "--ipc", "--uts", "--cgroup", "--net", "--fork", "--kill-child",
         str(boot), str(scratch), str(ROOT), str(out), *map(str, more)],
        stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


def _cgroups() -> Path | None:
    """Return where cgroup2 is mounted."""
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _device, where, kind, *_ = line.split()
        if kind == "cgroup2" and os.access(where, os.W_OK):
            return Path(where)
    return None
