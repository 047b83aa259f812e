"""The score sheet: the line of each player. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from boxctl.presentation.match_score import ByPlayer, MatchScore
from boxctl.presentation.phrases import signed
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class SheetLine:
    """A player and his line of the score sheet.

    ``seat`` counts from 0 and is the number of his colour. ``rounds`` has a score for each of the
    state's ``rounds``, None where there is none; ``total`` adds them up, ``wins`` are the rounds
    won, each None where it decides nothing. ``payout`` is what the
    match has brought in minor units of money, ``written`` the same in words, ``markers`` are those
    banked (R5.6), ``handicap`` is what the scores have more for it (R7.16).
    """

    left_out: ClassVar = ("wins",)

    name: str
    seat: int
    playing: bool = False
    robot: bool = False
    rounds: tuple[int | None, ...] = ()
    total: int | None = None
    wins: int | None = None
    out: bool = False
    won: bool = False
    markers: int = 0
    payout: int | None = None
    written: str = ""
    handicap: int = 0


def score_sheet(
    rules: RuleSet,
    players: Sequence[str],
    score: MatchScore,
    turn: str,
    *,
    markers: ByPlayer | None = None,
    purse: ByPlayer | None = None,
    robots: Collection[str] = (),
) -> tuple[SheetLine, ...]:
    """Return a line for each player, in seat order; ``turn`` is whose turn it is.

    ``markers`` are those banked, by player; ``purse`` is the money won, by default in this match.
    """
    match_won = {player: money for player, money in score.payout.items() if money}
    won = match_won if purse is None else purse
    paid = won if rules.stake else {}
    return tuple(
        SheetLine(
            name=player,
            seat=seat,
            playing=player == turn and not score.over,
            robot=player in robots,
            rounds=score.rounds.of(player),
            total=score.total(player) if rules.adds_up_rounds else None,
            wins=score.wins.get(player, 0) if rules.counts_wins else None,
            out=player in score.out,
            won=player in score.winners,
            markers=(markers or {}).get(player, 0),
            payout=paid.get(player),
            written=signed(paid[player], rules.currency) if player in paid else "",
            handicap=rules.handicap(seat),
        )
        for seat, player in enumerate(players)
    )
