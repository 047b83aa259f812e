"""A question about a turn, answered: the odds are solved, or read from the table of The 300."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from boxctl.odds.aims import AimName, aim
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.round_aims import aim_to_be_first, aim_to_win, not_won_by_scores
from boxctl.odds.the_300.kept_table import Notice, Progress, no_progress, read_odds
from boxctl.odds.the_300.layout import has_table, is_turn_of_the_300
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass

Answer = TypeVar("Answer")

MOST_TILES_SOLVED_ANEW = 12
"""Up to this many open tiles The 300 is solved in under a second; above, its table is read."""


@frozen_dataclass
class OddsQuery:
    """The turn that is asked about.

    ``to_move`` are the tiles that the player has still to move; ``opens`` says that this player
    opens them (R7.4). With the aim ``win``, ``beat`` is the lowest score so far and ``to_come``
    the number of players who play after this one; ``table``, if given, replaces both.
    """

    rules: RuleSet
    aim: AimName
    to_move: TileSet
    opens: bool = False
    beat: int | None = None
    to_come: int = 0
    table: MatchTable | None = None


def answer_query(
    query: OddsQuery,
    read: Callable[[TurnOdds], Answer],
    notice: Notice,
    progress: Progress = no_progress,
) -> Answer:
    """Return what ``read`` makes of the odds of the turn.

    ``progress`` takes how much of the table of The 300 is solved, from 0 to 1, where it has to be.
    ``notice`` takes a line for people if the table of The 300 could not be kept (BX703) or was
    damaged (BX704); the answer is right all the same. Raises
    :class:`boxctl.rules.faults.RuleFault`: BX701 and BX702 for a turn that cannot be solved,
    BX705 where nobody can win like that, BX708 for a target that is too far away, BX709 for a
    bonus (R7.12) that is not solved for so many players.
    """
    rules, among = query.rules, query.to_move
    if query.aim == "win":
        return read(_odds_to_win(query))
    in_table = is_turn_of_the_300(rules) and has_table(query.aim)
    if in_table and among.bit_count() > MOST_TILES_SOLVED_ANEW:
        return read_odds(rules, query.aim, read, notice, progress)
    return read(solve(rules, aim(query.aim), among))


def _odds_to_win(query: OddsQuery) -> TurnOdds:
    rules = query.rules
    scored = query.beat is not None or query.table is not None
    if rules.match in ("duel", "relay") and (scored or query.to_come):
        raise not_won_by_scores(rules)
    if rules.match == "first_to_shut" and scored:
        raise not_won_by_scores(rules)
    match rules.match:
        case "duel":
            return solve_duel(rules)["opens" if query.opens else "shuts"]
        case "relay":
            return solve_relay(rules, query.to_move)
        case "first_to_shut":
            to_win = aim_to_be_first(rules, query.to_come + 1)
        case _ if query.table is not None:
            to_win = MatchAims(rules).aim(query.table)
        case _:
            to_win = aim_to_win(rules, query.beat, query.to_come)
    return solve(rules, to_win, query.to_move)
