"""The commands of ``boxctl``, each declared once: help, completion and manual pages follow from it.

To add one, give it a line here, and a module with ``run`` and ``options`` in the folder of its
group. Nothing here imports such a module before it is asked for, so that each command starts as
fast as what it needs.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from groundwork.language import current, message, tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class CommandRecord:
    """A command: what it is called, what it does, and where its module and its page are.

    The module is ``boxctl.cli.GROUP.NAME``, with _ for a hyphen; ``also`` are modules beside it
    whose options are those of subcommands. ``page`` is in ``docs``. ``does`` is a marked message in
    English that begins with a verb in small letters. One that ``needs_linux`` works on devices, or
    asks the system for what no other has.

    This is no dataclass: to import what makes one takes half as long as ``boxctl rules list``.
    """

    __slots__ = ("also", "does", "group", "name", "needs_linux", "page")

    def __init__(
        self,
        name: str,
        group: str,
        page: str,
        does: str,
        also: tuple[str, ...] = (),
        *,
        needs_linux: bool = False,
    ) -> None:
        self.name = name
        self.group = group
        self.page = page
        self.does = does
        self.also = also
        self.needs_linux = needs_linux

    @property
    def module(self) -> Any:
        """The module, imported now: it has ``run(arguments)``, which returns the exit status."""
        return self._module(self.name.replace("-", "_"))

    def modules_with_options(self) -> Iterator[Any]:
        """Yield the modules whose ``options()`` are those of the command or of a subcommand."""
        yield self.module
        yield from map(self._module, self.also)

    def _module(self, name: str) -> Any:
        return import_module(f"boxctl.cli.{self.group}.{name}")

    @property
    def sentence(self) -> str:
        """What it does as a sentence, in the language of the program."""
        does = tr(self.does)
        return f"{does[:1].upper()}{does[1:]}."


COMMANDS = {
    command.name: command
    for command in (
        CommandRecord(
            "play",
            "game",
            "play.md",
            message("play at a simulated box in the terminal, without hardware"),
        ),
        CommandRecord(
            "puzzle",
            "game",
            "play.md",
            message("ask which move is best, in fifty positions of each game, and say why"),
        ),
        CommandRecord(
            "setup",
            "box",
            "setup.md",
            message("set up a box: ask what it is made of, learn its wires, write box.toml"),
            needs_linux=True,
        ),
        CommandRecord(
            "run",
            "box",
            "build-a-box.md",
            message("referee a real box, until SIGTERM"),
            needs_linux=True,
        ),
        CommandRecord(
            "monitor",
            "box",
            "monitor.md",
            message("show what levers, buttons and dice do, live, and try lamps and voice"),
            needs_linux=True,
        ),
        CommandRecord(
            "audits",
            "box",
            "monitor.md",
            message("tell what contacts and roller have done over the months, and what wears"),
        ),
        CommandRecord(
            "doctor",
            "box",
            "faults.md",
            message("look at everything that a box needs, without playing"),
            needs_linux=True,
        ),
        CommandRecord(
            "service",
            "box",
            "service.md",
            message("install, watch or remove the service that runs a box"),
            needs_linux=True,
        ),
        CommandRecord(
            "dark",
            "box",
            "service.md",
            message("switch off what a box that was killed has left on"),
            needs_linux=True,
        ),
        CommandRecord(
            "wiring",
            "box",
            "wiring.md",
            message("show what a box.toml asks to be wired, or draw it to print"),
        ),
        CommandRecord(
            "judge",
            "game",
            "settle-a-dispute.md",
            message("say what the referee rules on what you tell: throw 2 3, shut 7"),
        ),
        CommandRecord(
            "referee",
            "game",
            "contracts.md",
            message("judge box events: lines of JSON in, rulings as lines of JSON out"),
        ),
        CommandRecord(
            "legal",
            "game",
            "settle-a-dispute.md",
            message("list the moves that a throw allows, each with its rule"),
        ),
        CommandRecord(
            "odds",
            "chances",
            "odds.md",
            message("show what a position is worth, and each of its moves"),
        ),
        CommandRecord(
            "analyse",
            "chances",
            "odds.md",
            message("show what each throw of a match was worth, and each decision lost"),
        ),
        CommandRecord(
            "matches", "journal", "settle-a-dispute.md", message("list the recorded matches")
        ),
        CommandRecord(
            "history",
            "journal",
            "play.md",
            message("show how the players have fared: records, streaks, luck and skill"),
        ),
        CommandRecord(
            "ledger",
            "journal",
            "money.md",
            message("show who has won and lost how much, and who pays whom"),
        ),
        CommandRecord(
            "replay",
            "journal",
            "settle-a-dispute.md",
            message("tell a recorded match again, or how it stood at a ruling"),
        ),
        CommandRecord(
            "dispute",
            "journal",
            "settle-a-dispute.md",
            message("show what a ruling rests on: levers, dice, moves, rule and sensors"),
        ),
        CommandRecord(
            "overrule",
            "journal",
            "settle-a-dispute.md",
            message("give a turn another score, with a reason"),
        ),
        CommandRecord(
            "verify", "journal", "journal.md", message("check whether a record is as it was played")
        ),
        CommandRecord(
            "head",
            "journal",
            "journal.md",
            message("print a signed proof of a record, to keep on paper"),
        ),
        CommandRecord(
            "card",
            "journal",
            "journal.md",
            message("draw the card of a match, to sign and to photograph, or tell its scores"),
        ),
        CommandRecord(
            "tournament",
            "tournament",
            "tournament.md",
            message("hold a tournament: draw rounds, play matches, keep the table"),
            also=(
                "tournament_begin",
                "tournament_next",
                "tournament_play",
                "tournament_result",
                "tournament_player",
                "tournament_correct",
                "tournament_redraw",
            ),
        ),
        CommandRecord(
            "stall",
            "stall",
            "stall.md",
            message("run a stall: so much a go, prizes for shut boxes, a pot, a cash sheet"),
            also=(
                "stall_odds",
                "stall_begin",
                "stall_go",
                "stall_pay",
                "stall_correct",
                "stall_close",
            ),
        ),
        CommandRecord(
            "web", "journal", "web.md", message("show the matches of a journal in browsers")
        ),
        CommandRecord(
            "key",
            "journal",
            "journal.md",
            message("show the public key of this box, or exchange the key"),
        ),
        CommandRecord(
            "roller",
            "box",
            "build-a-box.md",
            message("throw test throws, and show how good dice and link are"),
            needs_linux=True,
        ),
        CommandRecord(
            "firmware",
            "box",
            "build-a-box.md",
            message("build, flash or describe the firmware of a board"),
            needs_linux=True,
        ),
        CommandRecord(
            "explain",
            "box",
            "faults.md",
            message("tell what a fault code means and what to do about it, or what a rule says"),
        ),
        CommandRecord(
            "rules",
            "game",
            "rulebook.md",
            message("list the variants, or show one with its settings"),
            also=(
                "rules_show",
                "rules_card",
                "house.rules_save",
                "house.rules_edit",
                "house.rules_check",
            ),
        ),
        CommandRecord(
            "simulate",
            "chances",
            "odds.md",
            message("play games without people, and print their statistics"),
        ),
        CommandRecord(
            "completion",
            "shell",
            "play.md",
            message("print a script with which bash, zsh or fish completes commands"),
        ),
    )
}
"""Each command by its name, in the order of ``boxctl --help``."""


def docs_folder() -> str:
    """Find the pages: those of the checkout, or those installed with the program."""
    packages = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120
    checkout = os.path.join(packages, "docs")  # noqa: PTH118
    installed = os.path.join(sys.prefix, "share", "doc", "boxctl")  # noqa: PTH118
    return checkout if os.path.isfile(os.path.join(checkout, "play.md")) else installed  # noqa: PTH113, PTH118


def page_in(page: str, language: str) -> str:
    """Return the name of a page in a language: ``faults.md`` is ``faults.de.md`` in ``de``."""
    return page if language == "en" else f"{page.removesuffix('.md')}.{language}.md"


def page_line(command: str) -> str:
    """Return a line that names the page of this command; ``rules show`` has that of ``rules``.

    A page that is not translated into the language in force is the English one.
    """
    page = COMMANDS[command.split()[0]].page
    docs = docs_folder()
    translation = os.path.join(docs, page_in(page, current().code))  # noqa: PTH118
    there = translation if os.path.isfile(translation) else os.path.join(docs, page)  # noqa: PTH113, PTH118
    return tr("read on: {page}", page=there)


def help_overview() -> str:
    """Return the last lines of ``boxctl --help``: the pages to begin with."""
    return tr(
        "The documentation is in {folder}:\n"
        "  play.md              the game in the terminal\n"
        "  rulebook.md          the rules that a ruling cites, such as R4.5\n"
        "  settle-a-dispute.md  what was ruled, and why\n"
        "  odds.md              what a position is worth\n"
        "  build-a-box.md       a box of your own, step by step\n"
        "  faults.md            what a code such as BX404 means, and what to do",
        folder=docs_folder(),
    )
