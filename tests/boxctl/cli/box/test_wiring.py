"""``boxctl wiring``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxctl.cli import main
from tests.support.some_boxes import BOXES, DUEL, HALL_AND_STRIP, NINE

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def box(tmp_path: Path) -> Path:
    file = tmp_path / "box.toml"
    file.write_text(NINE)
    return file


def test_every_wire_part_and_current_is_listed(capsys: Captured, box: Path) -> None:
    assert main(["wiring", "--config", str(box)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "GPIO17, pin 11      reed contact of tile 1      1 kΩ - GND" in lines
    assert "   9  red LED" in lines
    assert lines[-1] == "3V3                                 36.7 mA of 500 mA"


@pytest.mark.parametrize("name", BOXES)
def test_json_is_one_document_with_the_same(capsys: Captured, box: Path, name: str) -> None:
    box.write_text(BOXES[name])
    main(["wiring", "--config", str(box), "--json"])
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert told.keys() == {"wires", "board", "parts", "currents"}
    assert (told["board"] is not None) == ('"usb"' in BOXES[name] or '"serial"' in BOXES[name])
    assert all(wire["chip"] or wire["pin"] in range(1, 41) for wire in told["wires"])


def test_more_current_than_the_supply_gives_is_a_no(capsys: Captured, box: Path) -> None:
    box.write_text(HALL_AND_STRIP)
    assert main(["wiring", "--config", str(box)]) == 1
    assert "2910.0 mA of 700 mA  TOO MUCH" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "begin"), [("a.svg", b"<svg"), ("a.pdf", b"%PDF-1.4")])
def test_the_sheet_is_written(capsys: Captured, box: Path, name: str, begin: bytes) -> None:
    sheet = box.parent / name
    assert main(["wiring", "--config", str(box), "--output", str(sheet)]) == 0
    assert capsys.readouterr().out == f"The wiring is in {sheet}.\n"
    assert sheet.read_bytes().startswith(begin)


def test_a_sheet_that_cannot_be_written_is_one_sentence(capsys: Captured, box: Path) -> None:
    sheet = box.parent / "nowhere" / "sheet.pdf"
    assert main(["wiring", "--config", str(box), "--output", str(sheet)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"BX707: {sheet} cannot be written")


def test_a_roller_has_the_dice_of_the_rules(capsys: Captured, box: Path) -> None:
    box.write_text(DUEL)
    assert main(["wiring", "--config", str(box)]) == 0
    assert "USB board, pin table digits:" in capsys.readouterr().out.splitlines()
