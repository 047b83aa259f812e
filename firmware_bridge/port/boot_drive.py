"""The drive that an RP2040 is while it waits for a firmware (BOOTSEL), and how it becomes one."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path

from firmware_bridge.port.serial_port import PortLock, port_fault

if sys.platform == "linux":
    import termios

INFO = "INFO_UF2.TXT"
"""The file on such a drive that tells what board it is."""

BOARD = "RPI-RP2"
"""What it tells of an RP2040, and the label of the drive."""

MOUNTS = Path("/proc/self/mounts")
LABELS = Path("/dev/disk/by-label")

_BOARD_ID = re.compile(r"^Board-ID: *(\S+)", re.MULTILINE)
_OCTAL = re.compile(r"\\([0-7]{3})")
_GONE = (errno.EIO, errno.ENODEV, errno.ENXIO)


def boot_drives() -> dict[Path, str]:
    """Return the mounted drives of boards that wait for a firmware, each with its Board-ID.

    Only file systems are looked at that such a drive has, as others may be slow to answer.
    """
    found = {}
    for line in MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines():
        _device, where, kind, *_rest = (*line.split(" "), "", "")
        if kind != "vfat":
            continue
        drive = Path(_OCTAL.sub(lambda code: chr(int(code[1], 8)), where))
        try:
            told = _BOARD_ID.search((drive / INFO).read_text(encoding="ascii", errors="replace"))
        except OSError:
            continue
        if told is not None:
            found[drive] = told[1]
    return found


def unmounted_drive() -> Path | None:
    """Return the device of an RP2040's drive by its label; None if there is none."""
    device = LABELS / BOARD
    return device if device.exists() else None


def copy_to_drive(drive: Path, content: bytes) -> None:
    """Write a UF2 file to the drive. Raises OSError if that cannot be written to.

    The board starts the firmware as soon as it has the last block, and takes its drive away: what
    fails because that is gone is no error.
    """
    try:
        with (drive / "boxctl.uf2").open("wb", buffering=0) as file:
            file.write(content)
            os.fsync(file.fileno())
    except OSError as error:
        if error.errno not in _GONE:
            raise


def ask_for_drive(port: str) -> None:
    """Have the board on this port become a drive: set 1200 bits a second, and close the port.

    boxctl's firmware obeys, and that of others for the RP2040, too. Raises Fault BX501 to BX504, as
    where another program has the port.
    """
    lock = PortLock(port)
    try:
        fd = os.open(lock.device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            attributes = termios.tcgetattr(fd)
            attributes[2] |= termios.HUPCL
            attributes[4] = attributes[5] = termios.B1200
            termios.tcsetattr(fd, termios.TCSANOW, attributes)
        finally:
            os.close(fd)
    except (OSError, termios.error) as error:
        raise port_fault(port, error) from error
    finally:
        lock.release()
