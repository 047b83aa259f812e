"""Remember which puzzles were solved, in a file beside the journal.

Puzzles are the same in all games whose turns are: what was solved in one counts in the others.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from, deciding
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.system.files import read_small_file, write_whole

FILE = "puzzles.json"
MOST_BYTES = 1 << 20

FIRST, LATER, MISSED = "first", "later", "missed"
"""How a puzzle stands: right at the first try, right after a wrong answer, not right so far."""


@frozen_dataclass
class Tally:
    """So many puzzles of a game were solved, ``first`` of them at the first try."""

    solved: int
    first: int


class SolvedPuzzles:
    """The puzzles of one game that were answered; ``journal`` is the file they are kept beside.

    Without one, nothing is remembered.
    """

    def __init__(self, journal: Path | None, rules: RuleSet) -> None:
        self._path = None if journal is None else journal.parent / FILE
        self._game = game_key(rules)

    def how(self, puzzles: Sequence[str]) -> list[str]:
        """Return how each of these puzzles stands, by its key; empty if it was never answered."""
        known = self._games().get(self._game, {})
        return [str(known.get(puzzle, "")) for puzzle in puzzles]

    def tally(self, puzzles: Sequence[str]) -> Tally:
        """Count these puzzles."""
        stand = self.how(puzzles)
        first = stand.count(FIRST)
        return Tally(first + stand.count(LATER), first)

    def note(self, puzzle: str, *, right: bool) -> None:
        """Keep an answer. A failure to write is ignored: no puzzle should stop for it."""
        if self._path is None:
            return
        games = self._games()
        known = games.setdefault(self._game, {})
        before = known.get(puzzle)
        if before not in (FIRST, LATER):
            known[puzzle] = (LATER if before else FIRST) if right else MISSED
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, (json.dumps({"games": games}, indent=1) + "\n").encode())

    def _games(self) -> dict[str, dict[str, Any]]:
        """Return what the file has of each game; one that cannot be read has nothing in it."""
        if self._path is None:
            return {}
        try:
            read = json.loads(read_small_file(self._path, MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}
        games = read.get("games") if isinstance(read, dict) else None
        if not isinstance(games, dict) or not all(isinstance(g, dict) for g in games.values()):
            return {}
        return games


def game_key(rules: RuleSet) -> str:
    """Return what tells the puzzles of a game from those of others: what its turns depend on."""
    decide = deciding("turn")
    if rules.is_scored:
        # A turn is worth its points then, whichever way they win the match.
        decide -= {"match", "pass_box"}
    changed = changed_from(RuleSet(), rules)
    return " ".join(f"{name}={changed[name]}" for name in sorted(decide & changed.keys()))
