"""What is tried in a clean Debian, as root, with its systemd running: the package, whole.

It is installed, plays, runs a box as a service, is upgraded, removed and purged. Writes
``result.json``. Needs nothing but Debian's own Python, as boxctl is not there when it begins.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

OUT = Path("/mnt/out")
PORT = Path("/dev/board")
PYTHON = "/usr/lib/boxctl/bin/python3"
PATIENCE_S = 300.0
WATCHED = ("/etc", "/usr", "/var/lib", "/opt")
NOT_OURS = ("/var/lib/dpkg", "/var/lib/systemd", "/var/cache", "/etc/.pwd.lock", "/etc/passwd",
            "/etc/shadow", "/etc/group", "/etc/gshadow", "/etc/subuid", "/etc/subgid",
            "/var/lib/man-db", "/etc/ld.so.cache", "/etc/machine-id",
            "/usr/lib/python3")  # fmt: skip

BOX = f"""\
[box]
tiles = 9
[rules]
variant = "classic"
[usb]
port = "{PORT}"
[tiles]
driver = "usb"
[lamps]
driver = "usb"
[roller]
driver = "usb"
"""

Ended = dict[str, object]


def main() -> None:
    """Try everything, and write down what happened."""
    result: dict[str, object] = {}
    try:
        _try_all(result)
    finally:
        (OUT / "result.json").write_text(json.dumps(result))


def _try_all(result: dict[str, object]) -> None:
    (package,) = OUT.glob("*.deb")
    box_toml = Path("/srv/box.toml")
    box_toml.write_text(BOX)
    # What systemd sets up at its first service is not the package's.
    _run("systemctl", "start", "sysinit.target")
    fresh = _tree()
    result["installed"] = _run("dpkg", "--install", str(package))
    result["version"] = _run("boxctl", "--version")
    result["variants"] = _run("boxctl", "rules", "list")
    result["legal"] = _run("boxctl", "legal", "--open", "1-9", "--throw", "2,4", "--json")
    result["played"] = _run("boxctl", "play", "--demo", "--plain", "--seed", "5")
    result["explained"] = _run("boxctl", "explain", "BX404")
    result["manual"] = Path("/usr/share/man/man1/boxctl.1.gz").exists()
    with subprocess.Popen(
        [PYTHON, "-m", "tests.support.service.model_board", str(PORT)], cwd="/srv/checkout"
    ) as board:
        while not PORT.is_symlink() and board.poll() is None:
            time.sleep(0.05)
        _run("chown", "root:dialout", str(PORT.resolve()))
        _run("chmod", "0660", str(PORT.resolve()))
        service = ("boxctl", "service")
        result["refused"] = _run(*service, "install", "--config", str(box_toml), "--yes")
        _run("install", "-D", "-m", "644", str(box_toml), "/etc/boxctl/box.toml")
        result["service"] = _run("systemctl", "enable", "--now", "boxctl")
        result["status"] = json.loads(str(_run(*service, "status", "--json")["said"]))
        result["doctor"] = _run("boxctl", "doctor", "--config", "/etc/boxctl/box.toml")
        result["exposure"] = _run("systemd-analyze", "security", "--no-pager", "boxctl.service")
        result["recorded"] = _run("boxctl", "matches", "--journal", "/var/lib/boxctl/journal.db")
        result["upgraded"] = _run("dpkg", "--install", str(package))
        result["after upgrade"] = _run("systemctl", "is-active", "boxctl.service")
        result["removed"] = _run("dpkg", "--remove", "boxctl-referee")
        result["after removal"] = _run("systemctl", "is-active", "boxctl.service")
        result["left by removal"] = _changed(fresh)
        result["back"] = _run("dpkg", "--install", str(package))
        result["service again"] = _run("systemctl", "enable", "--now", "boxctl")
        result["purged"] = _run("dpkg", "--purge", "boxctl-referee")
        board.terminate()
    result["left"] = _changed(fresh)
    result["user"] = _run("getent", "passwd", "boxctl")


def _run(*command: str) -> Ended:
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
                   "HOME": "/root", "XDG_STATE_HOME": "/run/state"}  # fmt: skip
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, check=False, timeout=PATIENCE_S, env=environment,
    )  # fmt: skip
    print(f"{time.monotonic():.1f} {command} {ended.returncode}", flush=True)
    return {"status": ended.returncode, "said": ended.stdout.strip()}


def _tree() -> dict[str, str]:
    found = {}
    for above in WATCHED:
        for path in Path(above).rglob("*"):
            if not str(path).startswith(NOT_OURS):
                seen = path.lstat()
                found[str(path)] = f"{seen.st_mode:o} {seen.st_uid} {seen.st_size}" if (
                    path.is_file() and not path.is_symlink()) else "there"  # fmt: skip
    return found


def _changed(before: dict[str, str]) -> list[str]:
    after = _tree()
    return sorted(path for path in before.keys() | after.keys()
                  if before.get(path) != after.get(path))  # fmt: skip


if __name__ == "__main__":
    main()
