"""The options that several commands share, and the line that explains a wrong one."""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from boxctl.cli import BadOption
from boxctl.cli.commands import COMMANDS, CommandRecord, page_line
from boxctl.cli.terminal import terminal_columns
from boxctl.presentation.answers.position import PositionFault, read_levers, read_throw
from boxctl.referee.players import check_names, handicaps_by_name, handicaps_by_seat, usual_players
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import TileSet, read_tiles
from boxctl.rules.variant_titles import also_means
from boxctl.rules.variants import own_name, variant
from groundwork.cell_width import begins_curly, ends_curly, without_curly_quotes
from groundwork.faults import in_a_sentence
from groundwork.language import labelled, listed_languages, message, tr, tr_n
from groundwork.printing import print_lines, print_notes

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class _AsWideAsTheTerminal(argparse.HelpFormatter):
    """Find the width without ``shutil``, which argparse would import: it loads three archivers."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_columns() - 2)

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        """Show the value of an option once, also where it may be several words."""
        if action.option_strings and action.nargs == "+":
            (shown,) = self._metavar_formatter(action, default_metavar)(1)
            return shown
        return super()._format_args(action, default_metavar)


class VariantName(argparse.Action):
    """Keeps the variant's own name of the one that is typed. Raises :class:`RuleFault` (BX201)."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Look the name up, and say so if people call another variant by it, too."""
        setattr(namespace, self.dest, own_name(str(values)))
        if also := also_means(str(values)):
            print_notes(also)


class RecordedVariantName(VariantName):
    """Keeps a name that no variant has as it is typed: a record may still know it."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Look the name up as far as that goes."""
        try:
            super().__call__(parser, namespace, values, option_string)
        except RuleFault:
            setattr(namespace, self.dest, str(values))


_ARGPARSE_SAYS = (
    message("usage: "),
    message("positional arguments"),
    message("options"),
    message("show this help message and exit"),
    message("unrecognized arguments: %s"),
    message("the following arguments are required: %s"),
    message("argument %(argument_name)s: %(message)s"),
    message("ignored explicit argument %r"),
    message("expected one argument"),
    message("expected at most one argument"),
    message("expected at least one argument"),
    message("invalid %(type)s value: %(value)r"),
    message("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""The messages of Python 3.11 to 3.15 about our options."""


def _expected(_one: str, _many: str, number: int) -> str:
    return tr_n("expected %s argument", "expected %s arguments", number)


def _translate_argparse() -> None:
    """Make argparse use the messages of this program.

    By itself it uses gettext's global domain, and it has no option to name another.
    """
    vars(argparse).update(_=tr, ngettext=_expected)


_translate_argparse()


class Options(argparse.ArgumentParser):
    """The options of one command. A wrong one raises :class:`BadOption`, one line for people."""

    def __init__(self, command: str, does: str | None = None) -> None:
        """Name the command; ``does`` is the sentence for a subcommand, which has no record."""
        super().__init__(
            prog=f"boxctl {command}",
            description=COMMANDS[command].sentence if does is None else does,
            allow_abbrev=False,
            formatter_class=_AsWideAsTheTerminal,
        )
        # Python 3.14 would colour the help, and 3.15 guess at choices: they get what 3.11 says.
        self.color = False
        self.suggest_on_error = False
        self.command = command
        self.add_argument(
            "--lang",
            metavar="CODE",
            help=tr(
                "the language: {languages} (default: that of the locale)",
                # argparse puts its own values in where a percent sign stands.
                languages=listed_languages().replace("%", "%%"),
            ),
        )

    @property
    def actions(self) -> tuple[argparse.Action, ...]:
        """The options added, in their order; ``--help`` and ``--lang`` are first."""
        return tuple(self._actions)

    def format_help(self) -> str:
        """Add the page to read on. argparse's own epilog would break its path into lines."""
        return f"{super().format_help()}\n{page_line(self.command)}\n"

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help on standard output, whatever ``file`` is."""
        print_lines(*self.format_help().splitlines())

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Take what stands between curly quotation marks, which no shell does.

        Raises :class:`BadOption` where they were round several words, which a shell parts.
        """
        given = list(sys.argv[1:] if args is None else args)
        if (parted := _parted_quotation(given)) is not None:
            self.error(
                tr(
                    'the quotation marks round {words} are curly ones: write "{plain}", with '
                    "straight ones",
                    words=parted,
                    plain=parted[1:-1].strip(),
                )
            )
        return super().parse_known_args(list(map(_unquoted, given)), namespace)

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Take the value ``--`` as what it is; Python before 3.13 returns a list for it."""
        if action.option_strings and arg_strings == ["--"]:
            value = self._get_value(action, "--")
            self._check_value(action, value)
            return value
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        """Raise :class:`BadOption`."""
        raise BadOption(
            tr(
                "boxctl {command}: {message} (boxctl {command} --help tells more).",
                command=self.command,
                message=message,
            )
        )

    def add_json(self) -> None:
        """Add ``--json``: the answer as one JSON document."""
        self.add_argument("--json", action="store_true", help=tr("answer with one JSON document"))

    def add_rules(self, default: str | None = "classic") -> None:
        """Add ``--rules`` and ``--set``."""
        self.add_argument(
            "--rules",
            metavar="NAME",
            action=VariantName,
            default=default,
            help=tr("the variant, by any of its names (default: classic)"),
        )
        self.add_set()

    def add_markers(self, default: int | None) -> None:
        """Add ``--markers``: what the throws of a turn have left to it."""
        self.add_argument(
            "--markers",
            type=int,
            default=default,
            metavar="N",
            help=tr(
                "how many markers the player has, with doubles = insurance; 1 for the extra throw "
                "after a double, with doubles = extra"
            ),
        )

    def add_set(self) -> None:
        """Add ``--set``, which may be given several times."""
        self.add_argument(
            "--set",
            metavar="KEY=VALUE",
            action="append",
            default=[],
            dest="changes",
            help=tr("change one setting of the rules; may be given again"),
        )

    def add_match(self) -> None:
        """Add MATCH, by default the newest, and ``--journal``."""
        self.add_argument(
            "match",
            metavar="MATCH",
            nargs="?",
            default="last",
            help=tr("its number, or last for the newest (default: last)"),
        )
        self.add_journal_to_read()

    def add_journal_to_read(self) -> None:
        """Add ``--journal`` for a command that reads."""
        self._add_journal_file(
            tr(
                "read this file (default: journal.db in ~/.local/state/boxctl; where there is"
                " none, the service's in /var/lib/boxctl)"
            )
        )

    def add_chain(self, option: str, help: str) -> None:
        """Add ``--journal``, an ``option`` that names one of several chains in it, ``--json``."""
        self.add_journal_to_read()
        self.add_argument(option, metavar="N", type=whole_number, help=help)
        self.add_json()

    def _add_journal_file(self, what: str) -> None:
        self.add_argument("--journal", metavar="FILE", type=path_of_file, help=what)

    def add_journal(self) -> None:
        """Add ``--journal`` and ``--new`` for a command that plays."""
        self._add_journal_file(
            tr("record in this file (default: journal.db in ~/.local/state/boxctl)")
        )
        self.add_argument(
            "--new", action="store_true", help=tr("a new match, even if one was interrupted")
        )

    def add_players(self, default: str | None) -> None:
        """Add ``--players``."""
        self.add_argument(
            "--players",
            metavar="NAMES",
            default=default,
            help=tr("their names in seat order, with commas between: Ann,Bob"),
        )
        self.add_handicap()

    def add_handicap(self) -> None:
        """Add ``--handicap``."""
        self.add_argument(
            "--handicap",
            metavar="NAME=N",
            action="append",
            default=[],
            help=tr("points added to each turn of this player: Ann=5; repeatable (R7.16)"),
        )


def _unquoted(argument: str) -> str:
    """Return an argument without curly quotation marks round it, or round its value."""
    key, equals, value = argument.partition("=")
    return key + equals + without_curly_quotes(value) if equals else without_curly_quotes(argument)


def _parted_quotation(arguments: list[str]) -> str | None:
    """Return the words that were meant to be one argument; None if there are none."""
    for first, argument in enumerate(arguments):
        if not begins_curly(argument) or without_curly_quotes(argument) != argument:
            continue
        for last in range(first + 1, len(arguments)):
            if ends_curly(arguments[last]):
                return " ".join(arguments[first : last + 1])
    return None


def options_of(command: CommandRecord) -> Iterator[Options]:
    """Yield the options of a command, or those of each of its subcommands; imports its modules."""
    for module in command.modules_with_options():
        yield module.options()


def all_options() -> Iterator[Options]:
    """Yield those of every command, in the order and the language of ``boxctl --help``.

    To import the modules of all commands takes some tenths of a second.
    """
    for command in COMMANDS.values():
        yield from options_of(command)


def journal_of(given: argparse.Namespace) -> Path:
    """Return the file that the options name, else the usual journal of this machine."""
    # Most commands look for none.
    from boxctl.journal.disk.private_files import usual_place

    return given.journal or usual_place()


def chosen_rules(name: str, changes: list[str]) -> RuleSet:
    """Return the variant ``name`` with the changes of ``--set``.

    Raises :class:`RuleFault` for an unknown name or value. Contradictions between settings are not
    checked: that needs the players too.
    """
    return with_settings(variant(name), key_and_value_pairs(changes))


def key_and_value_pairs(changes: list[str]) -> tuple[tuple[str, str], ...]:
    """Split each ``KEY=VALUE`` of ``--set``. Raises :class:`BadOption` for one without ``=``."""
    return tuple(_key_and_value(change) for change in changes)


def chosen_players(names: str) -> list[str]:
    """Split ``--players`` at its commas."""
    return [name.strip() for name in names.split(",")]


def chosen_handicaps(told: list[str]) -> tuple[tuple[str, str], ...]:
    """Split each NAME=N of ``--handicap``. Raises :class:`BadOption` for one without ``=``."""
    split = []
    for handicap in told:
        name, equals, number = handicap.rpartition("=")
        if not equals:
            raise BadOption(
                tr(
                    "--handicap {handicap}: write it as NAME=N, such as --handicap Ann=5.",
                    handicap=handicap,
                )
            )
        split.append((name.strip(), number.strip()))
    return tuple(split)


def with_handicaps(rules: RuleSet, told: list[str], players: Sequence[str]) -> RuleSet:
    """Return the rules with the handicaps of ``--handicap`` (R7.16).

    Raises :class:`BadOption` and :class:`RuleFault` for those that cannot be.
    """
    if not told:
        return rules
    return replace(rules, handicaps=handicaps_by_seat(chosen_handicaps(told), players))


def with_those_named(rules: RuleSet, told: list[str]) -> tuple[RuleSet, dict[str, int]]:
    """Return the rules with the handicaps of ``--handicap``, where these name the only players.

    Also returns who has which. Raises :class:`BadOption` and :class:`RuleFault` like
    :func:`with_handicaps`, and for names that players cannot have.
    """
    players = list(dict.fromkeys(name for name, _points in chosen_handicaps(told)))
    rules = with_handicaps(rules, told, players)
    check_names(players or usual_players(rules))
    return rules, handicaps_by_name(rules, players)


def chosen_tiles(rules: RuleSet, text: str | None) -> TileSet:
    """Return the tiles of ``--open`` that are in play; without the option, all that are.

    Raises :class:`BadOption` or :class:`RuleFault` for tiles that are not on the box.
    """
    return rules.in_play if text is None else chosen_levers(rules, text) & rules.in_play


def tiles_shut(text: str) -> TileSet:
    """Read tiles of ``--shut``, also as answers write a move: ``6+1``."""
    try:
        return read_tiles(text.replace("+", ","))
    except RuleFault as fault:
        raise argparse.ArgumentTypeError(fault.text.rstrip(".")) from None


def chosen_levers(rules: RuleSet, text: str) -> TileSet:
    """Return the tiles of ``--open``, in play or not. Raises as :func:`chosen_tiles` does."""
    try:
        return read_levers(rules, text)
    except PositionFault as fault:
        raise BadOption(labelled(f"--open {text}", fault.text)) from None


def chosen_throw(rules: RuleSet, text: str) -> Throw:
    """Return the dice of ``--throw``. Raises :class:`BadOption` for values no die can show.

    How many dice the rules allow is not checked (R2.3).
    """
    try:
        return read_throw(rules, text)
    except PositionFault as fault:
        raise BadOption(labelled(f"--throw {text}", fault.text)) from None


def path_of_file(text: str) -> Path:
    """Read the path of a file, there or not, for ``argparse``."""
    path = Path(text)
    try:
        path.lstat()
    except OSError as problem:
        if problem.errno == errno.ENAMETOOLONG:
            raise argparse.ArgumentTypeError(in_a_sentence(problem)) from None
    return path


def plain_words(text: str) -> str:
    """Read a text that says something and can be printed, for ``argparse``."""
    if not text.strip() or not text.isprintable():
        raise argparse.ArgumentTypeError(
            tr("{text} says nothing that can be printed", text=repr(text))
        )
    return text.strip()


def whole_number(text: str) -> int:
    """Read a whole number of 1 or more, for ``argparse``."""
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 12 and int(text) > 0):
        raise argparse.ArgumentTypeError(tr("{text} is not a whole number of 1 or more", text=text))
    return int(text)


def score_made(text: str) -> int:
    """Read a whole number of 0 or more, for ``argparse``."""
    if not (text.isascii() and text.isdigit() and len(text) <= 40):
        raise argparse.ArgumentTypeError(tr("{text} is not a whole number of 0 or more", text=text))
    return int(text)


def _key_and_value(change: str) -> tuple[str, str]:
    key, equals, value = change.partition("=")
    if not equals:
        raise BadOption(
            tr('--set {change}: write it as KEY=VALUE, such as "--set stake=100".', change=change)
        )
    return key.strip(), value.strip()
