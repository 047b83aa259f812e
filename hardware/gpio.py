"""The driver ``gpio``: levers, buttons and lamps on GPIO lines, through gpiozero.

Edges only tell that a contact may have changed. They are not filtered here: gpiozero's
``bounce_time`` is another thing on every pin factory, and drops edges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardware.devices import Box, Contact, Edge, HandOver, Lamps, NoLamps
from hardware.dice import PiDice
from hardware.gpio_lines import Chips, Factory, GivenFactory, KernelChips, Line, Lines, faults_of
from hardware.gpio_settings import ButtonsTable, LampsTable, TilesTable
from hardware.roller_settings import PiTable

if TYPE_CHECKING:
    from hardware.box_file import BoxFile

_MILLISECOND = 1000


def microseconds(ticks: float) -> int:
    """The time of an edge on the box's clock, which is that of ``time.monotonic_ns() // 1000``.

    The kernel stamps edges on CLOCK_MONOTONIC; gpiozero's local factories and its mock hand that
    time on in seconds.
    """
    return round(ticks * 1_000_000)


@dataclass(frozen=True, slots=True)
class Wired:
    """A contact on its line. ``pull_up`` holds the open contact high, otherwise it is held low."""

    line: Line
    pull_up: bool
    on_when_high: bool


class GpioContacts:
    """Levers or buttons. ``hand_over`` is called for every edge, from a thread of lgpio's.

    Raises :class:`Fault` BX404, BX406 or BX407 if a line cannot be had.
    """

    def __init__(self, wired: Mapping[Contact, Wired], hand_over: HandOver) -> None:
        self._closing = ExitStack()
        self._devices: dict[Contact, tuple[Wired, Any]] = {}
        # gpiozero keeps only weak references to callbacks.
        self._callbacks: list[Callable[[float, int], None]] = []
        with ExitStack() as opening:
            for contact, wire in wired.items():
                self._open(contact, wire, hand_over, opening)
            self._closing = opening.pop_all()

    def read(self) -> Mapping[Contact, bool]:
        """Whether each contact is on now. Raises :class:`Fault` BX407 if a line cannot be read."""
        states = {}
        for contact, (wire, device) in self._devices.items():
            with faults_of(wire.line):
                states[contact] = bool(device.pin.state) == wire.on_when_high
        return states

    def close(self) -> None:
        """Hand over no more edges and let the lines go."""
        self._closing.close()

    def _open(self, contact: Contact, wire: Wired, hand_over: HandOver, opening: ExitStack) -> None:
        from gpiozero import InputDevice

        def on_change(ticks: float, level: int) -> None:
            # Whatever is raised here would end the edges of every line. One that is lost delays
            # a ruling and no more: the box is read again soon.
            with suppress(Exception):
                hand_over(Edge(microseconds(ticks), contact, bool(level) == wire.on_when_high))

        line = wire.line
        with faults_of(line):
            device = InputDevice(line.number, pull_up=wire.pull_up, pin_factory=line.factory)
            opening.callback(device.close)
            device.pin.edges = "both"
            self._callbacks.append(on_change)
            device.pin.when_changed = on_change
            opening.callback(setattr, device.pin, "when_changed", None)
        self._devices[contact] = (wire, device)


class GpioLamps:
    """One lamp a tile, dark when opened and when closed; the first line is the lamp of tile 1.

    Raises :class:`Fault` BX404 or BX407 if a line cannot be had.
    """

    def __init__(self, lines: list[Line], active_high: bool) -> None:
        self._closing = ExitStack()
        self._devices: list[tuple[Line, Any]] = []
        self._lit = 0
        with ExitStack() as opening:
            for line in lines:
                self._open(line, active_high, opening)
            self._closing = opening.pop_all()

    def show(self, lit: int) -> None:
        """Light the lamps of these tiles and no others. Raises :class:`Fault` BX407."""
        for index, (line, device) in enumerate(self._devices):
            if (lit ^ self._lit) >> index & 1:
                with faults_of(line):
                    device.value = bool(lit >> index & 1)
                self._lit ^= 1 << index

    def close(self) -> None:
        """Darken every lamp and let the lines go."""
        self._closing.close()

    def _open(self, line: Line, active_high: bool, opening: ExitStack) -> None:
        from gpiozero import OutputDevice

        with faults_of(line):
            device = OutputDevice(line.number, active_high=active_high, pin_factory=line.factory)
            opening.callback(device.close)
            opening.callback(device.off)
        self._devices.append((line, device))


def open_box(
    box: BoxFile,
    hand_over: HandOver,
    *,
    factory: Factory | None = None,
    chips: Chips | None = None,
) -> Box:
    """Open the levers, buttons and lamps of a box; the roller is opened by the caller.

    Its tables are all of the driver ``gpio``. ``hand_over`` gets every edge. ``factory``, a
    gpiozero pin factory, or ``chips`` takes the place of this machine's chips. Raises
    :class:`Fault` BX4xx; nothing is left open then.
    """
    levers, lights, presses = _tables(box)
    with ExitStack() as opening:
        if chips is None:
            chips = KernelChips(opening) if factory is None else GivenFactory(factory)
        lines = Lines(chips, box.gpio.chip)
        # All lines are found before the first is claimed: what is wrong in box.toml comes first.
        lamp_lines = [] if lights is None else wire_lamps(lights, lines)
        tile_wires = wire_tiles(levers, lines)
        button_wires = {} if presses is None else wire_buttons(presses, lines)
        lamps: Lamps = NoLamps()
        if lights is not None:
            lamps = opening.enter_context(
                closing(GpioLamps(lamp_lines, active_high=lights.active == "high"))
            )
        tiles = opening.enter_context(closing(GpioContacts(tile_wires, hand_over)))
        buttons = opening.enter_context(closing(GpioContacts(button_wires, hand_over)))
        return Box(
            tiles=tiles,
            buttons=buttons,
            lamps=lamps,
            lever_quiet=round(levers.debounce_ms * _MILLISECOND),
            button_quiet=round(presses.debounce_ms * _MILLISECOND) if presses else 0,
            dice=PiDice() if isinstance(box.roller, PiTable) else None,
            closing=opening.pop_all(),
        )


def _tables(box: BoxFile) -> tuple[TilesTable, LampsTable | None, ButtonsTable | None]:
    """The tables, of which the check of box.toml has seen that all are of this driver."""
    assert isinstance(box.tiles, TilesTable)
    assert box.lamps is None or isinstance(box.lamps, LampsTable)
    assert box.buttons is None or isinstance(box.buttons, ButtonsTable)
    return box.tiles, box.lamps, box.buttons


def wire_tiles(table: TilesTable, lines: Lines) -> dict[Contact, Wired]:
    """The lines of the levers; on is open."""
    pull_up = table.connects_to == "ground"
    return {
        number: Wired(lines.line(pin, f"tile {number}"), pull_up, table.open_when_high)
        for number, pin in enumerate(table.pins, start=1)
    }


def wire_buttons(table: ButtonsTable, lines: Lines) -> dict[Contact, Wired]:
    """The lines of the buttons that there are; on is pressed."""
    pull_up = table.connects_to == "ground"
    return {
        name: Wired(lines.line(pin, f"the button {name}"), pull_up, table.pressed_when_high)
        for name, pin in table.wired()
    }


def wire_lamps(table: LampsTable, lines: Lines) -> list[Line]:
    """The lines of the lamps, tile 1 first."""
    return [
        lines.line(pin, f"the lamp of tile {number}")
        for number, pin in enumerate(table.pins, start=1)
    ]
