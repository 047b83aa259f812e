"""Play to win the match, with the whole table known: totals, scores, who is still to play.

A single round and a roll-off are solved as games of all who play in them. A tournament and a
knockout are solved up to the end of the round:

- this player plays to win the match, and so does the next one if there are no more than two;
- with a bonus for a shut box (R7.12), and with a handicap (R7.16), only two players are solved
  (:mod:`boxctl.odds.match.game_with_bonus`, :mod:`boxctl.odds.match.game_of_two`);
- who begins further rounds counts where a turn may end the match: with two players so it does, more
  are taken to keep the order of this one;
- the end of a round that decides the match counts as it is decided, a tie by R7.8;
- all others, and everybody in rounds to come, play for the least expected score.

Where rounds are won (R7.13) two players play to win the match, which is solved to its end
(:mod:`boxctl.odds.match.rounds_won`); more of them play to win each round, and what a turn is worth
to the match follows from that (:mod:`boxctl.odds.match.rounds_of_many`).

With two players the only simplification is in rounds to come
(:mod:`boxctl.odds.match.game_in_rounds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from math import inf

from boxctl.odds.aims import Aim, aim
from boxctl.odds.match.game_in_rounds import GameInRounds, chances_of_low_scores
from boxctl.odds.match.game_of_two import GameOfTwo, order_counts
from boxctl.odds.match.game_with_bonus import GameWithBonus, unsolved_with_bonus
from boxctl.odds.match.match_table import MatchTable, RoundStanding, SeatInRound
from boxctl.odds.match.round_game import RollOffs, RoundEndings, RoundGame, tie_by
from boxctl.odds.match.rounds_of_many import RoundsOfMany
from boxctl.odds.match.rounds_won import RoundsWon, work_of_rounds
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.odds.turn import solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr

MOST_TO_COME = 7
"""The most players still to come for whom a round is solved."""


def aim_to_win(rules: RuleSet, beat: int | None, to_come: int) -> Aim:
    """Return the aim to win the round.

    ``beat`` is the lowest score so far, of one player, or None if nobody has scored; ``to_come``,
    from 0 to :data:`MOST_TO_COME`, counts the players after this one. In a tournament or a knockout
    the aim is the lowest score of the round.

    Raises :class:`RuleFault`: BX705 for a match that is not won by the scores of a round or too
    many players to come, BX701 and BX702 for a turn that cannot be solved.
    """
    if not rules.is_scored:
        raise not_won_by_scores(rules)
    if not 0 <= to_come <= MOST_TO_COME:
        raise too_many_to_come(to_come)
    turn = ScoredTurn(rules)
    standing = RoundStanding(
        beat, () if beat is None else (SeatInRound(),), (SeatInRound(),) * (to_come + 1)
    )
    return turn.aim(game_of_round(rules, turn).prize(standing))


def game_of_round(rules: RuleSet, turn: ScoredTurn) -> RoundGame:
    """Return the round of a match; a shut box wins it if the rules say so (R7.1, R7.7).

    Raises :class:`RuleFault` (BX709) for a bonus for shut boxes, which no round decides alone.
    """
    if rules.shut_bonus is not None:
        raise unsolved_with_bonus(rules)
    in_turns = rules.match in ("single", "solo", "rounds_won")
    shut_wins = in_turns or rules.shut_wins == "match"
    lost_at = None
    if rules.opening_tile is not None and rules.opening_lost == "match":
        lost_at = max(turn.scores)
    endings = RoundEndings(shut_wins, rules.stops == "match", lost_at)
    return RoundGame(turn, tie_by(rules, turn), endings)


def aim_to_be_first(rules: RuleSet, players: int) -> Aim:
    """Return the aim to be the first to shut the box, in turns of one throw each (R5.3)."""
    shuts = solve(rules, aim("shut")).before_throw(rules.in_play)
    others_fail = (1 - shuts) ** (players - 1)
    wins = shuts / (1 - others_fail * (1 - shuts)) if shuts else 1 / players
    return Aim("win", lambda left: others_fail * wins if left else 1.0, lower=False)


def most_to_come(turn: ScoredTurn, most_work: float) -> int:
    """Return for how many players still to come a round is solved with so much work.

    Each of them has to know what to do against each score, made by one player or by several.
    """
    standings = 0
    for to_come in range(1, MOST_TO_COME + 1):
        standings += to_come * len(turn.scores)
        if standings * turn.moves > most_work:
            return to_come - 1
    return MOST_TO_COME


def too_many_to_come(to_come: int, most: int = MOST_TO_COME) -> RuleFault:
    """Return the fault of more players still to come than the ``most`` that can be solved."""
    return RuleFault(
        "BX705",
        tr(
            "{to_come} players to come cannot be solved: 0 to {most_to_come}",
            to_come=to_come,
            most_to_come=most,
        ),
    )


def not_won_by_scores(rules: RuleSet) -> RuleFault:
    """Return the fault of asking to beat a score in such a match."""
    return RuleFault(
        "BX705",
        tr(
            "match = {match} is not won by the scores of a round: there is none to beat",
            match=rules.match,
        ),
    )


AT_A_TABLE = 500_000_000
"""The work for which players at a table wait (:func:`most_to_come`): a second or two."""


class MatchAims:
    """The aims at the tables of a rule set; caches what it has solved. Not thread-safe.

    A round with more players still to come than ``most_work`` allows is refused (BX705).

    Raises :class:`RuleFault`: BX705 for a match that is not won by scores, BX708 for a target that
    is too far away or too many rounds to win, BX701 and BX702 for a turn that cannot be solved.
    With ``shut_bonus`` :meth:`prizes` and :meth:`aim` raise BX709 unless two players are left.
    """

    def __init__(self, rules: RuleSet, most_work: float = inf) -> None:
        if not rules.is_scored:
            raise not_won_by_scores(rules)
        self._turn = ScoredTurn(rules)
        self._most_work = most_work
        self._most_to_come = most_to_come(self._turn, most_work)
        self._roll_offs = RollOffs(self._turn)
        self._rules = rules
        self._match = self._round = None
        if rules.match in ("tournament", "knockout"):
            self._match = self._game_in_rounds()
        else:
            self._round = game_of_round(rules, self._turn)

    def _game_in_rounds(self) -> GameInRounds | GameWithBonus:
        tie, chances = tie_by(self._rules, self._turn), chances_of_low_scores(self._turn)
        if self._rules.shut_bonus is None:
            return GameInRounds(self._rules, self._turn, tie, chances)
        return GameWithBonus(self._rules, self._rules.shut_bonus, self._turn, tie, chances)

    @property
    def turn(self) -> ScoredTurn:
        """The turn that is played for the prizes."""
        return self._turn

    def aim(self, table: MatchTable) -> Aim:
        """Return the next player's aim to win the match or roll-off. Raises as :meth:`prizes`."""
        (prize,) = self.prizes([table])
        return self._turn.aim(prize)

    def prizes(self, tables: Sequence[MatchTable]) -> list[Prize]:
        """Return the worth of each score to the next player, for each table.

        Many tables of a tournament or a knockout are solved together. Raises :class:`RuleFault`
        (BX705) for a table at which nobody is to throw, or with too many players to come.
        """
        for table in tables:
            self._check(table)
        if self._match is None:
            return [self._prize(table) for table in tables]
        together = list(map(self._goes_on_together, tables))
        prizes = iter(self._match.prizes(list(compress(tables, together))))
        return [
            next(prizes) if with_others else self._prize(table)
            for table, with_others in zip(tables, together, strict=True)
        ]

    def _goes_on_together(self, table: MatchTable) -> bool:
        """Return whether the match goes on after this round, and is solved with other tables."""
        alone = len(table.totals) == 2 and order_counts(self._rules)
        return not (table.rolling_off or table.handicaps or alone)

    @cached_property
    def _game_of_two(self) -> GameOfTwo:
        tie, chances = tie_by(self._rules, self._turn), chances_of_low_scores(self._turn)
        return GameOfTwo(self._rules, self._turn, tie, chances)

    @cached_property
    def _rounds_won(self) -> RoundsWon:
        return RoundsWon(self._rules, self._turn)

    def _rounds_of_many(self, table: MatchTable) -> RoundsOfMany:
        assert self._round is not None
        handicaps = table.by_seat(one.handicap for one in table.seats)
        tie = tie_by(self._rules, self._turn)
        return RoundsOfMany(self._rules, self._turn, self._round, tie, handicaps)

    def _prize(self, table: MatchTable) -> Prize:
        if self._match is not None and not table.rolling_off:
            return self._game_of_two.prize(table)
        if len(table.wins) == 2:
            work = work_of_rounds(self._rules, self._turn, table.wins)
            # Else there is time for the round alone.
            if work <= self._most_work:
                return self._rounds_won.prize(table)
        if len(table.wins) > 2:
            return self._rounds_of_many(table).prize(table)
        handicaps = tuple(one.handicap for one in table.seats)
        game = self._roll_offs.game(handicaps) if table.rolling_off else self._round
        assert game is not None
        return game.prize(table.standing)

    def _check(self, table: MatchTable) -> None:
        check_table(self._rules, table)
        to_come = len(table.totals) - len(table.made) - 1
        in_rounds = self._match is not None and not table.rolling_off
        if to_come > self._most_to_come and not in_rounds:
            raise too_many_to_come(to_come, self._most_to_come)


def check_table(rules: RuleSet, table: MatchTable) -> None:
    """Raise :class:`RuleFault` (BX705) for a table at which nobody is to throw."""
    if len(table.made) >= len(table.totals):
        raise RuleFault(
            "BX705",
            tr("all of {number} players have played: none is left", number=len(table.totals)),
        )
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
