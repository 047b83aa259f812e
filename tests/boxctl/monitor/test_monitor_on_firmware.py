"""The firmware of a board on a cable is monitored as pins are."""

from __future__ import annotations

from pathlib import Path

from boxctl.monitor.box_monitor import BoxMonitor, Report, obey
from boxctl.monitor.open_monitor import RawLevel, raw_level
from boxctl.monitor.statistics import SettledContact
from boxctl.rules.ruleset import Dice
from firmware_bridge.build_firmware import Chip
from hardware.devices import DeviceEvent, Edge
from hardware.virtual import VirtualBox
from tests.boxctl.monitor.a_monitored_box import MS
from tests.support.chips.box_toml import read
from tests.support.firmware.emulated import needs_avr
from tests.support.tables.emulated_board import FirmwareBox

USB = """
[box]
tiles = 9
[rules]
variant = "classic"
[usb]
port = "/dev/nowhere"
[tiles]
driver = "usb"
[lamps]
driver = "usb"
[buttons]
driver = "usb"
[roller]
driver = "usb"
"""


@needs_avr
def test_the_firmware_of_a_board_is_monitored_alike(tmp_path: Path) -> None:
    box_file = read(tmp_path, USB)
    board = FirmwareBox(box_file.path, "small_box", Chip.ATMEGA328P)
    now = 1_000_000
    events: list[DeviceEvent] = []
    reports: list[Report] = []
    wood = VirtualBox(9, lambda _event: None)
    box = board.connect(wood, lambda: now, events.append)
    monitor = BoxMonitor(box, 9, Dice(2, 6), box.read(), now, reports.append)

    def passes(microseconds: int) -> None:
        nonlocal now
        end = now + microseconds
        while now < end:
            now = min(end, board.due)
            board.advance(now)
            monitor.step(now, events)
            events.clear()

    obey("lamps all", monitor)
    passes(100 * MS)
    assert board.lamps == 0x1FF
    obey("lamp 3", monitor)
    for level in (False, True, False):
        board.edge(Edge(now, 3, level))
        passes(2 * MS)
    passes(200 * MS)
    assert board.lamps == 0x1FF & ~4
    [report] = [report for report in reports if isinstance(report, SettledContact)]
    assert (report.contact, report.on, report.moved) == (3, False, True)
    assert raw_level(box_file, 3, on=False) is RawLevel.CLOSED
