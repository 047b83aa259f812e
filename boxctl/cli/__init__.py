"""The commands of ``boxctl``: one file each, which parses options, calls one function, and prints.

A command's module is imported only when the command is given, so that each starts as fast as what
it needs. May import everything.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from importlib import import_module

from boxctl import __version__
from groundwork.faults import Fault
from groundwork.language import (
    code_of_locale,
    known_languages,
    language,
    listed_languages,
    message,
    tr,
    use,
)
from groundwork.local_time import use_utc
from groundwork.os_reason import os_reason
from groundwork.printing import print_lines, print_notes
from groundwork.system.threads import naming_refused_threads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

COMMANDS = {
    "play": message("play at a simulated box in the terminal, without hardware"),
    "setup": message("set up a box: ask what it is made of, learn its wires, write box.toml"),
    "run": message("referee a real box, until SIGTERM"),
    "monitor": message("show what levers, buttons and dice do, live, and try lamps and voice"),
    "audits": message("tell what contacts and roller have done over the months, and what wears"),
    "doctor": message("look at everything that a box needs, without playing"),
    "service": message("install, watch, update or remove the service that runs a box"),
    "dark": message("switch off what a box that was killed has left on"),
    "wiring": message("show what a box.toml asks to be wired, or draw it to print"),
    "referee": message("judge box events: lines of JSON in, rulings as lines of JSON out"),
    "legal": message("list the moves that a throw allows, each with its rule"),
    "odds": message("show what a position is worth, and each of its moves"),
    "analyse": message("show what each throw of a match was worth, and each decision lost"),
    "matches": message("list the recorded matches"),
    "history": message("show how the players have fared: records, streaks, luck and skill"),
    "ledger": message("show who has won and lost how much, and who pays whom"),
    "replay": message("tell a recorded match again, or how it stood at a ruling"),
    "dispute": message("show what a ruling rests on: levers, dice, moves, rule and sensors"),
    "overrule": message("give a turn another score, with a reason"),
    "verify": message("check whether a record is as it was played"),
    "head": message("print a signed proof of a record, to keep on paper"),
    "web": message("show the matches of a journal in browsers"),
    "key": message("show the public key of this box, or exchange the key"),
    "roller": message("throw test throws, and show how good dice and link are"),
    "firmware": message("build, flash or describe the firmware of a board"),
    "explain": message("tell what a fault code means and what to do about it, or what a rule says"),
    "rules": message("list the variants, or show one with its settings"),
    "simulate": message("play games without people, and print their statistics"),
    "completion": message("print a script with which bash, zsh or fish completes commands"),
}
"""Each command, and what it does: a marked message in English."""

_GROUPS = {
    command: group
    for group, commands in {
        "game": ("play", "referee", "legal", "rules"),
        "box": (
            "setup",
            "run",
            "monitor",
            "audits",
            "doctor",
            "service",
            "explain",
            "dark",
            "wiring",
            "roller",
            "firmware",
        ),
        "chances": ("odds", "analyse", "simulate"),
        "record": (
            "matches",
            "history",
            "ledger",
            "replay",
            "dispute",
            "overrule",
            "verify",
            "head",
            "web",
            "key",
        ),
        "shell": ("completion",),
    }.items()
    for command in commands
}
"""The package of each command's module, below this one."""


def module_of(command: str) -> str:
    """Return the name of the module that has ``run`` and ``options`` of this command."""
    return f"boxctl.cli.{_GROUPS[command]}.{command}"


def usage() -> str:
    """Return the help of ``boxctl`` itself: the commands and what they do."""
    return "\n".join(
        (
            tr("usage: boxctl COMMAND [OPTIONS]"),
            "",
            *(f"  {name:<12}{tr(does)}" for name, does in COMMANDS.items()),
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
    wrong. 130: interrupted by Ctrl-C. ``arguments`` are those after ``boxctl``, by default the
    process's own.
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
        return 130


_IN_PLAIN_SIGNS = "boxctl.in_plain_signs"
"""The name under which :mod:`codecs` knows :func:`_in_plain_signs`."""


def _in_plain_signs(error: UnicodeError) -> tuple[str | bytes, int]:
    """Handle a part of a text that a stream cannot encode, as :mod:`codecs` wants it."""
    if not isinstance(error, UnicodeEncodeError):
        return codecs.replace_errors(error)
    from groundwork.plain_signs import plain_signs  # nearly every stream is UTF-8

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
        from boxctl.cli.read_on import overview

        print_lines(*usage().splitlines(), "", *overview().splitlines())
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
    module = import_module(module_of(given[0]))
    command: Callable[[list[str]], int] = module.run
    try:
        with naming_refused_threads():
            return command(given[1:])
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


def fail(problems: Iterable[str], status: int = 2) -> int:
    """Print each problem on a line of standard error and return the exit status ``status``."""
    print_notes(*problems)
    return status


def _forget_output() -> None:
    """Send what is still buffered nowhere: at exit Python would fail on it a second time."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
