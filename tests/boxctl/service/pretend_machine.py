"""A machine in a folder: its users and its systemd are pretended, its files are real."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from boxctl.service.host import ServiceHost
from groundwork.system.programs import ProgramResult

BOX = """\
[box]
tiles = 9
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [4, 17, 27, 22, 5, 6, 13, 19, 26]
[roller]
driver = "serial"
port = "/dev/ttyACM0"
"""

BOOKWORM_ON_A_PI = ("dialout", "audio", "i2c", "spi", "gpio")
TRIXIE_ON_A_LAPTOP = ("dialout", "audio")

UNIT = "boxctl.service"
OK = ProgramResult(0, "")
NOW_S = 1_800_000_000.0
UPTIME_US = 90_000 * 1_000_000


class PretendMachine:
    """A machine with Python and systemd; ``host`` is what the product is given.

    ``fails`` names programs by how their command begins; ``comes_up`` tells of a version whether a
    box comes up with it.
    """

    def __init__(self, root: Path, groups: Sequence[str] = BOOKWORM_ON_A_PI) -> None:
        self.root = root
        self.commands: list[str] = []
        self.fails: list[str] = []
        self.enabled: set[str] = set()
        self.running: str | None = None
        self.process = 100
        self.restarts = 0
        self.result = "success"
        self.comes_up: Callable[[str], bool] = lambda _version: True
        self.while_starting: Callable[[str], None] = lambda _version: None
        self.log: list[tuple[float, str]] = []
        self.host = ServiceHost(
            root=root,
            user_id=0,
            run=self.run,
            wait=lambda _seconds: None,
            now_s=lambda: NOW_S,
            uptime_us=lambda: UPTIME_US,
        )
        self.file("etc/passwd", "root:x:0:0:root:/root:/bin/bash\n")
        self.file("etc/group", "".join(f"{name}:x:{at}:pi\n" for at, name in enumerate(groups)))
        for folder in ("opt", "usr/local/bin", "var/lib", "etc/systemd/system", "etc/udev/rules.d"):
            (root / folder).mkdir(parents=True, exist_ok=True)

    def file(self, path: str, text: str) -> Path:
        """Put a file on the machine."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def plug_in_board(
        self, serial: str = "7563331323335150B1D1", socket: str = "1-1", port: str = "ttyACM0"
    ) -> None:
        """Put an Arduino into a socket, which gets this port in /dev."""
        usb = self.root / "sys/devices/usb1" / socket
        tty = usb / f"{socket}:1.0/tty/{port}"
        tty.mkdir(parents=True)
        (tty / "device").symlink_to(usb / f"{socket}:1.0")
        for name, text in (("idVendor", "2341"), ("idProduct", "0043"), ("serial", serial)):
            (usb / name).write_text(f"{text}\n")
        (self.root / "sys/class/tty").mkdir(parents=True, exist_ok=True)
        (self.root / "sys/class/tty" / port).symlink_to(tty)
        self.file(f"dev/{port}", "")

    def tree(self) -> dict[str, str]:
        """Return every file, link and folder, with what it says or where it leads."""
        return {
            str(path.relative_to(self.root)): str(path.readlink()) if path.is_symlink()
            else path.read_text(errors="replace") if path.is_file() else "a folder"
            for path in sorted(self.root.rglob("*"))
        }  # fmt: skip

    @property
    def version(self) -> str:
        """The version that the service would start."""
        return (self.root / "opt/boxctl/current").readlink().name

    def run(self, command: Sequence[str]) -> ProgramResult:
        """Do what the program would do."""
        line = " ".join(command)
        self.commands.append(line)
        if any(line.startswith(failing) for failing in self.fails):
            return ProgramResult(1, "something else\nno luck today\n")
        name = Path(command[0]).name
        if name in ("rm", "cp", "mv", "rmdir"):
            inside = [f"{self.root}{each}" if each.startswith("/var/lib") else each
                      for each in command]  # fmt: skip
            ended = subprocess.run(inside, capture_output=True, text=True, check=False)
            return ProgramResult(ended.returncode, ended.stderr)
        if name.startswith("python"):
            return self._python(list(command[1:]))
        acts: dict[str, Callable[[list[str]], ProgramResult]] = {
            "useradd": self._useradd, "usermod": self._usermod, "gpasswd": self._gpasswd,
            "userdel": self._userdel, "install": self._install, "systemctl": self._systemctl,
            "journalctl": self._journalctl, "udevadm": self._nothing, "boxctl": self._nothing,
            "sync": self._nothing, "groupdel": self._groupdel,
        }  # fmt: skip
        return acts[name](list(command[1:]))

    def _nothing(self, _words: list[str]) -> ProgramResult:
        return OK

    def _python(self, words: list[str]) -> ProgramResult:
        if words[:3] == ["-I", "-m", "venv"]:
            prefix = Path(words[-1])
            (prefix / "bin").mkdir(parents=True)
            (prefix / "lib").mkdir()
        return OK

    def _useradd(self, words: list[str]) -> ProgramResult:
        with (self.root / "etc/passwd").open("a") as file:
            file.write(f"{words[-1]}:x:990:990::/var/lib/boxctl:/usr/sbin/nologin\n")
        with (self.root / "etc/group").open("a") as file:
            file.write(f"{words[-1]}:x:990:\n")
        return OK

    def _usermod(self, words: list[str]) -> ProgramResult:
        return self._members(words[2], lambda members: [*members, words[3]])

    def _gpasswd(self, words: list[str]) -> ProgramResult:
        return self._members(words[2], lambda members: [m for m in members if m != words[1]])

    def _members(self, group: str, change: Callable[[list[str]], list[str]]) -> ProgramResult:
        lines = []
        file = self.root / "etc/group"
        for line in file.read_text(errors="surrogateescape").splitlines():
            name, *others = line.split(":")
            if name == group and len(others) == 3:
                others[2] = ",".join(change([m for m in others[2].split(",") if m]))
            lines.append(":".join([name, *others]) + "\n")
        file.write_text("".join(lines), errors="surrogateescape")
        return OK

    def _userdel(self, words: list[str]) -> ProgramResult:
        for name in ("etc/passwd", "etc/group"):
            lines = (self.root / name).read_bytes().splitlines(keepends=True)
            own = f"{words[0]}:".encode()
            kept = [line for line in lines if not line.startswith(own)]
            (self.root / name).write_bytes(b"".join(kept))
        for group in BOOKWORM_ON_A_PI:
            self._gpasswd(["--delete", words[0], group])
        return OK

    def _groupdel(self, words: list[str]) -> ProgramResult:
        file = self.root / "etc/group"
        kept = [
            line for line in file.read_text().splitlines() if not line.startswith(f"{words[0]}:")
        ]
        file.write_text("".join(f"{line}\n" for line in kept))
        return OK

    def _install(self, words: list[str]) -> ProgramResult:
        (self.root / words[-1].lstrip("/")).mkdir(mode=0o700)
        return OK

    def _systemctl(self, words: list[str]) -> ProgramResult:
        match words:
            case ["is-enabled", unit]:
                is_enabled = unit in self.enabled
                return ProgramResult(
                    0 if is_enabled else 1, "enabled" if is_enabled else "disabled"
                )
            case ["enable", unit]:
                self.enabled.add(unit)
            case ["disable", unit]:
                self.enabled.discard(unit)
            case ["start", "boxctl.service"]:
                return self._start()
            case ["restart", "boxctl.service"]:
                self.running = None
                return self._start()
            case ["stop", "boxctl.service"]:
                self.running = None
            case ["show", "boxctl.service", _properties]:
                return ProgramResult(0, self._shown())
        return OK

    def _start(self) -> ProgramResult:
        if self.running is None:
            version = self.version
            self.while_starting(version)
            self.process += 1
            if not self.comes_up(version):
                self.result = "exit-code"
                return ProgramResult(1, "Job for boxctl.service failed.")
            self.result = "success"
            self.running = version
        return OK

    def _shown(self) -> str:
        is_there = (self.root / "etc/systemd/system/boxctl.service").exists()
        values = {
            "LoadState": "loaded" if is_there else "not-found",
            "ActiveState": "active" if self.running else "inactive",
            "UnitFileState": "enabled" if UNIT in self.enabled else "disabled",
            "MainPID": str(self.process if self.running else 0),
            "NRestarts": str(self.restarts),
            "Result": self.result,
            "ActiveEnterTimestampMonotonic": str(UPTIME_US - 7_500 * 1_000_000),
        }
        return "\n".join(f"{name}={value}" for name, value in values.items())

    def _journalctl(self, _words: list[str]) -> ProgramResult:
        entries = [
            json.dumps({"__REALTIME_TIMESTAMP": str(int(at_s * 1e6)), "MESSAGE": says})
            for at_s, says in reversed(self.log)
        ]
        return ProgramResult(0, "\n".join([*entries, '{"MESSAGE": null}', "-- no JSON --"]))
