"""The driver ``gpio``: levers, buttons and lamps on the lines of gpiochips.

Edges only say that a contact may have changed, and are not filtered here: what counts is the level
once the line is quiet (:mod:`hardware.debounce`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from itertools import groupby
from typing import TYPE_CHECKING

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.tables.gpio import ButtonsTable, LampsTable, TilesTable
from hardware.config.tables.levers import microseconds, quiet_of_levers
from hardware.devices import LAMPS, Box, Clock, Contact, Edge, EventSink, Lamps
from hardware.gpio.lines import GpioLine, GpioLines, fault_of, open_lines
from hardware.gpio.open_chip import InputLines, LineEdge, OpenChips, OutputLines
from hardware.lamps.groups import BoxLamps, LampGroup
from hardware.worker import Availability

if TYPE_CHECKING:
    from hardware.config.box_file import BoxFile


@frozen_dataclass
class WiredContact:
    """A contact on its line; an open contact is held high with ``pull_up``, low without."""

    line: GpioLine
    pull_up: bool
    on_when_high: bool


class GpioContacts:
    """Levers or buttons, named ``what`` for people.

    ``hand_over`` is called for every edge, in the thread of the edges. A chip that stops answering,
    such as an expander with a loose cable, is reported lost; its contacts are left out of readings
    until it is back. Raises :class:`Fault` BX404, BX406 or BX407 if a line cannot be had.
    """

    def __init__(
        self,
        what: str,
        wired: Mapping[Contact, WiredContact],
        clock: Clock,
        hand_over: EventSink,
    ) -> None:
        self._closing = ExitStack()
        with ExitStack() as opening:
            self._groups = [
                opening.enter_context(closing(_ContactsOfOneChip(what, group, clock, hand_over)))
                for group in _by_chip(wired)
            ]
            self._closing = opening.pop_all()

    def read(self) -> Mapping[Contact, bool]:
        """Return whether each contact is on now, as far as its chip answers."""
        return {contact: on for group in self._groups for contact, on in group.read()}

    def close(self) -> None:
        """Stop handing edges over and release the lines."""
        self._closing.close()


class _ContactsOfOneChip:
    """Contacts that are read in one call: on one chip, with the same pull."""

    def __init__(
        self, what: str, wired: Mapping[Contact, WiredContact], clock: Clock, hand_over: EventSink
    ) -> None:
        self._wired = wired
        self._lines = [wire.line for wire in wired.values()]
        self._contacts = {wire.line.number: contact for contact, wire in wired.items()}
        self._chip = self._lines[0].chip
        self._pull_up = next(iter(wired.values())).pull_up
        self._hand_over = hand_over
        name = self._chip.chip.label
        self._answering = Availability(f"chip {name} of the {what}", name, clock, hand_over)
        self._inputs: InputLines | None = self._held()

    def read(self) -> Iterable[tuple[Contact, bool]]:
        """Return whether each contact is on; nothing if the chip does not answer."""
        if not self._answering.may_be_tried:
            return []
        try:
            levels = self._levels()
        except (OSError, Fault) as error:
            self.close()
            self._answering.failed(error)
            return []
        self._answering.worked()
        return [
            (contact, bool(levels >> index & 1) == wire.on_when_high)
            for index, (contact, wire) in enumerate(self._wired.items())
        ]

    def close(self) -> None:
        """Release the lines."""
        if self._inputs is not None:
            self._inputs.close()
            self._inputs = None

    def _levels(self) -> int:
        if self._inputs is None:
            self._chip.open_again()
            self._inputs = self._held()
        return self._inputs.levels()

    def _held(self) -> InputLines:
        numbers = [line.number for line in self._lines]
        try:
            return self._chip.inputs(numbers, pull_up=self._pull_up, on_edge=self._on_edge)
        except OSError as error:
            raise fault_of(self._lines, error) from error

    def _on_edge(self, edge: LineEdge) -> None:
        contact = self._contacts[edge.line]
        on = edge.high == self._wired[contact].on_when_high
        # An exception here would end the edges of every line. A lost edge only delays a
        # ruling: the box is read again soon.
        with suppress(Exception):
            self._hand_over(Edge(edge.at_ns // 1000, contact, on, edge.lost))


def _by_chip(wired: Mapping[Contact, WiredContact]) -> list[dict[Contact, WiredContact]]:
    def held(item: tuple[Contact, WiredContact]) -> tuple[int, bool]:
        return id(item[1].line.chip), item[1].pull_up

    return [dict(group) for _, group in groupby(sorted(wired.items(), key=held), held)]


class GpioLamps:
    """A lamp on each line, dark when opened and when closed. ``what`` names them for people.

    A chip that stops answering is reported lost; its lamps are set again when it is back.
    Raises :class:`Fault` BX404 or BX407 if a line cannot be had.
    """

    def __init__(
        self,
        lines: Sequence[GpioLine],
        active_high: bool,
        clock: Clock,
        hand_over: EventSink,
        what: str = LAMPS,
    ) -> None:
        self._closing = ExitStack()
        wired = list(enumerate(lines))
        with ExitStack() as opening:
            self._groups = [
                opening.enter_context(
                    closing(_LampsOfOneChip(dict(group), active_high, clock, hand_over, what))
                )
                for _, group in groupby(sorted(wired, key=_chip_of), _chip_of)
            ]
            self._closing = opening.pop_all()

    def show(self, lit: int) -> None:
        """Light exactly these lamps; bit 0 is that of the first line. Never raises."""
        for group in self._groups:
            group.show(lit)

    def close(self) -> None:
        """Darken every lamp and release the lines."""
        self._closing.close()


def _chip_of(wired: tuple[int, GpioLine]) -> int:
    return id(wired[1].chip)


class _LampsOfOneChip:
    """Lamps that are switched in one call; ``places`` are their numbers, from 0."""

    def __init__(
        self,
        lines: Mapping[int, GpioLine],
        active_high: bool,
        clock: Clock,
        hand_over: EventSink,
        what: str,
    ) -> None:
        self._lines = list(lines.values())
        self._places = list(lines)
        self._active_high = active_high
        self._all = (1 << len(lines)) - 1
        self._chip = self._lines[0].chip
        self._answering = Availability(what, self._chip.chip.label, clock, hand_over)
        self._lit = self._shown = 0
        self._outputs: OutputLines | None = self._held(0)

    def show(self, lit: int) -> None:
        """Light exactly these, as far as the chip answers."""
        if lit == self._lit and not self._answering.is_lost:
            return
        shown = sum((lit >> place & 1) << index for index, place in enumerate(self._places))
        changed = shown ^ self._shown
        if not changed and not self._answering.is_lost:
            return
        if self._answering.may_be_tried:
            try:
                self._set(shown, changed)
            except (OSError, Fault) as error:
                self._let_go()
                self._answering.failed(error)
            else:
                self._answering.worked()
                self._lit, self._shown = lit, shown

    def close(self) -> None:
        """Darken them and release the lines."""
        if self._outputs is not None:
            with suppress(OSError):
                self._outputs.set(0, self._all)
            self._let_go()

    def _set(self, shown: int, changed: int) -> None:
        if self._outputs is None:
            self._chip.open_again()
            self._outputs = self._held(shown)
        else:
            self._outputs.set(shown, changed)

    def _let_go(self) -> None:
        if self._outputs is not None:
            self._outputs.close()
            self._outputs = None

    def _held(self, shown: int) -> OutputLines:
        numbers = [line.number for line in self._lines]
        try:
            return self._chip.outputs(numbers, shown, active_high=self._active_high)
        except OSError as error:
            raise fault_of(self._lines, error) from error


def open_box(
    box: BoxFile,
    clock: Clock,
    hand_over: EventSink,
    chips: OpenChips | None = None,
    lamps: Sequence[Lamps] = (),
    lines: GpioLines | None = None,
) -> Box:
    """Open the levers, buttons and lamps of a box; the caller opens everything else.

    Tiles and buttons must have the driver ``gpio``; ``lamps`` are those of other drivers.
    ``hand_over`` gets every edge, loss and return. ``chips`` replace this machine's; ``lines`` are
    shared with other devices on lines. Raises :class:`Fault` BX4xx;
    nothing is left open then.
    """
    levers, lights, presses = _tables(box)
    with ExitStack() as opening:
        lines = lines or open_lines(box.gpio, opening, chips)
        # Find all lines before claiming any, so that errors in box.toml are reported first.
        lamp_lines = [wire_lamps(table, lines) for table in lights]
        tile_wires = wire_tiles(levers, lines)
        button_wires = {} if presses is None else wire_buttons(presses, lines)
        groups = list(lamps)
        for table, wired in zip(lights, lamp_lines, strict=True):
            on_pins = GpioLamps(wired, table.active == "high", clock, hand_over)
            opening.callback(on_pins.close)
            groups.append(LampGroup(on_pins, table.tiles or range(1, box.box.tiles + 1)))
        tiles = GpioContacts("levers", tile_wires, clock, hand_over)
        opening.callback(tiles.close)
        buttons = GpioContacts("buttons", button_wires, clock, hand_over)
        opening.callback(buttons.close)
        return Box(
            tiles=tiles,
            buttons=buttons,
            lamps=BoxLamps(groups),
            lever_quiet=microseconds(levers.levers.usual.debounce_ms),
            button_quiet=microseconds(presses.debounce_ms) if presses else 0,
            quiet_of_levers=quiet_of_levers(levers.levers),
            closing=opening.pop_all(),
        )


def _tables(box: BoxFile) -> tuple[TilesTable, list[LampsTable], ButtonsTable | None]:
    """Return the tables, which the check of box.toml has found to be of this driver."""
    assert isinstance(box.tiles, TilesTable)
    assert box.buttons is None or isinstance(box.buttons, ButtonsTable)
    return box.tiles, [table for table in box.lamps if isinstance(table, LampsTable)], box.buttons


def wire_tiles(table: TilesTable, lines: GpioLines) -> dict[Contact, WiredContact]:
    """Find the lines of the levers; on means open."""
    return {
        number: WiredContact(
            lines.line(pin, tr("tile {number}", number=number)),
            table.levers.of(number).pull_up,
            table.levers.of(number).open_when_high,
        )
        for number, pin in enumerate(table.pins, start=1)
    }


def wire_buttons(table: ButtonsTable, lines: GpioLines) -> dict[Contact, WiredContact]:
    """Find the lines of the buttons that the box has; on means pressed."""
    pull_up = table.connects_to == "ground"
    return {
        name: WiredContact(
            lines.line(pin, tr("the button {button}", button=name)),
            pull_up,
            table.pressed_when_high,
        )
        for name, pin in table.wired()
    }


def wire_lamps(table: LampsTable, lines: GpioLines) -> list[GpioLine]:
    """Find the lines of the lamps, in the order of their tiles."""
    return [
        lines.line(pin, tr("the lamp of tile {number}", number=number))
        for number, pin in table.wired()
    ]
