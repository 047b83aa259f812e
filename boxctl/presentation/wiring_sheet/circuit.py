"""A circuit diagram as data and drawn, and the wires that a Pi and a USB board share. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto

from boxctl.presentation.drawing.pdf import broken
from boxctl.presentation.drawing.shapes import (
    BLACK,
    GREY,
    WHITE,
    Disc,
    Label,
    Line,
    Polygon,
    Rectangle,
    Shape,
)
from boxctl.presentation.wiring_sheet.paper import SMALL, TEXT, fitted
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.bus_wiring import ChipDiagram, ChipLine

LENGTH = 13.0
"""Of the piece of wire that a symbol sits on."""

MIDDLE = LENGTH / 2


class Symbol(Enum):
    """A symbol that a piece of wire leads through, or ends at."""

    PIN = auto()
    OTHER_END = auto()
    RESISTOR = auto()
    LED = auto()
    CONTACT = auto()
    CLOSED_CONTACT = auto()
    CAPACITOR = auto()
    BUZZER = auto()
    SUPPLY = auto()
    GROUND = auto()


ENDS = frozenset({Symbol.SUPPLY, Symbol.GROUND, Symbol.OTHER_END})
"""The symbols beyond which a wire does not go on."""


@frozen_dataclass
class Piece:
    """A symbol, and the text beside it."""

    symbol: Symbol
    text: str = ""


@frozen_dataclass
class Run:
    """A wire that starts at a point and goes on in one direction, of length 1."""

    across: float
    down: float
    step_across: float = 1.0
    step_down: float = 0.0

    def at(self, along: float, side: float = 0.0) -> tuple[float, float]:
        """Return the point so far along the wire, and so far to its right."""
        across = self.across + along * self.step_across - side * self.step_down
        return across, self.down + along * self.step_down + side * self.step_across

    def on(self, along: float) -> Run:
        """Return the rest of the wire from there."""
        across, down = self.at(along)
        return Run(across, down, self.step_across, self.step_down)

    @property
    def is_level(self) -> bool:
        """Whether it goes from left to right."""
        return self.step_down == 0


def drawn(piece: Piece, run: Run) -> Iterator[Shape]:
    """Draw a symbol on the first :data:`LENGTH` of the wire, with its text."""
    match piece.symbol:
        case Symbol.PIN:
            yield Disc(*run.at(0), 0.9)
            yield Line(run.at(0), run.at(LENGTH))
        case Symbol.OTHER_END:
            yield Line(run.at(0), run.at(4))
            yield Disc(*run.at(4), 0.9)
        case Symbol.RESISTOR:
            yield from _leads(run, 3, LENGTH - 3)
            yield _box(run, 3, LENGTH - 3, 1.3)
        case Symbol.LED:
            yield from _led(run)
        case Symbol.CONTACT:
            yield from _leads(run, 4, LENGTH - 4)
            yield from (Disc(*run.at(along), 0.6) for along in (4, LENGTH - 4))
            yield Line(run.at(4), run.at(LENGTH - 4, -2))
        case Symbol.CLOSED_CONTACT:
            yield from _leads(run, 4, LENGTH - 4)
            yield from (Disc(*run.at(along), 0.6) for along in (4, LENGTH - 4))
            yield Line(run.at(LENGTH - 4), run.at(LENGTH - 4, -2.2))
            yield Line(run.at(4), run.at(LENGTH - 3.2, -1.6))
        case Symbol.CAPACITOR:
            yield from _leads(run, MIDDLE - 0.6, MIDDLE + 0.6)
            for along in (MIDDLE - 0.6, MIDDLE + 0.6):
                yield Line(run.at(along, -2.2), run.at(along, 2.2))
        case Symbol.BUZZER:
            yield from _leads(run, 3, LENGTH - 3)
            yield _box(run, 3, LENGTH - 3, 2.4)
        case Symbol.SUPPLY:
            yield Line(run.at(0), run.at(4))
            yield Line(run.at(4, -2), run.at(4, 2))
        case Symbol.GROUND:
            yield Line(run.at(0), run.at(4))
            for number, half in enumerate((2.2, 1.4, 0.6)):
                yield Line(run.at(4 + number * 0.8, -half), run.at(4 + number * 0.8, half))
    if piece.text:
        yield _text(piece, run)


def length(piece: Piece) -> float:
    """Return how much of the wire a symbol takes."""
    return 4.0 if piece.symbol in ENDS else LENGTH


def npn(run: Run) -> Iterator[Shape]:
    """Draw a transistor at the end of the wire: it goes to its base, the collector is above."""
    yield Line(run.at(0), run.at(3))
    yield Line(run.at(3, -2.4), run.at(3, 2.4))
    yield Line(run.at(3, -1), run.at(6, -3))
    yield Line(run.at(3, 1), run.at(6, 3))
    yield Polygon((run.at(6, 3), run.at(4.3, 2.5), run.at(5, 1.5)))
    for letter, along, side in (("B", 0.2, 3.2), ("C", 6.8, -2.2), ("E", 6.8, 3.4)):
        yield Label(letter, *run.at(along, side), SMALL)


def _leads(run: Run, until: float, since: float) -> Iterator[Line]:
    yield Line(run.at(0), run.at(until))
    yield Line(run.at(since), run.at(LENGTH))


def _box(run: Run, since: float, until: float, half: float) -> Rectangle:
    (left, top), (right, bottom) = run.at(since, -half), run.at(until, half)
    return Rectangle(
        min(left, right), min(top, bottom), abs(right - left), abs(bottom - top), WHITE, BLACK
    )


def _led(run: Run) -> Iterator[Shape]:
    """The bar is the cathode, and two arrows lead away from it."""
    yield from _leads(run, 5, 8)
    yield Polygon((run.at(5, -1.8), run.at(5, 1.8), run.at(8)))
    yield Line(run.at(8, -1.8), run.at(8, 1.8))
    for along in (6.2, 7.6):
        yield Line(run.at(along, 2.2), run.at(along + 1.4, 3.8))
        tip = run.at(along + 1.6, 4.0)
        yield Polygon((tip, run.at(along + 0.6, 3.7), run.at(along + 1.3, 3.0)))


def _text(piece: Piece, run: Run) -> Label:
    """Above a wire that is level; beside one that is not, and beyond its end."""
    text = piece.text
    match piece.symbol:
        case Symbol.PIN:
            across, down = run.at(-1.8)
            return Label(text, across, down + 0.9, SMALL, bold=True, anchor="end")
        case Symbol.SUPPLY | Symbol.GROUND | Symbol.OTHER_END if run.is_level:
            across, down = run.at(7)
            return Label(text, across, down + 0.9, SMALL, bold=piece.symbol is Symbol.OTHER_END)
        case Symbol.SUPPLY:
            across, down = run.at(5.2)
            return Label(text, across, down, SMALL, anchor="middle")
        case Symbol.GROUND:
            across, down = run.at(8.4)
            return Label(text, across, down, SMALL, anchor="middle")
        case _ if run.is_level:
            return Label(text, *run.at(MIDDLE, -3.2), SMALL, anchor="middle")
        case _:
            across, down = run.at(MIDDLE)
            if run.step_down < 0:
                # To the right would be above the text of the level wire.
                return Label(text, across - 3.2, down + 0.9, SMALL, anchor="end")
            return Label(text, across + 3.2, down + 0.9, SMALL)


NAME_ROOM = 22.0
"""Left of a pin, for its name."""

ROW = 5.4
"""From one line of a chip to the next."""

CHIP_WIDTH = 34.0
CHIP_AFTER = 50.0
"""From the left to a chip, and room for what is wired to its left."""


@frozen_dataclass
class Branch:
    """A wire that leaves the main one before its piece number ``before``, up or down."""

    before: int
    up: bool
    pieces: tuple[Piece, ...]


@frozen_dataclass
class WireDiagram:
    """A wire from left to right, and its branches.

    With ``transistor`` the wire ends at the base of an NPN transistor, and the branches before
    the piece behind the last one are its collector (up) and its emitter (down).
    """

    pieces: tuple[Piece, ...]
    branches: tuple[Branch, ...] = ()
    transistor: bool = False


@frozen_dataclass
class Circuit:
    """A diagram with its title, the pins that are wired like it, and notes."""

    title: str
    places: str
    diagram: WireDiagram | ChipDiagram
    notes: tuple[str, ...] = ()


def circuit_height(circuit: Circuit, width: float) -> float:
    """Return the height that the circuit takes, with a margin below."""
    return _above(circuit, width) + _diagram_height(circuit.diagram) + _notes_height(circuit, width)


def drawn_circuit(circuit: Circuit, left: float, top: float, width: float) -> Iterator[Shape]:
    """Draw a circuit with its title, its pins and its notes below each other."""
    yield Label(circuit.title, left, top + 4, TEXT, bold=True)
    down = top + 4
    for line in broken(circuit.places, SMALL, width):
        down += 3.8
        yield Label(line, left, down, SMALL, colour=GREY)
    down = top + _above(circuit, width)
    yield from _drawn(circuit.diagram, left, down, width)
    down += _diagram_height(circuit.diagram)
    for note in circuit.notes:
        for line in broken(note, SMALL, width):
            yield Label(line, left, down, SMALL)
            down += 3.8


def _above(circuit: Circuit, width: float) -> float:
    """Return the height of the title and of the list of pins."""
    return 7 + 3.8 * len(broken(circuit.places, SMALL, width))


def _notes_height(circuit: Circuit, width: float) -> float:
    return 7 + 3.8 * sum(len(broken(note, SMALL, width)) for note in circuit.notes)


def _diagram_height(diagram: WireDiagram | ChipDiagram) -> float:
    if isinstance(diagram, ChipDiagram):
        return ROW * len(diagram.lines) + 10
    below = max((_reach(branch) for branch in diagram.branches if not branch.up), default=5.0)
    return _above_wire(diagram) + below + 5


def _above_wire(diagram: WireDiagram) -> float:
    """Return the room above the main wire: for its branches, or the text of its pieces."""
    return max((_reach(branch) for branch in diagram.branches if branch.up), default=6.0)


def _reach(branch: Branch) -> float:
    return sum(map(length, branch.pieces)) + 6


def _drawn(
    diagram: WireDiagram | ChipDiagram, left: float, top: float, width: float
) -> Iterator[Shape]:
    if isinstance(diagram, ChipDiagram):
        yield from _chip(diagram, left, top, width)
        return
    yield from _wire(diagram, Run(left + NAME_ROOM, top + _above_wire(diagram)))


def _wire(diagram: WireDiagram, run: Run) -> Iterator[Shape]:
    along = [0.0]
    for piece in diagram.pieces:
        yield from drawn(piece, run.on(along[-1]))
        along.append(along[-1] + LENGTH)
    if diagram.transistor:
        yield from npn(run.on(along[-1]))
    for branch in diagram.branches:
        at_transistor = diagram.transistor and branch.before == len(diagram.pieces)
        across, down = run.at(along[branch.before] + 6 * at_transistor)
        step = -1.0 if branch.up else 1.0
        if at_transistor:
            down += 3 * step
        else:
            yield Disc(across, down, 0.7)
        yield from _upright(branch.pieces, Run(across, down, 0, step))


def _upright(pieces: Sequence[Piece], run: Run) -> Iterator[Shape]:
    for piece in pieces:
        yield from drawn(piece, run)
        run = run.on(length(piece))


def _chip(diagram: ChipDiagram, left: float, top: float, width: float) -> Iterator[Shape]:
    chip_left = left + CHIP_AFTER
    height = ROW * len(diagram.lines) + 5
    yield Rectangle(chip_left, top, CHIP_WIDTH, height, WHITE)
    middle = chip_left + CHIP_WIDTH / 2
    yield Label(diagram.name, middle, top + 4, SMALL, bold=True, anchor="middle")
    for number, line in enumerate(diagram.lines):
        yield from _chip_line(line, chip_left, top + 8 + number * ROW, left + width)


def _chip_line(line: ChipLine, chip_left: float, down: float, right: float) -> Iterator[Shape]:
    chip_right = chip_left + CHIP_WIDTH
    if line.left:
        yield Line((chip_left - 5, down), (chip_left, down))
        yield Label(line.left, chip_left - 6, down + 0.9, SMALL, bold=True, anchor="end")
    if line.left_pin:
        yield Label(line.left_pin, chip_left + 1.2, down + 0.9, SMALL)
    if line.right_pin:
        yield Label(line.right_pin, chip_right - 1.2, down + 0.9, SMALL, anchor="end")
    if line.right:
        yield Line((chip_right, down), (chip_right + 5, down))
        yield from fitted(line.right, chip_right + 6, down + 0.9, right - chip_right - 6)


ONE_KILOOHM = Piece(Symbol.RESISTOR, "1 kΩ")
LED = Piece(Symbol.LED)
GROUND = Piece(Symbol.GROUND, "GND")


def contact(
    pin: str,
    pull: str,
    supply: str,
    *,
    series: Piece = ONE_KILOOHM,
    to_ground: bool = True,
    closed_at_rest: bool = False,
) -> WireDiagram:
    """Draw a contact between a pin and ground, or ``supply``; ``pull`` holds the pin at the other.

    ``series`` is the resistor in the contact's own wire.
    """
    symbol = Symbol.CLOSED_CONTACT if closed_at_rest else Symbol.CONTACT
    high = Piece(Symbol.SUPPLY, supply)
    far, near = (GROUND, high) if to_ground else (high, GROUND)
    return WireDiagram(
        (Piece(Symbol.PIN, pin), series, Piece(symbol), far),
        (Branch(1, to_ground, (Piece(Symbol.RESISTOR, pull), near)),),
    )


def hall_switch(pin: str, resistor: str, supply: str, pull: str = "") -> ChipDiagram:
    """Draw a Hall switch; its output is pulled up through ``pull``, or by the chip with the pin."""
    output = tr("{pin} through {resistor}", pin=pin, resistor=resistor)
    pulled = tr("and through {pull} to {supply}", pull=pull, supply=supply) if pull else ""
    return ChipDiagram(
        tr("Hall switch"),
        (
            ChipLine(supply, tr("supply")),
            ChipLine("GND", tr("ground")),
            ChipLine(output, tr("output"), right=pulled),
        ),
    )


def hall_notes() -> tuple[str, ...]:
    """Return the notes on Hall switches."""
    return (
        tr("100 nF between supply and ground, at the legs of each."),
        tr("It answers to one pole at one face."),
    )


def led(pin: str, resistor: Piece = ONE_KILOOHM) -> WireDiagram:
    """Draw an LED that lights while its pin is high."""
    return WireDiagram((Piece(Symbol.PIN, pin), resistor, LED, GROUND))


def pair_of_leds(pin: str) -> WireDiagram:
    """Draw two LEDs that light while their pin is high, each with a resistor of its own."""
    return WireDiagram(led(pin).pieces, (Branch(1, False, (ONE_KILOOHM, LED, GROUND)),))
