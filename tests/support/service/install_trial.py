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

BROKEN = """
import sys
def run(arguments):
    if "--check" not in arguments:
        import sqlite3
        with sqlite3.connect("/var/lib/boxctl/journal.db") as journal:
            journal.execute("PRAGMA user_version = 99")
        sys.exit(1)
    return 0
def options():
    sys.exit("nobody asks this version for its options")
"""
"""A version that passes its check, writes the record in a form of its own, and falls over."""


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

        result["broken"] = _run(
            ["boxctl", "service", "update", _checkout("6.6.6", BROKEN), "--yes"]
        )
        result["after broken"] = _state()
        new = _checkout("7.7.7")
        result["updated"] = _run(["boxctl", "service", "update", new, "--yes"])
        result["after update"] = _state()
        result["rolled back"] = _run(["boxctl", "service", "rollback", "--yes"])
        result["after rollback"] = _state()
        _cut_power_while_updating(_checkout("6.6.7", BROKEN))
        result["after power cut"] = _state()
        result["judged"] = _run(["systemctl", "start", "boxctl-update.service"])
        result["after judging"] = _state()

        result["uninstalled"] = _run(["boxctl", "service", "uninstall", "--yes"])
        result["kept"] = _changed(fresh)
        result["purged"] = _run([*from_checkout, "uninstall", "--purge", "--yes"])
        result["left"] = _changed(fresh)


def _checkout(version: str, run: str | None = None) -> str:
    """Return another checkout with this version, and with ``boxctl run`` replaced if asked for."""
    copy = HERE / f"checkout-{version}"
    for part in ("boxctl", "hardware", "firmware_bridge", "groundwork", "docs", "man_pages"):
        shutil.copytree(CHECKOUT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(CHECKOUT / name, copy / name)
    init = copy / "boxctl/__init__.py"
    lines = init.read_text().splitlines()
    init.write_text("\n".join(f'__version__ = "{version}"' if "__version__ =" in line else line
                              for line in lines))  # fmt: skip
    if run is not None:
        (copy / "boxctl/cli/box/run.py").write_text(run)
    return str(_wheel(copy))


def _wheel(checkout: Path) -> Path:
    folder = checkout / "dist"
    folder.mkdir()
    # By the backend itself: pip, which asks nothing of it but this, takes four times as long.
    build = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=checkout, check=True)
    return next(folder.glob("*.whl"))


def _cut_power_while_updating(wheel: str) -> None:
    """Kill the update and the service as soon as the new version is on trial."""
    updating = subprocess.Popen(["boxctl", "service", "update", wheel, "--yes"])
    end = time.monotonic() + PATIENCE_S
    while not Path("/opt/boxctl/on-trial").exists() and time.monotonic() < end:
        if updating.poll() is not None:
            return
        time.sleep(0.01)
    updating.kill()
    updating.wait()
    subprocess.run(["systemctl", "stop", "boxctl.service"], check=False)


def _state() -> dict[str, Any]:
    current = Path("/opt/boxctl/current").readlink().name
    return {
        "active": _run(["systemctl", "is-active", "boxctl.service"])["said"],
        "version": current,
        "previous": Path("/opt/boxctl/previous").readlink().name
        if Path("/opt/boxctl/previous").is_symlink() else None,
        "on trial": Path("/opt/boxctl/on-trial").exists(),
        "record": _run(["boxctl", "matches", "--journal", str(STATE / "journal.db")]),
    }  # fmt: skip


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
