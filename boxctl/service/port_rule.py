"""A name in ``/dev`` for the port of the board, the same in whichever socket it is.

Only a board that another one is just like has to stay in its socket.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from boxctl.doctor.check import boards_used
from boxctl.service.host import ServiceHost
from boxctl.service.places import PORT_NAME
from firmware_bridge.port.find_port import AUTO, candidates
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.box_file import BoxFile

_PLAIN = re.compile(r"[A-Za-z0-9 ._:+-]{1,64}")
"""Text that a rule can have unquoted: nothing that udev reads as a pattern."""


@frozen_dataclass
class UsbDevice:
    """The identity of a device on USB; ``serial`` is None if it has no number of its own.

    ``socket`` is where it is plugged in, such as ``1-1.2``, if another one is just like it.
    """

    vendor: str
    product: str
    serial: str | None
    socket: str | None = None


def port_of_board(box_file: BoxFile) -> str | None:
    """Return the port of the box's first board; None if it has no board, or several could be it.

    Asks no board: that would restart it.
    """
    used = boards_used(box_file)
    if not used:
        return None
    if used[0].port != AUTO:
        return used[0].port
    there = candidates()
    return there[0] if len(there) == 1 else None


def usb_device_of(host: ServiceHost, port: str) -> UsbDevice | None:
    """Return the device behind a serial port; None if the port is not there or is not on USB."""
    all_ports = host.at("/sys/class/tty")
    folder = _folder_on_usb(all_ports / Path(os.path.realpath(host.at(port))).name)
    if folder is None:
        return None
    device = _identity(folder)
    others = {_folder_on_usb(each) for each in all_ports.iterdir()} - {folder, None}
    if any(other is not None and _identity(other) == device for other in others):
        return replace(device, socket=folder.name)
    return device


def _folder_on_usb(port: Path) -> Path | None:
    """Return where the kernel tells of the device of a port; None if it is not there or on USB."""
    device = port / "device"
    if not device.exists():
        return None
    real = Path(os.path.realpath(device))
    for folder in (real, *real.parents):
        if _attribute(folder, "idVendor") and _attribute(folder, "idProduct"):
            return folder
    return None


def _identity(folder: Path) -> UsbDevice:
    vendor, product = (_attribute(folder, name) or "" for name in ("idVendor", "idProduct"))
    return UsbDevice(vendor, product, _attribute(folder, "serial"))


def port_rule(device: UsbDevice) -> bytes:
    """Return the rule of udev for this device.

    ModemManager is kept away from it: it would ask the board whether it is a modem.
    """
    found = [f'ATTRS{{idVendor}}=="{device.vendor}"', f'ATTRS{{idProduct}}=="{device.product}"']
    if device.serial is not None:
        found.append(f'ATTRS{{serial}}=="{device.serial}"')
    if device.socket is not None:
        # A rule takes all that it finds in parents from one of them: the device itself.
        found.append(f'KERNELS=="{device.socket}"')
    given = [f'SYMLINK+="{PORT_NAME}"', 'GROUP="dialout"', 'ENV{ID_MM_DEVICE_IGNORE}="1"']
    rule = ", ".join(['SUBSYSTEM=="tty"', *found, *given])
    return f"# The board of a box: /dev/{PORT_NAME} (boxctl service).\n{rule}\n".encode()


def _attribute(folder: Path, name: str) -> str | None:
    try:
        text = (folder / name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if _PLAIN.fullmatch(text) else None
