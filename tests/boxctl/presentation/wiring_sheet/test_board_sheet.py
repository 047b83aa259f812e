"""The wiring sheet of a USB board: its pins are those of the firmware, and of its page.

``KEEP_PICTURES=1 pytest tests/boxctl/presentation/wiring_sheet`` draws the one of that page anew.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from boxctl.presentation.drawing.shapes import Label, svg
from boxctl.presentation.wiring_sheet.board_circuits import SENSOR_INPUTS, board_circuits
from boxctl.presentation.wiring_sheet.board_wires import BoardWiring, board_wiring, usual_table
from boxctl.presentation.wiring_sheet.currents import loads, shopping_list
from boxctl.presentation.wiring_sheet.pages import pages
from boxctl.presentation.wiring_sheet.paper import HEIGHT, WIDTH
from boxctl.rules.ruleset import Dice
from firmware_bridge.build_firmware import Chip, read_pin_table, tables
from groundwork.language import known_languages, language, use
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import ChipDiagram
from hardware.config.read import read_box
from tests.support.drawn_labels import assert_labels_have_room, labels_of
from tests.support.kept_pictures import assert_as_kept
from tests.support.some_boxes import NINE, ON_USB, SMALL_ON_USB

ROOT = Path(__file__).parents[4]
README = ROOT / "firmware_bridge/README.md"
PICTURES = {
    Chip.ATMEGA328P: ROOT / "docs/pictures/board.svg",
    Chip.RP2040: ROOT / "docs/pictures/board-pico.svg",
}

ONLY_ROLLER = NINE.replace('[roller]\ndriver = "pi"', '[roller]\ndriver = "serial"')
TWELVE = ON_USB.replace("tiles = 9", "tiles = 12").replace('"classic"', '"pub"')
TWENTY_FOUR = ON_USB.replace("tiles = 9", "tiles = 24").replace('"classic"', '"the-300"')

HALL_AND_SWITCH = """sensor = "hall"
[[tiles.except]]
tiles = "1,2"
sensor = "switch"
contact = "normally_closed"
"""
SMALL_WITH_BOTH = SMALL_ON_USB.replace('"usb"\n[lamps]', f'"usb"\n{HALL_AND_SWITCH}[lamps]')
BIG_WITH_BOTH = TWELVE.replace('"usb"\n[lamps]', f'"usb"\n{HALL_AND_SWITCH}[lamps]')


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.toml"


def board_of(
    file: Path, text: str, table: str | None = None, chip: Chip = Chip.ATMEGA328P
) -> tuple[BoxFile, BoardWiring]:
    file.write_text(text)
    box = read_box(file)
    usual = usual_table(box, chip=chip)
    assert usual is not None
    return box, board_wiring(box, read_pin_table(table or usual, chip))


def rows_of_the_readme(chip: Chip) -> dict[str, dict[str, str]]:
    """What firmware_bridge/README.md says of each pin of a board, by pin table."""
    its_table = list(Chip).index(chip)
    found = re.findall(r"^\| pin \|.*\n(?:\|.*\n)+", README.read_text(), re.MULTILINE)[its_table]
    lines = [line for line in found.splitlines() if re.match(r"\| (pin|[ADGP]+\d+) +\|", line)]
    cells = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    heads = cells[0][1:]
    return {
        head: {row[0]: row[1 + column] for row in cells[1:] if row[1 + column]}
        for column, head in enumerate(heads)
    }


@pytest.mark.parametrize(
    ("chip", "table"), [(chip, each) for chip in Chip for each in tables(chip)]
)
def test_the_pins_of_a_table_are_those_of_its_page(chip: Chip, table: str) -> None:
    found = read_pin_table(table, chip)
    named = rows_of_the_readme(chip)[table]
    pins: dict[str, str] = {}
    pins |= {pin: f"tile {tile}" for tile, pin in enumerate(found.sensors, start=1)}
    pins |= {pin: f"lamp of tile {tile}" for tile, pin in enumerate(found.lamps, start=1)}
    pins |= {
        pin: "new button" if name == "new" else f"{name} button"
        for name, pin in found.buttons.items()
    }
    pins |= {
        pin: f"segment {letter}" for pin, letter in zip(found.segments, "abcdefg", strict=False)
    }
    pins |= {
        pin: f"{side} digit, common"
        for pin, side in zip(found.digits, ("left", "right"), strict=False)
    }
    for number, die in enumerate(found.dice, start=1):
        places = ("middle", "top left, bottom right", "top right, bottom left", "left and right")
        pins |= {pin: f"die {number}: {place}" for pin, place in zip(die, places, strict=True)}
    if found.sensor_chain:
        chain = found.sensor_chain
        pins |= {
            chain.latch: "165: SH/LD",
            chain.clock: "165: CLK",
            chain.data: "165: QH of the first",
        }
    if found.lamp_chain:
        chain = found.lamp_chain
        pins |= {
            chain.latch: "595: RCLK",
            chain.clock: "595: SRCLK",
            chain.data: "595: SER of the first",
        }
    assert pins == named


def test_the_table_that_suits_a_box(file: Path) -> None:
    for text, table in ((ON_USB, "box"), (SMALL_ON_USB, "small_box"), (ONLY_ROLLER, "roller")):
        assert board_of(file, text)[1].table.name == table


def test_other_dice_than_two_of_six_sides_have_the_table_of_digits(file: Path) -> None:
    file.write_text(ONLY_ROLLER)
    box, four = read_box(file), Dice(4, 6)
    assert usual_table(box, four) == "digits"
    board = board_wiring(box, read_pin_table("digits"), four)
    assert not board.lacks_its_dice
    assert board.flash_command.endswith("--table digits --board nano --dice 4 --sides 6")


def test_a_whole_board_that_lacks_the_dice_of_the_rules_says_so(file: Path) -> None:
    file.write_text(ON_USB)
    box = read_box(file)
    for dice, lacks in ((Dice(4, 6), True), (Dice(2, 6), False)):
        board = board_wiring(box, read_pin_table("box"), dice)
        said = [label.text for label in labels_of(pages(box, board)[-1])]
        assert lacks == any(text.startswith("The rules want 4 dice") for text in said)
        assert "boxctl firmware flash --table box --board nano" in " ".join(said)


@pytest.mark.parametrize("table", tables(Chip.ATMEGA328P))
def test_a_table_that_an_uno_lacks_pins_of_is_drawn_for_a_nano(file: Path, table: str) -> None:
    box, board = board_of(file, SMALL_ON_USB, table)
    only_nano = bool({"A6", "A7"} & set(board.table.buttons.values()))
    said = " ".join(label.text for page in pages(box, board) for label in labels_of(page))
    assert ("An Uno does not have A6 and A7" in said) is only_nano
    assert ("for an Uno with --board uno" in said) is not only_nano
    items = {item.what for item in shopping_list(box, (), board)}
    assert ("Arduino Nano, with its USB cable" in items) is only_nano


def test_a_board_beside_a_pi_leaves_the_warning_of_the_pi(file: Path) -> None:
    for text, warned in ((ON_USB, False), (ON_USB + '[display]\ndriver = "ssd1306"\n', True)):
        box, board = board_of(file, text)
        said = " ".join(label.text for label in labels_of(pages(box, board)[0]))
        assert ("5 V on a pin of the Pi destroys it" in said) == warned


def test_a_box_without_a_board_has_no_table(file: Path) -> None:
    file.write_text(NINE)
    assert usual_table(read_box(file)) is None


@pytest.mark.parametrize("chip", Chip)
@pytest.mark.parametrize("text", [ON_USB, SMALL_ON_USB, ONLY_ROLLER, TWELVE])
def test_the_page_of_the_board_read_back_has_every_wire(file: Path, text: str, chip: Chip) -> None:
    box, wiring = board_of(file, text, chip=chip)
    drawn = [svg(page, "en") for page in pages(box, wiring)]
    (page,) = [sheet for sheet in drawn if re.search("(Arduino Nano|Pico) with", sheet)]
    texts = [
        (float(label.attrib["x"]), float(label.attrib["y"]), label.text or "")
        for label in ElementTree.fromstring(page).iter()
        if label.tag.endswith("}text")
    ]
    for wire in wiring.wires:
        ((across, down),) = [(x, y) for x, y, name in texts if name == wire.pin]
        beside = {name for x, y, name in texts if abs(y - down) < 3 and (x < 105) == (across < 105)}
        assert wire.part in beside


@pytest.mark.parametrize("text", [ON_USB, SMALL_ON_USB, ONLY_ROLLER, TWELVE])
def test_each_tile_has_one_sensor_and_one_lamp_on_the_sheet(file: Path, text: str) -> None:
    box, wiring = board_of(file, text)
    said = [
        shape.text
        for page in pages(box, wiring)
        for shape in page.shapes
        if isinstance(shape, Label)
    ]
    on_board = "usb" in text.partition("[lamps]")[0]
    for tile in range(1, box.box.tiles + 1):
        assert said.count(f"sensor of tile {tile}") == on_board
        assert said.count(f"lamp of tile {tile}") == 1


def test_the_parts_of_a_board_with_a_pin_for_everything(file: Path) -> None:
    box, wiring = board_of(file, SMALL_ON_USB)
    items = {item.what: item.count for item in shopping_list(box, (), wiring)}
    assert items == {
        "Arduino Uno or Nano, with its USB cable": 1,
        "reed contact": 9,
        "magnet": 9,
        "red LED": 9,
        "resistor of 1 kΩ": 18,
    }


def test_the_parts_of_a_board_with_shift_registers(file: Path) -> None:
    box, wiring = board_of(file, TWELVE)
    items = {item.what: item.count for item in shopping_list(box, (), wiring)}
    assert items["74HC165"] == items["74HC595"] == 2
    assert items["capacitor of 100 nF"] == 4
    assert items["resistor of 10 kΩ"] == 12 + 1
    assert items["resistor of 1 kΩ"] == 12 + 12 + 3 + 7
    assert items["digit of seven segments, common cathode"] == 2
    assert items["push-button"] == 3


def test_the_sensors_of_a_board_are_those_of_the_file(file: Path) -> None:
    text = ON_USB.replace("[tiles]", '[tiles]\nsensor = "hall"')
    text += '\n[[tiles.except]]\ntiles = "1,2"\nsensor = "switch"\n'
    box, wiring = board_of(file, text)
    items = {item.what: item.count for item in shopping_list(box, (), wiring)}
    assert items["Hall switch with an open-drain output"] == items["magnet"] == 7
    assert items["micro switch with a lever"] == 2
    assert "reed contact" not in items


@pytest.mark.parametrize("text", [SMALL_WITH_BOTH, BIG_WITH_BOTH])
def test_each_sensor_of_a_board_is_drawn_as_what_it_is(file: Path, text: str) -> None:
    box, wiring = board_of(file, text)
    drawn = pages(box, wiring)
    said = [shape.text for page in drawn for shape in page.shapes if isinstance(shape, Label)]
    assert {"micro switch of tile 1", "micro switch of tile 2", "Hall switch of tile 3"} <= {*said}
    assert "Hall switch of tile 1" not in said
    assert said.count("Under a tile: Hall switch") == said.count("Under a tile: micro switch") == 1
    assert "pin at NC, C to GND" in said
    on_registers = wiring.sensors_on_registers > 0
    assert ("and through 10 kΩ to 5V" in said) == on_registers
    assert any("GND; its supply to 5V" in each for each in said) != on_registers


def test_hall_switches_take_their_current_from_the_plug(file: Path) -> None:
    without, with_both = (
        {load.supply: load.milliamperes for load in loads(box, (), wiring)}
        for box, wiring in (board_of(file, SMALL_ON_USB), board_of(file, SMALL_WITH_BOTH))
    )
    plug = "5V, from the plug of the board"
    assert with_both[plug] - without[plug] == pytest.approx(7 * 4.0)


def test_the_pin_of_a_digit_sinks_all_its_segments(file: Path) -> None:
    box, wiring = board_of(file, TWELVE)
    found = {load.supply: load for load in loads(box, (), wiring)}
    assert found["a pin of the board"].milliamperes == pytest.approx(7 * 2.5)
    assert found["all pins of the board together"].milliamperes == pytest.approx(7 * 2.5)
    assert not any(load.is_too_much for load in found.values())


@pytest.mark.parametrize("text", [ON_USB, SMALL_ON_USB, TWELVE, BIG_WITH_BOTH])
def test_a_pico_is_wired_at_3v3_and_never_at_5_v(file: Path, text: str) -> None:
    box, wiring = board_of(file, text, chip=Chip.RP2040)
    said = [label.text for page in pages(box, wiring) for label in labels_of(page)]
    assert not [each for each in said if re.search(r"5 ?V\b", each) and "plug" not in each]
    assert "VBUS" in said
    assert "40" in said
    found = {load.supply: load for load in loads(box, (), wiring)}
    assert found["a pin of the board"].most == 12
    assert not any(load.is_too_much for load in found.values())
    assert "--board pico" in wiring.flash_command


def test_the_small_box_of_a_pico_has_its_buttons(file: Path) -> None:
    buttons = SMALL_ON_USB + '[buttons]\ndriver = "usb"\n'
    assert board_of(file, buttons)[1].table.name == "box"
    _box, wiring = board_of(file, buttons, chip=Chip.RP2040)
    assert wiring.table.name == "small_box"
    assert {wire.pin for wire in wiring.wires if wire.pin >= "GP20"} >= {"GP26", "GP27", "GP28"}


@pytest.mark.parametrize("tiles", [9, 10, 12, 13])
def test_up_to_twelve_tiles_have_a_pin_each_on_a_pico(file: Path, tiles: int) -> None:
    text = ON_USB.replace("tiles = 9", f"tiles = {tiles}").replace('"classic"', '"house"')
    _box, wiring = board_of(file, text, chip=Chip.RP2040)
    assert wiring.table.name == {9: "small_box", 10: "twelve", 12: "twelve", 13: "box"}[tiles]
    if tiles <= 12:
        assert {wire.part for wire in wiring.wires} >= {
            f"lamp of tile {tiles}",
            f"sensor of tile {tiles}",
        }


def test_the_currents_of_a_board(file: Path) -> None:
    box, wiring = board_of(file, SMALL_ON_USB)
    found = {load.supply: load for load in loads(box, (), wiring)}
    assert found["a pin of the board"].milliamperes == pytest.approx(3.0)
    assert found["all pins of the board together"].milliamperes == pytest.approx(27.0)
    assert not any(load.is_too_much for load in found.values())


def test_registers_are_chained(file: Path) -> None:
    box, wiring = board_of(file, TWELVE)
    said = " ".join(
        shape.text
        for page in pages(box, wiring)
        for shape in page.shapes
        if isinstance(shape, Label)
    )
    assert "74HC165 number 2, counted from the board" in said
    assert "QH (9) of the next one" in said
    assert "QH' (9) of the one before" in said


def test_no_input_of_a_register_floats(file: Path) -> None:
    _box, wiring = board_of(file, TWELVE)
    registers = [
        circuit.diagram
        for circuit in board_circuits(wiring)
        if isinstance(circuit.diagram, ChipDiagram) and circuit.diagram.name == "74HC165"
    ]
    inputs = [(line.right_pin, line.right) for diagram in registers for line in diagram.lines]
    assert len(inputs) == 16
    assert inputs[12:] == [(f"{letter} ({pin})", "GND") for letter, pin in SENSOR_INPUTS[4:]]
    assert all(end for _pin, end in inputs)


@pytest.mark.parametrize("chip", Chip)
@pytest.mark.parametrize("code", known_languages())
@pytest.mark.parametrize(
    "text", [SMALL_ON_USB, ONLY_ROLLER, TWELVE, TWENTY_FOUR, SMALL_WITH_BOTH, BIG_WITH_BOTH]
)
def test_no_text_covers_another(file: Path, text: str, code: str, chip: Chip) -> None:
    use(language(code))
    try:
        drawn = pages(*board_of(file, text, chip=chip))
    finally:
        use(language("en"))
    for page in drawn:
        assert_labels_have_room(page, WIDTH, HEIGHT)


def box_of_the_page(page: str) -> str:
    (text,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)
    return str(text)


@pytest.mark.parametrize(
    ("chip", "text"),
    [(Chip.ATMEGA328P, SMALL_ON_USB), (Chip.RP2040, box_of_the_page("first-box-pico.md"))],
)
def test_the_picture_of_the_page_is_up_to_date(file: Path, chip: Chip, text: str) -> None:
    box, wiring = board_of(file, text, chip=chip)
    made = svg(pages(box, wiring)[0], "en")
    assert_as_kept(PICTURES[chip], made)
