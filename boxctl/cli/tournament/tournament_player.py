"""``boxctl tournament player``: somebody comes late, goes away, is back, or withdraws."""

from __future__ import annotations

import argparse

from boxctl.cli import BadOption
from boxctl.cli.options import Options, journal_of, plain_words, score_made
from boxctl.cli.tournament.shown import add_place, show_next
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.tournament.events import Event, Joined, Presence, PresenceChanged
from groundwork.language import tr

LATE = "late"


def change(arguments: list[str]) -> int:
    """Record it, and print who plays next."""
    given = options().parse_args(arguments)
    event = _event(given)
    found = TOURNAMENTS.tell(journal_of(given), given.tournament, lambda _cup: [event])
    show_next(found, as_json=given.json)
    return 0


def _event(given: argparse.Namespace) -> Event:
    if given.says == LATE:
        if "," in given.name:
            raise BadOption(tr("boxctl tournament player: a name has no comma."))
        return Joined(name=given.name, handicap=given.handicap)
    return PresenceChanged(name=given.name, presence=Presence(given.says))


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "tournament player", tr("Say who comes late, goes away, is back, or withdraws.")
    )
    options.add_argument("name", metavar="NAME", type=plain_words, help=tr("who it is"))
    options.add_argument(
        "says",
        choices=(LATE, *(presence.value for presence in Presence)),
        help=tr("comes late, goes away for now, is back, or plays no more"),
    )
    options.add_argument(
        "--handicap",
        metavar="N",
        type=score_made,
        default=0,
        help=tr("points added to each turn of somebody who comes late (R7.16)"),
    )
    add_place(options)
    return options
