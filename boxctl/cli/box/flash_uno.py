"""Write the firmware to an Uno or a Nano, by avrdude and the boot loader of the board."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from boxctl.cli.box.other_boards import refuse_other_boards
from firmware_bridge.port.serial_port import PortLock
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.system.programs import ProgramResult, run_program

CHIP = "1e950f"
"""The signature of the ATmega328P, the chip of the Uno and the Nano."""

LOADERS = {"uno": 115200, "nano": 115200, "nano-old": 57600}
"""The speed of each board's boot loader, in bits a second."""

_AVRDUDE_SECONDS = 90


def flash_uno(image: Path, port: str, baud: int) -> None:
    """Write this hex file to the board on this port.

    Raises :class:`Fault`: BX418 for a board that is known to have another chip, BX508 if avrdude is
    missing, BX514 for another chip, BX515 if it fails.
    """
    refuse_other_boards(port)
    if shutil.which("avrdude") is None:
        raise Fault("BX508", tr("avrdude is missing; install it: sudo apt install avrdude"))
    lock = PortLock(port)
    try:
        avrdude = ["avrdude", "-p", "atmega328p", "-c", "arduino", "-P", port, "-b", str(baud)]
        asked = _run([*avrdude, "-n"], _AVRDUDE_SECONDS)
        _check_chip(asked.errors, port)
        written = _run([*avrdude, "-D", "-U", f"flash:w:{image}:i"], _AVRDUDE_SECONDS)
        if written.status != 0:
            raise _does_not_work(written.errors, port)
    finally:
        lock.release()


def _check_chip(said: str, port: str) -> None:
    found = re.search(r"[Dd]evice signature = (?:0x)?([0-9a-fA-F ]{6,8})", said)
    if found is None:
        raise _does_not_work(said, port)
    signature = found[1].replace(" ", "").lower()
    if signature != CHIP:
        raise Fault(
            "BX514",
            tr(
                "the chip on {port} has the signature {signature} and is no ATmega328P "
                "({chip}); nothing was written: take an Uno or a Nano",
                port=port,
                signature=signature,
                chip=CHIP,
            ),
        )


def _does_not_work(said: str, port: str) -> Fault:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    why = next((line for line in lines if "error" in line.lower() or "sync" in line.lower()), "")
    return Fault(
        "BX515",
        tr(
            "the board on {port} cannot be flashed ({why}); see that port and --board are "
            "right (nano-old for a Nano with the old boot loader)",
            port=port,
            why=why or (lines or [tr("no reason was given")])[-1],
        ),
    )


def _run(command: Sequence[str], seconds: int) -> ProgramResult:
    try:
        return run_program(command, seconds)
    except TimeoutError:
        return ProgramResult(1, "", tr("no answer in {seconds} s", seconds=seconds))
