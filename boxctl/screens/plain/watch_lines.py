"""A recorded match, told line by line: Enter tells what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.phrases import names
from boxctl.presentation.sound import spoken_phrases as phrases
from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE
from boxctl.referee.payloads import Verdict
from boxctl.rules.variant_names import folded
from boxctl.screens.laptop.playback import WatchedMatch
from boxctl.screens.plain.answers import why
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
        return self._place == self._watched.last

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
