"""The box of a box.toml with Bluetooth dice: from the file to the ruling, and by hand in need."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from queue import Queue

import pytest

pytest.importorskip("bleak")

from boxctl.presentation.notices import Notice
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Ruling
from boxctl.table.box_table import BoxTable
from boxctl.table.check_rules import check_box_file
from groundwork.clock import monotonic_us
from hardware.config.read import read_box
from hardware.devices import DeviceBack, DeviceLost
from tests.support.bluetooth.godice_dice import GoDiceDice
from tests.support.bluetooth.live_radio import LiveRadio
from tests.support.chips.box_toml import with_change
from tests.support.chips.mock_chips import MockChips
from tests.support.tables.background import playing

LONG = 60
"""So long, in seconds, the table is waited for before the test is given up."""

RED, BLUE = "F0:00:00:00:00:0A", "F0:00:00:00:00:0B"
ROLLER = f"""[roller]
driver = "godice"
dice = {{ red = "{RED}", blue = "{BLUE}" }}"""


@pytest.fixture
def radio(monkeypatch: pytest.MonkeyPatch) -> LiveRadio:
    made = LiveRadio({RED: "GoDice_0A_R_v04", BLUE: "GoDice_0B_B_v04"})
    monkeypatch.setattr("hardware.dice.bluetooth.bleak_radio.BleakRadio", lambda: made)
    return made


def test_a_match_begins_with_dice_that_lose_their_radio_and_goes_on_by_hand(
    tmp_path: Path, radio: LiveRadio
) -> None:
    rulings: Queue[Ruling] = Queue()
    notices: Queue[Notice] = Queue()
    path = tmp_path / "box.toml"
    serial = '[roller]\ndriver = "serial"\nport = "/dev/ttyACM0"'
    text = with_change(serial, ROLLER).replace('"classic"', '"classic"\nset = { tiles = 3 }')
    path.write_text(text)
    table = BoxTable(
        read_box(path, check_box_file),
        rulings.put,
        notices.put,
        lambda _remark: None,
        journal=tmp_path / "journal.db",
        chips=MockChips(monotonic_us),
    )
    says = GoDiceDice()
    with table, playing(table, LONG):
        assert isinstance(notices.get(timeout=LONG), DeviceBack)
        radio.say(RED, says.moving(), says.rolled(3))
        radio.say(BLUE, says.moving(), says.cocked(2))
        assert _throw(rulings) == (Verdict.VOID, (3, None))
        radio.say(RED, says.moving())
        radio.switch_off()
        lost = notices.get(timeout=LONG)
        assert isinstance(lost, DeviceLost) and lost.why.startswith(("BX433", "BX434"))
        table.type_throw("2 1")
        assert _throw(rulings)[1] == (2, 1)
    with sqlite3.connect(tmp_path / "journal.db") as journal:
        told = " ".join(journal.iterdump())
    assert "GoDice" in told and "does not prove" in told
    dark = says.protocol.glow((0, 0, 0))
    assert any(message not in (dark, b"\x03") for _die, message in radio.told)


def _throw(rulings: Queue[Ruling]) -> tuple[Verdict, tuple[object, ...]]:
    while True:
        ruling = rulings.get(timeout=LONG)
        if ruling.throw is not None:
            return ruling.verdict, ruling.throw


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ("{}", "{} is not possible"),
        ('["F0"]', "is not possible"),
        ('{ purple = "F0" }', '"purple" is no colour of a die'),
        ('{ red = "F0", blue = "f0" }', '"f0" is the address of two dice'),
        ("{ red = 4 }", "4 is no address of a die"),
    ],
)
def test_dice_that_cannot_be_meant_are_told_with_their_line(
    tmp_path: Path, dice: str, says: str
) -> None:
    from tests.support.chips.box_toml import problems

    serial = 'driver = "serial"\nport = "/dev/ttyACM0"'
    (problem,) = problems(tmp_path, with_change(serial, f'driver = "godice"\ndice = {dice}'))
    assert says in problem.sentence and problem.cure
