"""The pin factory that ``GPIOZERO_PIN_FACTORY`` names, where it is not boxctl's own.

It is found as gpiozero finds it. It reaches the pins of the header only, and its lines are read and
switched one after the other.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from gpiozero.pins.local import LocalPiFactory

from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.pins import LAST_PIN, ChipName, is_header
from hardware.gpio.gpiozero_lines import GpiozeroInputs, GpiozeroOutputs, TimeOfEdge, kernels_time
from hardware.gpio.pin_factory.chips import ChipInfo

if TYPE_CHECKING:
    from hardware.gpio.open_chip import InputLines, OnEdge, OpenChip, OutputLines


def make_other_factory(name: str) -> Any:
    """Make the pin factory of this name. Raises :class:`Fault` BX401."""
    # lgpio makes a pipe in this directory; without it, in the current one.
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY") or tempfile.gettempdir())
    try:
        (found,) = entry_points(group="gpiozero_pin_factories", name=name)
        return found.load()()
    except Exception as error:
        # A package that is not there is no entry point; a library or a daemon says what is wrong.
        why = tr("gpiozero knows none of that name") if isinstance(error, ValueError) else error
        raise Fault(
            "BX401",
            tr(
                'GPIOZERO_PIN_FACTORY is "{name}", and that pin factory cannot be used ({why}); '
                "mend that, or unset the variable",
                name=name,
                why=why,
            ),
        ) from error


class OtherFactory:
    """The pins ``GPIO0`` to ``GPIO27`` of a pin factory, as the only chip that it has.

    ``closing`` closes the factory. Raises :class:`Fault` BX401 if it cannot be made, and
    :class:`OSError` if lines cannot be had.
    """

    def __init__(self, name: str, closing: ExitStack) -> None:
        self.chip = ChipInfo(path="", name="header", label=name, lines=LAST_PIN + 1)
        self._name = name
        self._factory = make_other_factory(name)
        closing.callback(self._factory.close)
        # The ticks of these are those of the kernel's clock.
        local = isinstance(self._factory, LocalPiFactory)
        self._time_of: TimeOfEdge = kernels_time if local else _time_of_arrival

    def open(self, name: ChipName) -> OpenChip:
        """Return this chip. Raises :class:`Fault` BX402 if another one is meant."""
        check_reached(name, self._name)
        return self

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Request these lines as inputs, and call ``on_edge`` in the factory's thread."""
        return GpiozeroInputs(
            self._factory, _pins(lines), pull_up=pull_up, on_edge=on_edge, time_of=self._time_of
        )

    def outputs(self, lines: Sequence[int], levels: int) -> OutputLines:
        """Request these lines as outputs, with these levels from the start."""
        return GpiozeroOutputs(self._factory, _pins(lines), levels)

    def user_of(self, line: int) -> str | None:
        """Return None: these factories do not tell."""
        return None

    def open_again(self) -> None:
        """Do nothing: the factory has the chip."""


def check_reached(chip: ChipName, factory: str) -> None:
    """Raise :class:`Fault` BX402 if ``factory`` does not reach this chip of box.toml."""
    if not is_header(chip):
        raise Fault(
            "BX402",
            tr(
                'GPIOZERO_PIN_FACTORY is "{factory}", which reaches only the pins of the header, '
                'and box.toml names the chip "{chip}"; unset the variable',
                factory=factory,
                chip=chip,
            ),
        )


def _pins(lines: Sequence[int]) -> dict[int, str]:
    return {line: f"GPIO{line}" for line in lines}


def _time_of_arrival(_ticks: float) -> int:
    return monotonic_us() * 1000
