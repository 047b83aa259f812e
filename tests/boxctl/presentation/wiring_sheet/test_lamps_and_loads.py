"""What the sheet says of lamps, and of the currents, is what the drivers and the file say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boxctl.presentation.drawing.pdf import text_width
from boxctl.presentation.wiring_sheet.circuit import CHIP_WIDTH, Circuit
from boxctl.presentation.wiring_sheet.circuits import bus_circuits, circuits
from boxctl.presentation.wiring_sheet.currents import Load, loads, shopping_list
from boxctl.presentation.wiring_sheet.pages import pages
from boxctl.presentation.wiring_sheet.paper import SMALL
from boxctl.presentation.wiring_sheet.wires import RESISTORS, led_resistor, wires
from groundwork.language import known_languages, language, use
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import ChipDiagram, Part
from hardware.config.read import read_box
from hardware.config.tables.max7219 import SEGMENTS, Max7219Table
from hardware.config.tables.strip import StripTable
from hardware.lamps.max7219 import frames
from hardware.lamps.strip import DARK, colours
from tests.support.drawn_labels import labels_of
from tests.support.some_boxes import BOXES, CHAINS, DUEL, HALL_AND_STRIP, MATRIX, NINE, TWENTY_FOUR


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.toml"


def box_of(file: Path, text: str) -> BoxFile:
    file.write_text(text)
    return read_box(file)


def items_of(file: Path, text: str) -> dict[str, int]:
    box = box_of(file, text)
    return {item.what: item.count for item in shopping_list(box, wires(box))}


def loads_of(file: Path, text: str) -> dict[str, Load]:
    box = box_of(file, text)
    return {load.supply: load for load in loads(box, wires(box))}


@pytest.mark.parametrize(
    ("milliamperes", "resistor"),
    [(1.3, Part.R_1K), (4, Part.R_330), (9, Part.R_150), (0.5, Part.R_4K7), (25, Part.R_68)],
)
def test_the_resistor_of_a_lamp_is_that_of_its_current(milliamperes: float, resistor: Part) -> None:
    assert led_resistor(milliamperes) is resistor


def test_no_lamp_takes_more_than_the_file_says() -> None:
    for tenths in range(1, 191):
        volts = RESISTORS[led_resistor(tenths / 10)] * tenths / 10 / 1000
        assert volts >= 1.3 - 1e-9, tenths


def test_bright_lamps_have_their_resistors_on_the_sheet_and_in_the_list(file: Path) -> None:
    assert items_of(file, DUEL)["resistor of 150 Ω"] == 6
    box = box_of(file, DUEL)
    said = [label.text for page in pages(box) for label in labels_of(page)]
    assert "L: 150 Ω, LED - GND" in said
    assert "150 Ω" in said


def lamps_in(circuit: Circuit) -> dict[int, str]:
    """What the sheet says of each tile's lamp."""
    assert isinstance(circuit.diagram, ChipDiagram)
    found = {}
    for line in circuit.diagram.lines:
        if tile := re.match(r"lamp of tile (\d+)", line.right):
            found[int(tile[1])] = line.right_pin
    return found


def spi_circuit(box: BoxFile, title: str) -> Circuit:
    (found,) = [one for one in bus_circuits(box, wires(box)) if one.title.startswith(title)]
    return found


def lit_by_the_driver(table: Max7219Table, tiles: int, tile: int) -> list[tuple[int, str]]:
    """The digit and the segment of each LED that lights for a tile, as bytes on the wire say."""
    lit = []
    for part in frames(table, tiles, 1 << (tile - 1))[4:12]:
        for place in range(0, len(part), 2):
            bits = f"{part[place + 1]:08b}"
            lit += [(part[place] - 1, SEGMENTS[at]) for at, bit in enumerate(bits) if bit == "1"]
    return lit


def named_on_the_sheet(text: str) -> tuple[tuple[int, str], tuple[int, str]]:
    """The first and the last LED that a label of the sheet names."""
    if ends := re.fullmatch(r"DIG(\d) (\w+) - DIG(\d) (\w+)", text):
        return (int(ends[1]), ends[2]), (int(ends[3]), ends[4])
    same = re.fullmatch(r"DIG(\d)(?:-(\d))? SEG (\w+?)(?:-(\w+))?", text)
    assert same is not None, text
    return (int(same[1]), same[3]), (int(same[2] or same[1]), same[4] or same[3])


@pytest.mark.parametrize(
    "text", [CHAINS, MATRIX, CHAINS.replace("[display]", 'along = "digits"\n[display]', 1)]
)
def test_the_leds_of_each_tile_are_those_that_the_driver_lights(file: Path, text: str) -> None:
    box = box_of(file, text)
    (table,) = box.lamps
    assert isinstance(table, Max7219Table)
    named = lamps_in(spi_circuit(box, "The LEDs of the tiles"))
    assert sorted(named) == list(range(1, box.box.tiles + 1))
    for tile, label in named.items():
        lit = lit_by_the_driver(table, box.box.tiles, tile)
        assert len(lit) == table.leds_per_tile
        assert set(named_on_the_sheet(label)) <= set(lit), (tile, label)


@pytest.mark.parametrize(
    "text",
    [HALL_AND_STRIP, DUEL, HALL_AND_STRIP.replace("[roller]", "backwards = true\n[roller]")],
)
def test_the_leds_on_a_strip_are_those_that_the_driver_lights(file: Path, text: str) -> None:
    box = box_of(file, text)
    (table,) = [table for table in box.lamps if isinstance(table, StripTable)]
    tiles = table.tiles or tuple(range(1, box.box.tiles + 1))
    named = lamps_in(spi_circuit(box, "The strip"))
    assert sorted(named) == sorted(tiles)
    for place, tile in enumerate(tiles):
        shown = colours(table, len(tiles), 1 << place)
        lit = [number for number, colour in enumerate(shown, start=1) if colour != DARK]
        assert named[tile] == f"LED {lit[0]} - {lit[-1]}", tile


@pytest.mark.parametrize("code", known_languages())
def test_the_names_of_pins_fit_into_their_chip(file: Path, code: str) -> None:
    use(language(code))
    try:
        for text in BOXES.values():
            box = box_of(file, text)
            for circuit in circuits(box, wires(box)):
                if isinstance(circuit.diagram, ChipDiagram):
                    for line in circuit.diagram.lines:
                        names = (line.left_pin, line.right_pin)
                        wide = sum(text_width(name, SMALL) for name in names)
                        assert wide < CHIP_WIDTH - 2.4, line
    finally:
        use(language("en"))


def test_the_leds_of_a_die_are_named_by_their_places(file: Path) -> None:
    box = box_of(file, MATRIX)
    parts = [wire.part for wire in wires(box) if wire.part.startswith("die 1")]
    assert parts == [
        "die 1, the middle",
        "die 1, top left and bottom right",
        "die 1, top right and bottom left",
        "die 1, left and right",
    ]


def test_pins_that_the_board_keeps_are_not_shown_as_free(file: Path) -> None:
    (header, *_) = pages(box_of(file, DUEL))
    said = [label.text for label in labels_of(header)]
    for pin in ("MISO", "SCLK", "CE0", "CE1"):
        assert f"keep free: SPI0 ({pin})" in said
    assert "keep free: SPI0 (MOSI)" not in said
    assert any("ID_SD" in text for text in said)


def test_an_lcd_is_never_shown_straight_on_the_pins_of_the_pi(file: Path) -> None:
    (header, *_) = pages(box_of(file, HALL_AND_STRIP))
    said = [label.text for label in labels_of(header)]
    assert said.count("display at 0x27, behind two BSS138") == 2
    assert "display at 0x3c" in [wire.part for wire in wires(box_of(file, NINE))]


def test_3v3_feeds_the_pins_the_buzzer_and_the_parts(file: Path) -> None:
    # 6 lamps of 9 mA, 12 Hall switches of 4 mA, a buzzer of 30 mA and its base of 2.6 mA.
    assert loads_of(file, DUEL)["3V3"].milliamperes == pytest.approx(6 * 9 + 12 * 4 + 30 + 2.6)
    # 9 lamps of 1.3 mA and an OLED.
    assert loads_of(file, NINE)["3V3"].milliamperes == pytest.approx(9 * 1.3 + 25)


def test_an_expander_takes_more_from_lamps_that_light_when_low(file: Path) -> None:
    low = TWENTY_FOUR.replace('active = "low"', 'active = "low"\nmilliamperes = 11')
    assert not loads_of(file, low)["all lines of chip 1-0022"].is_too_much
    assert loads_of(file, low)["all lines of chip 1-0022"].most == 150


def test_what_is_too_much_has_a_cure_on_the_sheet(file: Path) -> None:
    said = [label.text for page in pages(box_of(file, HALL_AND_STRIP)) for label in labels_of(page)]
    assert "TOO MUCH: give the LEDs a supply of 5 V of their own" in said


def test_only_a_passive_buzzer_needs_a_part_across_it(file: Path) -> None:
    across = "resistor of 1 kΩ for a piezo, diode 1N4148 for a magnetic buzzer"
    assert items_of(file, CHAINS)[across] == 1
    assert across not in items_of(file, DUEL)


def test_a_strip_in_the_list_is_of_its_kind(file: Path) -> None:
    assert items_of(file, HALL_AND_STRIP)["LED on a strip of WS2812"] == 48
    assert items_of(file, BOXES["apa-and-pairs"])["LED on a strip of APA102"] == 9
