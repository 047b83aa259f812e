"""The emulated roller as the dice of a box on pins."""

from __future__ import annotations

from pathlib import Path

from boxctl.table.loop import EventInbox
from groundwork.clock import monotonic_us
from hardware.config.tables.roller import EmulatedTable
from hardware.devices import DiceRolled
from hardware.open_box import open_devices
from tests.firmware_bridge.conftest import PATIENCE
from tests.support.chips.box_toml import GOOD, problems, read
from tests.support.chips.mock_chips import MockChips
from tests.support.firmware.emulated import needs_avr

SERIAL = 'driver = "serial"\nport = "/dev/ttyACM0"'
EMULATED = 'driver = "emulated"\ndice = 3\nsides = 8\nseed = 4'


@needs_avr
def test_the_roll_button_of_the_box_throws_the_dice_of_the_firmware(tmp_path: Path) -> None:
    box_file = read(tmp_path, GOOD.replace(SERIAL, EMULATED))
    assert box_file.roller == EmulatedTable(dice=3, sides=8, seed=4)
    inbox = EventInbox(monotonic_us)
    pins = MockChips(monotonic_us)
    with open_devices(box_file, monotonic_us, inbox.hand_over, chips=pins) as box:
        roll = pins.pin(16)
        roll.drive_low()
        assert box.read()["roll"]
        thrown: list[DiceRolled] = []
        roll.drive_high()
        end = monotonic_us() + round(PATIENCE * 1_000_000)
        while not thrown and monotonic_us() < end:
            events = inbox.take(end)
            thrown += [event for event in events if isinstance(event, DiceRolled)]
        assert len(thrown[0].values) in (1, 3)
        assert thrown[0].serial == 1


def test_it_needs_a_roll_button(tmp_path: Path) -> None:
    text = GOOD.replace(SERIAL, EMULATED).replace("roll = 16\n", "")
    (problem,) = problems(tmp_path, text)
    assert problem.code == "BX311"
    assert "the emulated roller is to throw the dice" in problem.sentence
