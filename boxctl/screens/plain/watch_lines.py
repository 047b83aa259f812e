"""A recorded match, told line by line: Enter tells what comes next. The help of the plain game."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.phrases import names
from boxctl.presentation.sound import spoken_phrases as phrases
from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE
from boxctl.referee.verdict import Verdict
from boxctl.rules.variant_names import folded
from boxctl.screens.laptop.watched_match import WatchedMatch
from boxctl.screens.plain.answers import why
from boxctl.screens.plain.commands import COMMANDS, PlainCommand, Takes, UnknownCommand, shortest
from boxctl.screens.plain.line_output import LineOutput
from boxctl.view.announcement import announcement_of
from groundwork.language import message, tr

BACK, ALL, WHY, QUIT = message("back"), message("all"), message("why?"), message("quit")
"""Words that can be typed besides Enter; the first letter is enough."""


class WatchLines:
    """Tells a match on ``output``, one moment each time people ask for the next."""

    def __init__(self, watched: WatchedMatch, output: LineOutput) -> None:
        self._watched = watched
        self._output = output
        self._place = 0

    def run(self, typed: Iterator[str]) -> None:
        """Tell the match until somebody leaves; at the end of the input, tell all that is left."""
        players = names(self._watched.players, LINE_BY_LINE)
        self._output.tell(tr("{match}: {players}.", match=self._watched.title, players=players))
        self._tell()
        while True:
            self._output.ask(self._prompt)
            line = next(typed, None)
            if line is None:
                self._to_end()
                return
            self._output.typed(line)
            if _means(line, QUIT):
                return
            self._obey(line.strip())

    @property
    def _at_end(self) -> bool:
        return self._place == len(self._watched.views) - 1

    @property
    def _prompt(self) -> str:
        if self._at_end:
            return tr("The end, back or quit")
        return tr("Next")

    def _obey(self, line: str) -> None:
        if not line and not self._at_end:
            self._place += 1
            self._tell()
        elif _means(line, BACK) and self._place:
            self._place -= 1
            self._tell()
        elif _means(line, ALL):
            self._to_end()
        elif _means(line, WHY):
            rulings = self._watched.rulings[: self._place + 1]
            for text in why(self._watched.rules, rulings):
                self._output.tell(text)
        else:
            self._output.tell(
                tr("Enter tells what comes next; back, all, why and quit do what they say.")
            )

    def _to_end(self) -> None:
        while not self._at_end:
            self._place += 1
            self._tell()

    def _tell(self) -> None:
        self._output.tell(_told(self._watched, self._place))


def _told(watched: WatchedMatch, place: int) -> str:
    view, said = watched.views[place], announcement_of(watched.rulings[place]).text
    if view.verdict is Verdict.THROW:
        thrown = phrases.dice(view.score.dice, LINE_BY_LINE)
        return tr("{player} throws {dice}.", player=view.player, dice=thrown)
    if view.verdict in (Verdict.READY, Verdict.COMMITTED):
        stands = phrases.open_tiles(view.standing, watched.rules.tiles, LINE_BY_LINE)
        return f"{said} {stands}"
    return said


def _means(line: str, word: str) -> bool:
    """Whether a line begins as this word does, in the language in use or in English."""
    typed = folded(line)
    return bool(typed) and any(folded(name).startswith(typed) for name in (tr(word), word))


FIRST = (
    message("Enter does what the prompt names first: throw, put tiles back, confirm."),
    message("Numbers are tiles: 7, or 6 1 for two. A number again puts the tile back."),
)
"""The lines about input that is no command."""


def help_lines(*, bench: bool, note: str = "") -> list[str]:
    """Return a line for each command; those of the bench only if it is switched on.

    ``note`` says where the pages for browsers are.
    """
    commands = [_line(one) for one in COMMANDS if bench or not one.of_bench]
    return [*map(tr, FIRST), *commands, *filter(None, [note])]


def _line(command: PlainCommand) -> str:
    name, short = command.name, shortest(command)
    if short == name:
        return tr("{command}: {help}.", command=name, help=tr(command.help))
    return tr("{command}, or {short}: {help}.", command=name, short=short, help=tr(command.help))


def wrong_argument(command: PlainCommand) -> str:
    """Say what a command takes."""
    name = command.name
    match command.takes:
        case Takes.NOTHING:
            return tr("{command} takes nothing more.", command=name)
        case Takes.DICE:
            return tr("{command} takes how many dice, such as {command} 1.", command=name)
        case Takes.A_TILE:
            return tr("{command} takes a tile, such as {command} 7.", command=name)
        case Takes.TILES:
            return tr("{command} takes tiles, such as {command} 6 1.", command=name)
        case Takes.A_WORD:
            return tr("{command} takes one word at most.", command=name)


def unknown_command(unknown: UnknownCommand) -> str:
    """Say that a line is no command, and which is the nearest."""
    typed, like = unknown.typed, unknown.like
    if like:
        return tr(
            '"{typed}" is no command. Did you mean {like}? Help lists them all.',
            typed=typed,
            like=like,
        )
    return tr('"{typed}" is no command. Help lists them all.', typed=typed)
