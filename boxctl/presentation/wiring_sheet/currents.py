"""The currents that the parts of a box take, as docs/wiring.md wires them. Pure.

Currents are milliamperes, and the most that a part takes with all its lights on.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.wiring_sheet.board_wires import (
    LAMP_REGISTER,
    TILES_A_REGISTER,
    BoardWiring,
)
from boxctl.presentation.wiring_sheet.wires import Wire, bus_parts, expanders
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import decimal, tr
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import Part
from hardware.config.tables.gpio import TilesTable

A_HALL_SWITCH = 4.0
A_BUZZER = 30.0
A_BOARD_LED = 3.0
"""A red LED behind 1 kΩ at 5 V."""

A_SEGMENT = 2.5
"""A red segment: the pin that sinks all segments of a digit drops half a volt."""

MOST_OF_A_PIN = 8.0
MOST_OF_ALL_PINS = 50.0
MOST_OF_AN_EXPANDER, MOST_INTO_AN_EXPANDER = 125.0, 150.0
"""By all lines that light a lamp when high, and by all that do so when low."""

MOST_OF_A_BOARD_PIN = 20.0
MOST_OF_ALL_BOARD_PINS = 150.0
"""Of the 200 mA of an ATmega328P, with a margin for the chip itself."""

MOST_OF_A_REGISTER = 70.0
MOST_OF_USB = 400.0
"""Of the 500 mA of a USB port, with a margin for the board."""

MOST_OF_3V3 = 500.0
MOST_OF_5V_PINS = 700.0
"""Two MAX7219 with all LEDs lit, with a margin for the display; beyond it, a supply of its own."""


@frozen_dataclass
class Load:
    """The current taken from one supply, the most that it gives, and what to do beyond that."""

    supply: str
    milliamperes: float
    most: float
    cure: str

    @property
    def is_too_much(self) -> bool:
        """Whether it is more than the supply gives."""
        return self.milliamperes > self.most

    @property
    def warning(self) -> str:
        """What to say of a load that is too much."""
        return tr("TOO MUCH: {cure}", cure=self.cure)

    @property
    def in_words(self) -> str:
        """The current, beside the most that the supply gives."""
        return tr(
            "{milliamperes} mA of {most} mA",
            milliamperes=decimal(self.milliamperes, 1),
            most=f"{self.most:.0f}",
        )


def loads(
    box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None = None
) -> tuple[Load, ...]:
    """Return what each supply has to give; supplies of which nothing is taken are left out."""
    every = [*_of_pins(found), *_of_rails(box, found), *_of_board(board)]
    return tuple(load for load in every if load.milliamperes)


def _of_pins(found: tuple[Wire, ...]) -> Iterator[Load]:
    on_header = [wire for wire in found if wire.chip is None]
    pins = [wire.milliamperes for wire in on_header]
    yield Load(tr("a pin of the header"), max(pins, default=0.0), MOST_OF_A_PIN, _larger())
    yield Load(tr("all pins of the header together"), sum(pins), MOST_OF_ALL_PINS, _larger())
    for chip in expanders(found):
        supply = tr("all lines of chip {chip}", chip=chip)
        given = [wire for wire in found if wire.chip == chip]
        low = sum(wire.milliamperes for wire in given if wire.to == "3V3")
        high = sum(wire.milliamperes for wire in given) - low
        ways = (
            Load(supply, high, MOST_OF_AN_EXPANDER, _larger()),
            Load(supply, low, MOST_INTO_AN_EXPANDER, _larger()),
        )
        yield max(ways, key=lambda load: load.milliamperes / load.most)


def _larger() -> str:
    return tr("take larger resistors, or put a ULN2803 between the pins and the LEDs")


def _of_board(board: BoardWiring | None) -> Iterator[Load]:
    if board is None:
        return
    pins = [A_BOARD_LED * wire.through.count(Part.LED) for wire in board.wires]
    pins += [A_SEGMENT for wire in board.wires if wire.pin in board.table.segments]
    # The digits take turns, and the pin of the one that is lit sinks all of its segments.
    sunk = A_SEGMENT * sum(wire.pin in board.table.segments for wire in board.wires)
    cure = tr("take larger resistors")
    yield Load(tr("a pin of the board"), max(*pins, sunk, 0.0), MOST_OF_A_BOARD_PIN, cure)
    yield Load(tr("all pins of the board together"), sum(pins), MOST_OF_ALL_BOARD_PINS, cure)
    halls = A_HALL_SWITCH * sum(sensor.sensor == "hall" for sensor in board.sensors)
    lamps = A_BOARD_LED * board.lamps_on_registers
    a_register = min(lamps, TILES_A_REGISTER * A_BOARD_LED)
    yield Load(tr("a {chip}", chip=LAMP_REGISTER), a_register, MOST_OF_A_REGISTER, cure)
    from_plug = sum(pins) + lamps + halls
    cure = tr("give the board a supply of its own")
    yield Load(tr("5V, from the plug of the board"), from_plug, MOST_OF_USB, cure)


def _of_rails(box: BoxFile, found: tuple[Wire, ...]) -> Iterator[Load]:
    # What the pins of the header give comes from 3V3 as well.
    from_lines = sum(wire.milliamperes for wire in found)
    halls = A_HALL_SWITCH * sum(sensor == "hall" for sensor in sensors(box))
    buzzer = 0.0 if box.buzzer is None else A_BUZZER
    wirings = [wiring for _place, wiring in bus_parts(box)]
    at_3v3 = sum(wiring.at_3v3 for wiring in wirings)
    cure = tr("give some of the parts a supply of 3.3 V of their own")
    yield Load("3V3", from_lines + halls + buzzer + at_3v3, MOST_OF_3V3, cure)
    at_5v = sum(wiring.at_5v for wiring in wirings)
    cure = tr("give the LEDs a supply of 5 V of their own")
    yield Load(tr("5V, from the pins of the header"), at_5v, MOST_OF_5V_PINS, cure)


def sensors(box: BoxFile) -> tuple[str, ...]:
    """Return the kind of each lever's sensor on a pin, tile 1 first."""
    if not isinstance(box.tiles, TilesTable):
        return ()
    levers = box.tiles.levers
    return tuple(levers.of(tile).sensor for tile in range(1, len(box.tiles.pins) + 1))
