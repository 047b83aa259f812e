"""Write manual pages in the macros that groff and mandoc call man."""

from __future__ import annotations

from argparse import SUPPRESS, Action
from collections.abc import Iterator, Sequence

from boxctl.cli.commands import COMMANDS, CommandRecord
from boxctl.cli.options import Options, options_of
from groundwork.language import is_complete, known_languages, listed_languages

_TOP = (
    "boxctl is the referee inside a wooden Shut the Box: it judges every move by the rules of the "
    "game on the table, and records what it ruled. Without a box, boxctl play is the same game in "
    "a terminal."
)

_STATUS = (
    ("0", "Done."),
    ("1", "The answer is no, or the box is at fault."),
    ("2", "The command or a file that it names is wrong."),
    ("130", "Interrupted by Ctrl-C."),
)

_ENVIRONMENT = (
    ("LC_ALL, LC_MESSAGES, LANG", "The language, where --lang does not name one."),
    ("COLUMNS", "The width of the help, in columns."),
)

_FILES = (
    ("~/.local/state/boxctl/journal.db", "The journal, in which every match is recorded."),
    ("~/.local/state/boxctl/box.key", "The key with which this box signs its records."),
)


def man_pages() -> dict[str, str]:
    """Return each page by its file name: ``boxctl.1`` and one for each command."""
    pages = {"boxctl.1": _page("boxctl", "the referee of Shut the Box", _top())}
    for command in COMMANDS.values():
        name = f"boxctl-{command.name}"
        pages[f"{name}.1"] = _page(name, command.does, _command(command))
    return pages


def _page(name: str, does: str, body: Iterator[str]) -> str:
    lines = (
        '.\\" Made from the options of the commands by: make man',
        f'.TH {_text(name.upper())} 1 "" boxctl "boxctl manual"',
        ".SH NAME",
        f"{_text(name)} \\- {_text(does)}",
        *body,
    )
    return "\n".join(lines) + "\n"


def _top() -> Iterator[str]:
    yield ".SH SYNOPSIS"
    yield r"\fBboxctl\fR \fICOMMAND\fR [\fIOPTIONS\fR]"
    yield ".SH DESCRIPTION"
    yield _text(_TOP)
    yield ".SH COMMANDS"
    for command in COMMANDS.values():
        yield from _tagged(f"\\fBboxctl\\-{_text(command.name)}\\fR(1)", command.does)
    yield ".SH OPTIONS"
    yield from _tagged(_bold("--help"), "List the commands, and where the documentation is.")
    yield from _tagged(_bold("--version"), "Print the version.")
    yield from _exit_status()
    yield from _list("ENVIRONMENT", _ENVIRONMENT)
    yield from _list("FILES", _FILES)


def _command(command: CommandRecord) -> Iterator[str]:
    parts = list(options_of(command))
    yield ".SH SYNOPSIS"
    for place, part in enumerate(parts):
        if place:
            yield ".br"
        yield " ".join((_bold(f"boxctl {part.command}"), *map(_in_synopsis, _shown(part))))
    yield ".SH DESCRIPTION"
    for place, part in enumerate(parts):
        if place:
            yield ".PP"
        if len(parts) > 1:
            yield f"{_bold(f'boxctl {part.command}')}:"
        yield _text(part.description or "")
    for part in parts:
        yield f".SH {_text(part.command.upper())}" if len(parts) > 1 else ".SH OPTIONS"
        for action in part.actions:
            yield from _tagged(_tag(action), _help(action))
    yield from _exit_status()
    yield ".SH SEE ALSO"
    yield r"\fBboxctl\fR(1)"
    yield ".PP"
    where = f"{_bold('boxctl --help')} tells where it is"
    yield f"{_text(command.page)} in the documentation; {where}."


def _shown(options: Options) -> list[Action]:
    """Return what a synopsis shows: the arguments last."""
    return sorted(options.actions[1:], key=lambda action: not action.option_strings)


def _in_synopsis(action: Action) -> str:
    if not action.option_strings:
        name = _value(action)
        match action.nargs:
            case "?":
                return f"[{name}]"
            case "*":
                return f"[{name} ...]"
            case _:
                return name
    flag = " | ".join(map(_bold, action.option_strings)) + _value_of_option(action)
    return flag if action.required else f"[{flag}]"


def _tag(action: Action) -> str:
    if not action.option_strings:
        return _value(action)
    return ", ".join(map(_bold, action.option_strings)) + _value_of_option(action)


def _value_of_option(action: Action) -> str:
    if action.nargs == 0:
        return ""
    return f" [{_value(action)}]" if action.nargs == "?" else f" {_value(action)}"


def _value(action: Action) -> str:
    if isinstance(action.metavar, str):
        return f"\\fI{_text(action.metavar)}\\fR"
    if action.choices is not None:
        return "|".join(_bold(str(choice)) for choice in action.choices)
    return f"\\fI{_text(action.dest.upper())}\\fR"


def _help(action: Action) -> str:
    if action.help is None or action.help is SUPPRESS:
        return ""
    text = action.help.replace("%%", "%")
    # A page does not change with every phrase that is translated into a language.
    complete = filter(is_complete, known_languages())
    return text.replace(listed_languages(), ", ".join(complete))


def _exit_status() -> Iterator[str]:
    yield from _list("EXIT STATUS", _STATUS)


def _list(title: str, entries: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield f".SH {title}"
    for name, meaning in entries:
        yield from _tagged(_bold(name), meaning)


def _tagged(tag: str, text: str) -> Iterator[str]:
    """Yield a paragraph with a tag. Without a text, it is the tag alone."""
    yield ".TP"
    yield tag
    yield _text(text) or r"\&"


def _bold(text: str) -> str:
    return f"\\fB{_text(text)}\\fR"


def _text(text: str) -> str:
    """Write text so that no character of it is a command."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("~", r"\(ti")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
