"""``boxctl tournament card``: the table of a tournament, to sign, to photograph and to hang up."""

from __future__ import annotations

from boxctl.cli.drawing_file import add_paper, drawing_file, write_drawing
from boxctl.cli.options import Options, journal_of, whole_number
from boxctl.journal.add_entry import add_signature
from boxctl.journal.proof.printed_heads import as_text
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.presentation.tournament.card import tournament_sheets
from groundwork.language import current, tr
from groundwork.printing import print_lines


def write_card(arguments: list[str]) -> int:
    """Sign the record as it stands, and write the card to the file."""
    given = options().parse_args(arguments)
    journal = journal_of(given)
    found = TOURNAMENTS.read(journal, given.tournament)
    head = as_text(add_signature(journal, found.record))
    sheets = tournament_sheets(found.number, found.state, head, given.paper)
    write_drawing(given.output, sheets, current().code)
    print_lines(tr("The card of the tournament is in {file}.", file=given.output))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "tournament card",
        tr("Write the table with all results, with lines to sign and a code, to be printed."),
    )
    options.add_argument(
        "--output",
        metavar="FILE",
        type=drawing_file,
        required=True,
        help=tr("write it there, as .pdf, .png or .svg"),
    )
    add_paper(options)
    options.add_journal_to_read()
    options.add_argument(
        "--tournament",
        metavar="N",
        type=whole_number,
        help=tr("the tournament of this number (default: the newest)"),
    )
    return options
