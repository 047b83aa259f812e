"""A solo player's best score so far (R7.6), from the journal.

Only matches of one turn are compared: ``solo``, and ``single`` with one player. Money, ties, who
starts and how levers are judged make no difference to a turn's score: the rules may differ there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from boxctl.audit.overruled_result import final_result
from boxctl.audit.verify_journal import verdicts_on
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.entry_kinds import MatchBegan, RulingMade, TurnOverruled
from boxctl.journal.faults import Damaged, JournalFault
from boxctl.journal.proof.ledger import keys_of_ledger, known_keys
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.ways_to_play import way_to_play
from boxctl.referee.payloads import Verdict
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, deciding, with_settings, without
from groundwork.frozen_dataclass import frozen_dataclass

# The kind is written out because SQLite then uses the index of the headers.
_MATCHES = f"""
SELECT id, json_extract(body, '$.rules') FROM entry WHERE kind = '{MatchBegan.kind}'
AND json_extract(body, '$.players') = ? AND json_extract(body, '$.box') = ?
"""
_SCORE = """
SELECT json_extract(body, '$.scores') FROM entry WHERE id > ? AND id < ? AND kind = ?
AND json_extract(body, '$.verdict') = ? LIMIT 1
"""
_IS_OVERRULED = "SELECT 1 FROM entry WHERE id > ? AND id < ? AND kind = ? LIMIT 1"

UNREADABLE = (
    JournalFault, Damaged, sqlite3.Error, OSError, KeyError, TypeError, ValueError,
    OverflowError, RecursionError,
)  # fmt: skip


@frozen_dataclass
class PersonalBest:
    """A solo player's lowest score by one set of rules, out of ``matches`` finished matches."""

    score: int
    matches: int

    def with_score(self, score: int) -> PersonalBest:
        """Return the best after one more match."""
        return PersonalBest(min(self.score, score), self.matches + 1)


def personal_best(journal: Path, box: str, rules: RuleSet, player: str) -> PersonalBest | None:
    """Find the best of the matches that this person finished alone on this box by such rules.

    A match that does not verify is passed over. Returns None if there is no match, or the journal
    or its key cannot be read.
    """
    if way_to_play(player) is not None:
        return None
    try:
        with closing(open_to_read(journal)) as connection:
            found = sorted(_finished(connection, box, rules, player))
            keys = known_keys(journal) or keys_of_ledger(journal)
            asked = VerifyAgainst(known=keys)
            for place, (score, number) in enumerate(found):
                ((verdict, match),) = verdicts_on(connection, [number], asked)
                if verdict.holds and _score_that_stands(match) == score:
                    return PersonalBest(score, len(found) - place)
    except UNREADABLE:
        return None
    return None


def _finished(
    connection: sqlite3.Connection, box: str, rules: RuleSet, player: str
) -> Iterator[tuple[int, int]]:
    """Yield the score and the number of each finished match, unverified."""
    wanted = _that_matter(rules)
    players = json.dumps([player], ensure_ascii=False, separators=(",", ":"))
    for id, settings in connection.execute(_MATCHES, (players, box)).fetchall():
        number = id // SPAN
        # An entry that was written into the journal by hand may hold anything.
        with suppress(
            ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError
        ):
            played = with_settings(RuleSet(), json.loads(settings).items())
            if _that_matter(played) == wanted:
                score = _score(connection, number, player)
                if score is not None:
                    yield score, number


def _score(connection: sqlite3.Connection, number: int, player: str) -> int | None:
    """Return the score of a match as it stands; None if it is not over."""
    entries = (number * SPAN, (number + 1) * SPAN)
    if connection.execute(_IS_OVERRULED, (*entries, TurnOverruled.kind)).fetchone():
        ((verdict, match),) = verdicts_on(connection, [number])
        return _score_that_stands(match) if verdict.holds else None
    found = connection.execute(
        _SCORE, (*entries, RulingMade.kind, Verdict.MATCH_OVER.value)
    ).fetchone()
    return None if found is None else int(json.loads(found[0])[player])


def _score_that_stands(match: RecordedMatch) -> int | None:
    result = final_result(match)
    return None if result is None else next(iter(result.scores.values()), None)


def _that_matter(rules: RuleSet) -> RuleSet:
    """Return the rules without what makes no difference to the score of a turn."""
    alone = "solo" if rules.match == "single" else rules.match
    by_itself = without(rules, SETTINGS.keys() - deciding("turn"))
    return replace(by_itself, down=rules.down_tiles, match=alone)
