"""The options of every command can be asked for without running it."""

from __future__ import annotations

from boxctl.cli import COMMANDS
from boxctl.cli.all_options import all_options


def test_every_command_has_its_options() -> None:
    found = [options.command for options in all_options()]
    assert len(set(found)) == len(found)
    assert list(dict.fromkeys(command.split()[0] for command in found)) == list(COMMANDS)
    assert {"rules list", "rules show", "rules card"} <= set(found)
