"""Completion for fish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.cli.commands import COMMANDS
from boxctl.cli.shell.completed_options import (
    SET,
    TOP_FLAGS,
    CompletedArgument,
    CompletedCommand,
    CompletedOption,
    setting_words,
    subcommands,
)
from groundwork.language import tr

_BEGIN = """# fish completion of boxctl, made by: boxctl completion fish

function __boxctl_at -d 'whether these words, and no others, follow boxctl'
    set -l given (commandline -opc)
    test "$given[2..]" = "$argv"
end

function __boxctl_in -d 'whether these words come first after boxctl'
    set -l given (commandline -opc)
    set -l last (math (count $argv) + 1)
    test (count $given) -ge $last; and test "$given[2..$last]" = "$argv"
end

complete -c boxctl -f
"""


def fish_script(commands: Sequence[CompletedCommand]) -> str:
    """Return the script that fish reads."""
    return "\n".join((_BEGIN, *_lines(commands))) + "\n"


def _lines(commands: Sequence[CompletedCommand]) -> Iterator[str]:
    for name, known in COMMANDS.items():
        yield f"complete -c boxctl -n __boxctl_at -a {name} -d {_quoted(tr(known.does))}"
    yield from (f"complete -c boxctl -n __boxctl_at -l {flag[2:]}" for flag in TOP_FLAGS)
    for name, own in subcommands(commands).items():
        yield f"complete -c boxctl -n '__boxctl_at {name}' -a '{' '.join(own)}'"
    for command in commands:
        for option in command.options:
            yield f"complete -c boxctl -n '__boxctl_in {command.name}' {_option(option)}"
        for argument in command.arguments:
            yield f"complete -c boxctl -n '__boxctl_in {command.name}' {_offered(argument)}"


def _option(option: CompletedOption) -> str:
    flags = " ".join(
        f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags
    )
    value = f" {_value(option)}" if option.value is not None else ""
    return f"{flags}{value} -d {_quoted(option.help)}"


def _value(option: CompletedOption) -> str:
    assert option.value is not None
    offered = _settings() if SET in option.flags else _offered(option.value)
    # A value that may be missing can only follow the sign =.
    return offered if option.value_may_be_missing else f"-r {offered}"


def _settings() -> str:
    words = (
        f"{name}={value}" for name, values in setting_words().items() for value in values or ("",)
    )
    return f"-f -a '{' '.join(words)}'"


def _offered(argument: CompletedArgument) -> str:
    files = "-F" if argument.is_file else "-f"
    return f"{files} -a '{' '.join(argument.words)}'" if argument.words else files


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", r"\'") + "'"
