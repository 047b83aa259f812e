"""The symbols of a circuit diagram, each drawn along a wire in any direction. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from boxctl.presentation.drawing.shapes import (
    BLACK,
    WHITE,
    Disc,
    Label,
    Line,
    Polygon,
    Rectangle,
    Shape,
)
from boxctl.presentation.wiring_sheet.paper import SMALL
from groundwork.frozen_dataclass import frozen_dataclass

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
