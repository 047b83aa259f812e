"""Answer a shell that completes ``boxctl``, by way of argcomplete.

The scripts of ``boxctl completion`` start boxctl at each Tab, with the line in the environment.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import NoReturn, TextIO

from argcomplete.finders import CompletionFinder

from boxctl.cli.commands import COMMANDS, CommandRecord
from groundwork.language import code_of_locale, language, tr, use


def complete(answer: TextIO | None = None) -> NoReturn:
    """Write what completes the line that the shell has, and end the process.

    By default the answer goes where the scripts expect it. It is in the language of the locale.
    """
    use(language(code_of_locale(os.environ)))
    line = os.environ.get("COMP_LINE", "").split()
    CompletionFinder()(
        _parser(line[1:2]),
        always_complete_options=False,
        exit_method=sys.exit,
        output_stream=answer,
    )
    raise SystemExit(1)  # no shell has asked


def _parser(typed: list[str]) -> ArgumentParser:
    """Return a parser of all commands, with the options of the one that is typed."""
    parser = ArgumentParser("boxctl", add_help=False)
    parser.add_argument("--help", action="store_true", help=tr("show this help message and exit"))
    parser.add_argument("--version", action="store_true")
    commands = parser.add_subparsers()
    for command in COMMANDS.values():
        commands.add_parser(command.name, help=tr(command.does))
        if command.name in typed:
            commands.choices[command.name] = _of_command(command)
    return parser


def _of_command(command: CommandRecord) -> ArgumentParser:
    """Return its options, or a parser of its subcommands."""
    # Where only the command is completed, nobody waits for this.
    from boxctl.cli.options import options_of
    from boxctl.cli.shell.offered_values import with_values

    found = [with_values(options) for options in options_of(command)]
    if not command.also:
        return found[0]
    parser = ArgumentParser(add_help=False)
    parts = parser.add_subparsers()
    for options in found:
        own = options.command.removeprefix(f"{command.name} ")
        parts.add_parser(own, help=options.description)
        parts.choices[own] = options
    return parser
