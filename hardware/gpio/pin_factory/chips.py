"""The gpiochips of this machine, found by number, label, name or the device they are part of."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

import gpiod

from hardware.gpio.pin_factory.errors import ChipNotFound, ChipNotPermitted

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835", "raspberrypi,rp1-gpio")
"""The labels of the chips behind a Raspberry Pi's header: Pi 5, Pi 4, and those before."""

_SYSFS = Path("/sys/bus/gpio/devices")


@dataclass(frozen=True, slots=True)
class ChipInfo:
    """A gpiochip at ``path``, with lines 0 to ``lines`` - 1.

    ``name`` is the kernel's (``gpiochip1``); ``device`` is what the chip is part of, such as
    ``1-0020`` for address 0x20 on I2C bus 1, which tells two expanders of one kind apart. Name and
    path may change when a chip is unplugged and plugged in; label and device do not.
    """

    path: str
    name: str
    label: str
    lines: int
    device: str = ""

    def __str__(self) -> str:
        device = f" of {self.device}" if self.device else ""
        return f'{self.name} ("{self.label}"{device})'

    @property
    def number(self) -> int:
        """Its number in the kernel's name, which may change when it is plugged in again."""
        digits = re.search(r"[0-9]+$", self.name)
        return int(digits[0]) if digits else -1

    @property
    def lasting_name(self) -> str:
        """A name that it still has when it was unplugged and is back under another number."""
        return self.device or self.label

    def is_called(self, wanted: str) -> bool:
        """Whether this is a name of the chip: its number, name, label, device or path."""
        return wanted in (
            self.name.removeprefix("gpiochip"),
            self.name,
            self.label,
            self.lasting_name,
            self.path,
        )


def chips_present(dev: Path = Path("/dev")) -> list[ChipInfo]:
    """Every gpiochip that this user may open, by number.

    Raises :class:`ChipNotPermitted` if there are some and this user may open none.
    """
    found: dict[str, ChipInfo] = {}
    refused: list[Path] = []
    for path in dev.glob("gpiochip*"):
        try:
            chip = _look_at(path)
        except PermissionError:
            refused.append(path)
        except OSError:
            continue  # being unplugged at this moment
        else:
            # A Pi 5 has a symbolic link, gpiochip4, to the chip that the kernel calls gpiochip0.
            found.setdefault(chip.name, chip)
    if refused and not found:
        raise ChipNotPermitted(
            f"this user may not open {min(refused)}; add the user to the group gpio "
            "(sudo usermod -aG gpio $USER) and log in again"
        )
    return sorted(found.values(), key=attrgetter("number"))


def find_chip(wanted: str, present: Sequence[ChipInfo]) -> ChipInfo:
    """The one chip of this name. Raises :class:`ChipNotFound` if none has it, or several."""
    return _only_one(
        [chip for chip in present if chip.is_called(wanted)], f'gpiochip called "{wanted}"', present
    )


def find_header_chip(present: Sequence[ChipInfo]) -> ChipInfo:
    """The chip behind a Raspberry Pi's header. Raises :class:`ChipNotFound` if there is none."""
    header = [chip for chip in present if chip.label in HEADER_LABELS]
    return _only_one(header, f"chip of a Raspberry Pi's header ({HEADER_LABELS[0]}, …)", present)


def _only_one(found: list[ChipInfo], what: str, present: Sequence[ChipInfo]) -> ChipInfo:
    if len(found) == 1:
        return found[0]
    listed = ", ".join(map(str, found or present)) or "none at all"
    if found:
        raise ChipNotFound(f"there are {len(found)} times a {what}: {listed}; give its number")
    raise ChipNotFound(f"there is no {what}; present: {listed}")


def _look_at(path: Path) -> ChipInfo:
    # Open it for writing first: gpiod only says "permission denied" when a line is requested.
    if not os.access(path, os.R_OK | os.W_OK):
        raise PermissionError(path)
    with gpiod.Chip(str(path)) as chip:
        info = chip.get_info()
    return ChipInfo(str(path), info.name, info.label, info.num_lines, _device_of(info.name))


def _device_of(name: str) -> str:
    with suppress(OSError):
        return (_SYSFS / name).resolve(strict=True).parent.name
    return ""
