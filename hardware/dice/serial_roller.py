"""The driver ``serial``: a roller on a serial port, and LEDs on gpiochips that show its dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware_bridge.link.events import (
    BoardDefective,
    CommandAnswered,
    GapFound,
    RollerDown,
    RollerEvent,
    RollerRefused,
    RollerUp,
)
from firmware_bridge.port.find_port import AUTO, find_port
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.protocol.constants import Ability, Order, Result
from firmware_bridge.protocol.messages import Hello
from groundwork.language import tr, tr_as, tr_n
from hardware.config.tables.roller import PiTable, SerialTable, lit
from hardware.devices import (
    ROLLER,
    BoardIdentity,
    ButtonDiceRefused,
    Clock,
    DeviceBack,
    DeviceEvent,
    DeviceLost,
    DiceRolled,
    EventSink,
    RollerDice,
)
from hardware.dice.open import DiceMachine
from hardware.gpio.box import GpioLamps
from hardware.gpio.lines import GpioLine, GpioLines


def open_serial_roller(
    port: str,
    baud: int,
    clock: Clock,
    hand_over: EventSink,
    seen: Mapping[int, int] | None = None,
    *,
    keeps: bool = False,
    pairs: bool = False,
) -> SerialBoard:
    """Open the port, or find it if it is ``auto``, and listen; the caller closes it.

    ``seen`` maps a series to its last known serial. With ``keeps`` the roller keeps each throw
    until ``kept`` of the result is called for it; with ``pairs`` it has to be the same one all
    through a match. ``hand_over`` gets throws as :class:`DiceRolled`, a roller that answers as
    :class:`DeviceBack`, one that does not, or whose throws are missing, as :class:`DeviceLost`.
    Raises :class:`Fault` (BX5xx) if there is no such port or it cannot be had, BX510 if none is
    found.
    """
    if port == AUTO:
        port = find_port(
            lambda hello: hello.dice > 0,
            tr_as("looked for at a port", "roller"),
            baud=baud,
            clock=clock,
        )

    def hand_over_if_told(event: RollerEvent) -> None:
        told = as_device_event(event)
        if pairs and isinstance(event, RollerUp) and isinstance(told, DeviceBack):
            told = replace(told, board=identity_of(event.hello))
        if told is not None:
            hand_over(told)
        if told is not None and isinstance(event, GapFound | BoardDefective):
            # The roller itself is there.
            hand_over(DeviceBack(event.at, ROLLER, tr("its next throws come")))

    board = SerialBoard(
        port, baud, clock=clock, hand_over=hand_over_if_told, seen=seen, keeps=keeps
    )
    board.open()
    return board


def open_roller_on_port(table: SerialTable, machine: DiceMachine) -> SerialBoard:
    """Open the roller of a box. Raises as :func:`open_serial_roller` does."""
    return open_serial_roller(
        table.port,
        table.baud,
        machine.clock,
        machine.hand_over,
        machine.seen,
        keeps=True,
        pairs=True,
    )


def identity_of(hello: Hello) -> BoardIdentity:
    """Return the identity of a board, to know it again after a reconnect."""
    lasting = bool(hello.abilities & Ability.LASTING)
    return BoardIdentity(hello.name, hello.dice, hello.sides, hello.tiles, hello.series, lasting)


def dice_of(hello: Hello) -> RollerDice:
    """Return the dice that a board says it has."""
    return RollerDice(hello.dice, hello.sides, bool(hello.abilities & Ability.THROWS))


def dice_in_words(count: int, sides: int) -> str:
    """Return dice as people say them: ``2 dice with 6 sides``."""
    return tr_n(
        "1 die with {sides} sides",
        "{count} dice with {sides} sides",
        count,
        count=count,
        sides=sides,
    )


def as_device_event(event: RollerEvent) -> DeviceEvent | None:
    """Translate a roller's event into a device's event; None if it has none."""
    match event:
        case DiceRolled():
            return event
        case RollerUp() as up:
            return DeviceBack(
                up.at,
                ROLLER,
                tr("{name}, {dice}", name=up.name, dice=dice_in_words(up.dice, up.sides)),
                dice=dice_of(up.hello),
            )
        case CommandAnswered(at, outcome) if outcome.order == Order.BUTTON_DICE:
            return ButtonDiceRefused(at) if outcome.result == Result.NOT_ABLE else None
        case RollerDown(at, why):
            return DeviceLost(at, ROLLER, why)
        case RollerRefused(at, fault) | BoardDefective(at, fault):
            return DeviceLost(at, ROLLER, str(fault))
        case GapFound(at, gap) if gap.what == "throw":
            return DeviceLost(
                at, ROLLER, tr("{gap} never came; what they showed is not known", gap=gap)
            )
        case _:
            return None


DEVICE = "dice LEDs"


class GpioDieLeds:
    """The LEDs of some dice, each on four or seven lines; dark when opened and when closed.

    A chip that does not answer is reported lost and delays no throw; the LEDs show the next throw
    once it is back. Raises :class:`Fault` BX404 or BX407 if a line cannot be had.
    """

    def __init__(
        self,
        dice: Sequence[Sequence[GpioLine]],
        active_high: bool,
        clock: Clock,
        hand_over: EventSink,
    ) -> None:
        self._sizes = [len(lines) for lines in dice]
        every = [line for lines in dice for line in lines]
        self._leds = GpioLamps(every, active_high, clock, hand_over, DEVICE)

    def show(self, values: Sequence[int]) -> None:
        """Show these faces, the first die first; dice that were not thrown are dark."""
        on: list[bool] = []
        for number, size in enumerate(self._sizes):
            on += lit(values[number] if number < len(values) else 0, size)
        self._leds.show(sum(is_on << place for place, is_on in enumerate(on)))

    def close(self) -> None:
        """Darken them and release the lines."""
        self._leds.close()


def wire_die_leds(table: PiTable, lines: GpioLines) -> list[list[GpioLine]]:
    """Find the lines of each die's LEDs, the first die first."""
    return [
        [
            lines.line(pin, tr("LED {name} of die {number}", name=name, number=number))
            for name, pin in die
        ]
        for number, die in enumerate(table.wired(), start=1)
    ]
