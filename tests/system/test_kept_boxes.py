"""What a box.toml says of a box, kept for each driver and compared byte by byte.

A file of ``boxes_kept`` has what the commands print of a box: its check, its wiring, what the
doctor finds on four machines. Below are the hashes of its drawn sheets and the words on them.
A test that finds a difference says with which command those of today are kept instead.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from textwrap import wrap

import pytest

from boxctl.cli import main
from boxctl.doctor.check import Machine
from boxctl.doctor.examine import examine
from boxctl.presentation.wiring_sheet.pages import pages
from boxctl.setup.answer_sources import FiledAnswers, ProposedAnswers
from boxctl.setup.dialogue import BoxSetup
from boxctl.setup.line_watch import LineWatch
from boxctl.setup.setup_state import SetupState
from boxctl.setup.survey import Survey
from groundwork.language import is_complete, known_languages
from hardware.config.box_file import TABLES
from hardware.config.read import read_box
from hardware.config.tables.spi import SpiPlace
from tests.support.drawn_labels import labels_of
from tests.support.kept_pictures import text_differs
from tests.support.some_boxes import BOXES

KEPT = Path(__file__).parent / "boxes_kept"

PINS = """\
[box]
tiles = 9
language = "en"
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [4, 17, 27, 22, 5, 6, 13, 26, 12]
[buttons]
driver = "gpio"
confirm = 23
roll = 24
"""

ON_A_BOARD = PINS.partition("[tiles]")[0] + '[tiles]\ndriver = "usb"\n'

NEEDED = {
    ("lamps", "gpio"): "pins = [14, 15, 18, 25, 16, 20, 21, 7, 8]\n",
    ("roller", "pi"): "leds = [[14, 15, 18, 25], [16, 20, 21, 7]]\n",
    ("roller", "serial"): 'port = "/dev/ttyACM0"\n',
    ("roller", "godice"): 'dice = { red = "F0:12:34:56:78:9A", blue = "F0:12:34:56:78:9B" }\n',
    ("roller", "pixels"): 'dice = { green = "F0:12:34:56:78:9C" }\n',
}
"""The keys that a driver needs, or that show more of it."""

MIXTURE = (
    PINS
    + """\
[[lamps]]
driver = "apa102"
bus = 1
tiles = "1-4"
[[lamps]]
driver = "max7219"
tiles = "5-9"
[display]
driver = "max7219-digits"
chip_select = 1
[roller]
driver = "hand"
"""
)

COVERED = ("lamps", "display", "roller")


def boxes() -> Iterator[tuple[str, str]]:
    """A box for each driver of lamps, displays and dice, and boxes that mix them."""
    yield from BOXES.items()
    yield "mixture", MIXTURE
    for table in TABLES:
        for driver in table.drivers if table.name in COVERED else ():
            box = ON_A_BOARD if driver.name == "usb" else PINS
            own = f'[{table.name}]\ndriver = "{driver.name}"\n'
            own += NEEDED.get((table.name, driver.name), "")
            dice = "" if table.name == "roller" else '[roller]\ndriver = "hand"\n'
            yield f"{table.name}-{driver.name}", box + own + dice


ALL = dict(boxes())


def assert_as_kept(name: str, text: str) -> None:
    """The text is the one that is kept."""
    path = KEPT / f"{name}.txt"
    if os.environ.get("KEEP_BOXES"):
        KEPT.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
    keep = f"KEEP_BOXES=1 .venv/bin/python -m pytest '{test}'"
    assert path.is_file(), f"{path} is not there yet. To keep it: {keep}"
    differences = text_differs(path.read_bytes(), text.encode())
    assert not differences, f"{differences}\nTo keep the new {path.name}: {keep}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, whose name no kept text has in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/maker")
    monkeypatch.setenv("PATH", "/nothing")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    return tmp_path


@pytest.mark.parametrize("name", ALL)
def test_a_box_is_checked_drawn_and_examined_as_before(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("box.toml").write_text(ALL[name], encoding="utf-8")
    assert_as_kept(name, "\n".join(said_of_the_box(folder, capsys)) + "\n")


def said_of_the_box(folder: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    yield "$ boxctl run --check --config box.toml"
    main(["run", "--check", "--config", "box.toml"])
    yield "".join(capsys.readouterr())
    yield "$ boxctl wiring --config box.toml"
    main(["wiring", "--config", "box.toml"])
    yield capsys.readouterr().out
    yield "# sha256"
    main(["wiring", "--config", "box.toml", "--json"])
    yield f"{hash_of(capsys.readouterr().out.encode())}  --json"
    for code in filter(is_complete, known_languages()):
        for sheet in ("sheet.svg", "sheet.pdf"):
            main(["--lang", code, "wiring", "--config", "box.toml", "--output", sheet])
            yield f"{hash_of((folder / sheet).read_bytes())}  {sheet} --lang {code}"
    capsys.readouterr()
    main(["--lang", "en", "wiring", "--config", "box.toml"])
    capsys.readouterr()
    for number, page in enumerate(pages(read_box(Path("box.toml"))), start=1):
        yield f"\n# on page {number}"
        yield from wrap(" | ".join(label.text for label in labels_of(page)), 110)
    yield "\n$ boxctl doctor --config box.toml"
    yield from said_by_the_doctor(folder)


def said_by_the_doctor(folder: Path) -> Iterator[str]:
    """What the doctor says of a bare machine, one without permissions, and two with buses."""
    root = folder / "machine"
    buses = [*(f"i2c-{bus}" for bus in range(2)), *(f"spidev{place}" for place in PLACES)]
    yield "\n# no bus, no libraries"
    yield from found_on(Machine(root=root, why_no_import=lambda name: f"there is no {name}"))
    for file in (*(f"dev/{bus}" for bus in buses), "boot/firmware/config.txt"):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text("")
    (root / "proc/device-tree").mkdir(parents=True)
    (root / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    yield "\n# no permission"
    yield from found_on(Machine(root=root, may_use=lambda _path: False))
    yield "\n# nothing answers"
    yield from found_on(Machine(root=root, may_use=lambda _path: True))
    yield "\n# everything answers"
    answers = Machine(root=root, may_use=lambda _path: True, answers_at=lambda _bus, _address: True)
    yield from found_on(answers)


PLACES = ("0.0", "0.1", "1.0", "1.1", "1.2")
OF_DRIVERS = ("box.toml", "libraries", "overlays", "i2c", "display", "lamps", "spi")


def found_on(machine: Machine) -> Iterator[str]:
    for found in examine(machine, Path("box.toml"), Path("/journal.db")):
        if found.subject in OF_DRIVERS:
            says = found.says.partition("; install them: ")[0]
            yield f"{found.soundness.value:<9}{found.subject:<10}{found.code or '':<6}{says}"


SURVEYS = {
    "nothing": Survey(),
    "oled": Survey(model="Raspberry Pi 4", i2c={1: (0x20, 0x3D)}, spi=[SpiPlace(0, 1)]),
    "lcd": Survey(model="Raspberry Pi 4", i2c={1: (0x3F,), 3: (0x27, 0x3C)}),
}


def no_watch(_state: SetupState) -> LineWatch:
    raise AssertionError("nothing is wired yet")


def set_up(survey: Survey, answers: str) -> str:
    """What the set-up asks, proposes and writes."""
    said: list[str] = []
    file, given = Path("box.toml"), Path("answers.toml")
    file.unlink(missing_ok=True)
    given.write_text(answers)
    source = FiledAnswers(given, ProposedAnswers()) if answers else ProposedAnswers()
    BoxSetup(file, survey, source, said.append, no_watch).run()
    lines = file.read_text(encoding="utf-8").splitlines()
    return "\n".join([*said, *(line for line in lines if line and line[0] not in "# ")]) + "\n"


@pytest.mark.parametrize("name", SURVEYS)
def test_the_set_up_proposes_as_before(name: str, folder: Path) -> None:
    text = set_up(SURVEYS[name], "")
    usual = text.splitlines()
    for table in TABLES:
        for driver in table.drivers if table.name in COVERED else ():
            if driver.name != "usb":
                answers = f'{table.name} = "{driver.name}"\n'
                changed = set_up(SURVEYS[name], answers).splitlines()
                own = [line for line in changed if line not in usual]
                text += "\n".join([f"\n# {answers}", *own])
    assert_as_kept(f"setup-{name}", text)


def hash_of(content: bytes) -> str:
    return sha256(content).hexdigest()
