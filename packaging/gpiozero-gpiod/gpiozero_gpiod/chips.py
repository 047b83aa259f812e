"""The gpiochips of this machine, found by number, label, name or device, and what can fail on them.

Each error is one sentence: what, where, and how to mend it.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

import gpiod
from gpiozero.exc import PinEdgeDetectUnsupported, PinError, PinInvalidPin

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


class ChipNotFound(PinInvalidPin):
    """No gpiochip has this name, or several have it."""


class ChipGone(PinError, OSError):
    """The chip was unplugged, or its driver was unloaded. Its pins work again once it is back."""


CHIP_AWAY = (ChipGone, ChipNotFound)
"""The errors of a pin while its chip is unplugged: first it is gone, then none is there."""


class LineNotFound(PinInvalidPin):
    """The chip has no such line."""


class LineProblem(PinError):
    """A line cannot be had, or not set so. ``offset`` is its number on the chip, if it is known."""

    offset: int | None = None


class LineInUse(LineProblem, OSError):
    """Another program, or the kernel, holds the line."""


class LineWithoutEdges(LineProblem, PinEdgeDetectUnsupported):
    """The line's chip has no interrupt, so the kernel cannot report edges."""


class LineRefused(LineProblem, OSError):
    """The kernel refuses what was asked of the line, for a reason of its own."""


class ChipNotPermitted(LineProblem, PermissionError):
    """This user may not open a gpiochip, or not use a line of it."""


class ChipsNotPermitted(ChipNotPermitted):
    """This user may open no gpiochip at all; ``path`` is that of the first."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"this user may not open {path}: add the user to the group gpio "
            "(sudo usermod -aG gpio $USER) and log in again"
        )
        self.path = path


NOT_SET = (*CHIP_AWAY, LineProblem)
"""The errors of a line that cannot be set now; who lets it go does not mind."""


class FactoryClosed(PinError, RuntimeError):
    """A pin is used after its factory was closed."""


class FactoryForked(PinError, RuntimeError):
    """A pin is used in a process that was forked after its factory was made."""


def is_gone(error: OSError) -> bool:
    """Whether this error means that the chip itself is not there any more."""
    return error.errno in (errno.ENODEV, errno.EBADF, errno.ENOENT)


def of_request(chip: gpiod.Chip, offset: int, name: str, error: OSError) -> LineProblem:
    """Return the error of a line that the kernel did not give, or did not set as asked."""
    problem = _of_errno(chip, offset, name, error)
    problem.offset = offset
    return problem


def _of_errno(chip: gpiod.Chip, offset: int, name: str, error: OSError) -> LineProblem:
    if error.errno == errno.EBUSY:
        return LineInUse(f"{name} is in use by {_user_of(chip, offset)}: end that, or take another")
    if error.errno == errno.ENXIO:
        return LineWithoutEdges(
            f"{name} cannot tell of edges, as its chip has no interrupt: wire the chip's "
            "interrupt pin and name it in its overlay, or take another line"
        )
    if error.errno in (errno.EPERM, errno.EACCES):
        return ChipNotPermitted(
            f"this user may not use {name}: add the user to the group gpio and log in again"
        )
    why = error.strerror or str(error)
    return LineRefused(f"{name} cannot be used so ({why}): see the kernel's messages (dmesg)")


def _user_of(chip: gpiod.Chip, offset: int) -> str:
    try:
        info = chip.get_line_info(offset)
    except OSError:
        return "another program"
    if not info.used:
        return "another program, which has just let it go"
    if not info.consumer:
        return "the kernel or another program"
    return "a program that uses lgpio" if info.consumer == "lg" else f'"{info.consumer}"'
