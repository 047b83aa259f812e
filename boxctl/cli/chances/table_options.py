"""The options about the other players of a match."""

from __future__ import annotations

import argparse
from dataclasses import replace

from boxctl.cli import BadOption
from boxctl.cli.options import Options, score_made
from boxctl.odds.match.match_table import MatchTable
from boxctl.referee.players import MOST_HANDICAP
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet, score, turn_rank
from boxctl.rules.tiles import NO_TILES, numbers, tile_set
from groundwork.language import tr

TurnMade = tuple[int, ...]
"""How a turn of somebody else has ended: a score, or the tiles left open."""


def add_table(options: Options) -> None:
    """Add the options for the scores and totals of the others, and for who is still to play."""
    options.add_argument(
        "--beat",
        metavar="N",
        type=_turn_made,
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
        type=_scores_made,
        help=tr(
            "to win a tournament or a knockout: the totals before this round of all who "
            "are still in, in the order of play"
        ),
    )
    options.add_argument(
        "--wins",
        metavar="N,N",
        type=_scores_made,
        help=tr(
            "to win a match of rounds won: the rounds that each has won before this one, in the "
            "order of play"
        ),
    )
    options.add_argument(
        "--scores",
        metavar="N,N",
        type=_turns_made,
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
        type=_scores_made,
        help=tr(
            "the handicaps of all who are still in, in the order of play; other scores are without "
            "them, totals with them (R7.16)"
        ),
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
        "--wins": given.wins is not None,
        "--scores": given.scores is not None,
        "--rounds-to-come": given.rounds_to_come is not None,
        "--handicap": given.handicap is not None,
        "--roll-off": given.roll_off,
    }
    return [option for option, is_given in told.items() if is_given]


def score_to_beat(rules: RuleSet, given: argparse.Namespace) -> int | None:
    """Return what the turn of ``--beat`` counts for; None without it. Raises :class:`BadOption`."""
    return None if given.beat is None else _counts_for(rules, "--beat", given.beat)


def chosen_table(rules: RuleSet, given: argparse.Namespace) -> MatchTable | None:
    """Return the table that the options about the other players tell of; None without them.

    Raises :class:`BadOption` for options that exclude each other, and :class:`RuleFault` for a
    handicap that does not go with the rules.
    """
    table = _chosen_table(rules, given)
    handicaps = given.handicap
    if handicaps is None or table is None:
        return table
    if len(handicaps) != len(table.totals) or max(handicaps) > MOST_HANDICAP:
        raise BadOption(
            tr(
                "--handicap {handicaps}: give one from 0 to {most} for each of {number} players, "
                "such as {example}.",
                handicaps=",".join(map(str, handicaps)),
                most=MOST_HANDICAP,
                number=len(table.totals),
                example=",".join(["0"] * (len(table.totals) - 1) + ["5"]),
            )
        )
    if not any(handicaps):
        return table
    check(replace(rules, handicaps=handicaps))
    points = turn_rank(rules, 1, NO_TILES)
    made = tuple(
        one + points * handicap for one, handicap in zip(table.made, handicaps, strict=False)
    )
    return replace(table, made=made, handicaps=handicaps, point=points)


def _chosen_table(rules: RuleSet, given: argparse.Namespace) -> MatchTable | None:
    scores = tuple(_counts_for(rules, "--scores", turn) for turn in given.scores or ())
    in_rounds = rules.adds_up_rounds
    if given.scores is not None and given.beat is not None:
        raise BadOption(tr("--beat goes without --scores, which tell the lowest of them."))
    if given.rounds_to_come is not None and (rules.rounds is None or given.totals is None):
        raise BadOption(tr("--rounds-to-come goes with --totals, and where rounds is set."))
    if given.wins is not None:
        return _table_of_wins(rules, given, scores)
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
        return _in_seat_order(given.totals, scores, rounds_to_come=to_come)
    if in_rounds and given.handicap is not None and not given.roll_off:
        raise BadOption(tr("--handicap needs --totals in a tournament or a knockout."))
    if in_rounds and given.scores is not None and not given.roll_off:
        raise BadOption(tr("--scores need --totals in a tournament or a knockout."))
    if given.scores is None and given.handicap is None and not given.roll_off:
        return None
    beat = score_to_beat(rules, given)
    made = scores or (() if beat is None else (beat,))
    players = len(made) + 1 + (given.to_come or 0)
    return _in_seat_order((0,) * players, made, rolling_off=given.roll_off)


def _table_of_wins(
    rules: RuleSet, given: argparse.Namespace, scores: tuple[int, ...]
) -> MatchTable:
    wins = given.wins
    if not rules.counts_wins:
        raise BadOption(tr("--wins are for match = rounds_won, not {match}.", match=rules.match))
    if set(against(given)) - {"--wins", "--scores", "--handicap"}:
        raise BadOption(
            tr("--wins go with --scores and --handicap only: they tell who is still to play.")
        )
    if len(wins) < 2:
        raise BadOption(tr("--wins are those of all players, two or more: --wins 1,0."))
    if max(wins) >= rules.wins:
        raise BadOption(
            tr(
                "--wins {won}: with wins = {wins} the match is over.",
                won=",".join(map(str, wins)),
                wins=rules.wins,
            )
        )
    if 0 in scores:
        raise BadOption(tr("--scores 0: a shut box has won the round."))
    return replace(_in_seat_order((0,) * len(wins), scores), wins=wins)


def _in_seat_order(
    totals: tuple[int, ...],
    made: tuple[int, ...],
    *,
    rolling_off: bool = False,
    rounds_to_come: int = 0,
) -> MatchTable:
    return MatchTable(totals, made, (False,) * len(totals), rolling_off, rounds_to_come)


def _counts_for(rules: RuleSet, option: str, turn: TurnMade) -> int:
    """Return what a turn counts for: its score, and the tiles left open if they decide a tie."""
    if rules.ties != "fewest_tiles":
        if len(turn) > 1:
            raise BadOption(
                tr(
                    "{option} {turn}: write the score. Tiles count with ties = fewest_tiles only.",
                    option=option,
                    turn="+".join(map(str, turn)),
                )
            )
        return turn[0]
    playable = [0] if len(turn) == 1 else []
    playable += numbers(rules.in_play)
    if not set(turn) <= set(playable) or len(set(turn)) < len(turn):
        raise BadOption(
            tr(
                "{option} {turn}: with ties = fewest_tiles write the tiles left open, such as 1+9, "
                "or 0 for a shut box.",
                option=option,
                turn="+".join(map(str, turn)),
            )
        )
    left = tile_set(number for number in turn if number)
    return turn_rank(rules, score(rules.scoring, left), left)


def _turn_made(text: str) -> TurnMade:
    """A score, or tiles with + between, for ``argparse``."""
    return tuple(score_made(part.strip()) for part in text.split("+"))


def _turns_made(text: str) -> tuple[TurnMade, ...]:
    """Turns with commas between, for ``argparse``."""
    return tuple(map(_turn_made, text.split(",")))


def _scores_made(text: str) -> tuple[int, ...]:
    """Whole numbers of 0 or more with commas between, for ``argparse``."""
    return tuple(score_made(part.strip()) for part in text.split(","))
