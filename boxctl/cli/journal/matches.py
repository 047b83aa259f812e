"""``boxctl matches``: the matches of the journal."""

from __future__ import annotations

from boxctl.audit.match_list import MatchState, MatchSummary, list_matches
from boxctl.cli.journal.key import note_unsigned_ends
from boxctl.cli.journal.record_options import no_match_yet
from boxctl.cli.options import Options
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.query import reading
from boxctl.presentation.phrases import shown_player
from groundwork.language import all_of, labelled, tr, tr_as
from groundwork.local_time import told_time
from groundwork.printing import print_json, print_lines


def run(arguments: list[str]) -> int:
    """List the matches."""
    given = options().parse_args(arguments)
    journal = given.journal or place_to_read()
    with reading(journal, may_be_missing=given.journal is None) as connection:
        found = list(list_matches(connection, journal))
        if not given.json:
            resting = [match.number for match in found if match.state != MatchState.BEING_PLAYED]
            note_unsigned_ends(connection, journal, resting)
    if given.json:
        print_json({"journal": str(journal), "matches": (match.as_json() for match in found)})
    else:
        print_lines(*(map(_line, found) if found else [no_match_yet(journal)]))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("matches")
    options.add_journal_to_read()
    options.add_json()
    return options


def _line(match: MatchSummary) -> str:
    header, state = match.header, _state(match.state)
    if header is None:
        return f"{match.number:>5}  {state}"
    who = labelled(header.game, all_of(map(shown_player, header.players)))
    began, ended = told_time(header.began), _ended(match, state)
    return f"{match.number:>5}  {began}  {who:<40}  {ended}  ({header.box})"


def _ended(match: MatchSummary, state: str) -> str:
    if match.result is None:
        return state
    result = match.result.in_words().rstrip(".")
    if not match.overruled:
        return tr("{state}: {result}", state=state, result=result)
    return tr("{state}: {result} (overruled)", state=state, result=result)


def _state(state: MatchState) -> str:
    match state:
        case MatchState.OVER:
            return tr_as("state of a match", "over")
        case MatchState.LEFT:
            return tr_as("state of a match", "left")
        case MatchState.INTERRUPTED:
            return tr_as("state of a match", "interrupted")
        case MatchState.BEING_PLAYED:
            return tr_as("state of a match", "being played")
        case MatchState.UNREADABLE:
            return tr_as("state of a match", "cannot be read")
