"""`boxctl run --check`: a box.toml is checked on a laptop, and said in words. No pin is touched."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from tests.support.tables.the_match import THE_MATCH

Captured = pytest.CaptureFixture[str]

GOOD = THE_MATCH.box_toml("/dev/nowhere")
SERIAL = 'driver = "serial"\nport = "/dev/nowhere"'


def checked(tmp_path: Path, text: str, *options: str) -> int:
    file = tmp_path / "box.toml"
    file.write_text(text)
    return main(["run", "--check", "--config", str(file), *options])


def as_json(capsys: Captured) -> dict[str, Any]:
    (line,) = capsys.readouterr().out.splitlines()
    document: dict[str, Any] = json.loads(line)
    return document


def test_a_right_file_is_said_in_words(tmp_path: Path, capsys: Captured) -> None:
    assert checked(tmp_path, GOOD) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    right, *lines = captured.out.splitlines()
    assert right == f"{tmp_path}/box.toml is right: this is the box that it describes."
    words = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines[:-2]}
    assert words["box"] == "9 tiles"
    assert words["rules"].startswith("classic (Add up two dice ")
    assert words["rules"].endswith("stake = 50; played by Ann and Bob")
    assert words["tiles"].startswith("reed; 1: pin 4, 2: pin 17, ")
    assert words["buttons"] == "confirm: pin 20, new: pin 21"
    assert words["roller"] == (
        "on port /dev/nowhere; it has to have 2 dice with 6 sides, which is seen when it answers"
    )
    assert lines[-1] == "  roller.port: /dev/nowhere is not there on this machine"


def test_a_right_file_is_said_in_the_words_of_a_language(tmp_path: Path, capsys: Captured) -> None:
    nobody_named = re.sub(r"players = .*", "", GOOD)
    assert checked(tmp_path, nobody_named, "--lang", "fr") == 0
    told = capsys.readouterr().out
    assert "joué par Joueur 1" in told
    assert "reed\u00a0; 1\u00a0: la broche 4, 2\u00a0: la broche 17, " in told


@pytest.mark.parametrize(
    ("driver", "said"),
    [
        ('"pi"\nleds = [[7, 8, 9, 10], [11, 14, 15, 18]]',
         "the Pi throws 2 dice with 6 sides; 2 dice have LEDs"),
        ('"emulated"\ndice = 4', "the firmware of a roller throws 2 dice with 6 sides"),
        ('"hand"', "people throw 2 dice with 6 sides and enter what they show"),
    ],
)  # fmt: skip
def test_where_the_dice_come_from(tmp_path: Path, capsys: Captured, driver: str, said: str) -> None:
    text = (
        GOOD.split("[lamps]")[0]
        + f"[buttons]\ndriver = 'gpio'\nroll = 16\n[roller]\ndriver = {driver}"
    )
    assert checked(tmp_path, text, "--json") == 0
    (roller,) = as_json(capsys)["parts"]["roller"]
    assert roller.startswith(said)


def test_a_box_on_a_usb_board(tmp_path: Path, capsys: Captured) -> None:
    parts = "".join(
        f'[{part}]\ndriver = "usb"\n' for part in ("tiles", "lamps", "buttons", "roller")
    )
    assert checked(tmp_path, f'[box]\ntiles = 9\n[rules]\nvariant = "pub"\n{parts}', "--json") == 0
    told = as_json(capsys)
    assert told["parts"]["tiles"] == ["sensors on the USB board, port auto"]
    assert told["parts"]["lamps"] == told["parts"]["buttons"] == ["on the USB board"]
    assert told["remarks"] == []


def test_tiles_that_the_rules_do_not_use_are_told(tmp_path: Path, capsys: Captured) -> None:
    parts = "".join(f'[{part}]\ndriver = "usb"\n' for part in ("tiles", "roller"))
    text = f'[box]\ntiles = 12\n[rules]\nvariant = "classic"\n{parts}'
    assert checked(tmp_path, text, "--json") == 0
    assert as_json(capsys)["remarks"] == [
        "rules.variant: classic is played on 9 of the 12 tiles of this box"
    ]
    assert checked(tmp_path, text.replace("tiles = 12", "tiles = 9"), "--json") == 0
    assert as_json(capsys)["remarks"] == []


def test_programs_get_one_document(tmp_path: Path, capsys: Captured) -> None:
    assert checked(tmp_path, GOOD, "--json") == 0
    told = as_json(capsys)
    assert told["right"] is True
    assert (told["rules"], told["set"], told["dice"]) == ("classic", {"stake": "50"}, "2d6")
    assert (told["tiles"], told["players"], told["problems"]) == (9, ["Ann", "Bob"], [])


def test_every_problem_is_told_as_boxctl_run_tells_it(tmp_path: Path, capsys: Captured) -> None:
    wrong = GOOD.replace("confirm = 20", "confrm = 20").replace('"classic"', '"the-300"')
    assert checked(tmp_path, wrong) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert [line[:5] for line in captured.err.splitlines()] == ["BX312", "BX303"]


def test_programs_are_told_the_problems_with_exit_status_2(
    tmp_path: Path, capsys: Captured
) -> None:
    wrong = GOOD.replace("confirm = 20", "confrm = 20")
    assert checked(tmp_path, wrong, "--json") == 2
    told = as_json(capsys)
    assert told["right"] is False
    (problem,) = told["problems"]
    assert (problem["code"], problem["key"]) == ("BX303", "buttons.confrm")
    assert "did you mean confirm?" in problem["cure"]
    assert wrong.splitlines()[problem["line"] - 1].startswith("confrm")


def test_a_file_that_is_not_there(capsys: Captured) -> None:
    assert main(["run", "--check", "--config", "/nowhere/box.toml"]) == 2
    assert "BX301" in capsys.readouterr().err


def test_what_the_box_needs_and_this_machine_lacks(tmp_path: Path, capsys: Captured) -> None:
    more = '[voice]\ndriver = "espeak-ng"\nprogram = "no-such-voice"\n'
    more += '[journal]\nfile = "/nowhere/at/all/journal.db"\n'
    assert checked(tmp_path, GOOD + more, "--json") == 0
    assert as_json(capsys)["remarks"] == [
        "journal.file: this user cannot write to /nowhere/at/all on this machine",
        "voice.program: no-such-voice is not on this machine",
        "roller.port: /dev/nowhere is not there on this machine",
    ]


def test_json_goes_with_check(capsys: Captured) -> None:
    assert main(["run", "--config", "box.toml", "--json"]) == 2
    assert "--json goes with --check" in capsys.readouterr().err


def with_broker(*lines: str) -> str:
    return "\n".join([GOOD, "[mqtt]", 'url = "mqtts://ann@broker.local"', *lines, ""])


def test_files_of_the_broker_that_cannot_be_used_are_named(
    tmp_path: Path, capsys: Captured
) -> None:
    open_to_all, pipe = tmp_path / "password", tmp_path / "pipe"
    open_to_all.write_text("secret")
    open_to_all.chmod(0o644)
    os.mkfifo(pipe, 0o600)
    for line, code in (
        (f'password_file = "{open_to_all}"', "BX761"),
        (f'password_file = "{tmp_path}/none"', "BX761"),
        (f'password_file = "{pipe}"', "BX761"),
        (f'ca_file = "{tmp_path}/none"', "BX764"),
        (f'ca_file = "{pipe}"', "BX764"),
    ):
        assert checked(tmp_path, with_broker(line)) == 0
        remark = capsys.readouterr().out.splitlines()[-1]
        assert remark.startswith(f"  mqtt: {code}: "), line
        assert checked(tmp_path, with_broker(line), "--json") == 0
        assert as_json(capsys)["remarks"][-1] == remark.strip()


def test_a_password_for_the_box_alone_needs_no_remark(tmp_path: Path, capsys: Captured) -> None:
    password = tmp_path / "password"
    password.write_text("secret")
    password.chmod(0o600)
    assert checked(tmp_path, with_broker(f'password_file = "{password}"')) == 0
    assert "mqtt: BX" not in capsys.readouterr().out
