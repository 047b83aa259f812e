"""``boxctl tournament correct``: another result of a pairing, with a reason."""

from __future__ import annotations

from boxctl.cli.options import Options, journal_of, plain_words, whole_number
from boxctl.cli.tournament.shown import add_place, show
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.presentation.tournament.table_lines import table_lines
from boxctl.tournament.events import ResultCorrected
from groundwork.language import tr


def correct(arguments: list[str]) -> int:
    """Record the correction, and print the table as it stands now."""
    given = options().parse_args(arguments)
    corrected = ResultCorrected(
        pairing=given.pairing, winner=given.winner, reason=given.reason, by=given.by
    )
    found = TOURNAMENTS.tell(journal_of(given), given.tournament, lambda _cup: [corrected])
    show(found, table_lines(found.number, found.state), as_json=given.json)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "tournament correct", tr("Give a pairing another result; the old one stays in the record.")
    )
    options.add_argument(
        "pairing", metavar="PAIRING", type=whole_number, help=tr("its number in the rounds")
    )
    result = options.add_mutually_exclusive_group(required=True)
    result.add_argument("--winner", metavar="NAME", help=tr("who has won"))
    result.add_argument("--draw", action="store_true", help=tr("nobody has won"))
    options.add_argument(
        "--reason", metavar="TEXT", type=plain_words, required=True, help=tr("why, for the record")
    )
    options.add_argument("--by", metavar="NAME", type=plain_words, help=tr("who corrects it"))
    add_place(options)
    return options
