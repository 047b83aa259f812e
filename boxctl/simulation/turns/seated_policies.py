"""The policy of each player of a plan, as numbers: always the same, or by the table."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from boxctl.odds.match.match_aims import AT_A_TABLE, MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.odds.sampling import HALF
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.turns.turn_policies import TurnPolicy, turn_policy
from boxctl.simulation.turns.turn_table import TurnTable

PRIZES_KEPT = 4096
"""Tables of which the prizes are kept."""


class SeatedPolicies:
    """The players of a plan by seat.

    ``always`` has, by seat, the policy of a player who plays the same at every table, else None;
    ``opens`` the same for the opener of a duel. ``errors`` is the chance, in units of 2**-32, of a
    random choice of those who mind the table. Raises as :meth:`NamedPlayer.policy` does. Not
    thread-safe.
    """

    def __init__(self, rules: RuleSet, chosen: Sequence[NamedPlayer]) -> None:
        self._rules = rules
        self.table = TurnTable(rules)
        known = {one: self._always(one, opens=False) for one in dict.fromkeys(chosen)}
        self.always = [known[one] for one in chosen]
        self.opens = self.always
        if rules.match == "duel":
            opening = {one: self._always(one, opens=True) for one in known}
            self.opens = [opening[one] for one in chosen]
        self.errors = [round(one.errors * HALF) if one.name == "human" else 0 for one in chosen]
        self._known: dict[MatchTable, Prize] = {}
        if None in self.always:
            self._refuse_unsolvable()

    def _refuse_unsolvable(self) -> None:
        """Solve the turn now, so that its errors come before any match is played."""
        _solved = self.turn

    @cached_property
    def turn(self) -> ScoredTurn:
        """The turn that is played for a prize."""
        return self._aims.turn if self._aims is not None else ScoredTurn(self._rules)

    def prizes(self, tables: Sequence[MatchTable]) -> list[Prize]:
        """Return the prize of the next player at each table, with points as the tie-break.

        Alone, and at a table that cannot be solved, the prize is the least score.
        """
        new = [table for table in dict.fromkeys(tables) if table not in self._known]
        solved = dict(zip(new, self._solved(new), strict=True))
        prizes = [self._known[one] if one in self._known else solved[one] for one in tables]
        if len(self._known) + len(new) > PRIZES_KEPT:
            self._known.clear()
        self._known |= solved
        return prizes

    def _solved(self, tables: Sequence[MatchTable]) -> list[Prize]:
        if self._aims is not None and all(len(table.totals) > 1 for table in tables):
            with suppress(RuleFault):
                return [self.turn.shaded(prize) for prize in self._aims.prizes(tables)]
        return [self._prize(table) for table in tables]

    @cached_property
    def _aims(self) -> MatchAims | None:
        """The aims at the tables; None for one player alone, or where no table can be solved."""
        if len(self.always) == 1:
            return None
        try:
            return MatchAims(self._rules, AT_A_TABLE)
        except RuleFault:
            return None

    def _prize(self, table: MatchTable) -> Prize:
        if len(table.totals) > 1 and self._aims is not None:
            with suppress(RuleFault):
                return self.turn.shaded(self._aims.prizes([table])[0])
        least = {made: -float(made) for made in self.turn.scores}
        return Prize(least, least)

    def _always(self, player: NamedPlayer, *, opens: bool) -> TurnPolicy | None:
        if player.minds_the_table(self._rules):
            return None
        return turn_policy(self.table, player.policy(self._rules, opens=opens))
