"""The circuits of the wiring sheet: each wire is in one of them, drawn as docs/wiring.md tells.

``KEEP_PICTURES=1 pytest tests/boxctl/presentation/wiring_sheet`` draws those of the documentation
anew.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from boxctl.presentation.drawing.shapes import Drawing, Label, Line, Polygon, Rectangle, svg
from boxctl.presentation.wiring_sheet.circuit import (
    Circuit,
    Symbol,
    WireDiagram,
    circuit_height,
    drawn_circuit,
)
from boxctl.presentation.wiring_sheet.circuits import circuits
from boxctl.presentation.wiring_sheet.wires import WireKind, place_of, wires
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import ChipDiagram, Part
from hardware.config.read import read_box
from tests.support.kept_pictures import assert_as_kept
from tests.support.some_boxes import BOXES

PICTURES = Path(__file__).parents[4] / "docs/pictures"

BESIDE_I2C = {WireKind.LEVER, WireKind.BUTTON, WireKind.LAMP, WireKind.DICE, WireKind.BUZZER}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.toml"


def box_of(file: Path, name: str) -> BoxFile:
    file.write_text(BOXES[name])
    return read_box(file)


def circuits_of(file: Path, name: str) -> tuple[Circuit, ...]:
    box = box_of(file, name)
    return circuits(box, wires(box))


def circuit_called(file: Path, name: str, title: str) -> Circuit:
    (found,) = [circuit for circuit in circuits_of(file, name) if circuit.title == title]
    return found


def symbols(circuit: Circuit) -> list[str]:
    assert isinstance(circuit.diagram, WireDiagram)
    return [piece.text or piece.symbol.name for piece in circuit.diagram.pieces]


@pytest.mark.parametrize("name", BOXES)
def test_every_wire_of_a_pin_is_in_one_circuit(file: Path, name: str) -> None:
    box = box_of(file, name)
    drawn = Counter(
        place
        for circuit in circuits(box, wires(box))
        if circuit.title not in ("MCP23017-E/SP", "The display")
        and not circuit.title.startswith(("Level shifter", "The display"))
        for place in circuit.places.split(", ")
        if place
    )
    assert drawn == Counter(place_of(wire) for wire in wires(box) if wire.kind in BESIDE_I2C)


@pytest.mark.parametrize("name", BOXES)
def test_a_circuit_has_the_parts_of_its_wires(file: Path, name: str) -> None:
    box = box_of(file, name)
    by_place = {place_of(wire): wire for wire in wires(box) if wire.kind in BESIDE_I2C}
    for circuit in circuits(box, wires(box)):
        places = [by_place[place] for place in circuit.places.split(", ") if place in by_place]
        if not places or not isinstance(circuit.diagram, WireDiagram):
            continue
        pieces = list(circuit.diagram.pieces)
        pieces += [piece for branch in circuit.diagram.branches for piece in branch.pieces]
        leds = sum(piece.symbol is Symbol.LED for piece in pieces)
        twice = any(note.startswith("Twice") for note in circuit.notes)
        for wire in places:
            assert wire.through.count(Part.LED) == leds * (2 if twice else 1)
            assert (Part.TRANSISTOR in wire.through) == circuit.diagram.transistor
            assert (Part.PULL_DOWN in wire.through) == circuit.diagram.transistor
            assert (Part.R_330 in wire.through) == any(piece.text == "330 Ω" for piece in pieces)


def test_a_reed_contact_connects_its_pin_to_ground(file: Path) -> None:
    circuit = circuit_called(file, "nine", "Under a tile: reed contact")
    assert symbols(circuit) == ["GPIO17", "1 kΩ", "CONTACT", "GND"]
    assert isinstance(circuit.diagram, WireDiagram)
    (pull,) = circuit.diagram.branches
    assert pull.up and [piece.text for piece in pull.pieces] == ["50 kΩ, in the Pi", "3V3"]


def test_a_contact_to_3v3_is_pulled_down(file: Path) -> None:
    circuit = circuit_called(file, "chains", "Under a tile: reed contact")
    assert symbols(circuit) == ["GPIO17", "1 kΩ", "CONTACT", "3V3"]
    assert isinstance(circuit.diagram, WireDiagram)
    (pull,) = circuit.diagram.branches
    assert not pull.up and pull.pieces[-1].text == "GND"


def test_a_contact_that_is_closed_at_rest_is_drawn_closed(file: Path) -> None:
    file.write_text(BOXES["nine"].replace("[tiles]", '[tiles]\ncontact = "normally_closed"'))
    box = read_box(file)
    circuit = next(one for one in circuits(box, wires(box)) if one.title.startswith("Under"))
    assert symbols(circuit)[1:] == ["1 kΩ", "CLOSED_CONTACT", "GND"]


def test_a_contact_on_a_pin_of_i2c_has_330_ohms(file: Path) -> None:
    found = [
        symbols(circuit)
        for circuit in circuits_of(file, "apa-and-pairs")
        if circuit.title == "Under a tile: micro switch"
    ]
    assert ["GPIO2", "330 Ω", "CLOSED_CONTACT", "GND"] in found
    assert ["GPIO22", "1 kΩ", "CLOSED_CONTACT", "GND"] in found


def test_a_lamp_that_lights_when_low_hangs_on_3v3(file: Path) -> None:
    circuit = circuit_called(file, "twenty-four", "A tile's lamp")
    assert symbols(circuit) == ["3V3", "1 kΩ", "LED", "1-0022:0"]


def test_each_expander_says_how_its_address_is_set(file: Path) -> None:
    circuit = circuit_called(file, "twenty-four", "MCP23017-E/SP")
    assert "1-0020: A0 to GND, A1 to GND, A2 to GND." in circuit.notes
    assert "1-0023: A0 to 3V3, A1 to 3V3, A2 to GND." in circuit.notes


def test_each_gate_of_a_level_shifter_is_used_once(file: Path) -> None:
    shifters = [
        circuit.diagram
        for circuit in circuits_of(file, "chains")
        if circuit.title.startswith("Level shifter")
    ]
    used = []
    for diagram in shifters:
        assert isinstance(diagram, ChipDiagram)
        gates = [line for line in diagram.lines if line.left_pin[:2] in ("1A", "2A", "3A", "4A")]
        assert len(gates) == 4
        used += [(line.left, line.right) for line in gates if line.left != "GND"]
        assert all(not line.right for line in gates if line.left == "GND")
    assert used[0] == ("GPIO10", "DIN (1): MAX7219 of the lamps")
    assert used[-1] == ("GPIO7", "LOAD (12): MAX7219 of the display")
    assert len(used) == 6


def test_no_line_of_a_diagram_crosses_a_text(file: Path) -> None:
    for name in BOXES:
        for circuit in circuits_of(file, name):
            shapes = list(drawn_circuit(circuit, 12, 12, 180))
            texts = [shape for shape in shapes if isinstance(shape, Label)]
            for line in (shape for shape in shapes if isinstance(shape, Line)):
                if line.start[1] == line.end[1]:
                    for text in texts:
                        level = text.down - text.size * 0.6 < line.start[1] < text.down
                        left, right = sorted((line.start[0], line.end[0]))
                        inside = text.anchor == "middle" and left < text.across < right
                        assert not (level and inside), (circuit.title, text)


PICTURED = {
    "circuit-contact": ("nine", "Under a tile: reed contact"),
    "circuit-lamp": ("nine", "A tile's lamp"),
    "circuit-buzzer": ("chains", "The buzzer"),
    "circuit-level-shifter": (
        "hall-and-strip",
        "Level shifter: 3.3 V from the Pi, 5 V to the chips",
    ),
    "circuit-max7219": (
        "chains",
        "LEDs in a matrix; a ready-made module has all of this but the 74AHCT125",
    ),
    "circuit-die": ("chains", "Two opposite LEDs of a die"),
}


@pytest.mark.parametrize("picture", PICTURED)
def test_the_circuits_in_the_documentation_are_up_to_date(file: Path, picture: str) -> None:
    name, title = PICTURED[picture]
    circuit = circuit_called(file, name, title)
    width = 100.0 if isinstance(circuit.diagram, WireDiagram) else 160.0
    height = circuit_height(circuit, width) + 4
    ground = Rectangle(0, 0, width, height, (255, 255, 255), None)
    shapes = (ground, *drawn_circuit(circuit, 6, 4, width - 12))
    made = svg(Drawing(title, width, height, shapes), "en")
    assert_as_kept(PICTURES / f"{picture}.svg", made)


def test_a_transistor_has_an_arrow_and_three_letters(file: Path) -> None:
    shapes = list(drawn_circuit(circuit_called(file, "chains", "The buzzer"), 0, 0, 90))
    assert sum(isinstance(shape, Polygon) for shape in shapes) == 1
    letters = {shape.text for shape in shapes if isinstance(shape, Label)}
    assert {"B", "C", "E"} <= letters
