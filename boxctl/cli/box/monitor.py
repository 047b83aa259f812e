"""``boxctl monitor``: what levers, buttons, lamps, dice, display and voice of a box do, live."""

from __future__ import annotations

from pathlib import Path

from boxctl.cli.box.line_monitor import LineMonitor
from boxctl.cli.options import Options
from boxctl.table.check_rules import check_box_file
from groundwork.language import tr
from hardware.config.read import read_box


def run(arguments: list[str]) -> int:
    """Monitor until people end it, or SIGTERM."""
    given = options().parse_args(arguments)
    box_file = read_box(Path(given.config), check_box_file)
    LineMonitor(box_file, as_json=given.json).run()
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "monitor",
        tr("Show what levers, buttons and dice do, live; light lamps, throw dice, speak, beep."),
    )
    options.add_argument("--config", metavar="FILE", required=True, help=tr("the box.toml"))
    options.add_argument(
        "--plain",
        action="store_true",
        help=tr("print a line for each change, instead of the full screen"),
    )
    options.add_argument(
        "--json", action="store_true", help=tr("print a line of JSON for each change")
    )
    return options
