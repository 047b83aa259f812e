"""What ``boxctl`` does with its arguments: find the command, and turn faults into exit statuses.

The commands are in ``commands``: one file each, which parses options, calls one function, and
prints. May import everything.
"""

from __future__ import annotations

import codecs
import io
import os
import sys

from boxctl import INTERRUPTED, __version__
from boxctl.cli.commands import COMMANDS, help_overview
from groundwork.faults import Fault, os_reason
from groundwork.installation import refuse_elsewhere
from groundwork.language import (
    code_of_locale,
    known_languages,
    language,
    listed_languages,
    tr,
    use,
)
from groundwork.local_time import use_utc
from groundwork.printing import print_lines, print_notes
from groundwork.system.threads import naming_refused_threads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def usage() -> str:
    """Return the help of ``boxctl`` itself: the commands and what they do."""
    return "\n".join(
        (
            tr("usage: boxctl COMMAND [OPTIONS]"),
            "",
            *(f"  {command.name:<12}{tr(command.does)}" for command in COMMANDS.values()),
            "",
            tr("boxctl COMMAND --help lists the options of a command."),
        )
    )


class BadOption(Exception):
    """An option of a command is wrong (BX101). The text is one line for people, code first."""

    def __init__(self, sentence: str) -> None:
        super().__init__(_wrong(sentence))


def _wrong(sentence: str) -> str:
    return f"BX101: {sentence}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    0: done. 1: the answer is no, or the box is at fault. 2: the command or a file it names is
    wrong. 130: interrupted by Ctrl-C, which a command passes on once it has printed what it has.
    ``arguments`` are those after ``boxctl``, by default the process's own.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _mend_streams()
    try:
        use(language("en"))
        try:
            return _run(given)
        finally:
            # Also of --help, which ends the program by an exception of argparse.
            sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return 0
    except OSError as problem:
        _forget_output()
        return fail(
            ["BX102: " + tr("the output cannot be written: {why}.", why=os_reason(problem))],
            1,
        )
    except KeyboardInterrupt:
        return INTERRUPTED


_IN_PLAIN_SIGNS = "boxctl.in_plain_signs"
"""The name under which :mod:`codecs` knows :func:`_in_plain_signs`."""


def _in_plain_signs(error: UnicodeError) -> tuple[str | bytes, int]:
    """Handle a part of a text that a stream cannot encode, as :mod:`codecs` wants it."""
    if not isinstance(error, UnicodeEncodeError):
        return codecs.replace_errors(error)
    from groundwork.cell_width import plain_signs  # nearly every stream is UTF-8

    plain = plain_signs(error.object[error.start : error.end])
    return "".join(sign if sign.isascii() else "?" for sign in plain), error.end


def _mend_streams() -> None:
    """Replace streams that were closed before we began, and write what a stream cannot encode as ?.

    Typographic signs that it cannot encode become plain ones. A service or a cron job may start us
    without standard input or output.
    """
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115
    codecs.register_error(_IN_PLAIN_SIGNS, _in_plain_signs)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_IN_PLAIN_SIGNS)


def _run(given: list[str]) -> int:
    use_utc(_for_programs(given))
    try:
        use(language(_language_code(given)))
    except BadOption as fault:
        return fail([str(fault)])
    given = _command_first(given)
    if not given or given[0] in ("--help", "-h", "help"):
        print_lines(*usage().splitlines(), "", *help_overview().splitlines())
        return 0
    if given[0] == "--version":
        print_lines(f"boxctl {__version__}")
        return 0
    if given[0] not in COMMANDS:
        return fail(
            [
                _wrong(
                    tr(
                        'there is no command "{name}": known are {known}.',
                        name=given[0],
                        known=", ".join(COMMANDS),
                    )
                )
            ]
        )
    try:
        known = COMMANDS[given[0]]
        if known.needs_linux:
            refuse_elsewhere(f"boxctl {known.name}")
        command = known.module
        with naming_refused_threads():
            status: int = command.run(given[1:])
            return status
    except BadOption as fault:
        return fail([str(fault)])
    except Fault as fault:
        return fail(fault.lines, 2 if fault.command_is_wrong else 1)


def _language_code(given: Sequence[str]) -> str:
    """Return the code of the language in which the command answers.

    Programs read what ``referee`` and ``--json`` write, so there only ``--lang`` changes it.
    Raises :class:`BadOption` for an unknown language.
    """
    if (asked := asked_language(given)) is not None:
        if asked not in known_languages():
            raise BadOption(
                tr(
                    '--lang: there is no language "{asked}": known are {known}.',
                    asked=asked,
                    known=listed_languages(),
                )
            )
        return asked
    return "en" if _for_programs(given) else code_of_locale(os.environ)


def _for_programs(given: Sequence[str]) -> bool:
    """Return whether a program reads what the command writes."""
    return "--json" in given or given[:1] == ["referee"]


def asked_language(given: Sequence[str]) -> str | None:
    """Return the value of ``--lang``; None if it is not given."""
    for place, argument in enumerate(given):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and place + 1 < len(given):
            return given[place + 1]
    return None


def _command_first(given: list[str]) -> list[str]:
    """Return the arguments with a ``--lang`` that stands before the command behind it.

    Empty if there is no command.
    """
    if not given or given == ["--lang"] or given[0].partition("=")[0] != "--lang":
        return given
    width = 2 if given[0] == "--lang" else 1
    option, command = given[:width], given[width:]
    return [*command[:1], *option, *command[1:]] if command else []


def without_language(given: Sequence[str]) -> list[str]:
    """Return the arguments without ``--lang``, for a command that does not parse it."""
    kept, skip = [], False
    for argument in given:
        if not skip and argument != "--lang" and not argument.startswith("--lang="):
            kept.append(argument)
        skip = argument == "--lang"
    return kept


def after_word(arguments: Sequence[str]) -> list[str]:
    """Return the arguments without the word that says what is done; --lang may stand before it."""
    word = without_language(arguments)[0]
    place = arguments.index(word)
    return [*arguments[:place], *arguments[place + 1 :]]


def fail(problems: Iterable[str], status: int = 2) -> int:
    """Print each problem on a line of standard error and return the exit status ``status``."""
    print_notes(*problems)
    return status


def _forget_output() -> None:
    """Send what is still buffered nowhere: at exit Python would fail on it a second time."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
