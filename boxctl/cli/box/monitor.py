"""``boxctl monitor``: what levers, buttons, lamps, dice, display and voice of a box do, live."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from boxctl.audit.device_audit import audit_devices
from boxctl.audit.wear import Wear
from boxctl.cli.options import Options
from boxctl.cli.terminal import can_draw
from boxctl.table.check_rules import check_box_file, journal_to_read, name_of
from groundwork.faults import Fault
from groundwork.language import tr
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
        from boxctl.cli.box.line_monitor import LineMonitor

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
