"""``python -m tests.support.monitor_on_mock_pins --config FILE``: ``boxctl monitor`` on pins in
memory, whose levers somebody plays with."""

from __future__ import annotations

import sys
import time
from random import Random
from threading import Thread

import boxctl.monitor.open_monitor
from boxctl.cli import main
from boxctl.table.check_rules import WiredBox
from hardware.config.box_file import BoxFile
from hardware.config.tables.gpio import TilesTable
from hardware.devices import Clock, EventSink
from hardware.gpio.open_chip import OpenChips
from tests.support.chips.mock_chips import MockChips


class _BoxOnMockPins(WiredBox):
    def __init__(
        self, box_file: BoxFile, clock: Clock, hand_over: EventSink, chips: OpenChips | None
    ) -> None:
        del chips
        self._pins = MockChips(clock)
        super().__init__(box_file, clock, hand_over, self._pins)
        Thread(target=self._play, args=(box_file,), daemon=True).start()

    def _play(self, box_file: BoxFile) -> None:
        assert isinstance(box_file.tiles, TilesTable)
        random = Random(1)
        time.sleep(2)
        while True:
            number = random.randrange(len(box_file.tiles.pins))
            pin = self._pins.pin(box_file.tiles.pins[number].line)
            for _ in range(random.randrange(0, 3 + 4 * (number == 4)) * 2 + 1):
                pin.drive(high=not pin.high)
                time.sleep(random.uniform(0.0001, 0.001 + 0.003 * (number == 4)))
            time.sleep(random.uniform(0.2, 1))


if __name__ == "__main__":
    vars(boxctl.monitor.open_monitor)["WiredBox"] = _BoxOnMockPins
    sys.exit(main(["monitor", *sys.argv[1:]]))
