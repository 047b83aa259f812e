"""The coach of the plain game: what each choice comes to and why, as lines."""

from __future__ import annotations

import re

from boxctl.presentation.sound.spoken_phrases import in_lines
from boxctl.screens.coaching.coach import Coach
from boxctl.screens.coaching.mode import MODES, CoachMode, mode_in_words
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.plain.plain_actions import Lines
from groundwork.language import current, tr

MOST_TOLD = 5
"""The most lines that are told unasked: what is told, the best choice, why, and two more."""


class CoachAnswers:
    """The coach at one table, who says by itself what ``mode`` wants."""

    def __init__(self, table: LaptopTable, mode: CoachMode) -> None:
        self._table = table
        self._coach = Coach(table.chosen.rules, table.chosen.players, mode)
        self._told: list[str] = []

    def do(self, word: str) -> Lines:
        """Have the coach say more or less, or ask it once."""
        wanted = next((mode for mode in MODES if mode == word), None)
        if wanted is not None:
            self._coach.switch(wanted)
            words = mode_in_words(wanted)
            return [words[:1].upper() + words[1:] + "."]
        if word == "solve":
            self._coach.solve_table()
        asked = [_for_the_ear(line.text) for line in self._coach.asked(self._table.play)]
        return asked or [self._coach.silent or tr("There is nothing to choose now.")]

    def unasked(self) -> Lines:
        """Return what it says by itself; the same thing once."""
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
    tiles = re.sub(r"(?<=\d)\+(?=\d)", in_lines(current()).plus, text)
    return " ".join(tiles.replace("<-", "").split())
