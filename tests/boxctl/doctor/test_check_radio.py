"""The radio that Bluetooth dice need, on a machine of files."""

from __future__ import annotations

from pathlib import Path

from boxctl.doctor.check import CheckResult, Machine, Soundness
from boxctl.doctor.check_radio import check_radio
from tests.support.chips.box_toml import GOOD, read, with_change

DICE = with_change(
    'driver = "serial"\nport = "/dev/ttyACM0"',
    'driver = "godice"\ndice = { red = "F0:00:00:00:00:0A" }',
)


def found(root: Path, text: str = DICE) -> list[CheckResult]:
    return list(check_radio(Machine(root=root), read(root, text)))


def put(root: Path, path: str, text: str = "") -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def test_nothing_is_asked_of_a_box_without_such_dice(tmp_path: Path) -> None:
    assert found(tmp_path, GOOD) == []


def test_a_machine_without_a_radio(tmp_path: Path) -> None:
    (result,) = found(tmp_path)
    assert (result.soundness, result.code) == (Soundness.BAD, "BX433")


def test_a_radio_and_its_switch(tmp_path: Path) -> None:
    put(tmp_path, "sys/class/bluetooth/hci0")
    assert found(tmp_path)[0].soundness is Soundness.GOOD
    put(tmp_path, "sys/class/rfkill/rfkill0/type", "wlan\n")
    put(tmp_path, "sys/class/rfkill/rfkill0/soft", "1\n")
    assert found(tmp_path)[0].soundness is Soundness.GOOD
    put(tmp_path, "sys/class/rfkill/rfkill1/type", "bluetooth\n")
    put(tmp_path, "sys/class/rfkill/rfkill1/soft", "1\n")
    assert found(tmp_path)[0].code == "BX433"
