"""Write the firmware to a Raspberry Pi Pico: by the drive of its boot ROM, and asked afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from boxctl.cli.box.board_sentences import version_on_board
from boxctl.cli.box.other_boards import NAMES
from firmware_bridge.build_firmware import firmware_version
from firmware_bridge.port.boot_drive import (
    BOARD,
    ask_for_drive,
    boot_drives,
    copy_to_drive,
    unmounted_drive,
)
from firmware_bridge.port.find_port import AUTO, candidates, hello_on, usb_numbers
from firmware_bridge.protocol.messages import Hello
from firmware_bridge.uf2 import FirmwareInImage, firmware_in, from_uf2, is_for_another_chip
from groundwork.clock import monotonic_us
from groundwork.faults import Fault, os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import clauses, tr
from groundwork.printing import print_notes
from groundwork.system.programs import run_program

RASPBERRY_PI = 0x2E8A
"""The number of the maker, which every firmware for an RP2040 has that asks for no other."""

DRIVE_S = 10.0
"""Seconds until a board that was asked for it has become a drive, and the system has mounted it."""

BACK_S = 20.0
"""Seconds until a board has started its new firmware and answers."""

_STEP_S = 0.2
_MOUNT_S = 20
_T = TypeVar("_T")


@frozen_dataclass
class PicoWait:
    """The clock, in microseconds, and the pause, in seconds, by which the command waits."""

    clock: Callable[[], int] = monotonic_us
    pause: Callable[[float], None] = time.sleep

    def until(self, look: Callable[[], _T | None], seconds: float) -> _T | None:
        """Look until there is something, for so long at most; return it."""
        end = self.clock() + round(seconds * 1_000_000)
        while (found := look()) is None and self.clock() < end:
            self.pause(_STEP_S)
        return found


def flash_pico(file: Path, port: str, waiting: PicoWait | None = None) -> Hello:
    """Write this UF2 file to a Pico, and return what the firmware on it then says.

    ``port`` is that of a Pico that runs, or AUTO. Says on stderr what it does. Raises Fault: BX480
    there is no Pico, BX481 its drive is not mounted, BX482 there are several, BX483 the file is
    none of boxctl's firmware for an RP2040, BX484 one of another version, BX485 the board is no
    Pico, BX486 it becomes no drive, BX487 that cannot be written to, BX488 it does not come back,
    BX489 it answers as another; BX501 to BX504 as any port.
    """
    waiting = waiting or PicoWait()
    content, wanted = read_image(file)
    named = None if port == AUTO else port
    drive = _drive_there()
    if drive is None:
        named = named or _running_pico()
        _refuse_another(named)
        print_notes(tr("resetting the Pico on {port} into its boot drive", port=named))
        ask_for_drive(named)
        drive = waiting.until(_drive_there, DRIVE_S)
        if drive is None:
            raise _no_drive_after(named)
    before = set(candidates())
    print_notes(tr("writing {file} to {drive}", file=file.name, drive=drive))
    try:
        copy_to_drive(drive, content)
    except OSError as error:
        raise Fault(
            "BX487",
            tr(
                "the file cannot be written to the Pico's drive {drive} ({why}); unplug the Pico, "
                "hold BOOTSEL while you plug it in again, and repeat the command",
                drive=drive,
                why=os_reason(error),
            ),
        ) from error
    print_notes(tr("waiting for the Pico to start its new firmware"))
    back = waiting.until(lambda: _answer(named, before, waiting), BACK_S)
    if back is None:
        raise Fault(
            "BX488",
            tr(
                "the Pico has not come back within {seconds} seconds; unplug it, plug it in "
                "again, and see with boxctl firmware info --port auto what runs on it",
                seconds=f"{BACK_S:g}",
            ),
        )
    _check_answer(*back, wanted)
    return back[1]


def read_image(file: Path) -> tuple[bytes, FirmwareInImage]:
    """Read a UF2 file, and tell what firmware it has. Raises Fault BX483 or BX484."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise Fault(
            "BX483",
            tr(
                "{file} cannot be read ({why}); name the UF2 file of a pin table",
                file=file,
                why=os_reason(error),
            ),
        ) from error
    if is_for_another_chip(content):
        raise Fault(
            "BX483",
            tr(
                "{file} is for another chip than the RP2040 of the Pico; nothing was written: "
                "leave --file out, and boxctl takes its own",
                file=file,
            ),
        )
    try:
        firmware = firmware_in(from_uf2(content))
    except ValueError:
        firmware = None
    if firmware is None:
        raise Fault(
            "BX483",
            tr(
                "{file} is no whole UF2 file of boxctl's firmware; nothing was written: leave "
                "--file out, and boxctl takes its own",
                file=file,
            ),
        )
    version = f"{firmware.major}.{firmware.minor}"
    if version != firmware_version():
        raise Fault(
            "BX484",
            tr(
                "{file} is firmware {version}, and this boxctl speaks with {wanted}; nothing was "
                "written: leave --file out, and boxctl takes its own",
                file=file,
                version=version,
                wanted=firmware_version(),
            ),
        )
    return content, firmware


def _drive_there() -> Path | None:
    """Return the drive of the one Pico that waits; mount it if nobody else does."""
    found = boot_drives()
    picos = [drive for drive, board in found.items() if board == BOARD]
    if len(picos) > 1:
        raise _several([str(drive) for drive in picos])
    if picos:
        return picos[0]
    if found:
        drive, board = next(iter(found.items()))
        raise Fault(
            "BX485",
            tr(
                "the board whose drive is {drive} calls itself {board} and has no RP2040; nothing "
                "was written: take a Raspberry Pi Pico or Pico W, no Pico 2",
                drive=drive,
                board=board,
            ),
        )
    device = unmounted_drive()
    return None if device is None else _mounted(device)


def _mounted(device: Path) -> Path | None:
    """Have the desktop's service mount the drive. Raises Fault BX481 if that does not."""
    command = ["udisksctl", "mount", "--no-user-interaction", "--block-device", str(device)]
    try:
        worked = run_program(command, _MOUNT_S).status == 0
    except OSError:
        worked = False
    drives = [drive for drive, board in boot_drives().items() if board == BOARD]
    if drives:
        return drives[0]
    if worked:
        return None
    raise Fault(
        "BX481",
        tr(
            "the Pico waits for its firmware, and its drive is not mounted; mount it and repeat "
            "the command: sudo mkdir -p /mnt/pico && sudo mount -o uid=$(id -u) {device} /mnt/pico",
            device=device,
        ),
    )


def _running_pico() -> str:
    """Return the port of the one Pico that runs something. Raises Fault BX480 or BX482."""
    picos = [port for port in candidates() if (usb_numbers(port) or (0,))[0] == RASPBERRY_PI]
    if len(picos) > 1:
        raise _several(picos)
    if not picos:
        raise Fault(
            "BX480",
            tr(
                "no Pico was found, neither a running one nor its drive {board}; hold its BOOTSEL "
                "button while you plug it in, and use a cable that carries data",
                board=BOARD,
            ),
        )
    return picos[0]


def _several(found: Sequence[str]) -> Fault:
    return Fault(
        "BX482",
        tr(
            "there are several Picos ({found}); leave only one plugged in, or name its port with "
            "--port",
            found=clauses(found),
        ),
    )


def _refuse_another(port: str) -> None:
    numbers = usb_numbers(port)
    if numbers is None or numbers[0] == RASPBERRY_PI:
        return
    raise Fault(
        "BX485",
        tr(
            "the board on {port} ({board}) is no Raspberry Pi Pico; nothing was written: name the "
            "port of a Pico, or the --board that it is",
            port=port,
            board=NAMES.get(numbers, "{:04x}:{:04x}".format(*numbers)),
        ),
    )


def _no_drive_after(port: str) -> Fault:
    return Fault(
        "BX486",
        tr(
            "the Pico on {port} shows no boot drive within {seconds} seconds; unplug it, hold "
            "BOOTSEL while you plug it in again, and repeat the command",
            port=port,
            seconds=f"{DRIVE_S:g}",
        ),
    )


def _answer(named: str | None, before: set[str], waiting: PicoWait) -> tuple[str, Hello] | None:
    """Return the port that the board is back on, and its hello; None if it does not answer yet."""
    new = [port for port in candidates() if port not in before]
    if named is not None and Path(named).exists():
        new.insert(0, named)
    for port in new:
        try:
            return port, hello_on(port, clock=waiting.clock)
        except Fault:
            continue  # A port that has just come belongs to nobody yet.
    return None


def _check_answer(port: str, hello: Hello, wanted: FirmwareInImage) -> None:
    version = version_on_board(hello)
    if (hello.name, version) != (wanted.name, f"{wanted.major}.{wanted.minor}"):
        raise Fault(
            "BX489",
            tr(
                'after flashing, the board on {port} answers as "{name}", firmware {version}, and '
                'not as "{wanted}", firmware {other}; unplug other boards, and repeat the command',
                port=port,
                name=hello.name,
                version=version,
                wanted=wanted.name,
                other=f"{wanted.major}.{wanted.minor}",
            ),
        )
