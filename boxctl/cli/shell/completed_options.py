"""List what a shell can offer for each option and argument of a command."""

from __future__ import annotations

from argparse import SUPPRESS, Action
from collections.abc import Iterable
from pathlib import Path

from boxctl.cli.box.explain import known_codes
from boxctl.cli.drawing_file import svg_or_pdf
from boxctl.cli.options import Options, VariantName
from boxctl.rules.rulebook import rule_texts, section_titles
from boxctl.rules.settings import SETTINGS
from boxctl.rules.variants import names
from boxctl.simulation.ways_to_play import WAYS_TO_PLAY
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import known_languages

SET = "--set"

TOP_FLAGS = ("--help", "--version")
"""The options of ``boxctl`` itself."""


@frozen_dataclass
class CompletedArgument:
    """An argument, or the value of an option: the words for it, and whether it may be a file."""

    name: str
    words: tuple[str, ...]
    is_file: bool
    help: str = ""
    repeats: bool = False


@frozen_dataclass
class CompletedOption:
    """An option: its flags, the long one last, and its value, None if it takes none."""

    flags: tuple[str, ...]
    help: str
    value: CompletedArgument | None
    value_may_be_missing: bool
    repeats: bool


@frozen_dataclass
class CompletedCommand:
    """A command or subcommand, such as ``rules show``."""

    name: str
    help: str
    options: tuple[CompletedOption, ...]
    arguments: tuple[CompletedArgument, ...]


def completed_command(options: Options) -> CompletedCommand:
    """Read what can be offered from the options of a command."""
    offered = [action for action in options.actions if action.help is not SUPPRESS]
    return CompletedCommand(
        options.command,
        options.description or "",
        tuple(_option(action) for action in offered if action.option_strings),
        tuple(_argument(action) for action in offered if not action.option_strings),
    )


def subcommands(commands: Iterable[CompletedCommand]) -> dict[str, tuple[str, ...]]:
    """Return the subcommands of each command that has some."""
    found: dict[str, tuple[str, ...]] = {}
    for command in commands:
        parent, _space, own = command.name.partition(" ")
        if own:
            found[parent] = (*found.get(parent, ()), own)
    return found


def setting_words() -> dict[str, tuple[str, ...]]:
    """Return each setting that ``--set`` may change, with its values where they are words."""
    return {setting.name: setting.choices for setting in SETTINGS.values()}


def _option(action: Action) -> CompletedOption:
    return CompletedOption(
        tuple(sorted(action.option_strings, key=len)),
        _help(action),
        None if action.nargs == 0 else _argument(action),
        action.nargs == "?",
        action.dest == "changes",
    )


def _argument(action: Action) -> CompletedArgument:
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest
    return CompletedArgument(
        metavar.upper(),
        _words(action, metavar),
        action.type in (Path, svg_or_pdf) or "FILE" in metavar or metavar == "SOURCE",
        _help(action),
        action.nargs == "*",
    )


def _words(action: Action, metavar: str) -> tuple[str, ...]:
    if action.choices is not None:
        return tuple(str(choice) for choice in action.choices)
    if isinstance(action, VariantName):
        return tuple(names())
    if action.dest == "changes":
        return tuple(f"{name}=" for name in SETTINGS)
    if action.dest == "lang":
        return tuple(known_languages())
    if metavar == "WAYS":
        return WAYS_TO_PLAY
    if action.dest == "code":
        return (*known_codes(), *section_titles(), *rule_texts())
    if "MATCH" in metavar or metavar == "RULING":
        return ("last",)
    return ()


def _help(action: Action) -> str:
    return (action.help or "").replace("%%", "%")
