"""``boxctl dark``: switch off what a box that was killed has left on."""

from __future__ import annotations

from pathlib import Path

from boxctl.cli import fail
from boxctl.cli.options import Options
from groundwork.language import tr
from hardware.config.read import read_box
from hardware.darken import darken


def run(arguments: list[str]) -> int:
    """Switch off lamps, die LEDs and the buzzer; 1 if some could not be, each with its fault."""
    given = options().parse_args(arguments)
    # The rules do not matter here: only the wiring has to be right.
    failed = darken(read_box(Path(given.config)))
    if failed:
        return fail([line for fault in failed for line in fault.lines], 1)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("dark")
    options.add_argument("--config", metavar="FILE", required=True, help=tr("the box.toml"))
    return options
