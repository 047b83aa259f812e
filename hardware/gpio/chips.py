"""The kernel's gpiochips, and how to find one by name."""

from __future__ import annotations

import fcntl
import os
import re
import struct
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.pi_header import HEADER_LABELS
from hardware.config.pins import AUTO, ChipName

_CHIP_INFO = struct.Struct("=32s32sI")  # struct gpiochip_info of <linux/gpio.h>: name, label, lines
_GET_CHIP_INFO = 0x8044_B401

_SYSFS = Path("/sys/bus/gpio/devices")


@frozen_dataclass
class GpioChip:
    """A gpiochip: /dev/gpiochip``number``, with lines 0 to ``lines`` - 1.

    ``device`` is the kernel's name for its device, such as ``1-0020`` for address 0x20 on I2C bus
    1; it distinguishes expanders with the same label.
    """

    number: int
    label: str
    lines: int
    device: str = ""

    def __str__(self) -> str:
        device = f" of {self.device}" if self.device else ""
        return f'gpiochip{self.number} ("{self.label}"{device})'


def chips_there(dev: Path = Path("/dev")) -> list[GpioChip]:
    """Return every gpiochip that can be opened, by number.

    Raises :class:`Fault` BX403 if there are some and none may be opened.
    """
    # Compare the kernel's name: a Pi 5 has a symbolic link gpiochip4 to one chip.
    found: dict[int, GpioChip] = {}
    refused: list[Path] = []
    for path in dev.glob("gpiochip*"):
        try:
            chip = _ask(path)
        except PermissionError:
            refused.append(path)
        except OSError:
            continue  # It is just being unplugged, or no gpiochip.
        else:
            found[chip.number] = chip
    if refused and not found:
        raise no_permission(min(refused))
    return [found[number] for number in sorted(found)]


def find_chip(name: ChipName, chips: Sequence[GpioChip]) -> GpioChip:
    """Find the chip by number, label or device; ``auto`` is that of the header.

    Raises :class:`Fault` BX402 if there is none or more than one.
    """
    if not chips:
        raise Fault(
            "BX402",
            "this machine has no GPIO chip, and a real box needs one, such as a Raspberry Pi's; "
            "boxctl play needs none",
        )
    found = [chip for chip in chips if _bears(name, chip)]
    if len(found) == 1:
        return found[0]
    if name == AUTO:
        wanted = f"no chip of a Raspberry Pi's header ({', '.join(HEADER_LABELS)})"
        cure = "name the right one in gpio.chip, if this is another board"
    else:
        wanted = f"no gpiochip {name}" if isinstance(name, int) else f'no gpiochip "{name}"'
        cure = "name one of these in box.toml, or load the overlay that makes it"
    if len(found) > 1:
        raise Fault(
            "BX402",
            f'{len(found)} gpiochips are called "{name}": {_listed(found)}; '
            "name the one that is meant by its device or its number",
        )
    raise Fault("BX402", f"there is {wanted}; there is {_listed(chips)}; {cure}")


def no_permission(path: Path) -> Fault:
    """Return the fault that this user may not open a chip."""
    return Fault(
        "BX403",
        f"this user may not open {path}; add the user to the group gpio "
        "(sudo usermod -aG gpio $USER) and log in again",
    )


def _bears(name: ChipName, chip: GpioChip) -> bool:
    if isinstance(name, int):
        return chip.number == name
    if name == AUTO:
        return chip.label in HEADER_LABELS
    return name in (chip.label, chip.device, f"gpiochip{chip.number}")


def _listed(chips: Iterable[GpioChip]) -> str:
    return ", ".join(map(str, chips))


def _ask(path: Path) -> GpioChip:
    # Using a chip needs write permission as well.
    fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        answer = fcntl.ioctl(fd, _GET_CHIP_INFO, bytes(_CHIP_INFO.size))
    finally:
        os.close(fd)
    name, label, lines = _CHIP_INFO.unpack(answer)
    number = re.search(r"[0-9]+", _text(name))
    if number is None:
        raise OSError(f"{path} has no number")
    return GpioChip(int(number[0]), _text(label), lines, _device_of(_text(name)))


def _device_of(name: str) -> str:
    with suppress(OSError):
        return (_SYSFS / name).resolve(strict=True).parent.name
    return ""


def _text(field: bytes) -> str:
    return field.split(b"\0", 1)[0].decode(errors="replace")
