"""`boxctl roller`: test throws on a roller."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from boxctl.cli import main
from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.port.serial_port import PtyLine
from firmware_bridge.protocol.constants import Task
from tests.support.firmware.emulated import needs_avr
from tests.support.firmware.pty_roller import PtyRoller

Captured = pytest.CaptureFixture[str]


def test_it_throws_and_tells(capsys: Captured) -> None:
    with PtyRoller(3, 6, name="tower", chance=random.Random(1)) as roller:
        assert main(["roller", "--port", roller.port, "--throws", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["dice"], told["sides"], told["came"]) == ("tower", 3, 6, 4)
    assert all(len(throw) == 3 for throw in told["throws"])
    assert sum(told["faces"]) == 12
    assert told["dropped_here"] == told["dropped_there"] == told["repeated"] == 0
    assert told["troubles"] == []


@needs_avr
def test_it_reads_like_a_report(capsys: Captured) -> None:
    with EmulatedBoard("digits", 3, dice=1, sides=20) as board:
        assert main(["roller", "--port", board.port, "--throws", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 6
    assert lines[2].startswith("digits, firmware 1.2, 1 die with 20 sides on ")
    assert "noise good, 0 failed tests" in lines[3]


@needs_avr
def test_the_firmware_can_be_tried_without_a_board(capsys: Captured) -> None:
    assert main(["roller", "--port", "emulated", "--throws", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["came"], told["started"]) == ("roller", 3, "power")


@needs_avr
def test_what_it_hung_in_is_told(capsys: Captured) -> None:
    with EmulatedBoard(seed=3) as board:
        board.hang(Task.LINK, deaf=True)
        assert main(["roller", "--port", board.port, "--throws", "1", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
    assert (told["started"], told["task"], told["came"]) == ("watchdog", "link", 1)


def test_a_board_that_is_silent_is_told(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxctl.cli.box.roller.ANSWERS_WITHIN_S", 0.2)
    line = PtyLine(tmp_path / "port")
    assert main(["roller", "--port", str(tmp_path / "port")]) == 1
    assert capsys.readouterr().err.startswith("BX511: the board on ")
    line.close()


def test_no_roller_at_all_is_told(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.port.find_port.candidates", list)
    assert main(["roller"]) == 1
    assert "BX510: no roller was found (there is no serial port at all)" in capsys.readouterr().err


def test_a_wrong_number_of_throws_is_a_wrong_command(capsys: Captured) -> None:
    assert main(["roller", "--throws", "-1"]) == 2
    assert "--throws" in capsys.readouterr().err
