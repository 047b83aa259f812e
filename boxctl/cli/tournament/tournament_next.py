"""``boxctl tournament next``: draw a round if one can be drawn, and show the order of play."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.cli.options import Options, journal_of
from boxctl.cli.tournament.shown import add_place, show_next
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.tournament.draw import draw, may_draw
from boxctl.tournament.events import Event, RoundDrawn
from boxctl.tournament.state import Tournament, next_at
from groundwork.language import tr


def draw_next(arguments: list[str]) -> int:
    """Draw a round where nothing is left to be played, and print who plays next."""
    given = options().parse_args(arguments)
    found = TOURNAMENTS.tell(journal_of(given), given.tournament, round_due)
    show_next(found, as_json=given.json)
    return 0


def round_due(cup: Tournament) -> Sequence[Event]:
    """Return the draw of the next round, if nobody here has anything to play and it can be."""
    if next_at(cup) is not None or not may_draw(cup):
        return ()
    return (RoundDrawn(round=cup.round + 1, pairings=draw(cup)),)


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "tournament next", tr("Draw a round if one is due, and show the order of play.")
    )
    add_place(options)
    return options
