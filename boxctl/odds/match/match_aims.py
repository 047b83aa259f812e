"""Play to win the match, with the whole table known: totals, scores, who is still to play.

A single round and a roll-off are solved as games of all who play in them. A tournament and a
knockout are solved up to the end of the round:

- this player and the next one play to win the match;
- the end of a round that decides the match counts as it is decided, a tie by R7.8;
- any other counts as :mod:`boxctl.odds.match.rest_of_match` says, where everybody plays for the
  least expected score; so do players of this round who come after the next one.

With two players the only simplification is in rounds to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import fsum

from boxctl.odds.aims import Aim
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.rest_of_match import PlayerTotal, RestOfMatch
from boxctl.odds.match.roll_off import RollOffs, tie_by
from boxctl.odds.match.round_aims import (
    MOST_TO_COME,
    game_of_round,
    not_won_by_scores,
    too_many_to_come,
)
from boxctl.odds.match.round_game import RoundStanding
from boxctl.odds.match.two_player_rounds import TableKey, TwoPlayerRounds
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr


class MatchAims:
    """What to play for at the tables of a rule set; caches what it has solved. Not thread-safe.

    Raises :class:`RuleFault`: BX705 for a match that is not won by scores, BX708 for a target that
    is too far away, BX701 and BX702 for a turn that cannot be solved.
    """

    def __init__(self, rules: RuleSet) -> None:
        if rules.match in ("duel", "relay", "first_to_shut"):
            raise not_won_by_scores(rules)
        self._turn = ScoredTurn(rules)
        self._roll_offs = RollOffs(self._turn)
        self._round = game_of_round(rules, self._turn)
        in_rounds = rules.match in ("tournament", "knockout")
        self._match = _MatchGame(rules, self._turn) if in_rounds else None
        self._rules = rules

    @property
    def turn(self) -> ScoredTurn:
        """The turn that is played for the prizes."""
        return self._turn

    def aim(self, table: MatchTable) -> Aim:
        """Return the next player's aim to win the match or roll-off. Raises as :func:`check`."""
        (prize,) = self.prizes([table])
        return self._turn.aim(prize)

    def prizes(self, tables: Sequence[MatchTable]) -> list[Prize]:
        """Return the worth of each score to the next player, for each table.

        Many tables of two players in a tournament or a knockout are solved together.
        Raises as :func:`check`.
        """
        for table in tables:
            check(self._rules, table)
        if self._match is not None:
            self._match.prepare([table for table in tables if not table.rolling_off])
        return [self._prize(table) for table in tables]

    def _prize(self, table: MatchTable) -> Prize:
        if self._match is not None and not table.rolling_off:
            return self._match.prize(table)
        game = self._roll_offs.game(len(table.totals)) if table.rolling_off else self._round
        return game.prize(_standing(table))


def check(rules: RuleSet, table: MatchTable) -> None:
    """Raise :class:`RuleFault` (BX705) for a table at which nobody is to throw."""
    if len(table.made) >= len(table.totals):
        raise RuleFault(
            "BX705",
            tr("all of {number} players have played: none is left", number=len(table.totals)),
        )
    to_come = len(table.totals) - len(table.made) - 1
    in_rounds = rules.match in ("tournament", "knockout") and not table.rolling_off
    if to_come > MOST_TO_COME and not in_rounds:
        raise too_many_to_come(to_come)
    target = rules.target_in_force
    if target is not None and not table.rolling_off and max(table.totals) >= target:
        raise RuleFault(
            "BX705",
            tr(
                "a total of {total} has reached the target, {target}, already",
                total=max(table.totals),
                target=target,
            ),
        )


def _key(table: MatchTable) -> TableKey:
    """Return a table of two players with the first one's score of this round in the total."""
    first, second = table.totals
    early, late = table.early
    return (early, late), first + sum(table.made), second


def _standing(table: MatchTable) -> RoundStanding:
    best = min(table.made, default=None)
    played = zip(table.made, table.early, strict=False)
    holders = tuple(early for made, early in played if made == best)
    return RoundStanding(best, holders, table.early[len(table.made) :])


class _MatchGame:
    """A round of a tournament or a knockout."""

    def __init__(self, rules: RuleSet, turn: ScoredTurn) -> None:
        target = rules.target_in_force
        assert target is not None
        self._target, self._knockout = target, rules.match == "knockout"
        self._shut_wins = rules.shut_wins == "match"
        self._turn, self._tie = turn, tie_by(rules, turn)
        low = {made: -float(made) for made in turn.scores}
        (scores,) = turn.play([Prize(low, low)])
        chances = {
            made: scores.played.get(made, 0.0) + scores.stopped.get(made, 0.0)
            for made in turn.scores
        }
        self._rest = RestOfMatch(rules, chances)
        self._two = cache(lambda: TwoPlayerRounds(rules, turn, self._tie, chances))

    def prepare(self, tables: Sequence[MatchTable]) -> None:
        """Solve together what these tables of two players need."""
        keys = [_key(table) for table in tables if len(table.totals) == 2 and not table.made]
        if keys:
            self._two().solve_for_first(keys)

    def prize(self, table: MatchTable) -> Prize:
        """Return the worth of each score to the next player."""
        if impossible := set(table.made) - set(self._turn.scores):
            raise RuleFault(
                "BX705",
                tr("{score} is no score that this box can give", score=min(impossible)),
            )
        mine = len(table.made)
        if len(table.totals) == 2:
            two = self._two()
            row = two.to_second(_key(table)) if mine else two.to_first(_key(table))
            worth = dict(zip(self._turn.scores, row, strict=True))
            return Prize(worth, worth)
        tables = [
            MatchTable(table.totals, (*table.made, made), table.early) for made in self._turn.scores
        ]
        if mine + 1 == len(table.totals):
            worths = [self._worth(after, mine) for after in tables]
        else:
            prizes = [self._prize_of_next(after) for after in tables]
            replies = self._turn.play([self._turn.shaded(prize) for prize in prizes])
            worths = [
                fsum(
                    chance * self._worth_after(after, made, mine)
                    for part in (scores.played, scores.stopped)
                    for made, chance in part.items()
                )
                for after, scores in zip(tables, replies, strict=True)
            ]
        played = dict(zip(self._turn.scores, worths, strict=True))
        if self._shut_wins:
            played[0] = 1.0
        return Prize(played, played)

    def _prize_of_next(self, table: MatchTable) -> Prize:
        place = len(table.made)
        played = {made: self._worth_after(table, made, place) for made in self._turn.scores}
        return Prize(played, played)

    def _worth_after(self, table: MatchTable, made: int, place: int) -> float:
        """Return the worth of the next player's score to the player in this place."""
        if made == 0 and self._shut_wins:
            return float(place == len(table.made))
        return self._worth(MatchTable(table.totals, (*table.made, made), table.early), place)

    def _worth(self, table: MatchTable, place: int) -> float:
        """Return one player's chance if those after ``table.made`` play for a low score."""
        played = len(table.made)
        scores = (*table.made, *(0,) * (len(table.totals) - played))
        totals = [total + made for total, made in zip(table.totals, scores, strict=True)]
        if played < len(totals):
            seats = tuple(PlayerTotal(total, at < played) for at, total in enumerate(totals))
            return self._rest.chance(place, seats)
        return self._round_over(totals, table.early, place)

    def _round_over(self, totals: Sequence[int], early: tuple[bool, ...], place: int) -> float:
        """Return one player's chance at the end of a round with these totals."""
        still_in = [at for at, total in enumerate(totals) if total < self._target]
        decided = not still_in if self._knockout else len(still_in) < len(totals)
        if decided:
            lowest = [at for at, total in enumerate(totals) if total == min(totals)]
            chances = self._tie(tuple(early[at] for at in lowest))
            return chances[lowest.index(place)] if place in lowest else 0.0
        if place not in still_in:
            return 0.0
        if len(still_in) == 1:
            return 1.0
        seats = tuple(PlayerTotal(totals[at], played=True) for at in still_in)
        return self._rest.chance(still_in.index(place), seats)
