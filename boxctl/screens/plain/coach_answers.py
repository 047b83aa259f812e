"""The coach of the plain game: what each choice comes to and why, as lines."""

from __future__ import annotations

import re

from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE
from boxctl.screens.coaching.coach import SOLVED_BY_WORD, Coach
from boxctl.screens.coaching.mode import CoachMode, mode_called, mode_in_words
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.plain.plain_actions import Lines
from groundwork.language import tr

MOST_TOLD = 5
"""The most lines that are told unasked: a heading, the best choice, why, and two more."""


class CoachAnswers:
    """The coach at one table, who says by itself what ``mode`` wants.

    It thinks beside the loop or at once, as the table's set-up says.
    """

    def __init__(self, table: LaptopTable, mode: CoachMode) -> None:
        self._table = table
        setup, chosen = table.setup, table.chosen
        self._coach = Coach(
            chosen.rules,
            chosen.players,
            mode,
            setup.think,
            setup.ticker.wake,
            solved_by=SOLVED_BY_WORD,
        )
        self._told: list[str] = []
        self._owes_answer = False

    def do(self, word: str) -> Lines:
        """Have the coach say more or less, or ask it once."""
        wanted = mode_called(word)
        if wanted is not None:
            self._coach.switch(wanted)
            words = mode_in_words(wanted)
            return [words[:1].upper() + words[1:] + "."]
        if word == "solve":
            self._coach.solve_table()
        asked = self._asked()
        if not asked and self._coach.is_thinking(self._table.play):
            self._owes_answer = True
            return [tr("The coach works it out …")]
        return asked or [self._coach.silent or tr("There is nothing to choose now.")]

    def _asked(self) -> Lines:
        return [_for_the_ear(line.text) for line in self._coach.asked(self._table.play)]

    def owed(self) -> Lines:
        """Return the answer to what was asked, once it is worked out; nothing before."""
        if not self._owes_answer or self._coach.is_thinking(self._table.play):
            return []
        self._owes_answer = False
        return self._asked()

    @property
    def is_about_to_speak(self) -> bool:
        """Whether it works out what it will say by itself about this moment."""
        play = self._table.play
        if self._coach.mode != "on" or self._coach.silent:
            return False
        return self._coach.choices(play) is None and self._coach.is_thinking(play)

    def unasked(self) -> Lines:
        """Return what it says by itself: each thing once, and nothing before it is worked out."""
        if self.is_about_to_speak:
            return []
        lines = self._coach.unasked(self._table.play, self._table.table_log.rulings)
        told, self._told = self._told, [_for_the_ear(line.text) for line in lines]
        return [] if self._told == told else self._told[:MOST_TOLD]

    def close(self) -> None:
        """Give up what it is working out in another process."""
        self._coach.close()

    def analysis(self) -> Lines:
        """Return how the match was played so far."""
        lines = self._coach.analysis(self._table.table_log.rulings)
        return [_for_the_ear(line) for line in lines if line.strip()]


def _for_the_ear(text: str) -> str:
    """Return a line without columns, arrows and plus signs between tiles."""
    tiles = re.sub(r"(?<=\d)\+(?=\d)", LINE_BY_LINE.plus(), text)
    return " ".join(tiles.replace("<-", "").split())
