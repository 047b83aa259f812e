"""`boxctl firmware`: built for real; flashed with an avrdude that only looks like one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from boxctl.cli import main
from boxctl.cli.box.other_boards import ARDUINO, OTHER_BOARDS
from firmware_bridge.build_firmware import Chip, read_pin_table, tables
from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.port.serial_port import PtyLine
from tests.support.firmware.emulated import needs_avr

pytestmark = needs_avr

Captured = pytest.CaptureFixture[str]


def avrdude(directory: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> Path:
    """Puts a program of this name before all others; it writes down how it was called."""
    calls = directory / "calls"
    program = directory / "avrdude"
    program.write_text(f'#!/bin/sh\necho "$@" >> "{calls}"\n{script}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{directory}:{os.environ['PATH']}")
    return calls


def flash(directory: Path, *options: str) -> int:
    line = PtyLine(directory / "port")
    try:
        return main(["firmware", "flash", "--port", str(directory / "port"), *options])
    finally:
        line.close()


def test_it_tells_what_it_has_built(capsys: Captured) -> None:
    assert main(["firmware", "info", "--table", "box", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["table"] == "box"
    assert 10_000 < told["flash"] <= 24_576
    assert Path(told["hex"]).read_text().startswith(":")


def test_it_tells_what_runs_on_a_board(capsys: Captured) -> None:
    with EmulatedBoard("small_box", 3) as board:
        assert main(["firmware", "info", "--port", board.port]) == 0
    built, _, runs = capsys.readouterr().out.splitlines()
    assert built.startswith("roller: firmware 1.2, protocol 2, flash ")
    assert runs == (
        "on the board: small box, firmware 1.2, 2 dice with 6 sides, 9 tiles; start 1 (by power)"
    )


def test_it_looks_for_the_board(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    with EmulatedBoard("small_box", 3) as board:
        monkeypatch.setattr("firmware_bridge.port.find_port.candidates", lambda: [board.port])
        assert main(["firmware", "info", "--table", "small_box", "--port", "auto"]) == 0
    *_, runs = capsys.readouterr().out.splitlines()
    assert runs.startswith("on the board: small box, firmware 1.2, ")


def test_where_no_port_is_there_is_nothing_to_tell(tmp_path: Path, capsys: Captured) -> None:
    assert main(["firmware", "info", "--port", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err.startswith("BX501: the roller's port ")


def test_the_right_chip_is_flashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = avrdude(tmp_path, monkeypatch, 'echo "avrdude: Device signature = 0x1e950f" >&2')
    assert flash(tmp_path, "--board", "nano-old", "--table", "digits", "--dice", "4") == 0
    asked, written = calls.read_text().splitlines()
    assert "-b 57600 -n" in asked
    assert "-D -U flash:w:" in written
    assert "digits.hex:i" in written


def test_a_wrong_chip_is_refused_and_nothing_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    calls = avrdude(
        tmp_path, monkeypatch, 'echo "avrdude: Device signature = 0x1e9406" >&2; exit 1'
    )
    assert flash(tmp_path) == 1
    assert "BX514: the chip on" in capsys.readouterr().err
    assert len(calls.read_text().splitlines()) == 1


@pytest.mark.parametrize(("numbers", "name"), OTHER_BOARDS.items())
def test_a_board_of_another_kind_is_refused_by_its_name_before_it_is_asked(
    numbers: tuple[int, int], name: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured,
) -> None:  # fmt: skip
    calls = avrdude(tmp_path, monkeypatch, "exit 1")

    def plugged_in() -> list[ListPortInfo]:
        other, this = ListPortInfo("/dev/null"), ListPortInfo("/dev/null")
        this.device = str((tmp_path / "port").resolve())
        other.vid, other.pid = ARDUINO, 0x0043
        this.vid, this.pid = numbers
        return [other, this]

    monkeypatch.setattr("serial.tools.list_ports.comports", plugged_in)
    assert flash(tmp_path) == 1
    assert f"BX418: the board on {tmp_path / 'port'} is an {name}, " in capsys.readouterr().err
    assert not calls.exists()


@pytest.mark.parametrize("table", tables(Chip.ATMEGA328P))
def test_a_table_with_pins_that_an_uno_lacks_goes_onto_a_nano_only(
    table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    avrdude(tmp_path, monkeypatch, 'echo "avrdude: Device signature = 0x1e950f" >&2')
    lacking = {"A6", "A7"} & set(read_pin_table(table).buttons.values())
    assert flash(tmp_path, "--table", table, "--board", "uno") == (1 if lacking else 0)
    assert capsys.readouterr().err.startswith("BX490: an Uno does not have") is bool(lacking)
    assert flash(tmp_path, "--table", table, "--board", "nano") == 0


def test_a_board_that_does_not_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    said = "avrdude: stk500_recv(): programmer is not responding\navrdude: not in sync"
    avrdude(tmp_path, monkeypatch, f"printf '{said}' >&2; exit 1")
    assert flash(tmp_path) == 1
    err = capsys.readouterr().err
    assert err.startswith("BX515: the board on")
    assert "not in sync" in err
    assert "nano-old" in err


def test_a_port_that_is_not_there_is_told(capsys: Captured, tmp_path: Path) -> None:
    assert main(["firmware", "flash", "--port", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err.startswith(("BX501", "BX508"))
