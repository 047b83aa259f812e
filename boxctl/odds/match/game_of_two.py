"""The rounds of two players one of whom has a handicap (R7.16), or who change who begins (R7.9).

Both play to win in this round, each knowing the other; in the rounds to come both play for the
least expected score, and a tie counts as a share. All pairs of totals below the target are solved
together, or all leads where the number of rounds is set; where it counts, for each of the two who
may begin the next round.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from operator import mul, sub
from typing import Protocol

from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.rest_of_totals import ask_with_two_totals, ends_in_turns, too_many_rounds
from boxctl.odds.match.round_game import Tie, lower_wins
from boxctl.odds.match.turn_sums import target_too_far
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.referee.scoresheet import raised_score
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr

MOST_WEIGHED = 50_000_000
"""The most totals times scores, or leads times what a round adds to them, that are weighed."""

Handicaps = tuple[int, ...]


def order_counts(rules: RuleSet) -> bool:
    """Return whether who begins further rounds changes, and a turn may end the match."""
    moves_on = rules.first_player in ("rotate", "loser")
    return moves_on and (ends_in_turns(rules) or rules.shut_wins == "match")


class GameOfTwo:
    """The rounds of two players, the first of the order of play and the second.

    ``chances`` are those of the scores of a turn played for the least expected score; ``tie`` is
    what a tie is worth that decides the match. Not thread-safe.
    """

    def __init__(
        self, rules: RuleSet, turn: ScoredTurn, tie: Tie, chances: Mapping[int, float]
    ) -> None:
        self._rules, self._turn, self._tie = rules, turn, tie
        self._scores = {made: chances.get(made, 0.0) for made in turn.scores}
        self._rest = cache(self._rest_to_come)

    def prize(self, table: MatchTable) -> Prize:
        """Return the worth of each score to the next player.

        Raises :class:`RuleFault`: BX709 for more players or fewer, BX708 if too many totals may
        follow.
        """
        if len(table.totals) != 2:
            raise unsolved_with_handicap()
        scores = self._turn.scores
        if table.made:
            worths = self._to_second(table, table.made[0] - _handicaps(table)[0])
        else:
            goes_on = [made for made in scores if not self._ends_it(table, made)]
            wins = [self._to_second(table, made) for made in goes_on]
            replies = dict(zip(goes_on, self._turn.worths_of_turn(wins), strict=True))
            # What one wins the other loses; who is out at once has lost.
            worths = [1 - replies.get(made, 1.0) for made in scores]
        worth = dict(zip(scores, worths, strict=True))
        if self._rules.shut_wins == "match":
            worth[0] = 1.0
        return Prize(worth, worth)

    def _ends_it(self, table: MatchTable, made: int) -> bool:
        """Return whether the first player has lost before the other plays (``at_once``)."""
        target = self._rules.target_in_force
        after = table.totals[0] + made + _handicaps(table)[0]
        return ends_in_turns(self._rules) and target is not None and after >= target

    def _to_second(self, table: MatchTable, first_made: int) -> list[float]:
        """Return the worth of each score to the second player."""
        handicaps = _handicaps(table)
        rounds = _EachRound(self._rules, self._scores, handicaps)
        rest = self._rest(handicaps, table.rounds_to_come)
        tie = self._tie(table.seats)[0]
        worths = []
        for made in self._turn.scores:
            one, other = rounds.settled(first_made, made)
            totals = table.totals[0] + one, table.totals[1] + other
            begins = int(made > rounds.again_up_to(0, first_made))
            worths.append(1 - rest.worth(begins, *totals, tie))
        if self._rules.shut_wins == "match":
            worths[0] = 1.0
        return worths

    def _rest_to_come(self, handicaps: Handicaps, rounds: int) -> _Rest:
        played = _EachRound(self._rules, self._scores, handicaps)
        target = self._rules.target_in_force
        return _SetRounds(played, rounds) if target is None else _RoundsToATarget(played, target)


def _handicaps(table: MatchTable) -> Handicaps:
    return table.handicaps or (0, 0)


class _Rest(Protocol):
    def worth(self, begins: int, first: int, second: int, tie: float) -> float:
        """Return the first player's chance after a round with these totals.

        ``begins`` is 0 if the first player begins the next one, else 1; ``tie`` is what a tie is
        worth that decides the match.
        """
        ...


class _EachRound:
    """What is the same in all rounds; ``scores`` are the chances of those of a turn."""

    def __init__(self, rules: RuleSet, scores: Mapping[int, float], handicaps: Handicaps) -> None:
        self.rules, self.scores, self.handicaps = rules, scores, handicaps
        self.highest = max(scores)
        self.shut_wins = rules.shut_wins == "match"
        self.at_once = ends_in_turns(rules)
        self.moves_on = rules.first_player if order_counts(rules) else "seat"
        """How the beginner of further rounds is found, where that counts."""
        self.beginners = (0,) if self.moves_on == "seat" else (0, 1)

    def settled(self, one: int, other: int) -> tuple[int, int]:
        """Return the points that a round adds to the totals: R7.12, then the handicaps."""
        bonus = self.rules.shut_bonus or 0
        return (
            raised_score(one, bonus, int(other == 0)) + self.handicaps[0],
            raised_score(other, bonus, int(one == 0)) + self.handicaps[1],
        )

    def again_up_to(self, begun: int, made: int) -> int:
        """Return up to which score of the other the beginner of a round begins the next one, too.

        ``made`` is the beginner's own score, ``begun`` 0 if that is the first player.
        """
        match self.moves_on:
            case "rotate":
                return -1
            case "loser":
                # Of two who scored alike the first begins.
                return made + self.handicaps[begun] - self.handicaps[1 - begun]
            case _:
                return self.highest


class _SetRounds:
    """So many rounds (R7.11): only the lead counts."""

    def __init__(self, played: _EachRound, rounds: int) -> None:
        self._played, self._rounds = played, rounds
        self._won = played.scores.get(0, 0.0) if played.shut_wins else 0.0
        """The chance that the beginner of a round wins at once by a shut box."""
        self._leads = [self._leads_of(begun) for begun in played.beginners]
        self._widest = max(
            (abs(lead) for leads in self._leads for lead, _again in leads), default=0
        )
        if rounds * rounds * (2 * self._widest + 1) * len(self._leads[0]) > MOST_WEIGHED:
            raise too_many_rounds(played.rules)
        self._of_lead = cache(self._worth_of_lead)

    def _leads_of(self, begun: int) -> dict[tuple[int, bool], float]:
        """Return the chance of each lead that a round brings its beginner, who may begin again."""
        played, leads = self._played, dict[tuple[int, bool], float]()
        for one, part in played.scores.items():
            again = played.again_up_to(begun, one)
            for other, chance in played.scores.items():
                if played.shut_wins and 0 in (one, other):
                    continue
                made = (other, one) if begun else (one, other)
                added = played.settled(*made)
                key = added[1 - begun] - added[begun], other <= again
                leads[key] = leads.get(key, 0.0) + part * chance
        return leads

    def _worth_of_lead(self, begun: int, lead: int, left: int) -> float:
        """Return the chance of the beginner, who is so many points lower."""
        if not left:
            return lower_wins(0, lead, 0.5)
        if not self._won and abs(lead) > left * self._widest:
            return float(lead > 0)
        return self._won + sum(
            chance
            * (
                self._of_lead(begun, lead + more, left - 1)
                if again
                else 1 - self._of_lead(1 - begun, -lead - more, left - 1)
            )
            for (more, again), chance in self._leads[begun].items()
        )

    def worth(self, begins: int, first: int, second: int, tie: float) -> float:
        """Return the chance after a round with these totals."""
        if not self._rounds:
            return lower_wins(first, second, tie)
        if begins:
            return 1 - self._of_lead(1, first - second, self._rounds)
        return self._of_lead(0, second - first, self._rounds)


class _RoundsToATarget:
    """The chances at all pairs of totals below the target (R7.2, R7.3).

    A line has those of a player, for a beginner of the next round and the player's own total, by
    the other's total; each is 0 until it is solved.
    """

    def __init__(self, played: _EachRound, target: int) -> None:
        rules = played.rules
        highest = played.highest
        weighed = target * (target + highest) * highest * len(played.beginners)
        if weighed > MOST_WEIGHED:
            raise target_too_far(rules)
        self._played, self._target = played, target
        self._shuts = played.scores.get(0, 0.0)
        # A shut box that wins, or that raises the other's score, is weighed apart.
        self._apart = played.shut_wins or rules.shut_bonus is not None
        self._chances = array("d", (played.scores.get(made, 0.0) for made in range(highest + 1)))
        if self._apart:
            self._chances[0] = 0.0
        self._size = target + highest + max(played.handicaps)
        self._line = cache(self._ends)
        self._reply = cache(self._replied)
        self._solve()

    def worth(self, begins: int, first: int, second: int, tie: float) -> float:
        """Return the chance after a round with these totals."""
        if max(first, second) >= self._target:
            return self._decided(first, second, tie)
        return self._line(0, min(begins, self._played.beginners[-1]), first)[second]

    def _solve(self) -> None:
        """Solve all pairs, those with the highest sum first: a round adds to it, or repeats it."""
        last = self._target - 1
        for totals in range(2 * last, -1, -1):
            for first in range(max(0, totals - last), min(totals, last) + 1):
                self._solve_pair((first, totals - first))

    def _solve_pair(self, totals: tuple[int, int]) -> None:
        beginners = self._played.beginners
        worths = [
            self._before_round(begun, totals[begun], totals[1 - begun]) for begun in beginners
        ]
        # If both shut the box and have no handicap, the same totals come again.
        again = 0.0 if any(self._played.settled(0, 0)) or self._played.shut_wins else self._shuts**2
        if self._played.moves_on != "rotate":
            worths = [worth / (1 - again) for worth in worths]
        else:
            one, other = worths
            worths = [
                (mine + again * (1 - theirs) - again**2) / (1 - again**2)
                for mine, theirs in ((one, other), (other, one))
            ]
        for begun, worth in zip(beginners, worths, strict=True):
            for player in beginners:
                chance = worth if player == begun else 1 - worth
                self._line(player, begun, totals[player])[totals[1 - player]] = chance

    def _decided(self, first: int, second: int, tie: float) -> float:
        """Return the chance of who has the total ``first`` if one has reached the target."""
        knockout = self._played.rules.match == "knockout"
        if self._played.at_once or (knockout and min(first, second) < self._target):
            return float(first < self._target)
        return lower_wins(first, second, tie)

    def _ends(self, player: int, begins: int, own: int) -> array[float]:
        """Return the chances with this total, by the other's; 0 where they are not decided."""
        open_until = self._target if own < self._target else 0
        decided = (self._decided(own, other, 0.5) for other in range(open_until, self._size))
        return array("d", [*(0.0,) * open_until, *decided])

    def _before_round(self, begun: int, own: int, other: int) -> float:
        """Return the chance of the beginner with these totals, without what repeats them."""
        played, mine = self._played, self._played.handicaps[begun]
        found = self._shuts if played.shut_wins else 0.0
        for made, part in enumerate(self._chances):
            after = own + made + mine
            if not part or (played.at_once and after >= self._target):
                continue
            # With the same total some of what can follow is not solved yet.
            reply = self._reply if after > own else self._replied
            again = min(max(-1, played.again_up_to(begun, made)), played.highest)
            found += part * reply(begun, after, other)[again + 1]
        if self._apart and self._shuts and not played.shut_wins:
            found += self._beside_shut_boxes(begun, own, other)
        return found

    def _beside_shut_boxes(self, begun: int, own: int, other: int) -> float:
        """Return the chance that comes of rounds with a shut box, where it raises scores."""
        found = self._shuts**2 * self._after(begun, own, other, 0, 0)
        for made, chance in enumerate(self._chances):
            if chance:
                ends = ((made, 0), (0, made))
                worths = (self._after(begun, own, other, *scores) for scores in ends)
                found += chance * self._shuts * sum(worths)
        return found

    def _replied(self, begun: int, own: int, other: int) -> Sequence[float]:
        """Return the beginner's chance that comes of the other's scores.

        It is listed by how many of these, from 0 on, lead to the beginner's beginning again.
        """
        least = other + self._played.handicaps[1 - begun]
        most = least + len(self._chances)
        again = self._line(begun, begun, own)[least:most]
        if len(self._played.beginners) == 1:
            return array("d", (sum(map(mul, self._chances, again)),)) * (len(again) + 1)
        moved = self._line(begun, 1 - begun, own)[least:most]
        gained = map(mul, self._chances, map(sub, again, moved))
        return array("d", accumulate(gained, initial=sum(map(mul, self._chances, moved))))

    def _after(self, begun: int, own: int, other: int, made: int, reply: int) -> float:
        """Return the beginner's chance after a round with these scores."""
        added = self._played.settled(*((reply, made) if begun else (made, reply)))
        own, other = own + added[begun], other + added[1 - begun]
        if max(own, other) >= self._target:
            return self._decided(own, other, 0.5)
        return self._line(begun, begun, own)[other]


def unsolved_with_handicap() -> RuleFault:
    """Return the fault of asking for a chance to win that is not solved with a handicap."""
    return RuleFault(
        "BX709",
        tr("with a handicap the chance to win in rounds is known for two players only"),
        ask_with_two_totals(),
    )
