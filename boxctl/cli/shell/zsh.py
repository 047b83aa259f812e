"""Completion for zsh."""

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


def zsh_script(commands: Sequence[CompletedCommand]) -> str:
    """Return the file ``_boxctl`` of zsh, which can be sourced as well."""
    return "\n".join(_lines(commands)) + "\n"


def _lines(commands: Sequence[CompletedCommand]) -> Iterator[str]:
    yield "#compdef boxctl"
    yield "# zsh completion of boxctl, made by: boxctl completion zsh"
    yield ""
    yield "_boxctl_setting() {"
    yield "    local -A values=("
    for name, words in setting_words().items():
        yield f"        {name} {_quoted(' '.join(words))}"
    yield "    )"
    yield "    if compset -P '*='; then"
    yield "        compadd -- ${=values[${${IPREFIX%=}##*=}]}"
    yield "    else"
    yield "        compadd -S '=' -- ${(k)values}"
    yield "    fi"
    yield "}"
    yield ""
    yield "_boxctl() {"
    yield "    local command=$words[2]"
    yield "    if (( CURRENT == 2 )); then"
    yield "        local -a commands=("
    for name, known in COMMANDS.items():
        yield f"            {_quoted(f'{name}:{_plain(tr(known.does))}')}"
    yield "        )"
    yield "        _describe -t commands command commands"
    yield f"        [[ $PREFIX == -* ]] && compadd -- {' '.join(TOP_FLAGS)}"
    yield "        return"
    yield "    fi"
    yield "    shift words"
    yield "    (( CURRENT-- ))"
    yield "    case $command in"
    for name, own in subcommands(commands).items():
        yield f"        ({name})"
        yield "            if (( CURRENT == 2 )); then"
        yield f"                compadd -- {' '.join(own)}"
        yield "                return"
        yield "            fi"
        yield '            command+=" $words[2]"'
        yield "            shift words"
        yield "            (( CURRENT-- ))"
        yield "            ;;"
    yield "    esac"
    yield "    case $command in"
    for command in commands:
        yield f"        ({_quoted(command.name)})"
        yield "            _arguments -S \\"
        specs = [*_options(command), *_arguments(command)]
        yield from (f"                {_quoted(spec)} \\" for spec in specs[:-1])
        yield f"                {_quoted(specs[-1])}"
        yield "            ;;"
    yield "    esac"
    yield "}"
    yield ""
    # As a file of fpath it is called for the first completion, as a script it is not.
    yield "if [[ $funcstack[1] == _boxctl ]]; then"
    yield '    _boxctl "$@"'
    yield "else"
    yield "    compdef _boxctl boxctl"
    yield "fi"


def _options(command: CompletedCommand) -> Iterator[str]:
    for option in command.options:
        for flag in option.flags:
            yield _option(option, flag)


def _option(option: CompletedOption, flag: str) -> str:
    repeats = "*" if option.repeats else f"({' '.join(option.flags)})"
    help_ = _plain(option.help).replace("[", r"\[").replace("]", r"\]")
    if option.value is None:
        return f"{repeats}{flag}[{help_}]"
    colons = "::" if option.value_may_be_missing else ":"
    action = "_boxctl_setting" if flag == SET else _action(option.value)
    joined = "=" if flag.startswith("--") else "+"
    return f"{repeats}{flag}{joined}[{help_}]{colons}{_plain(option.value.name)}:{action}"


def _arguments(command: CompletedCommand) -> Iterator[str]:
    for place, argument in enumerate(command.arguments, start=1):
        where = "*" if argument.repeats else str(place)
        # As a message, which a space would ask for, it would keep zsh from completing an option.
        yield f"{where}:{_plain(argument.name)}:{_action(argument).strip() or '()'}"


def _action(argument: CompletedArgument) -> str:
    words = f"({' '.join(argument.words)})" if argument.words else ""
    if not argument.is_file:
        return words or " "
    if not words:
        return "_files"
    return f'_alternative "words:word:{words}" "files:file:_files"'


def _plain(text: str) -> str:
    """Write a colon so that it ends no part of a specification."""
    return text.replace(":", r"\:")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", r"'\''") + "'"
