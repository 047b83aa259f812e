"""What is tried inside the namespaces, as root: ``boxctl service``, whole, with the real systemd.

Writes ``result.json``: for each command its exit status and what it printed, and what the machine
was like between them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from firmware_bridge.emulator.board import EmulatedBoard
from tests.support.service.trial import BOARD, BOX, OUT

CHECKOUT = Path.cwd()
STATE = Path("/var/lib/boxctl")
HERE = Path("/srv")
"""Where this keeps its files: systemd empties /tmp when the first service starts."""

WATCHED = ("/etc", "/opt", "/usr/local/bin", "/var/lib")
TOOLS = ("/etc/.pwd.lock", "/etc/passwd-", "/etc/shadow-", "/etc/group-", "/etc/gshadow-",
         "/etc/subuid-", "/etc/subgid-", "/var/lib/systemd")  # fmt: skip
"""What useradd, userdel and systemd keep for themselves."""

PATIENCE_S = 300.0

ANOTHER = HERE / "another"
"""The environment of somebody who has installed another version from its wheel."""


def main() -> None:
    """Try everything, and write down what happened."""
    result: dict[str, Any] = {}
    try:
        _try_all(result)
    finally:
        (OUT / "result.json").write_text(json.dumps(result))


def _try_all(result: dict[str, Any]) -> None:
    # It speaks to nobody here: the program would need a home for what it notes.
    box_toml = HERE / "box.toml"
    box_toml.write_text(BOX[: BOX.index("[voice]")])
    with EmulatedBoard("small_box", seed=3, contacts=0x1FF, port=BOARD):
        shutil.chown(BOARD.resolve(), "root", "dialout")
        BOARD.resolve().chmod(0o660)
        # What systemd sets up at its first service, such as /etc/mtab, is not the program's.
        _run(["systemctl", "start", "sysinit.target"])
        fresh = _tree()
        from_checkout = [sys.executable, "-m", "boxctl", "service"]
        install = ["install", "--config", str(box_toml)]
        result["shown"] = _run([*from_checkout, *install, "--dry-run"])
        result["changed by showing"] = _changed(fresh)
        result["installed"] = _run([*from_checkout, *install, "--yes"])
        status = ["boxctl", "service", "status"]
        result["status"] = json.loads(_run([*status, "--json"])["said"])
        result["again"] = _run(["boxctl", "service", *install, "--yes"])
        result["owner"] = STATE.owner()
        result["groups"] = _run(["id", "--name", "--groups", "boxctl"])["said"]

        install = [str(ANOTHER / "bin/boxctl"), "service", "install", "--yes"]
        _install_for_people("7.7.7")
        result["replaced"] = _run(install)
        result["after replacing"] = _state()
        _install_for_people("7.7.8")
        _cut_power_while_installing(install)
        result["after power cut"] = _state()
        result["replaced again"] = _run(install)
        result["after replacing again"] = _state()

        result["uninstalled"] = _run(["boxctl", "service", "uninstall", "--yes"])
        result["kept"] = _changed(fresh)
        result["purged"] = _run([*from_checkout, "uninstall", "--purge", "--yes"])
        result["left"] = _changed(fresh)


def _install_for_people(version: str) -> None:
    """Make an environment of its own with this version, from a wheel."""
    shutil.rmtree(ANOTHER, ignore_errors=True)
    of_service = Path("/opt/boxctl/current").resolve()
    base = (of_service / "bin/python").resolve()
    subprocess.run([base, "-m", "venv", "--without-pip", ANOTHER], check=True)
    (packages,) = of_service.glob("lib/python3.*/site-packages")
    there = ANOTHER / packages.relative_to(of_service)
    packages_of_ours = ("boxctl", "hardware", "firmware_bridge", "groundwork", "gpiozero_gpiod")
    own = (*packages_of_ours, "boxctl_referee-*")
    shutil.copytree(packages, there, ignore=shutil.ignore_patterns(*own), dirs_exist_ok=True)
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(ANOTHER / "bin/python"), "install",
         "--quiet", "--no-index", "--no-deps", _wheel_of(version)], check=True,
    )  # fmt: skip


def _wheel_of(version: str) -> str:
    copy = HERE / f"checkout-{version}"
    for part in ("boxctl", "hardware", "firmware_bridge", "groundwork", "docs", "packaging"):
        shutil.copytree(CHECKOUT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(CHECKOUT / name, copy / name)
    init = copy / "boxctl/__init__.py"
    lines = init.read_text().splitlines()
    init.write_text("\n".join(f'__version__ = "{version}"' if "__version__ =" in line else line
                              for line in lines))  # fmt: skip
    folder = copy / "dist"
    folder.mkdir()
    # By the backend itself: pip, which asks nothing of it but this, takes four times as long.
    build = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=copy, check=True)
    return str(next(folder.glob("*.whl")))


def _cut_power_while_installing(install: list[str]) -> None:
    """Kill the installation and the service while the new version is made."""
    there = set(Path("/opt/boxctl/versions").iterdir())
    installing = subprocess.Popen(install)
    end = time.monotonic() + PATIENCE_S
    while set(Path("/opt/boxctl/versions").iterdir()) == there and time.monotonic() < end:
        if installing.poll() is not None:
            return
        time.sleep(0.01)
    installing.kill()
    installing.wait()
    subprocess.run(["systemctl", "stop", "boxctl.service"], check=False)
    subprocess.run(["systemctl", "start", "boxctl.service"], check=False)


def _state() -> dict[str, Any]:
    current = Path("/opt/boxctl/current").readlink().name
    return {
        "active": _run(["systemctl", "is-active", "boxctl.service"])["said"],
        "version": current,
        "versions": sorted(path.name for path in Path("/opt/boxctl/versions").iterdir()),
        "record": _run(["boxctl", "matches", "--journal", str(STATE / "journal.db")]),
    }


def _run(command: list[str]) -> dict[str, Any]:
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, check=False, timeout=PATIENCE_S,
                           env={**os.environ, "LC_ALL": "C.UTF-8",
                                "PATH": f"/usr/local/bin:{os.environ['PATH']}"})  # fmt: skip
    # Whoever looks at a trial that came to no end reads how far it got.
    print(f"{time.monotonic():.1f} {command} {ended.returncode}", flush=True)
    return {"status": ended.returncode, "said": ended.stdout.strip()}


def _tree() -> dict[str, str]:
    """Return every file below what may change: where a link leads, or how it looks."""
    found = {}
    for above in WATCHED:
        for path in Path(above).rglob("*"):
            if not str(path).startswith(TOOLS):
                found[str(path)] = _look(path)
    return found


def _look(path: Path) -> str:
    if path.is_symlink():
        return str(path.readlink())
    seen = path.stat()
    content = path.read_bytes().hex() if path.is_file() and seen.st_size < 10_000 else ""
    return f"{seen.st_mode:o} {seen.st_uid} {content}"


def _changed(before: dict[str, str]) -> list[str]:
    after = _tree()
    return sorted(path for path in before.keys() | after.keys()
                  if before.get(path) != after.get(path))  # fmt: skip


if __name__ == "__main__":
    main()
