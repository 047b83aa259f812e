"""``boxctl roller --config``: dice that people roll, on a radio in memory."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("bleak")

from boxctl.cli import main
from boxctl.cli.box.rolled_dice import as_document
from hardware.config.tables.bluetooth_dice import GoDiceTable, NamedDie
from tests.support.bluetooth.godice_dice import GoDiceDice
from tests.support.bluetooth.live_radio import LiveRadio
from tests.support.chips.box_toml import GOOD, with_change

RED, BLUE = "F0:00:00:00:00:0A", "F0:00:00:00:00:0B"
TABLE = GoDiceTable((NamedDie("red", RED), NamedDie("blue", BLUE)))
SERIAL = 'driver = "serial"\nport = "/dev/ttyACM0"'

Captured = pytest.CaptureFixture[str]


class _RollingRadio(LiveRadio):
    """Its dice are rolled as soon as both are connected."""

    async def connect(self, address, uses, said, lost):  # type: ignore[no-untyped-def]
        connection = await super().connect(address, uses, said, lost)
        if len(self._said) == 2:
            says = GoDiceDice()
            for each, face in ((RED, 3), (BLUE, 5)):
                self.say(each, says.moving(), says.rolled(face))
        return connection


def test_what_was_rolled_is_told_of_each_die(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    radio = _RollingRadio({RED: "GoDice_0A_R_v04", BLUE: "GoDice_0B_B_v04"})
    monkeypatch.setattr("hardware.dice.bluetooth.bleak_radio.BleakRadio", lambda: radio)
    file = tmp_path / "box.toml"
    dice = f'driver = "godice"\ndice = {{ red = "{RED}", blue = "{BLUE}" }}'
    file.write_text(with_change(SERIAL, dice))
    assert main(["roller", "--config", str(file), "--throws", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["throws"] == [[3, 5]]
    assert [die["faces"] for die in told["each"]] == [[0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 0]]


def test_a_box_without_such_dice_is_told(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "box.toml"
    file.write_text(GOOD)
    assert main(["roller", "--config", str(file)]) != 0
    assert "BX513" in capsys.readouterr().err


def test_a_loaded_die_is_found_beside_a_fair_one() -> None:
    random = Random(7)
    throws = [(random.randint(1, 6), random.choice([1, 6, 6])) for _ in range(300)]
    fair, loaded = as_document(TABLE, throws, [])["each"]
    assert fair["p"] > 0.01 > 1e-6 > loaded["p"]
