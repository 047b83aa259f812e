"""One chip through another pin factory of gpiozero, which box.toml names: lgpio or pigpio.

They are found by their entry points. What a box gives up with each is in
:data:`hardware.config.tables.gpio.LOST_WITH`.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from groundwork.faults import Fault
from hardware.config.pi_header import LAST_PIN, is_header
from hardware.config.pins import AUTO, ChipName
from hardware.config.tables.gpio import FactoryName, GpioTable
from hardware.gpio.gpiozero_lines import (
    GpiozeroInputs,
    GpiozeroOutputs,
    TimeOfEdge,
    kernels_time,
)
from hardware.gpio.pin_factory.chips import ChipInfo

if TYPE_CHECKING:
    from hardware.gpio.line_edge import OnEdge
    from hardware.gpio.lines import InputLines, OpenChip, OutputLines


def open_one_chip(table: GpioTable, closing: ExitStack) -> OneChip:
    """Open the chip of ``[gpio]`` through its pin factory; ``closing`` closes it.

    Raises :class:`Fault` BX401 or BX402; :class:`ImportError` if its library is not installed.
    """
    name = table.factory
    arguments = _arguments(table)
    make = _entry_point(name)
    # lgpio makes a pipe in this directory; without it, in the current one.
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY") or tempfile.gettempdir())
    try:
        factory = make.load()(**arguments)
    except ImportError:
        raise
    except Exception as error:
        raise Fault(
            "BX401", f'gpio.factory is "{name}", and it cannot be used ({error}); {_CURES[name]}'
        ) from error
    closing.callback(factory.close)
    return OneChip(factory, table.chip, name, kernels_time if name == "lgpio" else _time_of_arrival)


class OneChip:
    """The pins ``GPIO0`` to ``GPIO27`` of a factory, as the only chip that there is.

    Raises :class:`OSError` if lines cannot be had.
    """

    def __init__(self, factory: Any, name: ChipName, label: str, time_of: TimeOfEdge) -> None:
        self.chip = ChipInfo(path="", name=str(name), label=label, lines=LAST_PIN + 1)
        self._factory = factory
        self._name = name
        self._time_of = time_of

    def open(self, name: ChipName) -> OpenChip:
        """Return this chip. Raises :class:`Fault` BX402 if another one is meant."""
        if name != self._name and not (is_header(name) and is_header(self._name)):
            raise Fault(
                "BX402",
                f'gpio.factory is "{self.chip.label}", which reaches one chip only, and a pin is '
                f'on "{name}"; give a pin without a chip, or take gpio.factory out of box.toml',
            )
        return self

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Request these lines as inputs, and call ``on_edge`` in the factory's thread."""
        return GpiozeroInputs(
            self._factory,
            _pins(lines),
            pull_up=pull_up,
            on_edge=on_edge,
            time_of=self._time_of,
        )

    def outputs(self, lines: Sequence[int], levels: int) -> OutputLines:
        """Request these lines as outputs, with these levels from the start."""
        return GpiozeroOutputs(self._factory, _pins(lines), levels)

    def user_of(self, line: int) -> str | None:
        """Return None: these factories do not tell."""
        return None

    def open_again(self) -> None:
        """Do nothing: the factory has the chip."""


_CURES: dict[FactoryName, str] = {
    "lgpio": "see that this user is in the group gpio, and that the number in gpio.chip is right",
    "pigpio": "start its daemon (sudo systemctl start pigpiod), here or where PIGPIO_ADDR says",
}


def _arguments(table: GpioTable) -> dict[str, Any]:
    """Return what the factory is made with. Raises :class:`Fault` BX402."""
    if is_header(table.chip):
        return {}
    if table.factory == "lgpio" and isinstance(table.chip, int):
        return {"chip": table.chip}
    raise Fault(
        "BX402",
        f'gpio.factory is "{table.factory}", which does not find the chip "{table.chip}"; '
        + ("give its number in gpio.chip" if table.factory == "lgpio" else f'write "{AUTO}"'),
    )


def _entry_point(name: str) -> Any:
    for entry in entry_points(group="gpiozero_pin_factories", name=name):
        return entry
    raise ImportError(f"gpiozero has no pin factory {name}")


def _pins(lines: Sequence[int]) -> dict[int, str]:
    return {line: f"GPIO{line}" for line in lines}


def _time_of_arrival(_ticks: float) -> int:
    return time.monotonic_ns()
