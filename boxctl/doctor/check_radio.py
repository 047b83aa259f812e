"""Check that there is a Bluetooth radio that is switched on, for dice that tell by it."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.doctor.check import CheckResult, Machine, bad, good
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.tables.bluetooth_dice import BluetoothDiceTable


def check_radio(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check the radio, if box.toml names dice that need one. Nothing is sent."""
    if box_file is None or not isinstance(box_file.roller, BluetoothDiceTable):
        return
    radios = sorted(machine.at("/sys/class/bluetooth").glob("hci[0-9]*"))
    if not radios:
        yield bad("Bluetooth", _off(tr("this machine has no Bluetooth radio that works")))
    elif _is_blocked(machine):
        yield bad("Bluetooth", _off(tr("the Bluetooth radio is blocked")))
    else:
        yield good("Bluetooth", tr("there is a Bluetooth radio, {name}", name=radios[0].name))


def _is_blocked(machine: Machine) -> bool:
    switches = machine.at("/sys/class/rfkill").glob("rfkill[0-9]*")
    names = [f"/sys/class/rfkill/{each.name}" for each in switches]
    of_bluetooth = [name for name in names if machine.text(f"{name}/type") == "bluetooth"]
    blocked = [
        "1" in (machine.text(f"{name}/soft"), machine.text(f"{name}/hard")) for name in of_bluetooth
    ]
    return bool(blocked) and all(blocked)


def _off(why: str) -> Fault:
    return Fault(
        "BX433",
        tr(
            "{why}; switch Bluetooth on (rfkill unblock bluetooth), or plug in a Bluetooth stick",
            why=why,
        ),
    )
