"""Completion for bash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.cli.commands import COMMANDS
from boxctl.cli.shell.completed_options import (
    TOP_FLAGS,
    CompletedArgument,
    CompletedCommand,
    setting_words,
    subcommands,
)

_BEGIN = r"""# bash completion of boxctl, made by: boxctl completion bash
"""

_END = r"""
_boxctl() {
    local IFS=$' \t\n' current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} first=2
    local option= value= place=1 i word
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$_boxctl_commands" -- "$current"))
        return
    fi
    if [[ -n ${_boxctl_subcommands[$command]} ]]; then
        if ((COMP_CWORD == 2)); then
            COMPREPLY=($(compgen -W "${_boxctl_subcommands[$command]}" -- "$current"))
            return
        fi
        command+=" ${COMP_WORDS[2]}" first=3
    fi
    # bash makes a word of its own of each = (COMP_WORDBREAKS).
    for ((i = first; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == = ]]; then
            value+=${COMP_WORDS[i - 1]}=
        elif [[ $word == -* ]]; then
            option=$word value=
        elif [[ ${COMP_WORDS[i - 1]} == = && -n $option ]]; then
            [[ ${COMP_WORDS[i + 1]} == = ]] || option=
        elif [[ -n $option && -n ${_boxctl_values[$command $option]+set} ]]; then
            [[ ${COMP_WORDS[i + 1]} == = ]] || option=
        else
            option= value=
            ((place++))
        fi
    done
    [[ $current == = ]] && value+=${COMP_WORDS[COMP_CWORD - 1]}= current=
    if [[ -n $option && -n ${_boxctl_values[$command $option]+set} && $current != -* ]]; then
        value=${value#"$option="}
        if [[ $option == --set && $value == *= ]]; then
            _boxctl_offer "${_boxctl_settings[${value%=}]}"
        else
            _boxctl_offer "${_boxctl_values[$command $option]}"
        fi
    elif [[ $current == -* ]]; then
        _boxctl_offer "${_boxctl_options[$command]}"
    else
        [[ -n ${_boxctl_arguments[$command $place]+set} ]] || place=rest
        _boxctl_offer "${_boxctl_arguments[$command $place]}"
    fi
}

# Offer the words of $1; "/" among them stands for any file.
_boxctl_offer() {
    COMPREPLY=($(compgen -W "${1//\/ /}" -- "$current"))
    [[ ${COMPREPLY[0]} == *= && ${#COMPREPLY[@]} -eq 1 ]] && compopt -o nospace 2>/dev/null
    if [[ $1 == "/ "* ]]; then
        local file
        while IFS= read -r file; do
            COMPREPLY+=("$file")
        done < <(compgen -f -- "$current")
        compopt -o filenames 2>/dev/null
    fi
}

complete -F _boxctl boxctl
"""


def bash_script(commands: Sequence[CompletedCommand]) -> str:
    """Return the script that bash reads. It needs bash 4, and no other package."""
    return "\n".join((_BEGIN, *_tables(commands))) + _END


def _tables(commands: Sequence[CompletedCommand]) -> Iterator[str]:
    yield f"_boxctl_commands='{' '.join((*COMMANDS, *TOP_FLAGS))}'"
    subs = {name: " ".join(words) for name, words in subcommands(commands).items()}
    yield from _table("subcommands", subs)
    yield from _table("settings", {name: " ".join(is_) for name, is_ in setting_words().items()})
    yield from _table(
        "options",
        {
            command.name: " ".join(flag for option in command.options for flag in option.flags)
            for command in commands
        },
    )
    yield from _table(
        "values",
        {
            f"{command.name} {flag}": _offered(option.value)
            for command in commands
            for option in command.options
            if option.value is not None
            for flag in option.flags
        },
    )
    yield from _table(
        "arguments",
        {
            f"{command.name} {'rest' if argument.repeats else place}": _offered(argument)
            for command in commands
            for place, argument in enumerate(command.arguments, start=1)
        },
    )


def _table(name: str, entries: dict[str, str]) -> Iterator[str]:
    yield f"declare -gA _boxctl_{name}=("
    yield from (f"    ['{key}']='{words}'" for key, words in entries.items())
    yield ")"


def _offered(argument: CompletedArgument) -> str:
    return " ".join(("/ ",) if argument.is_file else ()) + " ".join(argument.words)
