"""``boxctl tournament next``: draw a round if one can be drawn, and show the order of play."""

from __future__ import annotations

from boxctl.cli.options import Options, journal_of
from boxctl.cli.tournament.shown import add_place, show_next
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.tournament.draw import round_due
from groundwork.language import tr


def draw_next(arguments: list[str]) -> int:
    """Draw a round where nothing is left to be played, and print who plays next."""
    given = options().parse_args(arguments)
    found = TOURNAMENTS.tell(journal_of(given), given.tournament, round_due)
    show_next(found, as_json=given.json)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "tournament next", tr("Draw a round if one is due, and show the order of play.")
    )
    add_place(options)
    return options
