"""The options about the other players of a match."""

from __future__ import annotations

import argparse

from boxctl.cli import BadOption
from boxctl.cli.options import Options, score_made
from boxctl.odds.match.match_table import MatchTable
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr


def add_table(options: Options) -> None:
    """Add the options for the scores and totals of the others, and for who is still to play."""
    options.add_argument(
        "--beat",
        metavar="N",
        type=score_made,
        help=tr("the lowest score made so far, to win against"),
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
        type=_scores_made,
        help=tr(
            "to win a tournament or a knockout: the totals before this round of all who "
            "are still in, in the order of play"
        ),
    )
    options.add_argument(
        "--scores",
        metavar="N,N",
        type=_scores_made,
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
        "--roll-off", action="store_true", help=tr("the round is one that plays for a tie")
    )


def against(given: argparse.Namespace) -> list[str]:
    """Return the options that are given about the other players."""
    told = {
        "--beat": given.beat is not None,
        "--to-come": given.to_come is not None,
        "--totals": given.totals is not None,
        "--scores": given.scores is not None,
        "--rounds-to-come": given.rounds_to_come is not None,
        "--roll-off": given.roll_off,
    }
    return [option for option, is_given in told.items() if is_given]


def chosen_table(rules: RuleSet, given: argparse.Namespace) -> MatchTable | None:
    """Return the table of ``--totals``, ``--scores`` and ``--roll-off``; None without them.

    Raises :class:`BadOption` for options that exclude each other.
    """
    in_rounds = rules.adds_up_rounds
    if given.scores is not None and given.beat is not None:
        raise BadOption(tr("--beat goes without --scores, which tell the lowest of them."))
    if given.rounds_to_come is not None and (rules.rounds is None or given.totals is None):
        raise BadOption(tr("--rounds-to-come goes with --totals, and where rounds is set."))
    if given.totals is not None:
        if not in_rounds:
            raise BadOption(
                tr("--totals are for a tournament or a knockout, not {match}.", match=rules.match)
            )
        if given.beat is not None or given.to_come is not None or given.roll_off:
            raise BadOption(tr("--totals go with --scores only: they tell who is still to play."))
        to_come = given.rounds_to_come or 0
        if rules.rounds is not None and to_come >= rules.rounds:
            raise BadOption(
                tr(
                    "--rounds-to-come {number} are too many: rounds = {rounds}.",
                    number=to_come,
                    rounds=rules.rounds,
                )
            )
        return _in_seat_order(given.totals, given.scores or (), rounds_to_come=to_come)
    if in_rounds and given.scores is not None and not given.roll_off:
        raise BadOption(tr("--scores need --totals in a tournament or a knockout."))
    if given.scores is None and not given.roll_off:
        return None
    beat = () if given.beat is None else (given.beat,)
    made: tuple[int, ...] = given.scores or beat
    players = len(made) + 1 + (given.to_come or 0)
    return _in_seat_order((0,) * players, made, rolling_off=given.roll_off)


def _in_seat_order(
    totals: tuple[int, ...],
    made: tuple[int, ...],
    *,
    rolling_off: bool = False,
    rounds_to_come: int = 0,
) -> MatchTable:
    return MatchTable(totals, made, (False,) * len(totals), rolling_off, rounds_to_come)


def _scores_made(text: str) -> tuple[int, ...]:
    """Whole numbers of 0 or more with commas between, for ``argparse``."""
    return tuple(score_made(part.strip()) for part in text.split(","))
