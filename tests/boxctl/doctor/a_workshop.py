"""A Pi in memory with a good box, for the doctor to look at."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from boxctl.doctor.check import CheckResult, Machine, Soundness
from boxctl.doctor.examine import examine
from firmware_bridge.protocol.constants import Ability
from firmware_bridge.protocol.messages import Hello
from gpiozero_gpiod.chips import ChipInfo, ChipsNotPermitted
from groundwork.faults import Fault

BOX = """
[box]
tiles = 9
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [4, 17, 27, 22, 5, 6, 13, 19, 26]
[lamps]
driver = "ws2812"
[buttons]
driver = "gpio"
confirm = 20
[display]
driver = "ssd1306"
[roller]
driver = "serial"
port = "/dev/ttyACM0"
[voice]
driver = "espeak-ng"
[web]
[mqtt]
url = "mqtt://broker.local"
"""

BOOT = """
# For more options and information see http://rptl.io/configtxt
dtparam=i2c_arm=on
#dtparam=i2s=on
dtparam=spi=on
dtparam=audio=on
camera_auto_detect=1
dtoverlay=vc4-kms-v3d
#dtoverlay=w1-gpio
core_freq=500
core_freq_min=500
[cm4]
otg_mode=1
dtoverlay=spi1-3cs
[pi5]
dtoverlay=w1-gpio-pi5
[all]
dtoverlay=gpio-shutdown
"""

HEADER = ChipInfo("/dev/gpiochip0", "gpiochip0", "pinctrl-bcm2711", 58)

GB = 1_000_000_000


def a_board(name: str, *, tiles: int = 0, dice: tuple[int, int] = (0, 6)) -> Hello:
    """The hello of a board that has lamps if it has tiles, and throws if it has dice."""
    abilities = (Ability.LAMPS if tiles else 0) | (Ability.THROWS if dice[0] else 0)
    return Hello(1, 7, 1, 8, 1, 0x0102, 1, 0, *dice, tiles, abilities, name)


TOWER = a_board("tower", dice=(2, 6))
SMALL_BOX = a_board("small box", tiles=9)
BIG_BOX = a_board("box", tiles=24, dice=(2, 6))


@dataclass
class Workshop:
    """A Pi in memory with a good box, and what is done to it."""

    root: Path
    machine: Machine
    forbidden: set[Path] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    programs: dict[str, str] = field(default_factory=dict)
    chips: list[ChipInfo] = field(default_factory=lambda: [HEADER])
    may_open_chips: bool = True
    users_of_lines: dict[int, str] = field(default_factory=dict)
    free: int = 8 * GB
    addresses: set[tuple[int, int]] = field(default_factory=lambda: {(1, 0x3C)})
    boards: dict[str, Hello] = field(default_factory=lambda: {"/dev/ttyACM0": TOWER})
    firmware: int = 0x0102
    board: Fault | None = None
    taken: set[int] = field(default_factory=set)
    """Ports that another program has."""
    broker_answers: bool = True
    read_only: bool = False

    def file(self, path: str, text: str = "") -> Path:
        """Put a file on the machine."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    @property
    def config(self) -> Path:
        return self.root / "etc/boxctl/box.toml"

    @property
    def journal(self) -> Path:
        return self.root / "home/maker/boxctl/journal.db"

    def forbid(self, path: str) -> None:
        self.forbidden.add(self.root / path.lstrip("/"))

    def found(self) -> list[CheckResult]:
        journal = Path("/") / self.journal.relative_to(self.root)
        return list(examine(self.machine, self.config, journal))

    def alarms(self) -> list[tuple[str, str]]:
        return [(each.soundness.value, each.code) for each in self.found()
                if each.soundness is not Soundness.GOOD]  # fmt: skip

    # What the machine answers.

    def why_no_import(self, name: str) -> str | None:
        return f"there is no {name}" if name in self.missing else None

    def may_use(self, path: Path) -> bool:
        return path not in self.forbidden

    def run(self, command: Sequence[str]) -> str | None:
        return self.programs.get(command[0])

    def try_to_listen(self, _host: str, port: int) -> None:
        if port in self.taken:
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))

    def try_to_connect(self, _host: str, _port: int) -> None:
        if not self.broker_answers:
            raise OSError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))

    def look_at_chips(self) -> list[ChipInfo]:
        if not self.may_open_chips:
            raise ChipsNotPermitted("/dev/gpiochip0")
        return self.chips

    def say_hello(self, port: str, _baud: int) -> Hello:
        if self.board is not None:
            raise self.board
        return self.hello_on(port)

    def hello_on(self, port: str) -> Hello:
        # A by-id name is a link.
        hello = self.boards[f"/dev/{(self.root / port.lstrip('/')).resolve().name}"]
        return replace(hello, firmware=self.firmware)
