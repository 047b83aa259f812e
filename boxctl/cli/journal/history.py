"""``boxctl history``: how the players have fared: records, streaks, luck against skill, money."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator

from boxctl.audit.history import History, HistoryRequest, history_in
from boxctl.audit.season import COLUMNS, Row, rows_of
from boxctl.cli import BadOption
from boxctl.cli.journal.key import notes_on_proof
from boxctl.cli.journal.record_options import add_since, no_match_yet
from boxctl.cli.options import Options, RecordedVariantName, chosen_players
from boxctl.cli.terminal import MatchProgress
from boxctl.journal.disk.private_files import place_to_read
from boxctl.presentation.journal.history_sentences import (
    history_lines,
    tapped_sentence,
    uncounted_sentences,
)
from boxctl.presentation.journal.ledger_sentences import alike_sentence
from boxctl.presentation.journal.player_history import ASCII, BLOCKS
from boxctl.presentation.journal.proof_sentences import finding_sentences
from groundwork.language import tr
from groundwork.printing import print_csv, print_lines, print_notes


def run(arguments: list[str]) -> int:
    """Print the history. Exit status 1 if something that was asked about does not verify."""
    given = options().parse_args(arguments)
    journal = given.journal or place_to_read()
    if given.json and given.csv:
        raise BadOption(tr("boxctl history: --csv or --json, not both."))
    request = HistoryRequest(tuple(given.player), given.rules)
    rows: list[Row] = []
    with MatchProgress(quiet=given.json or given.csv) as progress:
        found = history_in(
            journal,
            given.since,
            request,
            progress,
            may_be_missing=given.journal is None,
            counted=lambda match, result: rows.extend(rows_of(match, result, request.players)),
        )
    if given.csv:
        print_csv([COLUMNS, *rows])
        print_notes(*_proof(found), *_left_out(found), *notes_on_proof(found.gaps))
    elif given.json:
        said = {"proof": _proof(found), "notes": notes_on_proof(found.gaps)}
        print_lines(json.dumps({"journal": str(journal), **found.as_json(), **said}))
    elif found.is_empty and not (given.journal or given.since or given.player or given.rules):
        print_lines(no_match_yet(journal))
    else:
        print_lines(*_for_people(found, given.ascii), *notes_on_proof(found.gaps))
    return 0 if found.holds else 1


def options() -> Options:
    """Return the options of the command."""
    options = Options("history")
    options.add_argument(
        "--player",
        metavar="NAMES",
        type=chosen_players,
        default=(),
        help=tr("only these players, with commas between: Ann,Bob"),
    )
    options.add_argument(
        "--rules",
        metavar="NAME",
        action=RecordedVariantName,
        default="",
        help=tr("only this variant"),
    )
    add_since(options)
    options.add_argument("--ascii", action="store_true", help=tr("charts in plain characters"))
    options.add_journal_to_read()
    options.add_argument(
        "--csv", action="store_true", help=tr("a row for each player and match, for a spreadsheet")
    )
    options.add_json()
    return options


def _proof(found: History) -> list[str]:
    """Return a sentence for each break against the heads that the box has signed."""
    return finding_sentences(found.findings)


def _for_people(found: History, ascii: bool) -> Iterator[str]:
    yield from _proof(found)
    lines = history_lines(found.counted, found.players, _cells(ascii))
    yield from (line.text for line in lines)
    if found.tapped:
        yield tapped_sentence(found.tapped)
    for names in found.alike:
        yield alike_sentence(names)
    yield from _left_out(found)


def _left_out(found: History) -> Iterator[str]:
    """Say which matches do not count, and why."""
    left_out = [(match.number, match.reason, match.detail) for match in found.uncounted]
    yield from uncounted_sentences(left_out)


def _cells(ascii: bool) -> str:
    """Return the characters that charts are drawn with: the Linux console's font has few."""
    plain = ascii or os.environ.get("TERM", "") in ("linux", "vt100", "vt220")
    try:
        BLOCKS.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        plain = True
    return ASCII if plain else BLOCKS
