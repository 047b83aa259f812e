"""Rounds, totals, who is still in and who has won (R7), and who pays whom (R8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from enum import Enum, auto
from typing import Literal, TypeVar

from boxctl.rules import rule_ids
from boxctl.rules.ruleset import Doubling, OpeningLost, RuleSet, Stops, turn_rank
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass


class Ending(Enum):
    """The end of a turn, as far as the score sheet tells ends apart."""

    PLAYED = auto()
    STOPPED = auto()
    """By the stop number (R5.2)."""
    OPENING_LOST = auto()
    """Without the opening tile (R5.1)."""
    SHUT = auto()
    """With nothing left to move."""


MATCH_RULE = {
    "single": rule_ids.SINGLE,
    "tournament": rule_ids.TOURNAMENT,
    "knockout": rule_ids.KNOCKOUT,
    "duel": rule_ids.DUEL,
    "relay": rule_ids.RELAY,
    "first_to_shut": rule_ids.SINGLE,
    "solo": rule_ids.SOLO,
    "rounds_won": rule_ids.ROUNDS_WON,
}
"""The rule that says how a match of each kind is won."""

_IN_ROUNDS = ("single", "tournament", "knockout", "rounds_won")

Scores = dict[int, int]

TieBreak = Literal["fewer_tiles", "lower_tile"]
"""What has decided a tie: fewer open tiles, or a lower highest one (R7.8, ``fewest_tiles``)."""


@frozen_dataclass
class RoundResult:
    """The result of a round, in which everyone still in has had a turn. All by seat.

    ``out`` are those who dropped out in it: by their total (R7.3), or without the opening tile
    (R5.1). ``wins`` are the rounds that each seat has won, None where they are not counted (R7.13);
    ``tie_break`` is what has decided among those who tied for such a round, if anything has.
    """

    rule: str
    scores: Scores
    totals: Scores
    out: tuple[int, ...] = ()
    wins: Scores | None = None
    tie_break: TieBreak | None = None


@frozen_dataclass
class MatchResult:
    """The result of a match. All by seat; ``payout`` is in minor units of money.

    Without ``winners`` nobody wins (R7.10). ``tie_break`` is what has decided among those who had
    the lowest score, if anything has.
    """

    rule: str
    scores: Scores
    winners: tuple[int, ...]
    payout: tuple[int, ...]
    tie_break: TieBreak | None = None


@frozen_dataclass
class Scoresheet:
    """The state of a match between two turns.

    ``order`` is the order of play in this round; ``due`` are the seats still to play in it (the
    first plays now); ``scores`` has the last score of each seat that has had a turn,
    ``round_scores`` those of this round, ``left`` the tiles left by their turns; ``totals`` have
    the scores of the rounds before (with R7.12) and of this one so far. All these are with the
    handicaps (R7.16). ``out`` are the seats that are out (R7.3), ``lost`` those that
    have lost the match (R5.1) and are not ranked; ``rounds_over`` counts the rounds before this
    one; ``rolling_off`` are the seats that play off a tie. ``wins`` are the rounds won by each seat
    that has won any (R7.13), ``begins_next`` the seat that begins the round after a roll-off.
    """

    rules: RuleSet
    order: tuple[int, ...]
    due: tuple[int, ...]
    scores: Scores = field(default_factory=dict)
    round_scores: Scores = field(default_factory=dict)
    left: dict[int, TileSet] = field(default_factory=dict)
    totals: Scores = field(default_factory=dict)
    out: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    rounds_over: int = 0
    rolling_off: tuple[int, ...] = ()
    wins: Scores = field(default_factory=dict)
    begins_next: int | None = None

    @property
    def seat(self) -> int:
        """The seat that plays now."""
        return self.due[0]

    @property
    def shut_rule(self) -> str:
        """The rule that says what a shut box is worth now."""
        in_rounds = self.rules.adds_up_rounds and not self.rolling_off
        return rule_ids.SHUT_IN_A_ROUND if in_rounds else self.match_rule

    @property
    def match_rule(self) -> str:
        """The rule that says how this match is won; R7.8 while a tie is played off."""
        return rule_ids.TIES if self.rolling_off else MATCH_RULE[self.rules.match]

    @property
    def stops(self) -> Stops:
        """The turn or the match: what a stop number ends now (R5.2)."""
        return "turn" if self.rolling_off else self.rules.stops

    @property
    def opening_lost(self) -> OpeningLost:
        """The turn or the match: what is lost now if the first throw has no opening move (R5.1)."""
        return "turn" if self.rolling_off else self.rules.opening_lost

    @property
    def ranks(self) -> Scores:
        """What the turns of this round count for against each other (:func:`turn_rank`)."""
        return {
            seat: turn_rank(self.rules, made, self.left[seat])
            for seat, made in self.round_scores.items()
        }

    def after_turn(self, score: int, ending: Ending, left: TileSet) -> AfterTurn:
        """Return the sheet after the turn of :attr:`seat`, and the round and match it ended.

        ``left`` are the tiles that were still to be moved.
        """
        sheet = self._written(score, ending, left)
        if ending is Ending.SHUT and self._shutting_wins():
            return sheet, None, sheet._won((self.seat,), self.shut_rule, by_shutting=True)
        if ending is Ending.SHUT and self.rules.counts_wins and not self.rolling_off:
            settled = sheet._settled()
            return settled._after_round_won_by((self.seat,), self.match_rule, by_shutting=True)
        if self.rules.match == "solo":
            return sheet, None, sheet._won((self.seat,), self.match_rule)
        if ending is Ending.STOPPED and self.stops == "match":
            return sheet._after_stop()
        if self.rules.match not in _IN_ROUNDS:
            return replace(sheet, due=(*self.due[1:], self.seat)), None, None
        if self.rules.knock_out == "at_once":
            return sheet._after_turn_of_knockout()
        if self.rules.target_ends == "at_once" and sheet._ends_at_target():
            return sheet._after_target()
        if len(self.due) > 1:
            return replace(sheet, due=self.due[1:]), None, None
        return sheet._after_round()

    def _written(self, score: int, ending: Ending, left: TileSet) -> Scoresheet:
        counted = score + self.rules.handicap(self.seat)
        round_scores = self.round_scores | {self.seat: counted}
        left_by = self.left | {self.seat: left}
        if self.rolling_off:
            return replace(self, round_scores=round_scores, left=left_by)
        lost = ending is Ending.OPENING_LOST and self.opening_lost == "match"
        return replace(
            self,
            scores=self.scores | {self.seat: counted},
            round_scores=round_scores,
            left=left_by,
            totals=self.totals | {self.seat: self.totals.get(self.seat, 0) + counted},
            lost=(*self.lost, self.seat) if lost else self.lost,
        )

    def _shutting_wins(self) -> bool:
        if self.rolling_off:
            return False
        return not self.rules.has_rounds or (
            self.rules.adds_up_rounds and self.rules.shut_wins == "match"
        )

    def _after_round(self) -> AfterTurn:
        return self._settled()._after_settled_round()

    def _after_settled_round(self) -> AfterTurn:
        if self.rolling_off:
            return self._decided_among(self.rolling_off, self.round_scores, self._round_result())
        match self.rules.match:
            case "tournament":
                return self._after_tournament_round()
            case "knockout":
                return self._after_knockout_round()
            case _:
                ranked = [seat for seat in self.order if seat not in self.lost]
                over = self._round_result(tuple(sorted(self.lost)))
                return self._decided_among(ranked, self.round_scores, over)

    def _after_stop(self) -> AfterTurn:
        """End the match by the stop number, unless a tie is rolled off (R5.2)."""
        if len(self.due) > 1:
            return self, None, self._nobody_won()
        sheet, over, result = self._after_round()
        return sheet, over if result is None else None, result

    def _settled(self) -> Scoresheet:
        """Raise the scores of the round for the shut boxes of other players (R7.12).

        What is raised are the scores of the turns, without the handicaps (R7.16).
        """
        bonus = self.rules.shut_bonus
        if bonus is None or self.rolling_off:
            return self
        made = {seat: counted - self.rules.handicap(seat)
                for seat, counted in self.round_scores.items()}  # fmt: skip
        shut = {seat for seat, score in made.items() if score == 0}
        added = {
            seat: raised_score(score, bonus, len(shut - {seat})) - score
            for seat, score in made.items()
        }
        settled = {seat: counted + added[seat] for seat, counted in self.round_scores.items()}
        totals = {seat: total + added.get(seat, 0) for seat, total in self.totals.items()}
        return replace(self, round_scores=settled, totals=totals)

    def _ends_at_target(self) -> bool:
        """Return whether the turn of :attr:`seat` ends the match at once (R7.2, ``at_once``)."""
        return not self.rolling_off and self._has_reached_target(self.seat)

    def _after_target(self) -> AfterTurn:
        """End the match at once: who has not had this round's turn keeps the total so far."""
        over = self._settled()._round_result() if len(self.due) == 1 else None
        return self._decided_among(self.order, self._totals_of_all, over)

    @property
    def _totals_of_all(self) -> Scores:
        return {seat: self.totals.get(seat, 0) for seat in self.order}

    def _after_tournament_round(self) -> AfterTurn:
        over, target, rounds = self._round_result(), self.rules.target_in_force, self.rules.rounds
        reached = target is not None and max(self.totals.values()) >= target
        if reached or self.rounds_over + 1 == rounds:
            return self._decided_among(self.order, self.totals, over)
        return self._next_round(), over, None

    def _after_knockout_round(self) -> AfterTurn:
        playing = [seat for seat in sorted(self.order) if seat not in self.out]
        reached = tuple(filter(self._has_reached_target, playing))
        left = tuple(seat for seat in playing if seat not in reached)
        over = self._round_result(reached)
        if not left:
            return self._decided_among(playing, self.totals, over)
        sheet = replace(self, out=(*self.out, *reached))
        if len(left) == 1:
            return sheet, over, sheet._won(left, self.match_rule)
        return sheet._next_round(), over, None

    def _after_turn_of_knockout(self) -> AfterTurn:
        """Put the player out at once if he has reached the target (R7.3, ``at_once``)."""
        out = (*self.out, self.seat) if self._has_reached_target(self.seat) else self.out
        sheet, to_come = replace(self, out=out), self.due[1:]
        left = tuple(seat for seat in sheet.order if seat not in out)
        over = None
        if not to_come:
            sheet = sheet._settled()
            over = sheet._round_result(tuple(sorted(set(out) & self.round_scores.keys())))
        if len(left) < 2:
            return sheet, over, sheet._won(left or (self.seat,), self.match_rule)
        if to_come:
            return replace(sheet, due=to_come), None, None
        return sheet._next_round(), over, None

    def _has_reached_target(self, seat: int) -> bool:
        target = self.rules.target_in_force
        assert target is not None
        return self.totals[seat] >= target

    def _after_round_won_by(
        self, winners: tuple[int, ...], rule: str, *, by_shutting: bool = False
    ) -> AfterTurn:
        """Count the round as won, by several if they share it (R7.13)."""
        won = {seat: self.wins.get(seat, 0) + 1 for seat in winners}
        sheet = replace(self, wins=self.wins | won)
        over = sheet._round_result()
        first = tuple(seat for seat in winners if won[seat] >= self.rules.wins)
        if first:
            return sheet, over, sheet._won(first, rule, by_shutting=by_shutting)
        return sheet._next_round(), over, None

    def _next_round(self) -> Scoresheet:
        first = self._begins_next() if self.begins_next is None else self.begins_next
        order = order_from(first, len(self.order))
        return replace(
            self,
            order=order,
            due=tuple(seat for seat in order if seat not in self.out),
            round_scores={},
            left={},
            rounds_over=self.rounds_over + 1,
            rolling_off=(),
            begins_next=None,
        )

    def _begins_next(self) -> int:
        """Return the seat that begins the round after this one (R7.9); it may be out."""
        first, *others = self.order
        match self.rules.first_player:
            case "rotate":
                return next((seat for seat in others if seat not in self.out), first)
            case "loser":
                still_in = {
                    seat: made for seat, made in self.round_scores.items() if seat not in self.out
                }
                # Of several it is the first: the scores come in the order of play.
                return max(still_in, key=still_in.__getitem__)
            case _:
                return first

    @property
    def wins_of_all(self) -> Scores | None:
        """The rounds that each seat has won; None where they are not counted (R7.13)."""
        if not self.rules.counts_wins:
            return None
        return {seat: self.wins.get(seat, 0) for seat in self.order}

    def _round_result(self, out: tuple[int, ...] = ()) -> RoundResult:
        rule, wins = self.match_rule, self.wins_of_all
        return RoundResult(rule, self.round_scores, self.totals, out, wins)

    def _decided_among(
        self, seats: Sequence[int], scores: Scores, over: RoundResult | None
    ) -> AfterTurn:
        """Let the lowest of ``scores`` among the seats win; share or play off a tie (R7.8)."""
        if not seats:
            return self, over, self._nobody_won()
        best = self._lowest({seat: scores[seat] for seat in seats})
        if len(best) > 1 and self.rules.ties == "roll_off":
            return self._roll_off(best), over, None
        if len(best) > 1 and self.rules.ties == "fewest_tiles":
            best, tie_break = self._with_fewest_tiles(best)
            sheet, over, result = self._after_decision(best, over, rule_ids.TIES)
            return sheet, _broken(over, tie_break), _broken(result, tie_break)
        by_rounds = self.rules.rounds is not None and not self.rolling_off
        return self._after_decision(best, over, rule_ids.ROUNDS if by_rounds else self.match_rule)

    def _after_decision(
        self, best: tuple[int, ...], over: RoundResult | None, rule: str
    ) -> AfterTurn:
        """Let the best win the match, or the round where rounds are won."""
        if self.rules.counts_wins:
            return self._after_round_won_by(best, rule)
        return self, over, self._won(best, rule)

    def _roll_off(self, tied: tuple[int, ...]) -> Scoresheet:
        after = self.begins_next
        if self.rules.counts_wins and not self.rolling_off:
            after = self._begins_next()
        return replace(
            self, due=tied, rolling_off=tied, round_scores={}, left={}, begins_next=after
        )

    def _lowest(self, scores: Scores) -> tuple[int, ...]:
        lowest = min(scores.values())
        return tuple(sorted(seat for seat, made in scores.items() if made == lowest))

    def _with_fewest_tiles(self, tied: tuple[int, ...]) -> tuple[tuple[int, ...], TieBreak | None]:
        """Return who of the tied has fewer tiles open, then a lower highest one (R7.8)."""
        fewest = self._lowest({seat: self.left[seat].bit_count() for seat in tied})
        best = self._lowest({seat: self.left[seat].bit_length() for seat in fewest})
        if best == tied:
            return best, None
        return best, "fewer_tiles" if best == fewest else "lower_tile"

    def _won(
        self, winners: tuple[int, ...], rule: str, *, by_shutting: bool = False
    ) -> MatchResult:
        doubled = by_shutting and self.rules.double_on_shut
        rule = rule_ids.TIES if len(winners) > 1 else rule
        paid = payout(self.rules.stake, len(self.order), winners, doubled=doubled)
        return MatchResult(rule, self._final_scores, winners, tuple(paid))

    def _nobody_won(self) -> MatchResult:
        """Return the result of a match that nobody wins: every stake goes back (R7.10)."""
        return MatchResult(rule_ids.NOBODY_WINS, self._final_scores, (), (0,) * len(self.order))

    @property
    def _final_scores(self) -> Scores:
        if self.rules.target_ends == "at_once":
            return self._totals_of_all
        return self.totals if self.rules.has_rounds else self.scores


AfterTurn = tuple[Scoresheet, RoundResult | None, MatchResult | None]
"""The sheet after a turn, and the round and the match that the turn has ended."""


Result = TypeVar("Result", RoundResult | None, MatchResult | None)


def _broken(result: Result, tie_break: TieBreak | None) -> Result:
    return result if result is None else replace(result, tie_break=tie_break)


def raised_score(score: int, bonus: int | Doubling, times: int) -> int:
    """Return a round score raised for so many shut boxes of others (R7.12)."""
    match bonus:
        case "double":
            return score << times
        case "double_once":
            return score << min(times, 1)
        case _:
            return score + bonus * times


def new_sheet(rules: RuleSet, seats: int, starter: int = 0) -> Scoresheet:
    """Return the first sheet: ``starter`` plays first, then the others in seat order (R7.9)."""
    order = order_from(starter, seats)
    return Scoresheet(rules, order, order)


def order_from(first: int, seats: int) -> tuple[int, ...]:
    """Return the order of so many seats in which this one is the first."""
    return (*range(first, seats), *range(first))


def payout(stake: int, seats: int, winners: Sequence[int], *, doubled: bool) -> list[int]:
    """Return the money that each seat has won (below 0: lost) in the match; the sum is 0.

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
