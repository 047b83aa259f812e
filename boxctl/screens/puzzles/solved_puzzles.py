"""Remember which puzzles were solved, in a file beside the journal.

Puzzles are the same in all games whose turns are: what was solved in one counts in the others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
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
    """The puzzles of one game that were answered; ``journal`` is the file they are kept beside."""

    def __init__(self, journal: Path, rules: RuleSet) -> None:
        self._path = journal.parent / FILE
        self._game = game_key(rules)

    def how(self, puzzle: str) -> str:
        """Return how a puzzle stands, by its key; empty if it was never answered."""
        return str(self._of_game().get(puzzle, ""))

    def tally(self, puzzles: tuple[str, ...]) -> Tally:
        """Count these puzzles."""
        known = self._of_game()
        stand = [known.get(puzzle) for puzzle in puzzles]
        first = stand.count(FIRST)
        return Tally(first + stand.count(LATER), first)

    def note(self, puzzle: str, *, right: bool) -> None:
        """Keep an answer. A failure to write is ignored: no puzzle should stop for it."""
        document = self._read()
        games = document.setdefault("games", {})
        known = games.setdefault(self._game, {}) if isinstance(games, dict) else {}
        before = known.get(puzzle)
        if before not in (FIRST, LATER):
            known[puzzle] = (LATER if before else FIRST) if right else MISSED
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, (json.dumps(document, indent=1) + "\n").encode())

    def _of_game(self) -> Mapping[str, Any]:
        games = self._read().get("games")
        found = games.get(self._game) if isinstance(games, dict) else None
        return found if isinstance(found, dict) else {}

    def _read(self) -> dict[str, Any]:
        """Return the file's document; one that cannot be read has nothing in it."""
        try:
            read = json.loads(read_small_file(self._path, MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}
        games = read.get("games") if isinstance(read, dict) else None
        if not isinstance(games, dict) or not all(isinstance(g, dict) for g in games.values()):
            return {}
        return {"games": games}


def game_key(rules: RuleSet) -> str:
    """Return what tells the puzzles of a game from those of others: what its turns depend on."""
    decide = deciding("turn")
    if rules.is_scored:
        # A turn is worth its points then, whichever way they win the match.
        decide -= {"match", "pass_box"}
    changed = changed_from(RuleSet(), rules)
    return " ".join(f"{name}={changed[name]}" for name in sorted(decide & changed.keys()))
