"""The coach of the plain game: what each choice comes to, as lines."""

from __future__ import annotations

from boxctl.screens.laptop.coach import Coach
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.plain.plain_actions import Lines
from groundwork.language import tr

MOST_TOLD = 3
"""The most choices that are told unasked."""


class CoachAnswers:
    """The coach at one table. ``on``: it tells the best choices before each is made."""

    def __init__(self, table: LaptopTable, *, on: bool) -> None:
        self._table = table
        self._coach = Coach(table.chosen.rules)
        self._on = on
        self._told_at = -1

    def do(self, word: str) -> Lines:
        """Switch the coach on or off, or ask it once."""
        if word in ("on", "off"):
            self._on = word == "on"
            return [tr("The coach is on.") if self._on else tr("The coach is off.")]
        return self._worths() or [self._coach.silent or tr("There is nothing to choose now.")]

    def unasked(self) -> Lines:
        """Return what it says before a choice, if it is on; of each state of the table once."""
        at = len(self._table.table_log.rulings)
        if not self._on or at == self._told_at:
            return ()
        self._told_at = at
        return self._worths(MOST_TOLD)

    def analysis(self) -> Lines:
        """Return how the match was played so far."""
        lines = self._coach.analysis(self._table.table_log.rulings)
        return [" ".join(line.split()) for line in lines if line.strip()]

    def _worths(self, most: int | None = None) -> list[str]:
        worths = self._coach.worths(self._table.play)[:most]
        return [f"{worth.choice}: {worth.value:.4g}" for worth in worths]
