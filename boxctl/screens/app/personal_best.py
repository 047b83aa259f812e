"""A solo player's best score so far, from the journal."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from boxctl.journal.disk.file import open_to_read
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.entries import MATCH, RULING, as_text
from boxctl.journal.faults import Damaged, JournalFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from groundwork.frozen_dataclass import frozen_dataclass

# The kind is written out because SQLite then uses the index of the headers.
_MATCHES = f"""
SELECT id FROM entry WHERE kind = '{MATCH}'
AND json_extract(body, '$.players') = ? AND json_extract(body, '$.rules') = ?
"""
_RESULT = """
SELECT json_extract(body, '$.scores') FROM entry WHERE id > ? AND id < ? AND kind = ?
AND json_extract(body, '$.verdict') = 'match_over' LIMIT 1
"""


@frozen_dataclass
class PersonalBest:
    """A solo player's lowest score by one set of rules, out of ``matches`` finished matches."""

    score: int
    matches: int

    @property
    def sentence(self) -> str:
        """The line on the score sheet."""
        times = "one match" if self.matches == 1 else f"{self.matches} matches"
        return f"best so far {self.score}, {times}"


def personal_best(journal: Path, rules: RuleSet, player: str) -> PersonalBest | None:
    """Find the best of the matches that this player finished alone by exactly these rules.

    Returns None if there is none or the journal cannot be read.
    """
    asked = (as_text_of([player]), as_text(written(rules)))
    try:
        with closing(open_to_read(journal)) as connection:
            scores = [
                json.loads(row[0])[player]
                for (first,) in connection.execute(_MATCHES, asked).fetchall()
                for row in connection.execute(_RESULT, (first, _end(first), RULING))
            ]
    except (JournalFault, Damaged, sqlite3.Error, KeyError, TypeError, ValueError):
        return None
    return PersonalBest(min(scores), len(scores)) if scores else None


def as_text_of(players: list[str]) -> str:
    """Return the players as the journal writes them."""
    return json.dumps(players, ensure_ascii=False, separators=(",", ":"))


def _end(first: int) -> int:
    return (first // SPAN + 1) * SPAN
