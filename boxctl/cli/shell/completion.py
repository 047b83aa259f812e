"""``boxctl completion``: a script with which a shell completes the commands of boxctl.

The script starts boxctl at each Tab, with the line in the environment; argcomplete answers.
"""

from __future__ import annotations

import os
import sys
from argparse import Action, ArgumentParser
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from argcomplete.finders import CompletionFinder

from boxctl.cli.commands import COMMANDS, CommandRecord
from groundwork.language import code_of_locale, known_languages, language, tr, use
from groundwork.printing import print_lines

if TYPE_CHECKING:
    from boxctl.cli.options import Options

Completer = Callable[..., Iterable[str]]

SHELLS = ("bash", "zsh", "fish")


def run(arguments: list[str]) -> int:
    """Print the script for a shell."""
    given = options().parse_args(arguments)
    print_lines(*script_for(given.shell).splitlines())
    return 0


def options() -> Options:
    """Return the options of the command."""
    from boxctl.cli.options import Options

    options = Options("completion")
    options.add_argument("shell", choices=SHELLS)
    return options


def script_for(shell: str) -> str:
    """Return the script for one of :data:`SHELLS`. At each Tab it asks ``boxctl`` itself."""
    from argcomplete.shell_integration import shellcode

    # Without these, bash would offer files where there is nothing to offer.
    return shellcode(["boxctl"], shell=shell, complete_arguments=["-o", "nospace"])


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
    from boxctl.cli.options import options_of

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


def with_values(options: Options) -> Options:
    """Return the options of a command, each with what offers its values, as argcomplete asks it."""
    for action in options.actions:
        if action.nargs != 0 and action.choices is None:
            action.completer = _completer(action)  # type: ignore[attr-defined]
    return options


def _completer(action: Action) -> Completer:
    """Return the function that offers values for an option or argument."""
    # Where only the command is completed, nobody waits for these.
    from argcomplete.completers import FilesCompleter

    from boxctl.cli.drawing_file import drawing_file, svg_or_pdf

    metavar = action.metavar if isinstance(action.metavar, str) else action.dest
    is_file = (
        action.type in (Path, drawing_file, svg_or_pdf) or "FILE" in metavar or metavar == "SOURCE"
    )
    files = FilesCompleter() if is_file else None

    def offered(prefix: str, **_more: Any) -> Iterable[str]:
        return [*_words(action, metavar, prefix), *(files(prefix) if files else ())]

    return offered


def _words(action: Action, metavar: str, prefix: str) -> Iterable[str]:
    """Return the words for a value that begins with ``prefix``, and others."""
    from boxctl.cli.options import VariantName

    if isinstance(action, VariantName):
        from boxctl.rules.variants import names

        return names()
    if metavar == "NAME|FILE":
        from boxctl.rules.variants import house_names

        return house_names()
    if action.dest == "changes":
        return _changes(prefix)
    if action.dest == "lang":
        return known_languages()
    if metavar == "WAYS":
        from boxctl.presentation.ways_to_play import WAYS_TO_PLAY

        return WAYS_TO_PLAY
    if metavar == "LINE":
        from boxctl.screens.plain.told_sentences import TOLD

        return [command.name for command in TOLD]
    if action.dest == "code":
        from boxctl.cli.box.explain import known_codes
        from boxctl.rules.rulebook import rule_texts, section_titles

        return (*known_codes(), *section_titles(), *rule_texts())
    return ("last",) if "MATCH" in metavar or metavar == "RULING" else ()


def _changes(prefix: str) -> Iterable[str]:
    """Return each ``KEY=``, and after that sign the values of this setting."""
    from boxctl.rules.settings import SETTINGS

    key, typed, _value = prefix.partition("=")
    if not typed:
        return [f"{name}=" for name in SETTINGS]
    return [f"{key}={value}" for value in SETTINGS[key].choices] if key in SETTINGS else ()
