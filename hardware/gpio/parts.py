"""The parts of a box as devices of gpiozero, for a maker's own scripts.

    from hardware.gpio import open_parts

    with open_parts("box.toml") as box:
        box.levers[3].is_open          # True while tile 3 stands up
        box.buttons["confirm"].is_pressed
        box.lamps[3].blink()
        box.die_leds[1]["d"].on()

Everything that gpiozero's devices can do is there, such as ``box.lamps[3].source``. boxctl itself
must not run on the same pins meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from gpiozero import LED, Buzzer, InputDevice, TonalBuzzer

from gpiozero_gpiod import GpiodFactory
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.pins import AUTO, Pin
from hardware.config.read import read_box
from hardware.config.tables.gpio import ButtonsTable, LampsTable, TilesTable
from hardware.config.tables.roller import PiTable
from hardware.gpio.lines import other_factory
from hardware.gpio.other_factory import check_reached, make_other_factory


class Lever(InputDevice):  # type: ignore[misc]  # gpiozero has no types
    """A lever of a tile. It has no bounce time: every edge of its contact is there to be seen."""

    def __init__(
        self, pin: str | int, *, pull_up: bool, open_when_high: bool, factory: Any
    ) -> None:
        super().__init__(pin, pull_up=pull_up, pin_factory=factory)
        # What is pulled up is active while it is low.
        self._open_when_active = open_when_high != pull_up

    @property
    def is_open(self) -> bool:
        """Whether the tile stands up now. It may be bouncing."""
        return bool(self.value) == self._open_when_active


class PushButton(InputDevice):  # type: ignore[misc]  # gpiozero has no types
    """A button of the box."""

    def __init__(
        self, pin: str | int, *, pull_up: bool, pressed_when_high: bool, factory: Any
    ) -> None:
        super().__init__(pin, pull_up=pull_up, pin_factory=factory)
        self._pressed_when_active = pressed_when_high != pull_up

    @property
    def is_pressed(self) -> bool:
        """Whether it is pressed now."""
        return bool(self.value) == self._pressed_when_active


@frozen_dataclass
class BoxParts:
    """The parts of a box on pins.

    Levers and lamps are by the number of their tile, and of several lamps of a tile it is the
    first; buttons are by their name in box.toml; LEDs of dice by the number of the die and their
    own name, ``a`` to ``g``. A buzzer that needs a tone is a :class:`gpiozero.TonalBuzzer`, another
    one a :class:`gpiozero.Buzzer`, and so is one that sounds on a low level.
    """

    levers: Mapping[int, Lever]
    buttons: Mapping[str, PushButton]
    lamps: Mapping[int, LED]
    die_leds: Mapping[int, Mapping[str, LED]]
    buzzer: Buzzer | TonalBuzzer | None


@contextmanager
def open_parts(
    box_toml: str | PathLike[str], make_factory: Callable[[], Any] | None = None
) -> Iterator[BoxParts]:
    """Open what box.toml has on pins, until the end of the ``with`` block.

    ``make_factory`` replaces the pin factory. Raises :class:`Fault` if box.toml cannot
    be used, its tiles are not on pins (BX313), or its pin factory cannot be had (BX401, BX402);
    :class:`gpiozero.exc.PinError` if a line cannot be had.
    """
    box = read_box(Path(box_toml))
    if not isinstance(box.tiles, TilesTable):
        raise Fault(
            "BX313",
            tr(
                "the tiles of {box_toml} are not on pins, so gpiozero cannot reach them",
                box_toml=box_toml,
            ),
        )
    with ExitStack() as opening:
        factory = _factory() if make_factory is None else make_factory()
        opening.callback(factory.close)
        yield BoxParts(
            levers=_levers(box.tiles, box, factory, opening),
            buttons=_buttons(box, factory, opening),
            lamps=_lamps(box, factory, opening),
            die_leds=_die_leds(box, factory, opening),
            buzzer=_buzzer(box, factory, opening),
        )


def _factory() -> Any:
    other = other_factory()
    return GpiodFactory() if other is None else make_other_factory(other)


def _levers(table: TilesTable, box: BoxFile, factory: Any, opening: ExitStack) -> dict[int, Lever]:
    return {
        number: opening.enter_context(
            Lever(
                name_of(pin, box),
                pull_up=table.levers.of(number).pull_up,
                open_when_high=table.levers.of(number).open_when_high,
                factory=factory,
            )
        )
        for number, pin in enumerate(table.pins, start=1)
    }


def _buttons(box: BoxFile, factory: Any, opening: ExitStack) -> dict[str, PushButton]:
    table = box.buttons
    if not isinstance(table, ButtonsTable):
        return {}
    return {
        name: opening.enter_context(
            PushButton(
                name_of(pin, box),
                pull_up=table.connects_to == "ground",
                pressed_when_high=table.pressed_when_high,
                factory=factory,
            )
        )
        for name, pin in table.wired()
    }


def _lamps(box: BoxFile, factory: Any, opening: ExitStack) -> dict[int, LED]:
    lamps: dict[int, LED] = {}
    for table in box.lamps:
        if isinstance(table, LampsTable):
            for number, pin in table.wired():
                lamp = LED(
                    name_of(pin, box), active_high=table.active == "high", pin_factory=factory
                )
                lamps.setdefault(number, opening.enter_context(lamp))
    return lamps


def _die_leds(box: BoxFile, factory: Any, opening: ExitStack) -> dict[int, dict[str, LED]]:
    table = box.roller
    if not isinstance(table, PiTable):
        return {}
    active_high = table.leds_active == "high"
    return {
        number: {
            name: opening.enter_context(
                LED(name_of(pin, box), active_high=active_high, pin_factory=factory)
            )
            for name, pin in die
        }
        for number, die in enumerate(table.wired(), start=1)
    }


def _buzzer(box: BoxFile, factory: Any, opening: ExitStack) -> Buzzer | TonalBuzzer | None:
    table = box.buzzer
    if table is None:
        return None
    pin, active_high = name_of(table.pin, box), table.active == "high"
    if table.kind == "passive" and active_high:
        return opening.enter_context(TonalBuzzer(pin, pin_factory=factory))
    return opening.enter_context(Buzzer(pin, active_high=active_high, pin_factory=factory))


def name_of(pin: Pin, box: BoxFile) -> str:
    """Return a pin of box.toml as the pin factory names it. Raises :class:`Fault` BX402."""
    chip = box.gpio.chip if pin.chip is None else pin.chip
    if (other := other_factory()) is not None:
        check_reached(chip, other)
        return f"GPIO{pin.line}"
    return f"GPIO{pin.line}" if chip == AUTO else f"{chip}:{pin.line}"
