"""box.toml: what is read from it, and everything that can be wrong with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hardware.config.box_file import BoxFileFault, RulesTable
from hardware.config.pins import Pin
from hardware.config.read import (
    DeclaredParts,
    RulesProblem,
    read_box,
)
from hardware.config.tables.gpio import ButtonsTable, GpioTable, LampsTable
from hardware.config.tables.roller import PiTable, SerialTable
from tests.support.chips.box_toml import GOOD, levers, problems, read, with_change


def test_a_whole_box(tmp_path: Path) -> None:
    box = read(tmp_path, GOOD)
    assert box.box.tiles == 3
    assert box.rules == RulesTable("classic")
    assert box.gpio == GpioTable("auto", i2c=True)
    assert levers(box).pins == (Pin(4), Pin(17), Pin(27))
    usual = levers(box).levers.usual
    assert usual.sensor == "reed" and usual.debounce_ms == 5
    assert box.lamps == (LampsTable((Pin(14), Pin(15), Pin(18)), "high"),)
    assert box.buttons == ButtonsTable(
        Pin(20), Pin(21), Pin(16), "ground", "normally_open", debounce_ms=10
    )
    assert box.roller == SerialTable("/dev/ttyACM0", 115_200)


def test_the_least_box(tmp_path: Path) -> None:
    text = (
        '[box]\ntiles = 1\n[rules]\nvariant = "x"\n[tiles]\ndriver = "gpio"\npins = [17]\n'
        '[buttons]\ndriver = "gpio"\nroll = 16\n[roller]\ndriver = "pi"\n'
    )
    box = read(tmp_path, text)
    assert box.lamps == ()
    assert isinstance(box.buttons, ButtonsTable) and list(box.buttons.wired()) == [
        ("roll", Pin(16))
    ]
    assert box.roller == PiTable()


@pytest.mark.parametrize(
    "written", ["set = { stake = 100, doubles = true, bump_ms = 80.5, down = '1-3' }",
                "[rules.set]\nstake = 100\ndoubles = true\nbump_ms = 80.5\ndown = '1-3'"]
)  # fmt: skip
def test_settings_of_the_rules_are_text(tmp_path: Path, written: str) -> None:
    variant = 'variant = "classic"'
    box = read(tmp_path, with_change(variant, f'{variant}\nplayers = ["Ann", "Bob"]\n{written}'))
    settings = (("stake", "100"), ("doubles", "true"), ("bump_ms", "80.5"), ("down", "1-3"))
    assert box.rules == RulesTable("classic", ("Ann", "Bob"), settings)


@pytest.mark.parametrize(("sensor", "quiet"), [("reed", 5), ("hall", 2), ("switch", 10)])
def test_the_sensor_gives_the_debounce_time(tmp_path: Path, sensor: str, quiet: float) -> None:
    pins = "pins = [4, 17, 27]"
    box = read(tmp_path, with_change(pins, f'{pins}\nsensor = "{sensor}"'))
    assert levers(box).levers.usual.debounce_ms == quiet


def test_what_is_said_of_the_debounce_time_counts(tmp_path: Path) -> None:
    pins = "pins = [4, 17, 27]"
    box = read(tmp_path, with_change(pins, f'{pins}\nsensor = "reed"\ndebounce_ms = 7.5'))
    assert levers(box).levers.usual.debounce_ms == 7.5


@pytest.mark.parametrize(
    ("written", "pin"),
    [
        ("5", Pin(5)),
        ('"mcp23017:12"', Pin(12, "mcp23017")),
        ('"1:3"', Pin(3, 1)),
        ('"1-0020:3"', Pin(3, "1-0020")),
        ('"platform:1f000d0000.gpio:3"', Pin(3, "platform:1f000d0000.gpio")),
    ],
)
def test_ways_to_name_a_pin(tmp_path: Path, written: str, pin: Pin) -> None:
    box = read(tmp_path, with_change("pins = [4, 17, 27]", f"pins = [4, {written}, 27]"))
    assert levers(box).pins == (Pin(4), pin, Pin(27))


def test_lines_of_other_chips_are_not_of_the_header(tmp_path: Path) -> None:
    text = with_change("pins = [4, 17, 27]", 'pins = ["x:2", "x:4", "x:40"]')
    assert levers(read(tmp_path, text)).pins == (Pin(2, "x"), Pin(4, "x"), Pin(40, "x"))


@pytest.mark.parametrize("chip", ['"x"', "1", "0"])
def test_plain_numbers_may_be_lines_of_another_chip(tmp_path: Path, chip: str) -> None:
    text = with_change("pins = [4, 17, 27]", "pins = [2, 4, 40]") + f"[gpio]\nchip = {chip}\n"
    assert levers(read(tmp_path, text)).pins == (Pin(2), Pin(4), Pin(40))


def test_a_line_of_chip_0_has_two_names(tmp_path: Path) -> None:
    text = with_change("pins = [4, 17, 27]", 'pins = [4, 17, "0:4"]') + "[gpio]\nchip = 0\n"
    (problem,) = problems(tmp_path, text)
    assert problem.code == "BX307"


def test_without_i2c_its_pins_are_free(tmp_path: Path) -> None:
    text = with_change("pins = [4, 17, 27]", "pins = [0, 2, 3]") + "[gpio]\ni2c = false\n"
    assert levers(read(tmp_path, text)).pins == (Pin(0), Pin(2), Pin(3))


@dataclass(frozen=True)
class Case:
    """A change to the good box.toml and the one problem that it makes."""

    old: str
    new: str
    problem: str
    """Code, line and key, then a part of the sentence and of the cure."""


TILES = "pins = [4, 17, 27]"


LAMPS = "pins = [14, 15, 18]"


SERIAL = 'driver = "serial"\nport = "/dev/ttyACM0"\n'


CASES = [
    # tables and keys
    Case("[lamps]", "[lights]", "BX303 8 lights | no such table | known are box, rules"),
    Case("[lamps]", "[lamp]", "BX303 8 lamp | no such table | did you mean [lamps]?"),
    Case("[box]", "bax = 1\n[box]", "BX303 1 bax | no such table | did you mean [box]?"),
    Case("confirm = 20", "confrim = 20", "BX303 13 buttons.confrim | no such key | mean confirm?"),
    Case("new = 21", "xyz = 21", "BX303 14 buttons.xyz | no such key | known are driver, confirm"),
    Case(SERIAL, 'driver = "pi"\nbaud = 9600\n',
         'BX303 18 roller.baud | with driver = "pi" | known are driver'),
    Case("[roller]\n" + SERIAL, "", "BX304 - roller | the table is missing | add [roller] with"),
    Case("tiles = 3", "", "BX304 1 box.tiles | the key is missing | give a whole number from 1"),
    Case(TILES, "", "BX304 5 tiles.pins | the key is missing | give a list of pins"),
    Case('[tiles]\ndriver = "gpio"\n', "[tiles]\n", "BX304 5 tiles.driver | missing | give gpio"),
    Case("[box]\ntiles = 3\n", "box = 3\n", "BX305 1 box | 3 is not a table | write [box] on a"),
    # values
    Case("tiles = 3", "tiles = 25", "BX305 2 box.tiles | 25 is not possible | 1 to 24"),
    Case("tiles = 3", "tiles = true", "BX305 2 box.tiles | true is not possible | 1 to 24"),
    Case("tiles = 3", 'tiles = "3"', 'BX305 2 box.tiles | "3" is not possible | 1 to 24'),
    Case('"classic"', '""', 'BX305 4 rules.variant | "" is not | of a variant, or its file'),
    Case('"classic"', '"c"\nplayers = "Ann"', 'BX305 5 rules.players | "Ann" is | a list of names'),
    Case('"classic"', '"c"\nplayers = [""]', 'BX305 5 rules.players | "" is not possible | name'),
    Case('"classic"', '"c"\nplayers = ["A", "A"]', 'BX305 5 rules.players | "A" is there twice |'),
    Case('"classic"', '"c"\nset = 3', "BX305 5 rules.set | 3 is not possible | give a table of"),
    Case('"classic"', '"c"\nset = { a = [1] }', "BX305 5 rules.set.a | [1] is not | give a text"),
    Case('"serial"', '"seriel"', 'BX305 17 roller.driver | "seriel" is not | mean serial?'),
    Case('"/dev/ttyACM0"', "7", "BX305 18 roller.port | 7 is not possible | path of a port"),
    Case(TILES, f'{TILES}\nsensor = "read"', 'BX305 8 tiles.sensor | "read" is | reed?'),
    Case(TILES, f"{TILES}\nconnects_to = 3.3", "BX305 8 tiles.connects_to | 3.3 | ground"),
    Case(TILES, f"{TILES}\ndebounce_ms = 0", "BX305 8 tiles.debounce_ms | 0 is | from"),
    Case(TILES, "pins = 4", "BX305 7 tiles.pins | 4 is not possible | give a list of pins"),
    # pins
    Case(TILES, "pins = [4, 17, 28]", "BX306 7 tiles.pins | pin 28 of tile 3 is not on | to 27"),
    Case(TILES, "pins = [4, 17, -1]", "BX306 7 tiles.pins | -1 is not a pin | give a BCM"),
    Case(TILES, 'pins = [4, 17, "GPIO27"]', 'BX306 7 tiles.pins | "GPIO27" is not | write 27'),
    Case(TILES, 'pins = [4, 17, "mcp23017"]', "BX306 7 tiles.pins | not a pin | mcp23017:3"),
    Case("roll = 16", 'roll = "x:"', 'BX306 15 buttons.roll | "x:" is not a pin | mcp23017:3'),
    Case(TILES, "pins = [4, 17, 17]",
         "BX307 7 tiles.pins | pin 17 of tile 2 is also used by tile 3 | its own pin"),
    Case(TILES, "pins = [\n  4,\n  21,\n  27,\n]",
         "BX307 7 tiles.pins | by the button new (buttons.new, line 18) | its own pin"),
    Case(LAMPS, "pins = [4, 15, 18]",
         "BX307 7 tiles.pins | by the lamp of tile 1 (lamps.pins, line 10) | its own pin"),
    Case("new = 21", "new = 20", "BX307 13 buttons.confirm | button new (buttons.new, line 14) |"),
    Case(TILES, 'pins = [4, "x:1", "x:1"]', "BX307 7 tiles.pins | line x:1 of tile 2 is al |"),
    Case(TILES, 'pins = [4, 17, "pinctrl-rp1:17"]', "BX307 7 tiles.pins | by tile 3 |"),
    Case(TILES, "pins = [4, 17, 2]", "BX308 7 tiles.pins | by the board for I2C (SDA) | i2c ="),
    Case("new = 21", "new = 1", "BX308 14 buttons.new | for the I2C bus of the HAT EEPROM | take"),
    Case(TILES, "pins = [4, 17]", "BX309 7 tiles.pins | 2 pins for a box of 3 tiles | give one"),
    Case(LAMPS, "pins = [14]", "BX309 10 lamps.pins | there is 1 pin for a box of 3 t | give"),
    Case(f"[tiles]\ndriver = \"gpio\"\n{TILES}",
         '[gpio]\ni2c = false\n[tiles]\ndriver = "gpio"\nconnects_to = "3v3"\npins = [4, 17, 3]',
         "BX310 10 tiles.pins | pin 3 of tile 3 is pulled up | ground"),
    # dice
    Case(f"roll = 16\n[roller]\n{SERIAL}", '[roller]\ndriver = "pi"\n',
         "BX311 16 roller.driver | no roll button | buttons.roll"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.problem)
def test_one_thing_is_wrong(tmp_path: Path, case: Case) -> None:
    where, sentence, cure = (part.strip() for part in case.problem.split("|"))
    (problem,) = problems(tmp_path, with_change(case.old, case.new))
    assert f"{problem.code} {problem.line or '-'} {problem.key}" == where
    assert sentence in problem.sentence
    assert cure in problem.cure


def test_without_buttons_the_pi_cannot_throw(tmp_path: Path) -> None:
    text = GOOD[: GOOD.index("[buttons]")] + '[roller]\ndriver = "pi"\n'
    (problem,) = problems(tmp_path, text)
    assert (problem.code, problem.line) == ("BX311", 12)


def test_a_roll_button_that_cannot_be_read_is_not_missing(tmp_path: Path) -> None:
    text = GOOD.replace(SERIAL, 'driver = "pi"\n').replace("roll = 16", 'roll = "x"')
    assert [problem.code for problem in problems(tmp_path, text)] == ["BX306"]


TEN_PROBLEMS = """\
[box]
tiles = 3
[rules]
players = ["Ann", "Ann"]
[tiles]
driver = "gpio"
pins = [4, 17, 17, 2]
sensr = "reed"
[lamps]
driver = "gpoi"
[buttons]
driver = "gpio"
roll = 99
[roler]
"""


def test_ten_things_are_wrong(tmp_path: Path) -> None:
    found = problems(tmp_path, TEN_PROBLEMS)
    assert [f"{problem.code} {problem.line} {problem.key}" for problem in found] == [
        "BX304 None roller",
        "BX304 3 rules.variant",
        "BX305 4 rules.players",
        "BX309 7 tiles.pins",
        "BX308 7 tiles.pins",
        "BX307 7 tiles.pins",
        "BX303 8 tiles.sensr",
        "BX305 10 lamps.driver",
        "BX306 13 buttons.roll",
        "BX303 14 roler",
    ]


def test_the_text_of_a_fault_has_a_line_for_each_problem(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(with_change("tiles = 3", "tiles = 30") + "[x]\n")
    with pytest.raises(BoxFileFault) as caught:
        read_box(path)
    assert str(caught.value).splitlines() == [
        f"BX305: {path}:2: box.tiles: 30 is not possible; give a whole number from 1 to 24",
        f"BX303: {path}:19: x: there is no such table; "
        "known are box, rules, table, gpio, usb, tiles, lamps, buttons, display, roller, voice, "
        "buzzer, journal, web and mqtt",
    ]
    assert caught.value.code == "BX305"
    assert caught.value.command_is_wrong


def test_the_text_of_a_problem_without_a_line(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    with pytest.raises(BoxFileFault) as caught:
        read_box(path)
    assert str(caught.value) == (
        f"BX301: {path}: the file cannot be read (no such file or directory); "
        "name a file that is there, or write one as docs/box-toml.md tells"
    )


def twelve_tiles_wanted(rules: RulesTable, parts: DeclaredParts) -> Iterator[RulesProblem]:
    """Stands for the rules: variants are 12 tiles wide, and settings have short names."""
    tiles = parts.wired
    if tiles is not None and tiles != 12:
        yield RulesProblem(
            "rules.variant", f"{rules.variant} needs 12 tiles, but {tiles} are wired", "wire 12"
        )
    for name, text in rules.settings:
        if len(name) > 5:
            yield RulesProblem(f"rules.set.{name}", f"{name} = {text} is too long", "shorten it")


def test_the_rules_are_asked(tmp_path: Path) -> None:
    text = with_change('"classic"', '"twelve"\n[rules.set]\nstake = 1\nstakes = 1')
    found = problems(tmp_path, text, twelve_tiles_wanted)
    assert [(p.code, p.line, p.key, p.sentence, p.cure) for p in found] == [
        ("BX312", 4, "rules.variant", "twelve needs 12 tiles, but 3 are wired", "wire 12"),
        ("BX312", 7, "rules.set.stakes", "stakes = 1 is too long", "shorten it"),
    ]


def test_the_rules_are_asked_whatever_else_is_wrong(tmp_path: Path) -> None:
    text = with_change("tiles = 3", "tiles = 0").replace('"classic"', '"c"\nset = { stakes = 1 }')
    found = problems(tmp_path, text, twelve_tiles_wanted)
    assert [problem.key for problem in found] == ["box.tiles", "rules.set.stakes"]


def test_reading_imports_no_driver(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(GOOD)
    program = (
        "import sys; from pathlib import Path; from hardware.config.read import read_box; "
        "import hardware.gpio.box, hardware.gpio.lines; read_box(Path(sys.argv[1])); "
        "loaded = {name.split('.')[0] for name in sys.modules}; "
        "print(*loaded & {'gpiozero', 'gpiod', 'lgpio', 'serial'})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_a_box_may_name_its_language(tmp_path: Path) -> None:
    french = with_change("tiles = 3\n", 'tiles = 3\nlanguage = "fr"\n')
    assert read(tmp_path, french).box.language == "fr"
    assert read(tmp_path, GOOD).box.language is None


def test_pages_are_served_only_where_a_table_asks_for_them(tmp_path: Path) -> None:
    assert read(tmp_path, GOOD).web is None
    web = read(tmp_path, GOOD + "[web]\n").web
    assert web is not None and web.port == 8765
