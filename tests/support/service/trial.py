"""What is tried inside the namespaces, as root, with systemd running: writes ``result.json``.

A box on a USB board (the real firmware on an emulated chip, on a pseudo-terminal) is started by the
unit of docs/. It speaks through a program that notes what it is given.
"""

from __future__ import annotations

import json
import os
import pwd
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_bridge.emulator.board import EmulatedBoard

OUT = Path("/mnt/out")
STATE = Path("/var/lib/boxctl")
BOARD = Path("/dev/board")

BOX = f"""\
[box]
tiles = 9
[rules]
variant = "classic"
[usb]
port = "{BOARD}"
[tiles]
driver = "usb"
[lamps]
driver = "usb"
[roller]
driver = "usb"
[voice]
driver = "espeak-ng"
program = "/usr/local/bin/say"
"""

GROUPS = "gpio,dialout,i2c,spi,audio"

SAY = f"#!/bin/sh\ncat >> {STATE}/said\n"

DEVICES = {
    "ttyACM": (166, 0),
    "ttyUSB": (188, 0),
    "ttyAMA": (204, 64),
    "ttyS": (4, 64),
    "i2c": (89, 1),
    "spi": (153, 0),
    "sound": (116, 2),
    "mem": (1, 1),
    "input": (13, 64),
    "video": (81, 0),
}
"""A device of each kind: major and minor number. No driver need be behind it."""

PATIENCE_S = 60.0


def main() -> None:
    """Try everything, and write down what happened."""
    result: dict[str, Any] = {}
    try:
        _try_all(result)
    except Exception:
        result["broken off"] = traceback.format_exc()
        raise
    finally:
        (OUT / "result.json").write_text(json.dumps(result))


def _try_all(result: dict[str, Any]) -> None:
    _make_system()
    result["devices"] = _devices_seen_by_the_service()
    with EmulatedBoard("small_box", seed=3, contacts=0x1FF, port=BOARD) as board:
        os.chown(BOARD.resolve(), 0, _group("dialout"))
        BOARD.resolve().chmod(0o660)
        result["start"] = _systemctl("start", "boxctl.service")
        result["active"] = _systemctl("is-active", "boxctl.service")
        pid = _systemctl("show", "--property=MainPID", "--value", "boxctl.service")
        result["status"] = _status_of(pid)
        board.contact(5, False)
        result["lit"] = _wait_for(lambda: board.lamps() or None)
        result["modes"] = _wait_for(_modes_once_there)
        result["said"] = _wait_for(lambda: _saying(STATE / "said", "Player one"))
        _wait_for(lambda: _saying(OUT / "log", "R4.4"))
        result["second"] = _boxctl(
            "run", "--config", "/etc/boxctl/box.toml", "--journal", "/tmp/other.db"
        )
        result["read by root"] = _boxctl("matches", "--journal", str(STATE / "journal.db"))
        result["owners"] = sorted({pwd.getpwuid(kept.st_uid).pw_name for _, kept in _files()})
        result["reload"] = _systemctl("reload", "boxctl.service")
        (STATE / "dark").unlink(missing_ok=True)
        result["killed"] = _systemctl("kill", "--kill-who=main", "--signal=KILL", "boxctl.service")
        result["darkened"] = _wait_for(lambda: (STATE / "dark").exists() or None)
        result["stop"] = _systemctl("stop", "boxctl.service")
        result["dark"] = _wait_for(lambda: board.lamps() == 0 or None)
    result["log"] = _text(OUT / "log")


def _make_system() -> None:
    for group in GROUPS.split(","):
        subprocess.run(["groupadd", "--force", "--system", group], check=True)
    subprocess.run(
        ["useradd", "--system", "--no-create-home", "--groups", GROUPS, "boxctl"], check=True
    )
    Path("/etc/boxctl").mkdir()
    Path("/etc/boxctl/box.toml").write_text(BOX)
    say = Path("/usr/local/bin/say")
    say.write_text(SAY)
    say.chmod(0o755)
    for name, (major, minor) in DEVICES.items():
        device = Path(f"/dev/try-{name}")
        os.mknod(device, 0o020666, os.makedev(major, minor))
        device.chmod(0o666)


def _devices_seen_by_the_service() -> Any:
    """Return the error of opening each device, and of importing each library, for the service."""
    _systemctl("start", "devices.service")
    return json.loads(_text(OUT / "devices.json") or "null")


def _systemctl(*arguments: str) -> str:
    ended = subprocess.run(
        ["systemctl", *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    return (ended.stdout + ended.stderr).strip()


def _boxctl(*arguments: str) -> str:
    """Run boxctl by hand, as root."""
    ended = subprocess.run(
        [sys.executable, "-m", "boxctl", *arguments],
        cwd="/opt/boxctl", capture_output=True, text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    return ended.stdout + ended.stderr


def _status_of(pid: str) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _files() -> Iterator[tuple[str, os.stat_result]]:
    """Look at each file of the box that is still there: what replaces another has a moment only."""
    for path in STATE.iterdir():
        with suppress(FileNotFoundError):
            yield path.name, path.stat()


def _modes_once_there() -> dict[str, str] | None:
    found = {name: oct(kept.st_mode & 0o777) for name, kept in _files()}
    found["."] = oct(STATE.stat().st_mode & 0o777)
    return found if "journal.db" in found else None


def _text(path: Path) -> str | None:
    return (path.read_text() or None) if path.exists() else None


def _saying(path: Path, words: str) -> str | None:
    text = _text(path) or ""
    return text if words in text else None


def _wait_for(look: Callable[[], Any]) -> Any:
    """Look until there is something to see; None if there never is."""
    end = time.monotonic() + PATIENCE_S
    while (seen := look()) is None and time.monotonic() < end:
        time.sleep(0.05)
    return seen


def _group(name: str) -> int:
    import grp

    return grp.getgrnam(name).gr_gid


if __name__ == "__main__":
    main()
