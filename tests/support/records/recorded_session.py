"""A match recorded as the program records it, with the journal's own thread."""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.entry_kinds import MatchBegan, RulingMade
from boxctl.journal.session import Journal
from boxctl.referee.referee import Referee
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from groundwork.times import START
from tests.support.records.journals import BOX


def plays_a_match(journal: Path) -> Path:
    """Record the beginning of a match, and end the program; return the journal."""
    session = Journal(journal, BOX)
    recorder = session.record("classic", lambda: None)
    rules = RuleSet()
    recorder.append(
        MatchBegan(rules=written(rules), players=("Ann",), levers=rules.in_play, at=START, line=0)
    )
    for ruling in Referee(rules, ["Ann"], rules.in_play).begin():
        recorder.append(RulingMade(ruling=ruling))
    session.close()
    return journal
