"""What the set-up finds on a machine, and proposes from that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from boxctl.doctor.check import Machine
from boxctl.setup import questions
from boxctl.setup.answer_sources import AnswerFault, FiledAnswers, ProposedAnswers, TypedAnswers
from boxctl.setup.dialogue import BoxSetup
from boxctl.setup.learning import open_watch
from boxctl.setup.line_watch import LineWatch
from boxctl.setup.questions import BEFORE_LEARNING
from boxctl.setup.setup_state import SetupState
from boxctl.setup.survey import Survey, look_around, survey_in_words
from firmware_bridge.protocol.constants import Ability
from firmware_bridge.protocol.messages import Hello
from gpiozero_gpiod.chips import ChipInfo, ChipsNotPermitted
from groundwork.faults import Fault
from hardware.config.box_file import DISPLAYS, LAMP_DRIVERS
from hardware.config.declare import Driver
from hardware.config.device_table import device_of
from hardware.config.read import read_box
from hardware.config.tables.display import OledTable
from hardware.config.tables.i2c import I2cPlace
from hardware.config.tables.roller import SerialTable, UsbRollerTable, UsbTilesTable
from hardware.config.tables.spi import SpiPlace

HEADER = ChipInfo("/dev/gpiochip0", "gpiochip0", "pinctrl-rp1", 54)
OWN = ChipInfo("/dev/gpiochip1", "gpiochip1", "raspberrypi-exp-gpio", 8, "soc:firmware:gpio")
MCP = ChipInfo("/dev/gpiochip2", "gpiochip2", "mcp23017", 16, "1-0020")
OTHER_MCP = ChipInfo("/dev/gpiochip3", "gpiochip3", "mcp23017", 16, "1-0021")


def hello(tiles: int, dice: int) -> Hello:
    """What a board says of itself."""
    abilities = Ability.LAMPS | Ability.CONFIRM if tiles else Ability(0)
    return Hello(
        boot=1, series=7, first=1, changes=1, change=1, firmware=0x0102, cause=1, task=0,
        dice=dice, sides=6, tiles=tiles, abilities=abilities, name="box",
    )  # fmt: skip


def machine(root: Path, *, chips: Sequence[ChipInfo] = (), files: Sequence[str] = ()) -> Machine:
    """A machine with these chips and files."""
    for name in files:
        (root / name.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        (root / name.lstrip("/")).write_text("Raspberry Pi 5 Model B\0" if "model" in name else "")
    return Machine(root=root, chips=lambda: chips, find_program=lambda _name: None)


def test_chips_buses_and_boards_are_found_and_said(tmp_path: Path) -> None:
    files = ["/proc/device-tree/model", "/dev/i2c-1", "/dev/i2c-20", "/dev/spidev0.1"]
    found = look_around(
        machine(tmp_path, chips=[HEADER, OWN, MCP], files=files),
        lambda bus: (0x20, 0x3C) if bus == 1 else (),
        lambda: {"/dev/ttyACM0": hello(0, 2)},
    )
    assert list(survey_in_words(found)) == [
        "Board: Raspberry Pi 5 Model B",
        'Pins: gpiochip0 ("pinctrl-rp1")',
        'Expander: gpiochip2 ("mcp23017" of 1-0020), 16 lines',
        "I2C bus 1: something answers at 0x20 and 0x3c",
        "SPI: /dev/spidev0.1",
        '"box" on /dev/ttyACM0: 0 tiles, 2 dice',
    ]


def test_a_machine_without_anything_says_so(tmp_path: Path) -> None:
    found = look_around(machine(tmp_path), lambda _bus: (), dict)
    assert [line.partition(":")[0] for line in survey_in_words(found)] == ["Board", "Pins"]


def test_with_a_board_on_a_laptop_nothing_is_said_of_pins(tmp_path: Path) -> None:
    found = look_around(machine(tmp_path), lambda _bus: (), lambda: {"/dev/ttyACM0": hello(9, 2)})
    assert list(survey_in_words(found)) == [
        "Board: no Raspberry Pi",
        '"box" on /dev/ttyACM0: 9 tiles, 2 dice',
    ]


def test_chips_that_may_not_be_opened_are_a_fault_that_is_said(tmp_path: Path) -> None:
    def refused() -> Sequence[ChipInfo]:
        raise ChipsNotPermitted("/dev/gpiochip0")

    there = Machine(root=tmp_path, chips=refused, find_program=lambda _name: None)
    found = look_around(there, lambda _bus: (), dict)
    assert isinstance(found.chip_fault, Fault)
    assert any("BX403" in line for line in survey_in_words(found))


def test_two_expanders_of_a_kind_are_told_apart_by_their_address() -> None:
    assert Survey(expanders=[MCP]).name_of(MCP) == "mcp23017"
    assert Survey(expanders=[MCP, OTHER_MCP]).name_of(OTHER_MCP) == "1-0021"


def no_watch(_state: SetupState) -> LineWatch:
    raise AssertionError("nothing is wired yet")


def proposed(file: Path, survey: Survey) -> None:
    """Write what is proposed on a machine like this."""
    BoxSetup(file, survey, ProposedAnswers(), lambda _line: None, no_watch).run()


def test_a_display_that_answers_is_proposed(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    proposed(file, Survey(header=HEADER, i2c={1: (0x3D,)}))
    display = read_box(file).display
    assert isinstance(display, OledTable)
    assert display.place == I2cPlace(1, 0x3D)


EVERYTHING = Survey(header=HEADER, spi=[SpiPlace(0, 0)], i2c={1: tuple(range(0x08, 0x78))})
"""A Pi with SPI, on which something answers at every address of I2C."""


def asked(key: str) -> Any:
    """Return what the set-up proposes for a large box on such a machine: too few pins for lamps."""
    (question,) = [each for each in BEFORE_LEARNING if each.key == key]
    return question.default(SetupState(EVERYTHING, answers={"board": "pi", "tiles": 24}))


@pytest.mark.parametrize("driver", LAMP_DRIVERS, ids=lambda driver: driver.name)
def test_of_lamps_only_those_are_proposed_that_say_they_may_be(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "LAMP_DRIVERS", (driver,))
    device = device_of(driver)
    may_be = device is not None and device.may_be_proposed
    assert asked("lamps") == (driver.name if may_be else "none")


@pytest.mark.parametrize("driver", DISPLAYS, ids=lambda driver: driver.name)
def test_of_displays_only_those_are_proposed_that_say_they_may_be(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "DISPLAYS", (driver,))
    device = device_of(driver)
    assert device is not None
    assert asked("display") == (driver.name if device.may_be_proposed else "none")


def test_of_all_the_lamps_on_spi_a_strip_of_ws2812_is_proposed() -> None:
    assert asked("lamps") == "ws2812"


def test_a_board_with_levers_is_proposed_where_there_is_no_pi(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    proposed(file, Survey(boards={"/dev/ttyACM0": hello(24, 2)}))
    box = read_box(file)
    assert isinstance(box.tiles, UsbTilesTable)
    assert isinstance(box.roller, UsbRollerTable)
    assert box.usb.port == "/dev/ttyACM0"


def test_a_small_board_is_proposed_as_the_old_file_has_it(tmp_path: Path) -> None:
    """The file of the first box on an Arduino, whose port is looked for."""
    file = tmp_path / "box.toml"
    file.write_text(
        '[box]\ntiles = 9\n[rules]\nvariant = "classic"\n[usb]\nport = "auto"\n[tiles]\n'
        'driver = "usb"\n[lamps]\ndriver = "usb"\n[roller]\ndriver = "hand"\n'
    )
    before = read_box(file)
    answers = tmp_path / "answers.toml"
    answers.write_text("replace = true\nlearn = false\n")
    source = FiledAnswers(answers, ProposedAnswers())
    survey = Survey(boards={"/dev/ttyACM0": hello(9, 2)})
    BoxSetup(file, survey, source, lambda _line: None, no_watch).run()
    after = read_box(file)
    assert (after.usb, after.lamps, after.buttons, after.roller) == (
        before.usb, before.lamps, None, before.roller,
    )  # fmt: skip


BOARDS = {"/dev/ttyACM0": hello(0, 2), "/dev/ttyACM1": hello(9, 0)}


@pytest.mark.parametrize(
    ("answers", "wrong"),
    [
        ('board = "usb"\nport = "/dev/ttyACM0"\n', "port: .* has no levers; give the port of the"),
        (
            'board = "usb"\nport = "/dev/ttyACM1"\nlamps = "none"\nbuttons = "none"\n'
            'roller = "serial"\nroller_port = "/dev/ttyACM2"\n',
            "roller_port: .* has no dice; give the port of the roller",
        ),
    ],
)
def test_the_port_of_another_board_is_refused(tmp_path: Path, answers: str, wrong: str) -> None:
    filed = tmp_path / "answers.toml"
    filed.write_text(answers)
    source = FiledAnswers(filed, ProposedAnswers())
    setup = BoxSetup(
        tmp_path / "box.toml", Survey(boards=BOARDS), source, lambda _line: None, no_watch,
        ask_board=lambda _port: hello(24, 0),
    )  # fmt: skip
    with pytest.raises(AnswerFault, match=wrong):
        setup.run()


def typed(file: Path, survey: Survey, *lines: str) -> list[str]:
    """What is shown to somebody at a terminal who types this, and then only Enter."""
    left = iter([*lines, *[""] * 30])
    shown: list[str] = []
    source = TypedAnswers(lambda: f"{next(left)}\n", shown.append, is_terminal=True)
    BoxSetup(file, survey, source, shown.append, no_watch, ask_board=silent).run()
    return shown


def silent(port: str) -> Hello:
    raise Fault("BX510", f"nothing answers on {port}")


def test_a_port_on_which_no_board_answers_is_asked_for_once_more(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    shown = typed(file, Survey(), "usb", "/dev/ttyUSB7", "/dev/ttyACM0", "/dev/ttyACM0")
    again = "Give the same port again to go on without the board."
    assert [line for line in shown if "BX510" in line] == [
        f"BX510: nothing answers on /dev/ttyUSB7. {again}",
        f"BX510: nothing answers on /dev/ttyACM0. {again}",
        "BX510: nothing answers on /dev/ttyACM0",
    ]
    assert read_box(file).usb.port == "/dev/ttyACM0"


def test_a_board_with_fewer_tiles_than_the_box_is_named_at_once(tmp_path: Path) -> None:
    survey = Survey(boards={"/dev/ttyACM0": hello(9, 2)})
    shown = typed(tmp_path / "box.toml", survey, "usb", "/dev/ttyACM0", "12")
    assert [line for line in shown if line.startswith("BX512: ")] == [
        'BX512: "box" has 9 tiles: before levers are tried, write the firmware for more of them '
        "(boxctl firmware flash --table box)."
    ]
    answers = {"board": "usb", "port": "/dev/ttyACM0", "tiles": 12}
    with pytest.raises(Fault, match=r"BX512: .* has no 12 tiles"):
        open_watch(SetupState(survey, answers=answers))


def test_a_roller_that_answers_is_proposed(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    proposed(file, Survey(header=HEADER, boards={"/dev/ttyACM0": hello(0, 2)}))
    roller = read_box(file).roller
    assert isinstance(roller, SerialTable)
    assert roller.port == "/dev/ttyACM0"


def test_pins_that_the_board_needs_are_not_proposed(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    proposed(file, Survey(header=HEADER, spi=[SpiPlace(0, 0)], has_uart=True, expanders=[MCP]))
    text = file.read_text()
    assert "mcp23017:" in text
    for kept in ("14", "15", "7", "8", "9", "10", "11"):
        assert f" {kept}," not in text and f"[{kept}," not in text


@pytest.mark.parametrize("port", [None, "ttyAMA0", "ttyS0", "ttyAMA10"])
def test_the_pins_of_a_serial_port_are_kept_while_it_is_on_the_header(
    tmp_path: Path, port: str | None
) -> None:
    there = machine(tmp_path)
    (tmp_path / "proc/device-tree").mkdir(parents=True, exist_ok=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi Zero Rev 1.3")
    if port is not None:
        (tmp_path / "dev").mkdir(exist_ok=True)
        (tmp_path / "dev" / port).touch()
        (tmp_path / "dev/serial0").symlink_to(port)
    # That of a Pi 5 has a socket of its own.
    assert look_around(there, lambda _bus: (), dict).has_uart == (port in ("ttyAMA0", "ttyS0"))


def test_for_a_pi_that_is_not_known_yet_they_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    proposed(file, look_around(machine(tmp_path), lambda _bus: (), dict))
    text = file.read_text()
    for kept in ("14", "15"):
        assert f" {kept}," not in text and f"[{kept}," not in text and f" {kept}\n" not in text
