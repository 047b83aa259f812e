"""Open the devices of a box.toml to be monitored."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from boxctl.monitor.box_monitor import BoxMonitor, Report
from boxctl.table.check_rules import rules_of
from boxctl.table.wired_box import WiredBox
from hardware.config.box_file import BoxFile
from hardware.devices import Clock, HandOver
from hardware.gpio.open_chip import OpenChips


def open_monitor(
    closing: ExitStack,
    box_file: BoxFile,
    clock: Clock,
    hand_over: HandOver,
    report: Callable[[Report], object],
    chips: OpenChips | None = None,
) -> BoxMonitor:
    """Open every device as ``boxctl run`` does; ``closing`` darkens and closes them.

    Raises :class:`Fault` BX4xx or BX5xx if one cannot be had, such as while the box is played on.
    """
    wired = WiredBox(box_file, clock, hand_over, chips)
    closing.callback(wired.open({}))
    box, known = wired.set_up(wired.levers)
    dice = rules_of(box_file.rules).dice
    return BoxMonitor(box, box_file.box.tiles, dice, known, clock(), report)
