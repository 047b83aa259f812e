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

from hardware.gpio.pin_factory.errors import ChipNotFound, ChipsNotPermitted

HEADER_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The label of the chip behind the header: Pi Zero to 3, Pi 4, Pi 5."""

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
        """A name that it keeps when it is unplugged and comes back under another number."""
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
    """Return every gpiochip that this user may open, by number.

    Raises :class:`ChipsNotPermitted` if there are some and this user may open none.
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
        raise ChipsNotPermitted(str(min(refused)))
    return sorted(found.values(), key=attrgetter("number"))


def find_chip(wanted: str, present: Sequence[ChipInfo]) -> ChipInfo:
    """Return the one chip of this name. Raises :class:`ChipNotFound` if none has it, or several."""
    found = [chip for chip in present if chip.is_called(wanted)]
    if len(found) > 1:
        raise ChipNotFound(
            f'{len(found)} gpiochips are called "{wanted}": {listed(found)}; '
            "name the one that is meant by its device or its number"
        )
    if found:
        return found[0]
    raise ChipNotFound(
        f'there is no gpiochip "{wanted}"; there is {listed(present) or "none at all"}'
    )


def find_header_chip(present: Sequence[ChipInfo]) -> ChipInfo:
    """Return the chip behind a Raspberry Pi's header. Raises :class:`ChipNotFound`."""
    found = [chip for chip in present if chip.label in HEADER_LABELS]
    if found:
        return found[0]
    if not present:
        raise ChipNotFound("this machine has no pins: there is no gpiochip (/dev/gpiochip*)")
    raise ChipNotFound(
        f"there is no chip of a Raspberry Pi's header ({', '.join(HEADER_LABELS)}); there is "
        f'{listed(present)}: name the chip with its line, as in "{present[0].name}:3", or make '
        f'GpiodFactory(chip="{present[0].name}")'
    )


def listed(chips: Sequence[ChipInfo]) -> str:
    """Return these chips in a row, empty if there is none."""
    return ", ".join(map(str, chips))


def _look_at(path: Path) -> ChipInfo:
    # Open it for writing first: gpiod only says "permission denied" when a line is requested.
    if not os.access(path, os.R_OK | os.W_OK):
        raise PermissionError(path)
    with gpiod.Chip(str(path)) as chip:
        info = chip.get_info()
    return ChipInfo(str(path), info.name, info.label, info.num_lines, _device_of(info.name))


def _device_of(name: str) -> str:
    with suppress(OSError):
        return Path(os.path.realpath(_SYSFS / name, strict=True)).parent.name
    return ""
