"""What every check works with: the machine, what the box uses of it, and the result."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from firmware_bridge.port.find_port import boards_found, candidates, hello_on
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.system.programs import run_program
from hardware.buses import answers_at
from hardware.config.box_file import BoxFile
from hardware.config.pins import Pin, is_header
from hardware.config.tables.gpio import ButtonsTable, LampsTable, TilesTable
from hardware.config.tables.roller import PiTable, SerialTable, UsbTilesTable

if TYPE_CHECKING:
    from gpiozero_gpiod.chips import ChipInfo


PATIENCE_S = 5.0
"""The longest that a program of the system may take, in seconds."""


@frozen_dataclass
class Machine:
    """The machine that the checks look at; by default this one.

    ``root`` is where its files are. ``why_no_import`` tells why a module cannot be imported, None
    if it can. ``may_use`` tells whether this user may read and write a path,
    and ``run`` returns what a program prints, None if it is not there or fails. ``user_of_line``
    returns who has a line in the kernel's words, None if nobody has. ``answers_at`` tells whether
    something answers on an I2C bus at an address, and raises OSError. ``say_hello``
    returns the hello of the board on a port, and raises :class:`Fault` as
    :func:`firmware_bridge.port.find_port.hello_on` does. ``ports`` returns the serial ports of USB
    devices, and ``find_boards`` the hello of each board that answers on one of these ports at this
    speed. ``try_to_listen`` and ``try_to_connect`` take a host and a port and raise OSError where
    nobody can serve or nothing answers.
    """

    root: Path = Path("/")
    python: tuple[int, int] = sys.version_info[:2]
    why_no_import: Callable[[str], str | None] = lambda name: _why_no_import(name)
    find_program: Callable[[str], str | None] = shutil.which
    run: Callable[[Sequence[str]], str | None] = lambda command: _run(command)
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    is_read_only: Callable[[Path], bool] = lambda path: _is_read_only(path)
    free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
    chips: Callable[[], Sequence[ChipInfo]] = lambda: _chips()
    user_of_line: Callable[[ChipInfo, int], str | None] = lambda chip, line: _user_of(chip, line)
    answers_at: Callable[[int, int], bool] = answers_at
    say_hello: Callable[[str, int], Hello] = hello_on
    ports: Callable[[], Sequence[str]] = candidates
    find_boards: Callable[[Sequence[str], int], Mapping[str, Hello]] = lambda ports, baud: (
        boards_found(ports, baud=baud)
    )
    try_to_listen: Callable[[str, int], None] = lambda host, port: _try_to_listen(host, port)
    try_to_connect: Callable[[str, int], None] = lambda host, port: _try_to_connect(host, port)

    def at(self, path: str | Path) -> Path:
        """Return where a file of the machine is."""
        return self.root / str(path).lstrip("/")

    @property
    def model(self) -> str | None:
        """The model of Raspberry Pi in its own words; None if this is none."""
        return self.text("/proc/device-tree/model")

    def text(self, path: str) -> str | None:
        """Return the text of a file; None if it cannot be read."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None


def _why_no_import(name: str) -> str | None:
    # One that is there may be half installed, or of a version that is too old.
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        return tr("there is no {name}", name=error.name or name)
    except Exception as error:  # noqa: BLE001 - a broken module may raise anything.
        return str(error) or type(error).__name__
    return None


def _run(command: Sequence[str]) -> str | None:
    try:
        ended = run_program(command, PATIENCE_S)
    except OSError:
        return None
    return ended.output.strip() if ended.status == 0 else None


def _is_read_only(path: Path) -> bool:
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _try_to_listen(host: str, port: int) -> None:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, place = found[0]
    with socket.socket(family, kind, protocol) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(1)


def _try_to_connect(host: str, port: int) -> None:
    socket.create_connection((host, port), PATIENCE_S).close()


def _user_of(chip: ChipInfo, line: int) -> str | None:
    from hardware.gpio.gpiod_chips import user_of

    return user_of(chip, line)


def _chips() -> Sequence[ChipInfo]:
    from gpiozero_gpiod.chips import chips_present

    return chips_present()


class Soundness(StrEnum):
    """The soundness of a thing; the value is that of ``--json``."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    """The box plays, but something needs attention."""

    BAD = "bad"
    """The box does not play, or not well."""


@frozen_dataclass
class CheckResult:
    """One line of the doctor: its ``subject``, its soundness, and what was found.

    Unless it is good, ``says`` names the cure and ``code`` the fault.
    """

    subject: str
    soundness: Soundness
    says: str
    code: str = ""


def good(subject: str, says: str) -> CheckResult:
    """Return a good result."""
    return CheckResult(subject, Soundness.GOOD, says)


def doubtful(subject: str, code: str, says: str) -> CheckResult:
    """Return a doubtful result, with the code of its fault."""
    return CheckResult(subject, Soundness.DOUBTFUL, says, code)


def bad(subject: str, fault: Fault) -> CheckResult:
    """Return a bad result for a fault."""
    return CheckResult(subject, Soundness.BAD, fault.sentence, fault.code)


def uses_pins(box_file: BoxFile) -> bool:
    """Return whether anything of the box is on a pin."""
    return any(True for _pin in _pins(box_file))


def header_pins(box_file: BoxFile) -> set[int]:
    """Return the pins of the Pi's header that the box uses as plain lines."""
    chips = ((box_file.gpio.chip if pin.chip is None else pin.chip, pin) for pin in _pins(box_file))
    return {pin.line for chip, pin in chips if is_header(chip)}


BoardTable = Literal["usb", "roller"]
"""A table of box.toml that has the port of a board."""


@frozen_dataclass
class BoardUsed:
    """A board on a cable: the table of box.toml that has its port, the port, and its speed."""

    table: BoardTable
    port: str
    baud: int


def boards_used(box_file: BoxFile) -> list[BoardUsed]:
    """Return the boards that the box has on cables, that of the levers first."""
    found: list[BoardUsed] = []
    if isinstance(box_file.tiles, UsbTilesTable):
        found.append(BoardUsed("usb", box_file.usb.port, box_file.usb.baud))
    if isinstance(box_file.roller, SerialTable):
        found.append(BoardUsed("roller", box_file.roller.port, box_file.roller.baud))
    return found


def pins_used(box_file: BoxFile) -> Iterator[tuple[Pin, str]]:
    """Yield each pin, with what is wired to it in words."""
    if isinstance(box_file.tiles, TilesTable):
        for number, pin in enumerate(box_file.tiles.pins, start=1):
            yield pin, tr("tile {number}", number=number)
    for lamps in box_file.lamps:
        if isinstance(lamps, LampsTable):
            for number, pin in lamps.wired():
                yield pin, tr("the lamp of tile {number}", number=number)
    if isinstance(box_file.buttons, ButtonsTable):
        for name, pin in box_file.buttons.wired():
            yield pin, tr("the button {button}", button=name)
    if isinstance(box_file.roller, PiTable):
        for number, die in enumerate(box_file.roller.wired(), start=1):
            for led, pin in die:
                yield pin, tr("LED {name} of die {number}", name=led, number=number)
    if box_file.buzzer is not None:
        yield box_file.buzzer.pin, tr("the buzzer")


def _pins(box_file: BoxFile) -> Iterator[Pin]:
    return (pin for pin, _what in pins_used(box_file))
