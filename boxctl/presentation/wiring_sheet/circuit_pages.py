"""The pages with the circuits of a box. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.drawing.shapes import Shape
from boxctl.presentation.wiring_sheet.circuit import (
    Circuit,
    WireDiagram,
    circuit_height,
    drawn_circuit,
)
from boxctl.presentation.wiring_sheet.paper import HEIGHT, MARGIN, WIDTH

ROOM = WIDTH - 2 * MARGIN
HALF = ROOM / 2 - 4
TOP_OF_PAGE = 32.0
BOTTOM = HEIGHT - MARGIN

Row = tuple[Circuit, ...]


def circuit_pages(circuits: Sequence[Circuit]) -> Iterator[tuple[Shape, ...]]:
    """Draw the circuits, single wires two in a row, on as few pages as they need."""
    shapes: list[Shape] = []
    down = TOP_OF_PAGE
    for row in _rows(circuits):
        height = max(circuit_height(circuit, width_of(row)) for circuit in row)
        if shapes and down + height > BOTTOM:
            yield tuple(shapes)
            shapes, down = [], TOP_OF_PAGE
        for number, circuit in enumerate(row):
            left = MARGIN + number * (ROOM / 2 + 4)
            shapes += drawn_circuit(circuit, left, down, width_of(row))
        down += height
    if shapes:
        yield tuple(shapes)


def width_of(row: Row) -> float:
    """Return how wide a circuit of a row may be."""
    return HALF if isinstance(row[0].diagram, WireDiagram) else ROOM


def _rows(circuits: Sequence[Circuit]) -> Iterator[Row]:
    single = [one for one in circuits if isinstance(one.diagram, WireDiagram)]
    for first in range(0, len(single), 2):
        yield tuple(single[first : first + 2])
    for circuit in circuits:
        if not isinstance(circuit.diagram, WireDiagram):
            yield (circuit,)
