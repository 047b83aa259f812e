"""The odds of every turn of a match for the aim that is played: to win against this table.

Points are played for alone, and where the chance to win cannot be solved.
"""

from __future__ import annotations

from functools import cached_property

from boxctl.odds.aims import Aim, aim
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.match.match_aims import AT_A_TABLE, MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.round_aims import aim_to_be_first
from boxctl.odds.recent_tables import RecentTables
from boxctl.odds.the_300.kept_table import kept_odds
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet


class TableOdds:
    """The odds at the tables of a match with so many players; keeps the tables solved last.

    Of The 300 only a table that is kept in a file is read. Not thread-safe.
    """

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules = rules
        self.players = players
        self._known: RecentTables[MatchTable | None, dict[bool, TurnOdds]] = RecentTables()

    @property
    def minds_the_table(self) -> bool:
        """Whether the odds differ from table to table."""
        return (
            self.players > 1
            and self.rules.match in ("single", "tournament", "knockout")
            and not is_turn_of_the_300(self.rules)
        )

    def key(self, table: MatchTable) -> MatchTable | None:
        """Return what the odds at a table depend on."""
        return table if self.minds_the_table else None

    def known(self, key: MatchTable | None, *, opens: bool = False) -> TurnOdds | None:
        """Return the odds at a table, by :meth:`key`, if they are solved and still kept."""
        both = self._known.get(key)
        return None if both is None else both[opens]

    def solve(self, key: MatchTable | None) -> None:
        """Solve the odds at a table, and all that says why.

        Raises :class:`RuleFault` (BX701, BX702) where a turn cannot be solved.
        """
        if self._known.get(key) is None:
            found = self._solved(key)
            for odds in {
                id(odds): odds for odds in (*found.values(), self.shut, self.points)
            }.values():
                odds.prepare()
            self._known.keep(key, found, len(found[False].worths))

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
        match rules.match:
            case "duel":
                both = solve_duel(rules)
                return {True: both["opens"], False: both["shuts"]}
            case "relay":
                odds = solve_relay(rules)
            case "first_to_shut":
                first = aim_to_be_first(rules, self.players)
                odds = solve(rules, first) if self.players > 1 else self.shut
            case _ if key is not None:
                odds = self._to_win(key)
            case _:
                odds = self.points
        return {True: odds, False: odds}

    def _to_win(self, table: MatchTable) -> TurnOdds:
        try:
            return solve(self.rules, self._aims.aim(table))
        except RuleFault:
            return self.points

    @cached_property
    def _aims(self) -> MatchAims:
        return MatchAims(self.rules, AT_A_TABLE)
