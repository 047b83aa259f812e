"""Drivers of other packages: taken by name, asked as boxctl's own are, and named if they fail."""

from __future__ import annotations

import importlib.metadata
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from boxctl.doctor.check import Machine
from boxctl.doctor.check_computer import check_python
from boxctl.doctor.check_pins import check_buses
from boxctl.presentation.wiring_sheet.currents import loads
from boxctl.presentation.wiring_sheet.pages import pages
from boxctl.presentation.wiring_sheet.wires import WireKind, wires
from boxctl.setup.answer_kinds import WrongAnswer
from boxctl.setup.answer_sources import FiledAnswers, ProposedAnswers
from boxctl.setup.dialogue import BoxSetup
from boxctl.setup.line_watch import LineWatch
from boxctl.setup.questions import BEFORE_LEARNING
from boxctl.setup.setup_state import SetupState
from boxctl.setup.survey import Survey
from gpiozero_gpiod.chips import ChipInfo
from groundwork.faults import Fault
from hardware.buses import Buses
from hardware.config.read import read_box
from hardware.config.tables.spi import SpiPlace
from hardware.devices import DiceRolled, TextLine
from hardware.display.open import opening
from hardware.lamps.open import open_lamps
from hardware.lamps.retry import LampMachine
from hardware.open_box import open_devices
from tests.support.chips.box_toml import GOOD, problems, read, with_change
from tests.support.chips.mock_chips import MockChips
from tests.support.drawn_labels import labels_of
from tests.support.installed_package import install, install_example

ON_PINS = 'driver = "gpio"\npins = [14, 15, 18]\n'
BOX = with_change(ON_PINS, 'driver = "pca9685"\n')
TWO_CHIPS = BOX.replace(
    '[lamps]\ndriver = "pca9685"\n',
    '[[lamps]]\ndriver = "pca9685"\ntiles = [1]\n[[lamps]]\ndriver = "pca9685"\ntiles = [2, 3]\n',
)


@pytest.fixture
def pca9685(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of the worked example is installed."""
    install_example(tmp_path / "packages", monkeypatch)


@pytest.mark.usefixtures("pca9685")
class TestPca9685:
    """The driver of the worked example, wherever boxctl asks a driver."""

    def test_its_keys_are_checked(self, tmp_path: Path) -> None:
        assert problems(tmp_path, BOX) == ()
        (problem,) = problems(tmp_path, BOX.replace('"pca9685"', '"pca9685"\nfirst_chanel = 3'))
        assert (problem.code, problem.cure) == ("BX303", "did you mean first_channel?")

    def test_channels_that_do_not_reach_are_a_fault(self, tmp_path: Path) -> None:
        (problem,) = problems(tmp_path, BOX.replace('"pca9685"', '"pca9685"\nfirst_channel = 14'))
        assert (problem.code, problem.key, problem.line) == ("BX319", "lamps.driver", 9)
        assert problem.sentence.startswith("the last lamp would be on channel 16")

    def test_two_chips_at_one_address_are_a_fault(self, tmp_path: Path) -> None:
        (problem,) = problems(tmp_path, TWO_CHIPS)
        assert (problem.code, problem.key, problem.line) == ("BX323", "lamps[2].driver", 12)
        assert problem.sentence == (
            "address 0x40 of /dev/i2c-1 is used twice (lamps[1].driver, line 9)"
        )
        other = TWO_CHIPS.replace("tiles = [2, 3]", "tiles = [2, 3]\naddress = 0x41")
        assert problems(tmp_path, other) == ()
        assert problems(tmp_path, other.replace("0x41", "0x40\nbus = 3")) == ()

    def test_a_chip_and_a_display_at_one_address_are_a_fault(self, tmp_path: Path) -> None:
        display = '[display]\ndriver = "ssd1306"\naddress = 0x40\n'
        (problem,) = problems(tmp_path, BOX + display)
        assert (problem.code, problem.key) == ("BX323", "display.driver")

    def test_a_chip_and_an_expander_at_one_address_are_a_fault(self, tmp_path: Path) -> None:
        text = BOX.replace("pins = [4, 17, 27]", 'pins = [4, "1-0040:0", 27]')
        (problem,) = problems(tmp_path, text)
        assert (problem.code, problem.key) == ("BX323", "lamps.driver")
        assert problem.sentence.startswith("the lamps and the chip 1-0040 would both be at")

    @pytest.mark.parametrize(("bus", "codes"), [(0, ["BX308"]), (1, ["BX308"]), (3, [])])
    def test_a_chip_on_a_bus_that_is_off_is_a_fault(
        self, tmp_path: Path, bus: int, codes: list[str]
    ) -> None:
        text = BOX.replace('"pca9685"', f'"pca9685"\nbus = {bus}') + "[gpio]\ni2c = false\n"
        assert [problem.code for problem in problems(tmp_path, text)] == codes

    def test_it_is_on_the_wiring_sheet(self, tmp_path: Path) -> None:
        box = read(tmp_path, BOX.replace('"pca9685"', '"pca9685"\nfirst_channel = 4'))
        on_i2c = [(wire.line, wire.part, wire.to) for wire in wires(box)
                  if wire.kind is WireKind.I2C]  # fmt: skip
        assert on_i2c == [(2, "PCA9685 at 0x40", "SDA"), (3, "PCA9685 at 0x40", "SCL")]
        said = [label.text for page in pages(box) for label in labels_of(page)]
        assert said.count("PCA9685") == 2
        assert said[said.index("PWM 5") + 1] == "lamp of tile 2"
        (rail,) = [load for load in loads(box, wires(box)) if load.supply == "3V3"]
        assert rail.milliamperes == 10 + 3 * 3

    def test_the_doctor_asks_at_its_address(self, tmp_path: Path) -> None:
        (tmp_path / "dev").mkdir()
        (tmp_path / "dev/i2c-1").touch()
        asked: list[tuple[int, int]] = []

        def answers_at(bus: int, address: int) -> bool:
            asked.append((bus, address))
            return address == 0x41

        machine = Machine(root=tmp_path, may_use=lambda _path: True, answers_at=answers_at)
        bus, lamps = check_buses(machine, read(tmp_path, BOX))
        assert asked[0] == (1, 0x40)
        assert (bus.subject, lamps.subject, lamps.code) == ("i2c", "lamps", "BX424")
        assert lamps.says.startswith(
            "nothing answers at 0x40 on /dev/i2c-1, where [lamps] should be, but something does "
            "at 0x41; if that is it, write address = 0x41 in [lamps]"
        )

    def test_the_set_up_offers_it_and_proposes_an_address_that_answers(
        self, tmp_path: Path
    ) -> None:
        (question,) = [each for each in BEFORE_LEARNING if each.key == "lamps"]
        assert question.kind.choices is not None
        assert question.kind.choices()["pca9685"] == "the driver of the package boxctl-pca9685"
        file, answers, said = tmp_path / "box.toml", tmp_path / "answers.toml", list[str]()
        answers.write_text('lamps = "pca9685"\n')
        BoxSetup(
            file,
            Survey(i2c={1: (0x20,), 3: (0x40,)}),
            FiledAnswers(answers, ProposedAnswers()),
            said.append,
            no_watch,
        ).run()
        assert "At which I2C address are the lamps? 3:0x40" in said
        (lamps,) = read_box(file).lamps
        assert (lamps.bus, lamps.address) == (3, 0x40)  # type: ignore[union-attr]

    def test_nothing_of_it_is_imported_for_a_box_without_it(self, tmp_path: Path) -> None:
        read(tmp_path, GOOD)
        assert "boxctl_pca9685" not in sys.modules

    def test_its_device_is_imported_when_it_is_opened(self, tmp_path: Path) -> None:
        read(tmp_path, BOX)
        assert "boxctl_pca9685" in sys.modules
        assert "boxctl_pca9685.lamps" not in sys.modules


def no_watch(_state: SetupState) -> LineWatch:
    raise AssertionError("nothing is wired yet")


def test_packages_are_not_looked_through_for_drivers_of_boxctl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_now(**_wanted: str) -> None:
        raise AssertionError("looked through the packages")

    monkeypatch.setattr(importlib.metadata, "entry_points", not_now)
    assert problems(tmp_path, GOOD + '[display]\ndriver = "ssd1306"\n') == ()


class Shop:
    """A folder of packages that are installed."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._monkeypatch = monkeypatch

    def offer(
        self, source: str, *, group: str = "boxctl.lamps", name: str = "odd", package: str = "odd"
    ) -> None:
        """Install a package whose one module has this source and offers ``DRIVER``."""
        folder = self._folder / package
        folder.mkdir(parents=True)
        module = f"boxctl_{package}"
        (folder / f"{module}.py").write_text(source)
        groups = {group: {name: f"{module}:DRIVER"}}
        install(folder, self._monkeypatch, package, groups, [module])


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    return Shop(tmp_path / "shop", monkeypatch)


LAMPS = """
from dataclasses import dataclass
from hardware.config.declare import Driver
from hardware.config.device_table import DisplayTable, DrivenLampTable, RollerTable
from hardware.config.tables.lamps import TILES
from hardware.config.tables.spi import SpiPlace
from hardware.devices import DiceRolled, Face
@dataclass(frozen=True, slots=True)
class OddTable(DrivenLampTable):
    tiles: tuple[int, ...] | None
    opens = "boxctl_odd:open_odd"
    model = "odd"
DRIVER = Driver("odd", "odd lamps", (TILES,), OddTable)
shown = []
class Lamps:
    def show(self, lit): shown.append(lit)
    def check(self, now): pass
    def close(self): shown.append("closed")
def open_odd(table, tiles, machine):
    return Lamps()
"""
ODD = with_change(ON_PINS, 'driver = "odd"\n')


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import nowhere_to_be_found", "odd cannot be imported: No module named"),
        ("this is no Python", "odd cannot be imported: invalid syntax"),
        ("raise SystemExit", "odd cannot be imported: SystemExit"),
        ("", "odd cannot be imported: module 'boxctl_odd' has no attribute 'DRIVER'"),
        ("DRIVER = 5", "boxctl_odd:DRIVER of odd is no Driver"),
        (LAMPS.replace("OddTable)\n", "OddTable, interface=2)\n"),
         "odd is written for version 2 of boxctl's drivers, and this is 1"),
        (LAMPS.replace('Driver("odd"', 'Driver("even"'), 'odd names it "even" in its code'),
        (LAMPS.replace("(DrivenLampTable)", "(DisplayTable)"),
         "odd makes a table of it that is no DrivenLampTable"),
        (LAMPS.replace("OddTable)\n", "dict)\n"),
         "odd makes a table of it that is no DrivenLampTable"),
        (LAMPS.replace('"boxctl_odd:open_odd"', '""'), "odd does not say what opens it"),
        (LAMPS.replace("TILES,", ""), "TypeError: "),
        (LAMPS + "OddTable.misfits = lambda self, tiles: 1 / 0", "ZeroDivisionError: "),
        (LAMPS + "OddTable.wiring = lambda self, tiles: tiles.wires", "AttributeError: "),
    ],
)  # fmt: skip
def test_a_driver_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, shop: Shop, source: str, why: str
) -> None:
    shop.offer(source)
    (problem,) = problems(tmp_path, ODD)
    assert (problem.code, problem.key, problem.line) == ("BX325", "lamps.driver", 9)
    assert problem.sentence.startswith(f"the driver odd cannot be used: {why}")
    assert "name another driver" in problem.cure


def test_a_name_that_two_packages_offer_is_no_choice(tmp_path: Path, shop: Shop) -> None:
    shop.offer(LAMPS)
    shop.offer(LAMPS, package="other")
    (problem,) = problems(tmp_path, ODD)
    assert problem.code == "BX325"
    assert problem.sentence == "the driver odd cannot be used: it is offered by odd and other"


def test_a_name_that_boxctl_has_cannot_be_taken(tmp_path: Path, shop: Shop) -> None:
    shop.offer("raise AssertionError", name="ws2812")
    box = read(tmp_path, with_change(ON_PINS, 'driver = "ws2812"\n'))
    assert box.lamps[0].model == "ws2812"  # type: ignore[union-attr]
    machine = Machine(root=tmp_path, why_no_import=lambda _name: None)
    (shadowed,) = [found for found in check_python(machine, box) if found.code == "BX325"]
    assert shadowed.says.startswith("the package odd offers a driver ws2812, which boxctl has")


def test_a_name_that_nobody_has_is_told_with_those_that_are_there(
    tmp_path: Path, shop: Shop
) -> None:
    shop.offer(LAMPS)
    (problem,) = problems(tmp_path, with_change(ON_PINS, 'driver = "old"\n'))
    assert problem.code == "BX305"
    assert problem.cure.endswith("or odd (did you mean odd?)")
    assert all(name in problem.cure for name in ("gpio", "max7219", "usb"))


ON_SPI = """
from dataclasses import dataclass
from hardware.config.declare import Driver
from hardware.config.device_table import DrivenLampTable
from hardware.config.tables.lamps import TILES
from hardware.config.tables.spi import BUS, CHIP_SELECT, OnSpi
@dataclass(frozen=True, slots=True, kw_only=True)
class OddTable(OnSpi, DrivenLampTable):
    tiles: tuple[int, ...] | None
    bus: int
    chip_select: int
    opens = "boxctl_odd:open_odd"
    model = "odd"
    may_be_proposed = True
DRIVER = Driver("odd", "odd lamps", (TILES, BUS, CHIP_SELECT), OddTable)
"""
A_PI_WITH_SPI = Survey(
    header=ChipInfo("/dev/gpiochip0", "gpiochip0", "pinctrl-rp1", 54),
    spi=[SpiPlace(0, 0)],
)


def proposed_lamps(survey: Survey) -> object:
    """Return the lamps that the set-up proposes for a small box."""
    (question,) = [each for each in BEFORE_LEARNING if each.key == "lamps"]
    return question.default(SetupState(survey, answers={"board": "pi", "tiles": 6}))


def test_lamps_whose_driver_somebody_has_installed_are_proposed(shop: Shop) -> None:
    assert proposed_lamps(A_PI_WITH_SPI) == "gpio"
    shop.offer(ON_SPI)
    assert proposed_lamps(A_PI_WITH_SPI) == "odd"
    assert proposed_lamps(replace(A_PI_WITH_SPI, spi=())) == "gpio"


@pytest.mark.usefixtures("pca9685")
def test_a_chip_of_another_package_is_proposed_if_it_answers() -> None:
    assert proposed_lamps(replace(A_PI_WITH_SPI, i2c={1: (0x40,)})) == "pca9685"
    assert proposed_lamps(replace(A_PI_WITH_SPI, i2c={1: (0x41,)})) == "gpio"


@pytest.mark.parametrize(
    "source",
    [ON_SPI.replace("may_be_proposed = True", ""), ON_SPI.replace("tiles:", "tiles"), "DRIVER = 5"],
    ids=["not to be proposed", "no Python", "no driver"],
)
def test_another_driver_that_is_installed_is_not_proposed(shop: Shop, source: str) -> None:
    shop.offer(source)
    assert proposed_lamps(A_PI_WITH_SPI) == "gpio"


def test_a_wrong_driver_is_a_wrong_answer_of_the_set_up(shop: Shop) -> None:
    shop.offer("DRIVER = 5")
    (question,) = [each for each in BEFORE_LEARNING if each.key == "lamps"]
    with pytest.raises(WrongAnswer, match="the driver odd cannot be used"):
        question.kind.read("odd")


def test_lamps_on_no_bus_are_lit_and_closed(tmp_path: Path, shop: Shop) -> None:
    shop.offer(LAMPS)
    with ExitStack() as opening_all:
        machine = LampMachine(Buses(), lambda: 0, print)
        (group,) = open_lamps(read(tmp_path, ODD), machine, opening_all)
        group.show(0b101)
    assert sys.modules["boxctl_odd"].shown == [0b101, "closed"]


def test_a_device_whose_module_is_not_there_is_a_fault(tmp_path: Path, shop: Shop) -> None:
    shop.offer(LAMPS.replace("boxctl_odd:open_odd", "boxctl_odd.lamps:open_odd"))
    box = read(tmp_path, ODD)
    with ExitStack() as opening_all, pytest.raises(Fault, match=r"BX425: the driver of \[lamps\]"):
        open_lamps(box, LampMachine(Buses(), lambda: 0, print), opening_all)
    machine = Machine(root=tmp_path, why_no_import=lambda _name: None)
    assert "BX425" in [found.code for found in check_python(machine, box)]


def test_a_display_shows_its_lines(tmp_path: Path, shop: Shop) -> None:
    shop.offer(
        LAMPS.replace("(DrivenLampTable)", "(DisplayTable)")
        .replace("    tiles: tuple[int, ...] | None\n", "    face = Face(20, 2)\n")
        .replace("(TILES,)", "()")
        + "def open_odd(table, buses, closing):\n    return shown.append\n",
        group="boxctl.displays",
    )
    box = read(tmp_path, GOOD + '[display]\ndriver = "odd"\n')
    assert box.display is not None and box.display.face.columns == 20
    with ExitStack() as closing:
        opening(box.display, Buses())(closing)([TextLine("Hello")])
    assert sys.modules["boxctl_odd"].shown == [[TextLine("Hello")]]


def test_dice_throw_and_are_told_what_is_kept(tmp_path: Path, shop: Shop) -> None:
    shop.offer(
        LAMPS.replace("(DrivenLampTable)", "(RollerTable)")
        .replace("    tiles: tuple[int, ...] | None\n", "")
        .replace("(TILES,)", "()")
        + """
class Dice:
    def __init__(self, machine): self.machine = machine
    def kept(self, series, serial): shown.append((series, serial))
    def button_throws(self, count): pass
    def roll(self, count): self.machine.hand_over(DiceRolled(0, (3, 4), 1, 2))
    def close(self): shown.append("closed")
def open_odd(table, machine):
    return Dice(machine)
""",
        group="boxctl.dice",
    )
    serial = '[roller]\ndriver = "serial"\nport = "/dev/ttyACM0"'
    box_file = read(tmp_path, with_change(serial, '[roller]\ndriver = "odd"'))
    told: list[object] = []
    with open_devices(box_file, lambda: 0, told.append, chips=MockChips(lambda: 0)) as box:
        assert box.order_throw is not None
        box.order_throw(2)
        box.kept(1, 2)
    assert told == [DiceRolled(0, (3, 4), 1, 2)]
    assert sys.modules["boxctl_odd"].shown == [(1, 2), "closed"]
