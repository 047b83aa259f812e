"""`boxctl play --config`: the box of a box.toml is played, simulated."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from boxctl.cli import BadOption, main
from boxctl.cli.game.game_to_play import take_box
from boxctl.rules.tiles import numbers, tile_set
from boxctl.rules.variants import variant
from boxctl.screens.dice_tray import VirtualTray
from boxctl.screens.laptop.virtual_box import LaptopBox, SimulatedParts

BOX = """
[box]
tiles = 12
[rules]
variant = "2012"
players = ["Zoe", "Ann, of Leeds"]
set = { bump_ms = 1, stake = "50p" }
[tiles]
driver = "gpio"
pins = [4, 17, 27, 22, 5, 6, 13, 19, 26, 12, 16, 20]
[[tiles.except]]
tiles = "3"
sensor = "switch"
[[lamps]]
driver = "gpio"
tiles = "1,2"
pins = [14, 15]
[[lamps]]
driver = "ws2812"
tiles = "11-12"
[buttons]
driver = "gpio"
roll = 21
[roller]
driver = "hand"
"""


def given(path: Path, text: str = BOX, **options: object) -> Namespace:
    path.write_text(text)
    names = ("rules", "changes", "players", "handicap", "stake", "resume", "watch", "lang")
    nothing = dict.fromkeys(names)
    taken = Namespace(**{**nothing, "roller": None, "seed": None, "config": path, **options})
    take_box(taken)
    return taken


def test_its_rules_players_and_parts_are_taken(tmp_path: Path) -> None:
    taken = given(tmp_path / "box.toml")
    assert taken.rules == "twenty-twelve"
    assert taken.changes == ["bump_ms=1", "stake=50p"]
    assert taken.named == ["Zoe", "Ann, of Leeds"]
    assert taken.roller == "hand"
    assert numbers(taken.parts.lamps) == (1, 2, 11, 12)
    assert (taken.parts.quiet, taken.parts.quiet_of) == (5_000, ((3, 10_000),))


def test_an_emulated_roller_is_emulated_with_its_seed(tmp_path: Path) -> None:
    text = BOX.replace('"hand"', '"emulated"\ndice = 1\nsides = 20\nseed = 7')
    taken = given(tmp_path / "box.toml", text)
    assert (taken.roller, taken.seed) == ("emulated", 7)


def test_any_other_roller_is_simulated_unless_one_is_named(tmp_path: Path) -> None:
    text = BOX.replace('"hand"', '"serial"')
    assert given(tmp_path / "box.toml", text).roller is None
    assert given(tmp_path / "box.toml", text, roller="/dev/ttyACM0").roller == "/dev/ttyACM0"


def test_a_box_on_a_usb_board_has_all_lamps_or_none(tmp_path: Path) -> None:
    board = "".join(f'[{part}]\ndriver = "usb"\n' for part in ("tiles", "lamps", "roller"))
    text = f'[box]\ntiles = 9\n[rules]\nvariant = "classic"\n{board}'
    assert numbers(given(tmp_path / "box.toml", text).parts.lamps) == tuple(range(1, 10))
    dark = text.replace('[lamps]\ndriver = "usb"\n', "")
    assert given(tmp_path / "box.toml", dark).parts.lamps == 0


def test_what_box_toml_settles_is_no_option(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="--set does not go with --config"):
        given(tmp_path / "box.toml", changes=["tiles=9"])


def test_a_wrong_box_toml_is_told_as_boxctl_run_tells_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "box.toml"
    path.write_text(BOX.replace("tiles = 12", "tiles = 9"))
    assert main(["play", "--config", str(path)]) == 2
    assert "twenty-twelve is played with 12 tiles, but 9 are wired" in capsys.readouterr().err


def test_tiles_without_a_lamp_stay_dark() -> None:
    rules = variant("classic")
    parts = SimulatedParts(tile_set((2, 3)), 2_000, ((4, 9_000),))
    box = LaptopBox(rules, VirtualTray(2, 6), lambda: 0, lambda: None, parts=parts)
    box.devices.lamps.show(rules.on_the_box)
    assert numbers(box.wood.lamps.lit) == (2, 3)
    assert (box.devices.quiet(1), box.devices.quiet(4)) == (2_000, 9_000)


def test_a_throw_is_typed_at_the_box_in_the_plain_game(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(BOX)
    ended = subprocess.run(
        [sys.executable, "-m", "boxctl", "play", "--config", str(path), "--new"],
        input="t 17\nt 12\n12\nq\n", capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    printed = " ".join(ended.stdout.split())
    assert "Zoe, your turn: throw one die." in printed
    assert "12 so far" in printed
