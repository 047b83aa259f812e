"""The chips of this machine, through the pin factory :mod:`gpiozero_gpiod`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import gpiod

from gpiozero_gpiod import GpiodFactory
from gpiozero_gpiod.chips import (
    HEADER_LABELS,
    ChipInfo,
    ChipNotFound,
    ChipsNotPermitted,
    chips_present,
    find_chip,
    find_header_chip,
    listed,
)
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.pins import AUTO, ChipName
from hardware.gpio.other_factory import GpiozeroInputs, GpiozeroOutputs, kernels_time

if TYPE_CHECKING:
    from hardware.gpio.open_chip import InputLines, OnEdge, OpenChip, OutputLines

CONSUMER = "boxctl"
"""The user of our lines, as other programs see it."""

UserOf = Callable[[ChipInfo, int], str | None]
"""Returns who uses a line, in the kernel's words, maybe empty; None if it is free."""


def user_of(chip: ChipInfo, line: int) -> str | None:
    """Ask the kernel who uses a line. Raises :class:`OSError` if the chip does not answer."""
    with gpiod.Chip(chip.path) as opened:
        info = opened.get_line_info(line)
    return info.consumer if info.used else None


class GpiodChips:
    """The chips of this machine; ``closing`` closes what was opened.

    ``look`` returns the chips that this machine has now, ``make_factory`` a pin factory that names
    lines of any chip, and ``asked_user`` who uses a line.
    """

    def __init__(
        self,
        closing: ExitStack,
        look: Callable[[], Sequence[ChipInfo]] | None = None,
        make_factory: Callable[[], Any] = lambda: GpiodFactory(consumer=CONSUMER),
        asked_user: UserOf = user_of,
    ) -> None:
        self._closing = closing
        self._look = look or chips_present
        self._make_factory = make_factory
        self._asked_user = asked_user
        self._present: Sequence[ChipInfo] | None = None
        self._open: dict[str, GpiodChip] = {}
        self._factory: Any = None

    def open(self, name: ChipName) -> OpenChip:
        """Return the chip; every name of a chip gives the same object.

        Raises :class:`Fault` BX402 or BX403.
        """
        if self._present is None:
            self._present = chips_to_find(self._look)
        chip = chip_named(name, self._present)
        return self._open.setdefault(chip.path, GpiodChip(self, chip, name))

    def find_again(self, name: ChipName) -> ChipInfo:
        """Find a chip among those present now. Raises :class:`Fault` BX402 or BX403."""
        return chip_named(name, chips_to_find(self._look))

    @property
    def factory(self) -> Any:
        """The pin factory, which is made when a line is first asked for."""
        if self._factory is None:
            self._factory = self._make_factory()
            self._closing.callback(self._factory.close)
        return self._factory

    def user_of(self, chip: ChipInfo, line: int) -> str | None:
        """Return who uses a line. Raises :class:`OSError`."""
        return self._asked_user(chip, line)


class GpiodChip:
    """A chip whose lines are devices of gpiozero. Lines that cannot be had raise OSError."""

    def __init__(self, chips: GpiodChips, chip: ChipInfo, name: ChipName) -> None:
        self.chip = chip
        self._chips = chips
        self._name = name

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Request these lines as inputs, and call ``on_edge`` in the factory's thread."""
        return GpiozeroInputs(
            self._chips.factory,
            self._pins(lines),
            pull_up=pull_up,
            on_edge=on_edge,
            time_of=kernels_time,
        )

    def outputs(self, lines: Sequence[int], on: int, *, active_high: bool) -> OutputLines:
        """Request these lines as outputs; what is in ``on`` is switched on from the start."""
        factory = self._chips.factory
        return GpiozeroOutputs(factory, self._pins(lines), on, active_high=active_high)

    def user_of(self, line: int) -> str | None:
        """Return who uses this line."""
        return self._chips.user_of(self.chip, line)

    def open_again(self) -> None:
        """Find the chip again: it may come back with another number."""
        self.chip = self._chips.find_again(self._name)

    def _pins(self, lines: Sequence[int]) -> Mapping[int, str]:
        return {line: f"{self.chip.lasting_name}:{line}" for line in lines}


def chips_to_find(look: Callable[[], Sequence[ChipInfo]]) -> Sequence[ChipInfo]:
    """Return the chips that ``look`` finds. Raises :class:`Fault` BX403 if none may be opened."""
    try:
        return look()
    except ChipsNotPermitted as error:
        raise Fault(
            "BX403",
            tr(
                "this user may not open {chip}; add the user to the group gpio "
                "(sudo usermod -aG gpio $USER) and log in again",
                chip=error.path,
            ),
        ) from error


def chip_named(name: ChipName, present: Sequence[ChipInfo]) -> ChipInfo:
    """Find the chip by number, label or device; ``auto`` is that of the header.

    Raises :class:`Fault` BX402 if there is none or more than one.
    """
    if not present:
        raise Fault(
            "BX402",
            tr(
                "this machine has no GPIO chip, and a real box needs one, such as a Raspberry"
                " Pi's; boxctl play needs none"
            ),
        )
    try:
        return find_header_chip(present) if name == AUTO else find_chip(str(name), present)
    except ChipNotFound as error:
        if name == AUTO:
            cure = tr("name the right one in gpio.chip, if this is another board")
        else:
            cure = tr("name one of these in box.toml, or load the overlay that makes it")
        raise Fault("BX402", f"{_why_not_found(name, present)}; {cure}") from error


def _why_not_found(name: ChipName, present: Sequence[ChipInfo]) -> str:
    # The pin factory says it too, but in English: it serves any program of gpiozero.
    if name == AUTO:
        return tr(
            "there is no chip of a Raspberry Pi's header ({labels}); there is {chips}",
            labels=", ".join(HEADER_LABELS),
            chips=listed(present),
        )
    found = [chip for chip in present if chip.is_called(str(name))]
    if not found:
        return tr(
            'there is no gpiochip "{name}"; there is {chips}', name=name, chips=listed(present)
        )
    return tr(
        '{count} gpiochips are called "{name}": {chips}; '
        "name the one that is meant by its device or its number",
        count=len(found),
        name=name,
        chips=listed(found),
    )
