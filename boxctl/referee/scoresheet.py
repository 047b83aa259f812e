"""Rounds, totals, who is still in and who has won (R7), and who pays whom (R8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from enum import Enum, auto

from boxctl.rules import rule_ids
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass


class Ending(Enum):
    """How a turn ended: played out, by the stop number (R5.2), or with nothing left to move."""

    PLAYED = auto()
    STOPPED = auto()
    SHUT = auto()


MATCH_RULE = {
    "single": rule_ids.SINGLE,
    "tournament": rule_ids.TOURNAMENT,
    "knockout": rule_ids.KNOCKOUT,
    "duel": rule_ids.DUEL,
    "relay": rule_ids.RELAY,
    "first_to_shut": rule_ids.SINGLE,
    "solo": rule_ids.SOLO,
}
"""The rule that says how a match of each kind is won."""

_IN_ROUNDS = ("single", "tournament", "knockout")

Scores = dict[int, int]


@frozen_dataclass
class RoundResult:
    """The result of a round, in which everyone still in has had a turn. All by seat."""

    rule: str
    scores: Scores
    totals: Scores
    out: tuple[int, ...] = ()


@frozen_dataclass
class MatchResult:
    """The result of a match. All by seat; ``payout`` is in minor units of money."""

    rule: str
    scores: Scores
    winners: tuple[int, ...]
    payout: tuple[int, ...]


@frozen_dataclass
class Scoresheet:
    """The state of a match between two turns.

    ``order`` is the order of play; ``due`` are the seats still to play in this round (the first
    plays now); ``scores`` has the last score of each seat that has had a turn, ``round_scores``
    those of this round; ``rolling_off`` are the seats that play off a tie.
    """

    rules: RuleSet
    order: tuple[int, ...]
    due: tuple[int, ...]
    scores: Scores = field(default_factory=dict)
    round_scores: Scores = field(default_factory=dict)
    totals: Scores = field(default_factory=dict)
    out: tuple[int, ...] = ()
    rolling_off: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """The seat that plays now."""
        return self.due[0]

    @property
    def box_stays(self) -> bool:
        """Whether the next turn takes the box as the last one left it (R7.4, R7.5)."""
        return self.rules.match in ("duel", "relay")

    @property
    def shut_rule(self) -> str:
        """The rule that says what a shut box is worth now."""
        in_rounds = self.rules.match in ("tournament", "knockout") and not self.rolling_off
        return rule_ids.SHUT_IN_A_ROUND if in_rounds else self.match_rule

    @property
    def match_rule(self) -> str:
        """The rule that says how this match is won; R7.8 while a tie is played off."""
        return rule_ids.TIES if self.rolling_off else MATCH_RULE[self.rules.match]

    def after_turn(
        self, score: int, ending: Ending
    ) -> tuple[Scoresheet, RoundResult | None, MatchResult | None]:
        """Return the sheet after the turn of :attr:`seat`, and the round and match it ended."""
        sheet = self._written(score)
        if ending is Ending.SHUT and self._shutting_wins():
            return sheet, None, sheet._won((self.seat,), self.shut_rule, by_shutting=True)
        if self.rules.match == "solo":
            return sheet, None, sheet._won((self.seat,), self.match_rule)
        if ending is Ending.STOPPED and self.rules.stops == "match" and not self.rolling_off:
            return sheet._after_stop()
        if self.rules.match not in _IN_ROUNDS:
            return replace(sheet, due=(*self.due[1:], self.seat)), None, None
        if len(self.due) > 1:
            return replace(sheet, due=self.due[1:]), None, None
        return sheet._after_round()

    def _written(self, score: int) -> Scoresheet:
        totals = self.totals
        if not self.rolling_off:
            totals = totals | {self.seat: totals.get(self.seat, 0) + score}
        return replace(
            self,
            scores=self.scores if self.rolling_off else self.scores | {self.seat: score},
            round_scores=self.round_scores | {self.seat: score},
            totals=totals,
        )

    def _shutting_wins(self) -> bool:
        if self.rolling_off:
            return False
        return self.rules.match not in ("tournament", "knockout") or self.rules.shut_wins == "match"

    def _after_round(self) -> tuple[Scoresheet, RoundResult | None, MatchResult | None]:
        if self.rolling_off:
            over = RoundResult(self.match_rule, self.round_scores, self.totals)
            return self._decided_among(self.rolling_off, self.round_scores, over)
        match self.rules.match:
            case "knockout":
                return self._after_knockout_round(self._reached_target())
            case "tournament":
                over = RoundResult(self.match_rule, self.round_scores, self.totals)
                if not self._reached_target():
                    return self._next_round(), over, None
                return self._decided_among(self.order, self.totals, over)
            case _:
                over = RoundResult(self.match_rule, self.round_scores, self.totals)
                return self._decided_among(self.order, self.round_scores, over)

    def _after_stop(self) -> tuple[Scoresheet, RoundResult | None, MatchResult | None]:
        """End the match among those who have had a turn, unless they play off a tie (R5.2)."""
        over = RoundResult(self.match_rule, self.round_scores, self.totals)
        sheet, over_if_tied, result = self._decided_among(
            tuple(self.round_scores), self.round_scores, over
        )
        return sheet, over_if_tied if result is None else None, result

    def _reached_target(self) -> tuple[int, ...]:
        target = self.rules.target_in_force
        assert target is not None
        playing = (seat for seat in sorted(self.order) if seat not in self.out)
        return tuple(seat for seat in playing if self.totals[seat] >= target)

    def _after_knockout_round(
        self, reached: tuple[int, ...]
    ) -> tuple[Scoresheet, RoundResult | None, MatchResult | None]:
        over = RoundResult(self.match_rule, self.round_scores, self.totals, reached)
        playing = [seat for seat in self.order if seat not in self.out]
        left = [seat for seat in playing if seat not in reached]
        if not left:
            return self._decided_among(playing, self.totals, over)
        sheet = replace(self, out=(*self.out, *reached))
        if len(left) == 1:
            return sheet, over, sheet._won(tuple(left), self.match_rule)
        return sheet._next_round(), over, None

    def _next_round(self) -> Scoresheet:
        due = tuple(seat for seat in self.order if seat not in self.out)
        return replace(self, due=due, round_scores={})

    def _decided_among(
        self, seats: Sequence[int], scores: Scores, over: RoundResult | None
    ) -> tuple[Scoresheet, RoundResult | None, MatchResult | None]:
        """Let the lowest of ``scores`` among the seats win; share or play off a tie (R7.8)."""
        best = self._lowest({seat: scores[seat] for seat in seats})
        if len(best) > 1 and self.rules.ties == "roll_off":
            sheet = replace(self, due=best, rolling_off=best, round_scores={})
            return sheet, over, None
        return self, over, self._won(best, self.match_rule)

    def _lowest(self, scores: Scores) -> tuple[int, ...]:
        lowest = min(scores.values())
        return tuple(sorted(seat for seat, made in scores.items() if made == lowest))

    def _won(
        self, winners: tuple[int, ...], rule: str, *, by_shutting: bool = False
    ) -> MatchResult:
        added_up = self.rules.match in ("tournament", "knockout")
        doubled = by_shutting and self.rules.double_on_shut
        rule = rule_ids.TIES if len(winners) > 1 else rule
        paid = payout(self.rules.stake, len(self.order), winners, doubled=doubled)
        return MatchResult(rule, self.totals if added_up else self.scores, winners, tuple(paid))


def new_sheet(rules: RuleSet, seats: int, starter: int = 0) -> Scoresheet:
    """Return the first sheet: ``starter`` plays first, then the others in seat order (R7.9)."""
    order = (*range(starter, seats), *range(starter))
    return Scoresheet(rules, order, order)


def payout(stake: int, seats: int, winners: Sequence[int], *, doubled: bool) -> list[int]:
    """Return what each seat has won (below 0: lost) in the match; the sum is 0.

    Each seat puts ``stake`` into the pool, and the winners split it; the odd units go one each to
    the first seats among them (R8.1). If ``doubled``, the only winner has shut the box and each
    of the others pays the stake once more (R8.2).
    """
    share, odd = divmod(stake * seats, len(winners))
    result = [-stake] * seats
    for place, seat in enumerate(sorted(winners)):
        result[seat] += share + (place < odd)
    if doubled:
        (winner,) = winners
        for seat in range(seats):
            result[seat] += stake * (seats - 1) if seat == winner else -stake
    return result
