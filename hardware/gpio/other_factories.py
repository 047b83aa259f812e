"""One chip through another pin factory of gpiozero, which box.toml names: lgpio or pigpio.

They are found by their entry points. What a box gives up with each is in
:data:`hardware.config.tables.gpio.LOST_WITH`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.installation import pip_command
from groundwork.language import message, tr
from hardware.config.pi_header import LAST_PIN, is_header
from hardware.config.pins import AUTO, ChipName, Pin
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
    from hardware.gpio.open_chip import InputLines, OpenChip, OutputLines


def open_one_chip(table: GpioTable, closing: ExitStack) -> OneChip:
    """Open the chip of ``[gpio]`` through its pin factory; ``closing`` closes it.

    Raises what :func:`make_other_factory` does.
    """
    factory = make_other_factory(table)
    closing.callback(factory.close)
    return OneChip(factory, table)


def make_other_factory(table: GpioTable) -> Any:
    """Make the pin factory of ``[gpio]``, which is not boxctl's own.

    Raises :class:`Fault` BX401 or BX402.
    """
    name = table.factory
    arguments = _arguments(table)
    make = _entry_point(name)
    # lgpio makes a pipe in this directory; without it, in the current one.
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY") or tempfile.gettempdir())
    try:
        return make.load()(**arguments)
    except ImportError as error:
        raise Fault(
            "BX401",
            tr(
                'gpio.factory is "{name}", and its library cannot be imported ({error}); {cure}',
                name=name,
                error=error,
                cure=_how_to_install(name),
            ),
        ) from error
    except Exception as error:
        raise Fault(
            "BX401",
            tr(
                'gpio.factory is "{name}", and it cannot be used ({error}); {cure}',
                name=name,
                error=error,
                cure=tr(_CURES[name]),
            ),
        ) from error


class OneChip:
    """The pins ``GPIO0`` to ``GPIO27`` of the factory of ``[gpio]``, as the only chip that it has.

    Raises :class:`OSError` if lines cannot be had.
    """

    def __init__(self, factory: Any, table: GpioTable) -> None:
        self.chip = ChipInfo(path="", name=str(table.chip), label=table.factory, lines=LAST_PIN + 1)
        self._factory = factory
        self._table = table
        self._time_of: TimeOfEdge = kernels_time if table.factory == "lgpio" else _time_of_arrival

    def open(self, name: ChipName) -> OpenChip:
        """Return this chip. Raises :class:`Fault` BX402 if another one is meant."""
        _check_reached(name, self._table)
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


def other_name_of(pin: Pin, table: GpioTable) -> str:
    """Return how these factories name a pin of box.toml. Raises :class:`Fault` BX402."""
    if pin.chip is not None:
        _check_reached(pin.chip, table)
    return f"GPIO{pin.line}"


def _check_reached(chip: ChipName, table: GpioTable) -> None:
    if chip != table.chip and not (is_header(chip) and is_header(table.chip)):
        raise Fault(
            "BX402",
            tr(
                'gpio.factory is "{factory}", which reaches one chip only, and a pin is on '
                '"{chip}"; give a pin without a chip, or take gpio.factory out of box.toml',
                factory=table.factory,
                chip=chip,
            ),
        )


_CURES: dict[FactoryName, str] = {
    "lgpio": message(
        "see that this user is in the group gpio, and that the number in gpio.chip is right"
    ),
    "pigpio": message(
        "start its daemon (sudo systemctl start pigpiod), here or where PIGPIO_ADDR says"
    ),
}


def _how_to_install(name: FactoryName) -> str:
    command = pip_command(name)
    if command is None:
        return tr("leave gpio.factory out, as this boxctl has no pip to install it with")
    return tr("install it ({command}), or leave gpio.factory out", command=command)


def _arguments(table: GpioTable) -> dict[str, Any]:
    """Return the arguments of the factory. Raises :class:`Fault` BX402."""
    if is_header(table.chip):
        return {}
    if table.factory == "lgpio" and isinstance(table.chip, int):
        return {"chip": table.chip}
    if table.factory == "lgpio":
        cure = tr("give its number in gpio.chip")
    else:
        cure = tr('write "{auto}"', auto=AUTO)
    raise Fault(
        "BX402",
        tr(
            'gpio.factory is "{factory}", which does not find the chip "{chip}"; {cure}',
            factory=table.factory,
            chip=table.chip,
            cure=cure,
        ),
    )


def _entry_point(name: str) -> Any:
    for entry in entry_points(group="gpiozero_pin_factories", name=name):
        return entry
    raise Fault(
        "BX401", tr('gpio.factory is "{name}", and this gpiozero has none of that name', name=name)
    )


def _pins(lines: Sequence[int]) -> dict[int, str]:
    return {line: f"GPIO{line}" for line in lines}


def _time_of_arrival(_ticks: float) -> int:
    return monotonic_us() * 1000
