"""Errors of a line, each as one sentence: what, where, and how to mend it."""

from __future__ import annotations

import errno

import gpiod
from gpiozero.exc import PinEdgeDetectUnsupported, PinError, PinInvalidPin


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
