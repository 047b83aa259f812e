"""The driver ``usb``: a whole box on one board: levers, lamps, buttons and dice over USB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import reduce
from threading import Event
from typing import Protocol

from firmware_bridge.link.events import (
    BoardDefective,
    BoardState,
    CommandAnswered,
    ContactMoved,
    GapFound,
    RollerEvent,
    RollerRefused,
    RollerUp,
)
from firmware_bridge.port.find_port import AUTO, find_port
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.port.serial_port import no_answer
from firmware_bridge.protocol.constants import Ability, Health, Order
from firmware_bridge.protocol.constants import Contact as BoardContact
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.config.box_file import BoxFile
from hardware.config.tables.levers import BoardSensors
from hardware.config.tables.roller import OnBoard, UsbRollerTable, UsbTilesTable
from hardware.devices import (
    ROLLER,
    Box,
    ButtonName,
    Clock,
    Contact,
    DeviceBack,
    DeviceEvent,
    DeviceLost,
    DiceRolled,
    Edge,
    EventSink,
    NoLamps,
    no_button,
)
from hardware.dice.serial_roller import as_device_event, dice_in_words, dice_of, identity_of

DEVICE = "board"

QUIET = 1_000
"""Debounce time in microseconds: short, as the board debounces itself."""

ANSWERS_WITHIN_S = 8.0
"""Opening the port restarts the board, whose boot loader waits up to two seconds."""

_DARK_WITHIN_S = 0.3

_BUTTONS: dict[int, ButtonName] = {
    BoardContact.CONFIRM: "confirm",
    BoardContact.NEW: "new",
    BoardContact.ROLL: "roll",
}


@frozen_dataclass
class BoardUse:
    """The parts of a board that a box uses."""

    tiles: int
    lamps: bool = True
    buttons: bool = True
    dice: bool = True
    levers: BoardSensors = BoardSensors()

    @property
    def own_times(self) -> bool:
        """Whether the board has to be told how long levers have to be quiet."""
        sensors = (self.levers.usual, *self.levers.others.values())
        return any(sensor.debounce_ms is not None for sensor in sensors)


def board_use(box: BoxFile) -> BoardUse:
    """Return the parts of the board of ``[usb]`` in use; no tiles if its levers are elsewhere."""
    on_board = isinstance(box.tiles, UsbTilesTable)
    return BoardUse(
        tiles=box.box.tiles if on_board else 0,
        lamps=any(isinstance(table, OnBoard) for table in box.lamps),
        buttons=box.buttons is not None,
        dice=isinstance(box.roller, UsbRollerTable),
        levers=box.tiles.levers if isinstance(box.tiles, UsbTilesTable) else BoardSensors(),
    )


class LampBoard(Protocol):
    """The part of a board that the lamps need."""

    def light(self, tiles: int) -> None:
        """Light exactly the lamps of these tiles."""
        ...


class SettlingBoard(Protocol):
    """The part of a board that is told how long contacts have to be quiet."""

    def settle(self, contact: int, ms: int) -> None:
        """Have a contact be quiet for ``ms`` milliseconds before it is believed."""
        ...


class UsbBox:
    """The levers and buttons of a board, from the events that it sends. No I/O.

    ``hand_over`` gets edges, throws, and losses of the board on ``port`` (named for people). A
    reading is the last state that the board sent, also while it is lost, which a
    :class:`DeviceLost` has reported. A board that lacks something is not listened to: another one
    may have been plugged in meanwhile.
    """

    def __init__(self, port: str, uses: BoardUse, hand_over: EventSink) -> None:
        self._port = port
        self._uses = uses
        self._fits = True
        self._swapped = _swapped(uses)
        self._hand_over = hand_over
        self._contacts = 0
        self._health: int = Health.GOOD
        self._refused = 0
        self.known = Event()
        self.dark = Event()
        self.refused_as: Fault | None = None

    def hear(self, event: RollerEvent) -> None:
        """Handle an event of the board, in its thread."""
        match event:
            case ContactMoved() | BoardState() | DiceRolled() if not self._fits:
                pass
            case ContactMoved(at, contact, on):
                self._moved(at, contact, on)
            case BoardState(at, contacts, state):
                if contacts is not None:
                    self._contacts = contacts ^ self._swapped
                    self.known.set()
                self._dice(at, state.health, state.refused)
            case CommandAnswered(outcome=outcome) if outcome.order == Order.LAMPS:
                if outcome.argument == 0:
                    self.dark.set()
            case RollerUp(at, hello):
                self._meet(at, hello)
            case RollerRefused(at, fault):
                self._refuse(fault)
                self._hand_over(DeviceLost(at, DEVICE, str(fault)))
            case GapFound(at, gap) if gap.what == "change":
                # The state of the levers will still come; only the way to it is lost.
                if gap.last is not None:
                    why = tr("{gap} never came, so how the levers moved is not known", gap=gap)
                    self._hand_over(DeviceLost(at, DEVICE, why))
                    self._hand_over(DeviceBack(at, DEVICE, tr("where the levers stand is known")))
            case _:
                told = as_device_event(event)
                if told is not None and (self._uses.dice or not isinstance(told, DiceRolled)):
                    self._hand_over(_as_board(told))
                if told is not None and isinstance(event, GapFound | BoardDefective):
                    self._hand_over(DeviceBack(event.at, DEVICE, tr("its next throws come")))

    def read(self) -> Mapping[Contact, bool]:
        """Return whether each lever is open and each button pressed, as last sent."""
        contacts = self._contacts
        tiles: dict[Contact, bool] = {
            number: bool(contacts >> (number - 1) & 1) for number in range(1, self._uses.tiles + 1)
        }
        if not self._uses.buttons:
            return tiles
        return tiles | {
            name: bool(contacts >> (contact - 1) & 1) for contact, name in _BUTTONS.items()
        }

    def _meet(self, at: int, hello: Hello) -> None:
        lacking = lacks(hello, self._uses)
        self._fits = not lacking
        if lacking:
            fault = not_for_this_box(hello, self._port, lacking)
            self._refuse(fault)
            self._hand_over(DeviceLost(at, DEVICE, str(fault), refused=True))
            return
        self._refused = 0
        board, dice = None, None
        if self._uses.dice:
            board, dice = identity_of(hello), dice_of(hello)
        self._hand_over(DeviceBack(at, DEVICE, _what(hello), board, dice))

    def _refuse(self, fault: Fault) -> None:
        self.refused_as = fault
        self.known.set()

    def _moved(self, at: int, contact: int, on: bool) -> None:
        bit = 1 << (contact - 1)
        on ^= bool(self._swapped & bit)
        self._contacts = self._contacts | bit if on else self._contacts & ~bit
        known = _BUTTONS.get(contact, contact)
        if known <= self._uses.tiles if isinstance(known, int) else self._uses.buttons:
            self._hand_over(Edge(at, known, on))

    def _dice(self, at: int, health: int, refused: int) -> None:
        """Report, once each, that the dice may not be thrown, and that they may again."""
        if not self._uses.dice:
            return
        if health != self._health and Health.NO_DICE not in (health, self._health):
            self._health = health
            if health == Health.GOOD:
                self._hand_over(DeviceBack(at, ROLLER, tr("its noise passes its tests")))
            else:
                self._hand_over(DeviceLost(at, ROLLER, tr(_UNFIT[health])))
        elif refused > self._refused and health == Health.GOOD:
            self._hand_over(DeviceLost(at, ROLLER, tr("it has no room for another throw")))
            self._hand_over(DeviceBack(at, ROLLER, tr("it holds what was thrown before")))
        self._refused = refused


_UNFIT: dict[int, str] = {
    Health.STARTING: message("its noise is being tested; wait, then throw again"),
    Health.REPEATS: message("its noise is stuck or silent (SP 800-90B), so no throw is given"),
    Health.BIASED: message("its noise is lopsided (SP 800-90B), so no throw is given"),
}


class UsbLamps:
    """The lamps of a board."""

    def __init__(self, board: LampBoard) -> None:
        self._board = board
        self._lit: int | None = None

    def show(self, lit: int) -> None:
        """Light exactly the lamps of these tiles; only changes go over the line."""
        if lit != self._lit:
            self._lit = lit
            self._board.light(lit)


class NoButtons:
    """No buttons apart from those read with the levers."""

    def read(self) -> Mapping[Contact, bool]:
        """Return nothing."""
        return {}


def open_usb_box(
    port: str,
    baud: int,
    uses: BoardUse,
    clock: Clock,
    hand_over: EventSink,
    seen: Mapping[int, int] | None = None,
    *,
    keeps: bool = False,
) -> Box:
    """Open the board on this port, or find it, and wait until its state is known.

    ``seen`` maps a series to its last known serial. With ``keeps`` the board keeps each throw until
    the box reports it ``kept``. Raises Fault: BX501 to BX506 as any port, BX510 no board was found,
    BX511 it does not answer, BX512 it is not one for this box.
    """
    if port == AUTO:
        port = find_port(
            lambda hello: hello.tiles >= uses.tiles,
            tr("box of {tiles} tiles", tiles=uses.tiles),
            baud=baud,
            clock=clock,
        )
    parts = UsbBox(port, uses, hand_over)
    board = SerialBoard(port, baud, clock=clock, hand_over=parts.hear, seen=seen, keeps=keeps)
    with ExitStack() as opening:
        board.open()
        opening.callback(board.close)
        _wait_for(parts, port)
        tell_times(board, uses)
        opening.callback(_darken, board, parts)
        return Box(
            tiles=parts,
            buttons=NoButtons(),
            lamps=UsbLamps(board) if uses.lamps else NoLamps(),
            lever_quiet=QUIET,
            button_quiet=QUIET,
            kept=board.kept,
            tell_button_dice=board.button_throws if uses.dice else no_button,
            order_throw=board.roll if uses.dice else None,
            closing=opening.pop_all(),
        )


def _swapped(uses: BoardUse) -> int:
    """Return the bits of the tiles that are open when the board calls them shut.

    The board takes a lever for shut while its contact is closed.
    """
    return sum(
        1 << (tile - 1)
        for tile in range(1, uses.tiles + 1)
        if uses.levers.of(tile).closed_when_open
    )


def tell_times(board: SettlingBoard, uses: BoardUse) -> None:
    """Tell the board how long each lever has to be quiet, as far as box.toml says."""
    for tile in range(1, uses.tiles + 1):
        ms = uses.levers.of(tile).debounce_ms
        if ms is not None:
            board.settle(tile, ms)


def _wait_for(parts: UsbBox, port: str) -> None:
    known = parts.known.wait(ANSWERS_WITHIN_S)
    if parts.refused_as is not None:
        raise parts.refused_as
    if not known:
        raise no_answer(port, ANSWERS_WITHIN_S)


def lacks(hello: Hello, uses: BoardUse) -> list[str]:
    """Return in words what a board that says so lacks of what a box uses; empty if nothing."""
    has = {
        tr("{tiles} tiles", tiles=uses.tiles): hello.tiles >= uses.tiles,
        tr("lamps"): not uses.lamps or bool(hello.abilities & Ability.LAMPS),
        tr("dice"): not uses.dice or hello.dice > 0,
        tr("debounce time for a lever"): not uses.own_times
        or bool(hello.abilities & Ability.SETTLES),
    }
    return [what for what, there in has.items() if not there]


def not_for_this_box(hello: Hello, port: str, lacking: Sequence[str]) -> Fault:
    """Return the fault that the board on ``port`` lacks something (BX512)."""
    return Fault(
        "BX512",
        tr(
            'the board "{name}" on {port} has no {lacking} as box.toml says; mend '
            "box.toml, or flash newer firmware or that of another pin table",
            name=hello.name,
            port=port,
            lacking=reduce(_and_no, lacking),
        ),
    )


def _and_no(one: str, other: str) -> str:
    return tr("{one} and no {other}", one=one, other=other)


def _darken(board: SerialBoard, parts: UsbBox) -> None:
    parts.dark.clear()
    board.light(0)
    parts.dark.wait(_DARK_WITHIN_S)


def _what(hello: Hello) -> str:
    major, minor = divmod(hello.firmware, 256)
    has = [tr("{tiles} tiles", tiles=hello.tiles)]
    if hello.abilities & Ability.LAMPS:
        has.append(tr("lamps"))
    if hello.dice:
        has.append(dice_in_words(hello.dice, hello.sides))
    return tr(
        "{name}, firmware {version}, {has}",
        name=hello.name,
        version=f"{major}.{minor}",
        has=", ".join(has),
    )


def _as_board(event: DeviceEvent) -> DeviceEvent:
    """Turn what a roller reports of itself into a report of the whole board."""
    match event:
        case DeviceLost(at, _, why):
            return DeviceLost(at, DEVICE, why)
        case DeviceBack():
            return replace(event, device=DEVICE)
        case _:
            return event
