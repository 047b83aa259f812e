"""Answers that are typed, come through a pipe or from a file, and what becomes of wrong ones."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.setup.survey import Survey
from boxctl.table.check_rules import check_box_file
from hardware.config.read import read_box

Captured = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def nothing_is_there(monkeypatch: Patch) -> None:
    monkeypatch.setattr("boxctl.cli.box.setup.look_around", lambda _machine: Survey())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.toml"


def typed(file: Path, lines: str, monkeypatch: Patch, *more: str) -> int:
    """Run the set-up with these lines on a pipe."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return main(["setup", "--config", str(file), *more])


def from_file(file: Path, answers: str, *more: str) -> int:
    path = file.with_name("answers.toml")
    path.write_text(answers)
    return main(["setup", "--config", str(file), "--yes", "--answers", str(path), *more])


def test_empty_lines_take_what_is_proposed(
    file: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    assert typed(file, "\n" * 20, monkeypatch) == 0
    assert read_box(file, check_box_file).box.tiles == 9
    assert "Wire it so:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("usd\npi", '"usd" is not possible; did you mean usb? Give pi or usb.'),
        ("\nfish\n9", '"fish" is not possible; give a whole number from 1 to 24.'),
        ("\n25\n9", '"25" is not possible; give a whole number from 1 to 24.'),
        ("\n\nclasic\n", 'there is no variant "clasic"'),
        ("\n9\nfull-house\nclassic", "BX312: full-house is played with 12 tiles, but 9 are wired"),
        ("\n\nduel\nlong-game\nAnn\nAnn, Bob", "BX312: "),
        ("\n\n\n\n\n\n\n\n\nfire, roll\nroll", '"fire" is not possible; give some of'),
        ("\n\n\n\n\n\n\n\n\n\n5, 3, 6, 12, 13, 16, 17, 18, 19\n\n",
         "BX308: pin 3 of the lamp of tile 2 is kept by the board"),
        ("\n\n\n\n\n\n\n\n\n\n5, 5, 6, 12, 13, 16, 17, 18, 19\n\n",
         "BX307: pin 5 of the lamp of tile 1 is also used by the lamp of tile 2"),
        ("\n\n\n\n\n\n\n\n\n\n5, 6\n\n", "BX309: there are 2 pins for a box of 9 tiles"),
        ("\n\n\n\n\n\n\n\n\n\n\nmaybe\nno", '"maybe" is not possible; give yes or no.'),
        ("\n\n\n\n\n\nnone\n\n\nnone\n\n\npi\nhand",
         "BX311: the Pi is to throw the dice, but the box has no roll button"),
    ],
)  # fmt: skip
def test_a_wrong_answer_gets_one_sentence_and_is_asked_again(
    file: Path, monkeypatch: Patch, capsys: Captured, lines: str, sentence: str
) -> None:
    assert typed(file, lines + "\n" * 20, monkeypatch) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith(sentence)]
    assert len(said) == 1
    read_box(file, check_box_file)


def test_a_pipe_that_ends_too_early_is_one_line_with_a_code(
    file: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    assert typed(file, "pi\n12\n", monkeypatch) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("BX331: the answers end before the question variant;")
    assert not file.exists()


def test_a_file_answers_what_it_names_and_the_rest_is_typed(file: Path, monkeypatch: Patch) -> None:
    answers = file.with_name("answers.toml")
    answers.write_text('tiles = 12\nlamps = "none"\nplayers = ["Ann", "Bob"]\n')
    assert typed(file, "\n" * 20, monkeypatch, "--answers", str(answers)) == 0
    written = tomllib.loads(file.read_text())
    assert written["rules"] == {"variant": "full-house", "players": ["Ann", "Bob"]}
    assert len(written["tiles"]["pins"]) == 12
    assert "lamps" not in written


@pytest.mark.parametrize(
    ("answers", "line"),
    [
        ('tiles = 9\nsensor = "read"\n', 'answers.toml:2: sensor: "read" is not possible; did'),
        ("tiles = 99\n", 'answers.toml:1: tiles: "99" is not possible; give a whole number'),
        ("tiels = 9\n", "answers.toml: there is no question tiels; did you mean tiles?"),
        ("tiles = \n", "answers.toml:1: there is no value behind the =; write one"),
        ('buttons = "none"\nroller = "pi"\n', "answers.toml:2: roller: BX311: the Pi is to throw"),
    ],
)
def test_a_wrong_answer_of_a_file_ends_it_with_its_place(
    file: Path, capsys: Captured, answers: str, line: str
) -> None:
    assert from_file(file, answers) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"BX330: {file.parent}/{line}")
    assert not file.exists()


def test_a_file_that_is_not_there_is_one_line(file: Path, capsys: Captured) -> None:
    assert main(["setup", "--config", str(file), "--answers", str(file.parent / "no")]) == 2
    assert capsys.readouterr().err.startswith(f"BX330: {file.parent}/no: the answers cannot be")


def test_a_folder_that_is_not_there_is_one_line(file: Path, capsys: Captured) -> None:
    assert main(["setup", "--config", str(file.parent / "no" / "box.toml")]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err[:6]) == ("", "BX707:"), "before anything is asked"


def test_a_folder_in_the_place_of_the_file_is_one_line(file: Path, capsys: Captured) -> None:
    assert main(["setup", "--config", str(file.parent)]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err[:6]) == ("", "BX301:")


def test_ctrl_c_leaves_no_file_and_says_so(
    file: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    def pressed() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("boxctl.cli.box.setup.typed_line", pressed)
    assert main(["setup", "--config", str(file)]) == 130
    assert capsys.readouterr().err == f"\nNothing is written: {file} is as it was.\n"
    assert not file.exists()


def test_json_is_one_document_and_the_talk_goes_to_standard_error(
    file: Path, capsys: Captured
) -> None:
    assert from_file(file, "tiles = 10\n", "--json") == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {
        "file": str(file),
        "written": True,
        "learned": False,
        "mistakes": [],
        "lamps_tried": False,
        "lamp_mistakes": [],
        "not_learned": [],
        "left_out": [],
    }
    assert "How many tiles does the box have" in printed.err


@pytest.mark.parametrize(
    "answers",
    [
        'lamps = "max7219"\nlamps_spi = "1.0"\n',
        'lamps = "ws2812"\n',
        'lamps = "apa102"\ndisplay = "max7219-matrix"\ndisplay_spi = "1.0"\n',
        'display = "ssd1306"\ndisplay_address = "0x3d"\n',
        'display = "hd44780"\ndisplay_address = "3:0x3f"\n',
        'buzzer = "active"\nroller = "hand"\n',
        'sensor = "hall"\n',
        'sensor = "switch"\nconnects_to = "3v3"\n',
        'roller = "serial"\nroller_port = "/dev/ttyACM0"\n',
        'roller = "emulated"\n',
        'voice = "piper"\nvoice_model = "/home/pi/en.onnx"\n',
        'board = "usb"\ntiles = 24\nlamps = "usb"\nroller = "usb"\n',
        "tiles = 1\n",
        "tiles = 15\n",
    ],
)
def test_whatever_is_chosen_the_file_passes_the_check(
    file: Path, capsys: Captured, answers: str
) -> None:
    assert from_file(file, answers) == 0
    assert main(["run", "--check", "--config", str(file)]) == 0
    assert main(["wiring", "--config", str(file)]) in (0, 1)
    capsys.readouterr()


def test_what_was_written_is_proposed_when_it_is_set_up_again(file: Path, capsys: Captured) -> None:
    assert from_file(file, 'sensor = "hall"\ndisplay = "sh1106"\nbuzzer = "active"\n') == 0
    before = tomllib.loads(file.read_text())
    assert from_file(file, "replace = true\nlearn = false\n") == 0
    assert tomllib.loads(file.read_text()) == before
    capsys.readouterr()


def test_it_speaks_french(file: Path, capsys: Captured) -> None:
    assert from_file(file, "", "--lang", "fr") == 0
    assert "Combien de clapets la boîte a-t-elle" in capsys.readouterr().out
