"""The options of every command, without running any."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from boxctl.cli import COMMANDS, module_of

if TYPE_CHECKING:
    from boxctl.cli.options import Options

_SUBCOMMANDS = {"rules": ("boxctl.cli.game.show_rules", "boxctl.cli.game.draw_card")}
"""The modules of a command whose subcommands have options of their own, beside its first."""


def all_options() -> Iterator[Options]:
    """Yield the options of each command, in the order and the language of ``boxctl --help``.

    ``boxctl rules`` has one for each of its subcommands. This imports the modules of all commands,
    which takes some tenths of a second.
    """
    for command in COMMANDS:
        for module in (module_of(command), *_SUBCOMMANDS.get(command, ())):
            yield import_module(module).options()
