"""The odds of every turn of a match, and the answer to a question about one turn.

The aim is to win against the table as it stands. Points are played for alone, and where the chance
to win cannot be solved.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from boxctl.odds.aims import Aim, AimName, aim
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.match.match_aims import (
    AT_A_TABLE,
    MatchAims,
    aim_to_be_first,
    aim_to_win,
    not_won_by_scores,
)
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.sampled_match import aim_at_table
from boxctl.odds.the_300.kept_table import Notice, Progress, kept_odds, no_progress, read_odds
from boxctl.odds.the_300.layout import has_table, is_turn_of_the_300
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.faults import RuleFault
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
    """Return the result of ``read`` on the odds of the turn.

    ``progress`` takes how much of the table of The 300 is solved, from 0 to 1, where it has to be.
    ``notice`` takes a line for people if the table of The 300 could not be kept (BX703) or was
    damaged (BX704); the answer is right all the same. Raises
    :class:`boxctl.rules.faults.RuleFault`: BX701 and BX702 for a turn that cannot be solved,
    BX705 where nobody can win like that, BX708 and BX709 for a match that is neither solved nor
    sampled.
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
    if rules.box_stays and (scored or query.to_come):
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
            to_win = aim_at_table(rules, query.table)
        case _:
            to_win = aim_to_win(rules, query.beat, query.to_come)
    return solve(rules, to_win, query.to_move)


WORTHS_KEPT = 1_000_000
"""Worths that are kept at most, some 60 MB: hundreds of tables of a box with 12 tiles."""

FEWEST_KEPT, MOST_KEPT = 4, 4096
"""Tables that are kept, however large or small they are."""


def odds_at_any_table(rules: RuleSet) -> dict[bool, TurnOdds]:
    """Return the odds of a turn whatever others have scored, by whether its player opens (R7.4).

    The aim is to win where scores do not decide the match, or to shut the box where that wins; else
    the least expected score. Raises as :func:`boxctl.odds.turn.solve` does.
    """
    match rules.match:
        case "duel":
            roles = solve_duel(rules)
            return {False: roles["shuts"], True: roles["opens"]}
        case "relay":
            odds = solve_relay(rules)
        case "first_to_shut":
            odds = solve(rules, aim("shut"))
        case _:
            odds = solve(rules, aim(rules.scoring))
    return {False: odds, True: odds}


def minds_the_table(rules: RuleSet) -> bool:
    """Return whether best play against others differs from table to table.

    The 300 has too many positions to be solved for each table.
    """
    by_scores = rules.is_scored and rules.match != "solo"
    return by_scores and not is_turn_of_the_300(rules)


class TableOdds:
    """The odds at the tables of a match with so many players; keeps the tables solved last.

    Of The 300 only a table that is kept in a file is read. Not thread-safe.
    """

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules = rules
        self.players = players
        self._kept: OrderedDict[MatchTable | None, dict[bool, TurnOdds]] = OrderedDict()

    @property
    def minds_the_table(self) -> bool:
        """Whether the odds differ from table to table."""
        return self.players > 1 and minds_the_table(self.rules)

    def key(self, table: MatchTable) -> MatchTable | None:
        """Return the key of a table's odds: all that they depend on."""
        return table if self.minds_the_table else None

    def known(self, key: MatchTable | None, *, opens: bool = False) -> TurnOdds | None:
        """Return the odds at a table, by :meth:`key`, if they are solved and still kept."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][opens]

    def at(self, table: MatchTable) -> TurnOdds:
        """Return the odds of the next turn at a table. Raises as :meth:`solve` does."""
        key = self.key(table)
        if (known := self.known(key)) is None:
            self._keep(key, self._solved(key))
            known = self._kept[key][False]
        return known

    def solve(self, key: MatchTable | None) -> None:
        """Solve the odds at a table, and all that says why.

        Raises :class:`RuleFault` (BX701, BX702) where a turn cannot be solved.
        """
        if self.known(key) is None:
            both = self._solved(key)
            for odds in (*both.values(), self.shut, self.points):
                odds.prepare()
            self._keep(key, both)

    def _keep(self, key: MatchTable | None, both: dict[bool, TurnOdds]) -> None:
        self._kept[key] = both
        most = max(FEWEST_KEPT, min(MOST_KEPT, WORTHS_KEPT // len(both[False].worths)))
        while len(self._kept) > most:
            self._kept.popitem(last=False)

    @cached_property
    def shut(self) -> TurnOdds:
        """The odds with the aim to shut the box."""
        return self._alone(aim("shut"))

    @cached_property
    def points(self) -> TurnOdds:
        """The odds with the aim of the least expected score."""
        return self._alone(aim(self.rules.scoring))

    def _alone(self, name: Aim) -> TurnOdds:
        if is_turn_of_the_300(self.rules):
            return kept_odds(self.rules, name.name)
        return solve(self.rules, name)

    def _solved(self, key: MatchTable | None) -> dict[bool, TurnOdds]:
        rules = self.rules
        if rules.box_stays:
            return odds_at_any_table(rules)
        if key is not None:
            odds = self._to_win(key)
        elif rules.match != "first_to_shut":
            odds = self.points
        elif self.players > 1:
            odds = solve(rules, aim_to_be_first(rules, self.players))
        else:
            odds = self.shut
        return {False: odds, True: odds}

    def _to_win(self, table: MatchTable) -> TurnOdds:
        try:
            return solve(self.rules, self._aims.aim(table))
        except RuleFault:
            return self.points

    @cached_property
    def _aims(self) -> MatchAims:
        return MatchAims(self.rules, AT_A_TABLE)
