"""``boxctl monitor``: what levers, buttons, lamps, dice, display and voice of a box do, live.

Without a full screen it goes line by line: reports are printed as they come, orders are typed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

from boxctl.audit.device_audit import audit_devices
from boxctl.audit.wear import Wear
from boxctl.cli.options import Options
from boxctl.cli.terminal import can_draw
from boxctl.monitor.audit_sentences import CONTACT_WEARS, wear_sentence
from boxctl.monitor.box_monitor import ORDERS, BoxMonitor, Report, obey
from boxctl.monitor.monitor_sentences import report_as_data, report_line, table_as_data, table_lines
from boxctl.monitor.open_monitor import open_monitor, raw_level
from boxctl.table.check_rules import check_box_file, journal_to_read, name_of
from boxctl.table.loop import EventInbox
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.printing import print_lines, print_notes
from groundwork.system.threads import start_thread
from groundwork.terminal import typed_lines
from hardware.config.box_file import BoxFile
from hardware.config.read import read_box
from hardware.devices import Contact

LOOKS_AT = 300
"""The most matches that are read to see what gets worse: people wait for the monitor."""


def run(arguments: list[str]) -> int:
    """Monitor until people end it, or SIGTERM."""
    given = options().parse_args(arguments)
    box_file = read_box(Path(given.config), check_box_file)
    journal = given.journal or journal_to_read(Path(given.config), box_file)
    worn = _worn(box_file, journal)
    full = can_draw() and find_spec("textual") is not None
    if given.plain or given.json or not full:
        LineMonitor(box_file, worn, as_json=given.json).run()
        return 0
    from boxctl.screens.app.monitor_app import monitor_full
    from boxctl.screens.app.start import theme_for
    from boxctl.screens.pictures.picture import ASCII, glyphs_for

    glyphs = ASCII if given.ascii else glyphs_for(os.environ, sys.stdout.encoding)
    monitor_full(box_file, worn, glyphs, theme_for(os.environ))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("monitor")
    options.add_argument("--config", metavar="FILE", required=True, help=tr("the box.toml"))
    options.add_argument(
        "--plain",
        action="store_true",
        help=tr("print a line for each change, instead of the full screen"),
    )
    options.add_argument(
        "--json", action="store_true", help=tr("print a line of JSON for each change")
    )
    options.add_argument(
        "--ascii", action="store_true", help=tr("draw with plain signs, for fonts that have few")
    )
    options.add_journal_to_read()
    return options


def _worn(box_file: BoxFile, journal: Path) -> dict[Contact, Wear]:
    """Return the contacts that get worse by the journal; none if it cannot be read."""
    if not os.path.lexists(journal):
        return {}
    try:
        audit = audit_devices(journal, name_of(box_file), look_at=LOOKS_AT)
    except Fault:
        return {}
    return {} if audit is None else audit.worn


class LineMonitor:
    """The monitor of one box, line by line: reports go out, orders come in.

    ``worn`` are the contacts that get worse; people are told of them first.
    """

    def __init__(self, box_file: BoxFile, worn: Mapping[Contact, Wear], *, as_json: bool) -> None:
        self._box_file = box_file
        self._worn = worn
        self._as_json = as_json
        self._level_of = partial(raw_level, box_file)
        self._inbox = EventInbox(monotonic_us)
        self._typed: list[str] = []
        self._ended = False
        self._began = 0

    def run(self) -> None:
        """Open the box and monitor it until the end; then print the statistics."""
        with ExitStack() as closing:
            self._began = monotonic_us()
            monitor = open_monitor(
                closing, self._box_file, monotonic_us, self._inbox.hand_over, self._report
            )
            self._began = monitor.began
            self._end_on_signals()
            if not self._as_json:
                self._greet()
            self._table(monitor)
            start_thread(Thread(target=self._read_orders, name="orders", daemon=True))
            while not self._ended:
                events = self._inbox.take(monitor.due)
                monitor.step(monotonic_us(), events)
                self._obey(monitor)
            self._table(monitor)

    def _end_on_signals(self) -> None:
        ends = [signal.SIGTERM, signal.SIGINT]
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            # Else it was started to outlive its terminal.
            ends.append(signal.SIGHUP)
        for number in ends:
            signal.signal(number, lambda *_: self._end())

    def _greet(self) -> None:
        for contact, wear in self._worn.items():
            print_notes(f"{CONTACT_WEARS}: {wear_sentence(contact, wear)}")
        print_notes("boxctl: " + tr("monitoring; type help for the orders, quit to end"))

    def _end(self) -> None:
        self._ended = True
        self._inbox.wake()

    def _read_orders(self) -> None:
        # A terminal that has gone cannot be read. Without one, or at the end of a file, the
        # monitor goes on: it may be a log.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
        with suppress(OSError):
            for line in typed_lines():
                self._typed.append(line)
                self._inbox.wake()

    def _obey(self, monitor: BoxMonitor) -> None:
        while self._typed:
            line = self._typed.pop(0)
            if line.strip() == "help":
                print_notes(*(f"  {order:<28}{tr(does)}" for order, does in ORDERS))
                continue
            answer = obey(line, monitor)
            if answer.says:
                print_notes(f"boxctl: {answer.says}")
            if answer.table:
                self._table(monitor)
            self._ended = self._ended or answer.ends

    def _report(self, report: Report) -> None:
        if self._as_json:
            self._print(report_as_data(report, self._began, self._level_of))
        else:
            line = report_line(report, self._began, self._level_of)
            print_lines(line, flush=True)

    def _table(self, monitor: BoxMonitor) -> None:
        now = monotonic_us()
        if self._as_json:
            self._print({"table": table_as_data(monitor, now, self._level_of)})
            return
        print_lines(*table_lines(monitor, now, self._level_of), flush=True)

    def _print(self, document: dict[str, Any]) -> None:
        print_lines(json.dumps(document), flush=True)
