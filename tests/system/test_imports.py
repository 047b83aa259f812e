"""What a command loads: it starts as fast as what it needs, and the core needs no hardware."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.chips.box_toml import with_change

HARDWARE_DISPLAYS_NUMBERS = {
    "hardware", "firmware_bridge", "gpiozero", "gpiod", "lgpio", "serial", "luma", "PIL", "textual",
    "numpy", "numba", "sqlite3", "threading", "socket", "subprocess",
}  # fmt: skip


def loaded_by(code: str) -> set[str]:
    """The modules there are after this code has run in an empty Python."""
    tell = "\nimport sys; print('\\n'.join(sys.modules), file=sys.stderr)"
    ended = subprocess.run(
        [sys.executable, "-c", code + tell], capture_output=True, text=True, check=True
    )
    return set(ended.stderr.split())


@pytest.mark.parametrize(
    "module",
    [
        "boxctl.referee",
        "boxctl.referee.referee",
        "boxctl.referee.lines",
        "boxctl.presentation.lamps",
    ],
)
def test_the_core_loads_no_hardware_display_or_numeric_library(module: str) -> None:
    assert not loaded_by(f"import {module}") & HARDWARE_DISPLAYS_NUMBERS


def test_the_list_of_variants_loads_next_to_nothing() -> None:
    # It has to take no more than four times an empty Python; these alone would be two of them.
    slow = {
        "argparse", "collections", "dataclasses", "difflib", "importlib.metadata", "inspect",
        "json", "pathlib", "re", "tomllib", "typing",
    }  # fmt: skip
    listed = loaded_by("from boxctl.cli import main; main(['rules', 'list'])")
    assert not listed & (slow | HARDWARE_DISPLAYS_NUMBERS)


def test_a_game_without_hardware_loads_no_library_of_pins() -> None:
    played = loaded_by(
        "import sys, io; sys.stdin = io.StringIO('q\\n'); sys.argv = ['boxctl']\n"
        "from boxctl.cli import main; main(['play', '--players', 'Ann', '--seed', '5'])"
    )
    assert "boxctl.screens.plain" in played
    assert not played & {"gpiozero", "gpiod", "lgpio"}


def test_a_box_loads_before_its_first_scene_only_what_that_needs() -> None:
    # A fault, an answer in JSON, the end of a match or another command needs these.
    later = {
        "asyncio", "boxctl.audit", "boxctl.journal.disk.sqlite_pages", "boxctl.odds",
        "boxctl.presentation.audit_sentences", "boxctl.presentation.ruling_lines",
        "boxctl.presentation.sound.speech_presenter", "boxctl.screens",
        "boxctl.simulation", "cryptography", "difflib", "email", "firmware_bridge", "gpiod",
        "hashlib", "groundwork.toml.faults", "groundwork.toml.lines", "importlib.metadata",
        "logging", "random",
        "shutil", "subprocess", "tempfile",
        "typing_extensions",
    }  # fmt: skip
    assert not loaded_by("import boxctl.cli.box.run") & later


def test_a_roller_on_a_port_loads_no_library_of_secrets() -> None:
    loaded = loaded_by("import hardware.dice.serial_roller")
    assert "serial" in loaded
    assert not loaded & {"hmac", "secrets", "serial.tools", "cryptography"}


@pytest.mark.parametrize(
    "module", ["boxctl.cli.box.run", "boxctl.table.box_table", "hardware.gpio.box"]
)
def test_a_driver_is_loaded_only_when_box_toml_names_it(module: str) -> None:
    drivers = {
        "gpiozero", "gpiod", "lgpio", "luma", "PIL", "smbus2", "hardware.buses",
        "hardware.lamps.max7219", "hardware.display.open",
        "boxctl.presentation.display.pages", "boxctl.presentation.table_view",
    }  # fmt: skip
    assert not loaded_by(f"import {module}") & drivers


def test_of_the_lamps_only_those_are_loaded_that_box_toml_names(tmp_path: Path) -> None:
    on_pins = 'driver = "gpio"\npins = [14, 15, 18]'
    (tmp_path / "box.toml").write_text(with_change(on_pins, 'driver = "apa102"'))
    loaded = loaded_by(
        "from contextlib import ExitStack; from pathlib import Path\n"
        "from hardware.config.read import read_box\n"
        "from hardware.lamps.open import open_lamps\n"
        "from hardware.buses import Buses\n"
        "from hardware.lamps.retry import LampMachine\n"
        "from tests.support.chips.lamp_chips import FakeSpi\n"
        f"box = read_box(Path({str(tmp_path / 'box.toml')!r}))\n"
        "machine = LampMachine(Buses(spi=FakeSpi().open), lambda: 0, print)\n"
        "open_lamps(box, machine, ExitStack())"
    )
    assert "hardware.lamps.strip" in loaded
    assert not loaded & {"hardware.lamps.max7219", "hardware.lamps.i2c", "gpiozero"}


def test_a_display_loads_its_libraries_in_its_own_thread() -> None:
    looked_for = (
        "import hardware.display.open\n"
        "from hardware.buses import check_libraries\n"
        "from hardware.config.tables.display import Ssd1306Table\n"
        "check_libraries(Ssd1306Table(1, 0x3C, upside_down=False, contrast=1))"
    )
    pytest.importorskip("luma.lcd", reason="the libraries of displays are not installed")
    assert not loaded_by(looked_for) & {"luma.core", "luma.oled", "PIL", "smbus2"}


def test_what_the_table_sees_is_worked_out_without_any_device() -> None:
    loaded = loaded_by("import boxctl.presentation.display.pages")
    assert not loaded & (HARDWARE_DISPLAYS_NUMBERS - {"hardware", "firmware_bridge"})
