"""``boxctl tournament redraw``: take back the last round, of which nothing is played."""

from __future__ import annotations

from boxctl.cli.options import Options, journal_of, plain_words
from boxctl.cli.tournament.shown import add_place, show_next
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.tournament.events import DrawTakenBack
from groundwork.language import tr


def redraw(arguments: list[str]) -> int:
    """Record that the round is to be drawn anew."""
    given = options().parse_args(arguments)
    found = TOURNAMENTS.tell(
        journal_of(given),
        given.tournament,
        lambda cup: [DrawTakenBack(round=cup.round, reason=given.reason)],
    )
    show_next(found, as_json=given.json)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "tournament redraw", tr("Take back the last round, of which nothing is played.")
    )
    options.add_argument(
        "--reason", metavar="TEXT", type=plain_words, required=True, help=tr("why, for the record")
    )
    add_place(options)
    return options
