"""The options about the other players of a match."""

from __future__ import annotations

import argparse

from boxctl.cli.options import Options, score_made
from boxctl.presentation.answers.other_players import FIELDS, OthersTold
from groundwork.language import tr


def add_table(options: Options) -> None:
    """Add the options for the scores and totals of the others, and for who is still to play."""
    options.add_argument(
        "--beat",
        metavar="N",
        default="",
        help=tr(
            "the lowest score made so far, to win against; with ties = fewest_tiles the tiles left "
            "open, such as 1+9"
        ),
    )
    options.add_argument(
        "--to-come",
        metavar="N",
        type=score_made,
        help=tr("how many players are still to play after"),
    )
    options.add_argument(
        "--totals",
        metavar="N,N",
        default="",
        help=tr(
            "to win a tournament or a knockout: the totals before this round of all who "
            "are still in, in the order of play"
        ),
    )
    options.add_argument(
        "--wins",
        metavar="N,N",
        default="",
        help=tr(
            "to win a match of rounds won: the rounds that each has won before this one, in the "
            "order of play"
        ),
    )
    options.add_argument(
        "--scores",
        metavar="N,N",
        default="",
        help=tr(
            "the scores of this round so far, in the order of play; the next player is asked about"
        ),
    )
    options.add_argument(
        "--rounds-to-come",
        metavar="N",
        type=score_made,
        help=tr("with --totals, where the number of rounds is set: how many follow this one"),
    )
    options.add_argument(
        "--handicap",
        metavar="N,N",
        default="",
        help=tr(
            "the handicaps of all who are still in, in the order of play; other scores are without "
            "them, totals with them (R7.16)"
        ),
    )
    options.add_argument(
        "--roll-off", action="store_true", help=tr("the round is one that plays for a tie")
    )


def others_told(given: argparse.Namespace) -> OthersTold:
    """Return what these options tell of the other players."""
    return OthersTold(**{name: getattr(given, name) for name in FIELDS})
