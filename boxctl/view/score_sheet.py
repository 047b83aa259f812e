"""The score sheet: the line of each player, and what the turn that is played would score. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from boxctl.presentation.match_score import ByPlayer, MatchScore
from boxctl.presentation.phrases import signed
from boxctl.rules.ruleset import RuleSet, score
from boxctl.rules.tiles import TileSet
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


@frozen_dataclass
class TurnStanding:
    """How the turn of the ``player`` stands, with what is ``left`` if the answer stands.

    ``scores`` is what it would score now; where the box goes round, ``to_go`` are the tiles that
    are still to be moved, and where only a shut box counts both are None. ``beat`` is the score to
    beat in a round that decides, made by ``made_by``; None while there is none.
    """

    scores: int | None = None
    to_go: int | None = None
    beat: int | None = None
    made_by: str = ""


def turn_standing(
    rules: RuleSet,
    players: Sequence[str],
    player: str,
    left: TileSet,
    made: Mapping[str, int],
) -> TurnStanding:
    """Return how a turn stands; ``made`` are the scores of its round so far, by player.

    What is to beat is told as the turn is, without the handicap of who plays (R7.16); 0 is for
    who can only shut the box.
    """
    scores = to_go = beat = None
    made_by = ""
    if rules.box_stays:
        to_go = left.bit_count()
    elif rules.match != "first_to_shut":
        scores = score(rules.scoring, left)
    others = {other: its for other, its in made.items() if other != player}
    if rules.match in ("single", "rounds_won") and others:
        made_by = min(others, key=others.__getitem__)
        beat = max(0, others[made_by] - rules.handicap(players.index(player)))
    return TurnStanding(scores, to_go, beat, made_by)
