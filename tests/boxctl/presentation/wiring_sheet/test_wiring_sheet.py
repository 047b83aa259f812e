"""The wiring sheet: every wire of the box.toml is on it, at its pin, and nothing covers it.

``KEEP_PICTURES=1 pytest tests/boxctl/presentation/wiring_sheet`` draws the one of the documentation
anew.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from boxctl.presentation.drawing.pdf import pdf
from boxctl.presentation.drawing.shapes import svg
from boxctl.presentation.wiring_sheet.currents import Load, loads, shopping_list
from boxctl.presentation.wiring_sheet.pages import pages
from boxctl.presentation.wiring_sheet.paper import HEIGHT, WIDTH
from boxctl.presentation.wiring_sheet.wires import WireKind, wires
from groundwork.language import known_languages, language, use
from hardware.config.box_file import BoxFile
from hardware.config.pins import HEADER
from hardware.config.read import read_box
from tests.support.drawn_labels import assert_labels_have_room, labels_of
from tests.support.kept_pictures import assert_as_kept
from tests.support.some_boxes import BOXES, NINE, TWENTY_FOUR

DOCS = Path(__file__).parents[4] / "docs"
PICTURE = DOCS / "pictures/wiring.svg"
FIRST_BOX = DOCS / "first-box-pi.md"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.toml"


def box_of(file: Path, text: str) -> BoxFile:
    file.write_text(text)
    return read_box(file)


@pytest.mark.parametrize("code", known_languages())
@pytest.mark.parametrize("name", BOXES)
def test_all_is_on_the_paper_and_nothing_covers_anything(file: Path, name: str, code: str) -> None:
    use(language(code))
    try:
        drawn = pages(box_of(file, BOXES[name]))
    finally:
        use(language("en"))
    for page in drawn:
        assert_labels_have_room(page, WIDTH, HEIGHT)


@pytest.mark.parametrize("code", known_languages())
@pytest.mark.parametrize("name", BOXES)
def test_every_word_is_large_enough_to_be_read(file: Path, name: str, code: str) -> None:
    use(language(code))
    try:
        drawn = pages(box_of(file, BOXES[name]))
    finally:
        use(language("en"))
    assert min(label.size for page in drawn for label in labels_of(page)) > 2.3


def test_eight_expanders_and_a_display_are_named_beside_the_pins_of_i2c(file: Path) -> None:
    lines = [f"1-00{chip}:{line}" for chip in range(20, 28) for line in range(6)]
    text = re.sub(r"pins = \[.*\]", "{}", TWENTY_FOUR).format(
        f"pins = {lines[::2]}", f"pins = {lines[1::2]}"
    )
    box = box_of(file, text.replace("[buttons]", '[display]\ndriver = "ssd1306"\n[buttons]'))
    for code in known_languages():
        use(language(code))
        try:
            header = pages(box)[0]
        finally:
            use(language("en"))
        assert_labels_have_room(header, WIDTH, HEIGHT)
        said = " ".join(label.text for label in labels_of(header))
        assert all(said.count(f"1-00{chip}") == 2 for chip in range(20, 28))


def test_a_page_explains_only_its_own_colours(file: Path) -> None:
    header, levers, lamps, *_ = pages(box_of(file, TWENTY_FOUR))
    explained = [
        {label.text[0] for label in labels_of(page) if re.fullmatch(r"[A-Z]: \w+", label.text)}
        for page in (header, levers, lamps)
    ]
    assert [kinds - {"I"} for kinds in explained] == [{"B"}, {"T"}, {"L"}]


def test_a_box_that_speaks_needs_a_loudspeaker(file: Path) -> None:
    text = f'{NINE}[voice]\ndriver = "espeak-ng"\n'
    items = {item.what: item.count for item in shopping_list(box_of(file, text), ())}
    assert items["loudspeaker with its amplifier"] == 1


def test_the_last_check_can_be_typed_as_it_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "my box.toml"
    said = [label.text for page in pages(box_of(file, NINE)) for label in labels_of(page)]
    assert "boxctl run --check --config 'my box.toml' says that the file is right." in said


def pins_in(text: str) -> dict[str, list[object]]:
    """The pins that a box.toml names, read without boxctl."""
    found = tomllib.loads(text)
    lamps = found.get("lamps", [])
    tables = lamps if isinstance(lamps, list) else [lamps]
    buttons = found.get("buttons", {})
    return {
        "tiles": found["tiles"].get("pins", []),
        # Lamps on pins are those of the first tiles in all of these files.
        "lamps": [pin for table in tables for pin in table.get("pins", [])],
        "buttons": [pin for name in ("confirm", "new", "roll") if (pin := buttons.get(name))],
        "dice": [pin for die in found.get("roller", {}).get("leds", []) for pin in die],
        "buzzer": [found["buzzer"]["pin"]] if "buzzer" in found else [],
    }


def texts_of(svg_text: str) -> list[tuple[float, float, str]]:
    """Every text of an SVG with its place."""
    return [
        (float(text.attrib["x"]), float(text.attrib["y"]), text.text or "")
        for text in ElementTree.fromstring(svg_text).iter()
        if text.tag.endswith("}text")
    ]


def beside(texts: list[tuple[float, float, str]], name: str) -> set[str]:
    """The texts within a row of the label with this name, on its side of the page."""
    found = set()
    for across, down, text in texts:
        if text == name:
            for other_across, other_down, other in texts:
                same_side = (across < WIDTH / 2) == (other_across < WIDTH / 2)
                if same_side and abs(other_down - down) < 3:
                    found.add(other)
    return found


@pytest.mark.parametrize("name", BOXES)
def test_the_sheet_read_back_has_every_pin_of_the_file(file: Path, name: str) -> None:
    box = box_of(file, BOXES[name])
    by_page = [texts_of(svg(page, "en")) for page in pages(box)]
    named = pins_in(BOXES[name])
    expected = [
        *((pin, f" of tile {tile}") for tile, pin in enumerate(named["tiles"], start=1)),
        *((pin, f"lamp of tile {tile}") for tile, pin in enumerate(named["lamps"], start=1)),
        *((pin, "button") for pin in named["buttons"]),
        *((pin, "die ") for pin in named["dice"]),
        *((pin, "buzzer") for pin in named["buzzer"]),
    ]
    for pin, words in expected:
        if isinstance(pin, int):
            near = beside(by_page[0], f"GPIO{pin}")
            assert any(words in text for text in near), (pin, words)
            continue
        chip, _, line = str(pin).partition(":")
        (page,) = [
            texts
            for texts in by_page
            if any(f"chip {chip}" in t[2] and "MCP" in t[2] for t in texts)
        ]
        top = next(down for _x, down, text in page if text == f"MCP23017, chip {chip}")
        rows = {
            text: down
            for _x, down, text in page
            if re.fullmatch(r"\d+  GP[AB]\d", text) and top < down < top + 125
        }
        down = next(down for text, down in rows.items() if text.startswith(f"{line}  "))
        assert any(words in text for _x, y, text in page if y == down), (pin, words)


@pytest.mark.parametrize("name", BOXES)
def test_no_pin_of_the_header_has_two_kinds_of_wires(file: Path, name: str) -> None:
    kinds: dict[int, set[WireKind]] = {}
    for wire in wires(box_of(file, BOXES[name])):
        if wire.chip is None:
            kinds.setdefault(wire.line, set()).add(wire.kind)
    assert all(len(found) == 1 for found in kinds.values())


def test_the_header_is_that_of_a_raspberry_pi() -> None:
    assert len(HEADER) == 40
    assert sorted(pin for pin in HEADER if isinstance(pin, int)) == list(range(28))
    # From the data sheets: a few that everybody knows.
    assert [HEADER[place - 1] for place in (1, 2, 3, 5, 6, 8, 11, 12, 19, 24, 40)] == [
        "3V3", "5V", 2, 3, "GND", 14, 17, 18, 10, 8, 21,
    ]  # fmt: skip


def items_of(file: Path, name: str) -> dict[str, int]:
    box = box_of(file, BOXES[name])
    return {item.what: item.count for item in shopping_list(box, wires(box))}


def test_the_parts_of_a_box_with_a_lamp_a_tile(file: Path) -> None:
    items = items_of(file, "nine")
    assert items["reed contact"] == items["magnet"] == 8
    assert items["micro switch with a lever"] == 1
    assert items["push-button"] == 3
    assert items["red LED"] == 9
    assert items["resistor of 1 kΩ"] == 9 + 9 + 3
    assert items["OLED with SSD1306, 128x64"] == 1


def test_the_parts_of_a_box_on_expanders(file: Path) -> None:
    items = items_of(file, "twenty-four")
    assert items["MCP23017-E/SP"] == items["capacitor of 100 nF"] == 4
    assert items["resistor of 10 kΩ"] == 24
    assert items["resistor of 1 kΩ"] == 24 + 24 + 3


def test_a_contact_on_the_pins_of_i2c_has_a_smaller_resistor(file: Path) -> None:
    assert items_of(file, "apa-and-pairs")["resistor of 330 Ω"] == 2


def test_two_dice_on_four_pins_each_have_fourteen_leds(file: Path) -> None:
    assert items_of(file, "chains")["red LED"] == 14
    assert items_of(file, "apa-and-pairs")["red LED"] == 7


def test_a_74ahct125_takes_four_lines(file: Path) -> None:
    assert items_of(file, "hall-and-strip")["74AHCT125"] == 1
    assert items_of(file, "chains")["74AHCT125"] == 2


def loads_of(file: Path, name: str) -> dict[str, Load]:
    box = box_of(file, BOXES[name])
    return {load.supply: load for load in loads(box, wires(box))}


def test_the_currents_of_nine_lamps(file: Path) -> None:
    found = loads_of(file, "nine")
    assert found["all pins of the header together"].milliamperes == pytest.approx(9 * 1.3)
    assert found["a pin of the header"].milliamperes == pytest.approx(1.3)
    assert not any(load.is_too_much for load in found.values())


def test_a_pin_that_lights_a_pair_gives_twice_as_much(file: Path) -> None:
    found = loads_of(file, "chains")
    assert found["a pin of the header"].milliamperes == pytest.approx(2.6)
    assert found["all pins of the header together"].milliamperes == pytest.approx(14 * 1.3 + 2.6)


def test_a_strip_in_white_is_too_much_for_the_header(file: Path) -> None:
    load = loads_of(file, "hall-and-strip")["5V, from the pins of the header"]
    assert load.milliamperes == pytest.approx(48 * 60 + 30)
    assert load.is_too_much


def test_pdf_has_a_page_for_each_drawing(file: Path) -> None:
    drawn = pages(box_of(file, BOXES["twenty-four"]))
    made = pdf(drawn, "en")
    assert made.count(b"/Type /Page ") == len(drawn) == 5
    # Ω is W in Symbol.
    assert rb"(1 k) Tj /S 2.60 Tf (W) Tj" in made
    assert b"/BaseFont /Symbol" in made
    table = int(made.rsplit(b"startxref\n", 1)[1].split()[0])
    assert made[table:].startswith(b"xref\n")
    for number, entry in enumerate(re.findall(rb"(\d{10}) 00000 n", made), start=1):
        assert made[int(entry) :].startswith(b"%d 0 obj" % number)


def test_the_picture_in_the_documentation_is_that_of_its_first_box(file: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", FIRST_BOX.read_text(), re.DOTALL)
    drawn = svg(pages(box_of(file, text))[0], "en")
    assert_as_kept(PICTURE, drawn)
