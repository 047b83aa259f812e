"""``boxctl matches``: the matches of the journal."""

from __future__ import annotations

import json

from boxctl.audit.match_list import MatchSummary, list_matches
from boxctl.cli.options import Options
from boxctl.journal.disk.default_path import usual_place
from boxctl.journal.query import reading
from boxctl.presentation.phrases import listed
from groundwork.printing import print_lines


def run(arguments: list[str]) -> int:
    """List the matches."""
    options = Options("matches", "The matches of the journal.")
    options.add_journal_to_read()
    options.add_json()
    given = options.parse_args(arguments)
    journal = given.journal or usual_place()
    with reading(journal) as connection:
        found = list(list_matches(connection, journal))
    if given.json:
        document = {"journal": str(journal), "matches": [match.as_json() for match in found]}
        print_lines(json.dumps(document))
    else:
        print_lines(*(map(_line, found) if found else [f"no match yet in {journal}"]))
    return 0


def _line(match: MatchSummary) -> str:
    header = match.header
    if header is None:
        return f"{match.number:>5}  {match.state}"
    began = header.began[:16].replace("T", " ")
    who = f"{header.variant}: {listed(header.players)}"
    return f"{match.number:>5}  {began}  {who:<40}  {_ended(match)}  ({header.box})"


def _ended(match: MatchSummary) -> str:
    if match.result is None:
        return match.state
    marked = "" if not match.overruled else f", overruled at {listed(match.overruled)}"
    return f"{match.state}: {match.result.in_words().rstrip('.')}{marked}"
