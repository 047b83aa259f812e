"""The play of one table: decided events in, rulings out (R1 to R8).

Nothing waits here: levers come as whole acts, and everything comes in order of time.
:mod:`boxctl.referee.referee` does the waiting, and :mod:`boxctl.referee.lever_game` judges levers.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import Phase
from boxctl.referee.lever_game import LeverGame
from boxctl.referee.payloads import (
    BoxShut,
    Committed,
    FirstThrow,
    MatchOver,
    RoundOver,
    StartOutcome,
    ThrowAccepted,
    ThrowAgain,
    TurnEnd,
    TurnOver,
    VoidReason,
    VoidThrow,
)
from boxctl.referee.players import FirstThrows, handicaps_by_name
from boxctl.referee.ruling import Ruling
from boxctl.referee.scoresheet import Ending, MatchResult, RoundResult, Scoresheet, new_sheet
from boxctl.referee.turn import ThrowAnswer
from boxctl.rules import rule_ids
from boxctl.rules.moves import moves
from boxctl.rules.ruleset import Throw, can_show, score
from groundwork.times import MatchTime


class Game(LeverGame):
    """Rules on what happens at a table.

    Each ``judge_…`` takes the match time of the event (microseconds) and the number of its input
    line.
    """

    def begin(self) -> Iterator[Ruling]:
        """Begin the first turn, or wait for the throws that decide who starts."""
        yield from self._look_if_ready()

    def judge_throw(self, values: tuple[object, ...], at: MatchTime, line: int) -> Iterator[Ruling]:
        """Rule on a throw of these values, as the roller reported them."""
        self._at, self._line = at, line
        if (void := self._void(values)) is not None:
            yield void
            return
        throw = tuple([value for value in values if isinstance(value, int)])
        if self._first_throws:
            yield from self._first_throw(self._first_throws, throw)
            return
        if self.may_throw_again:
            yield self._replaced()
        elif self._turn.answer is not None:
            # Where the box passes after each throw, this ends the turn and begins the next one.
            yield from self._commit(self._turn.answer)
        yield from self._answerable(throw)

    def judge_press(self, button: str, at: MatchTime, line: int) -> Iterator[Ruling]:
        """Rule on a press of ``confirm`` or ``new``."""
        self._at, self._line = at, line
        if button == "new" and self.over:
            self._new_match()
            yield from self._look_if_ready()
        elif button == "confirm" and self.answer is not None and self.answer.move is not None:
            yield from self._commit(self.answer)

    def settle(self) -> Iterator[Ruling]:
        """Commit the answer, which has stood for the settle time (R4.2). There must be one."""
        answer = self.answer
        assert answer is not None
        assert answer.settled_at is not None
        self._at, self._line = answer.settled_at, answer.line
        yield from self._commit(answer)

    # Throws.

    def _void(self, values: tuple[object, ...]) -> Ruling | None:
        if (not_now := self._why_not_now()) is not None:
            void = VoidThrow(values, not_now.reason, not_now.needed, not_now.thrown)
            return self._ruling(rule_ids.THROW_NOT_NOW, void)
        if len(values) not in self.counts:
            void = VoidThrow(values, VoidReason.DICE_COUNT, dice_counts=self.counts)
            return self._ruling(rule_ids.DICE_COUNT, void)
        if not all(can_show(self.rules.dice, value) for value in values):
            void = VoidThrow(values, VoidReason.UNREADABLE, sides=self.rules.dice.sides)
            return self._ruling(rule_ids.DIE_VALUE, void)
        return None

    def _first_throw(self, before: FirstThrows, throw: Throw) -> Iterator[Ruling]:
        after = before.throw(throw[0])
        yield self._ruling(rule_ids.WHO_STARTS, self._outcome(before, after, throw))
        if after.starter is None:
            self._first_throws = after
            return
        self._first_throws = None
        self._sheet = new_sheet(self.rules, len(self.players), after.starter)
        self._next_turn()
        yield from self._look_if_ready()

    def _outcome(self, before: FirstThrows, after: FirstThrows, throw: Throw) -> FirstThrow:
        highest = max([throw[0], *(thrown for _seat, thrown in before.thrown)])
        if after.starter is not None:
            starter = self._names([after.starter])
            return FirstThrow(throw, StartOutcome.STARTS, highest, starter)
        if len(before.waiting) == 1:
            return FirstThrow(throw, StartOutcome.TIE, highest, self._names(after.waiting))
        return FirstThrow(throw, StartOutcome.NEXT, highest, self._names([after.seat]))

    def _answerable(self, throw: Throw) -> Iterator[Ruling]:
        turn = self._turn
        if sum(throw) == self.rules.stop_number:
            yield from self._turn_over(rule_ids.STOP_NUMBER, TurnEnd.STOP_NUMBER, throw)
            return
        opening, doubles = self.opening_tile, self.rules.doubles
        allowed = moves(self.rules, turn.to_move, throw, opening=opening is not None)
        if allowed:
            turn.answer = ThrowAnswer(self.rules, throw, allowed, turn.to_move)
            again = turn.answer.may_be_thrown_again or None
            accepted = ThrowAccepted(throw, allowed, self._action, opening, self._markers, again)
            yield self._ruling(allowed[0].rule, accepted)
        elif (again_by := turn.throw_again(throw, doubles)) is not None:
            yield self._ruling(again_by, ThrowAgain(throw, self._markers))
        elif opening is not None:
            yield from self._turn_over(rule_ids.OPENING_TILE, TurnEnd.OPENING_LOST, throw)
        else:
            rule = self._one_throw_rule or rule_ids.NO_MOVE
            yield from self._turn_over(rule, TurnEnd.NO_MOVE, throw)

    def _replaced(self) -> Ruling:
        answer, self._turn.answer = self._turn.answer, None
        assert answer is not None
        return self._ruling(rule_ids.MAY_RETHROW, ThrowAgain(answer.throw, replaced=True))

    @property
    def _markers(self) -> int | None:
        return self.markers if self.rules.doubles == "insurance" else None

    @property
    def _one_throw_rule(self) -> str | None:
        """The rule by which a turn is one throw, played or not; None where it is not."""
        if self.rules.match == "first_to_shut":
            return rule_ids.FIRST_TO_SHUT
        return self._sheet.match_rule if self.rules.turn_is_one_throw else None

    # Endings.

    def _commit(self, answer: ThrowAnswer) -> Iterator[Ruling]:
        move = answer.move
        assert move is not None
        self._turn.commit(move)
        self._book ^= move.tiles
        yield self._ruling(move.rule, Committed(answer.throw, move.tiles, self._action))
        if not self._turn.to_move:
            rule = self._sheet.shut_rule
            yield self._ruling(rule, BoxShut(self._action))
            yield from self._turn_over(rule, TurnEnd.SHUT)
        elif (one_throw := self._one_throw_rule) is not None:
            yield from self._turn_over(one_throw, TurnEnd.ONE_THROW)

    def _turn_over(self, rule: str, end: TurnEnd, throw: Throw | None = None) -> Iterator[Ruling]:
        player, opening, before = self.player, self.opening_tile, self._sheet
        made = score(self.rules.scoring, self._turn.to_move)
        self._box_shut = end is TurnEnd.SHUT
        ending = _ENDINGS.get(end, Ending.PLAYED)
        self._sheet, round_result, match_result = self._sheet.after_turn(
            made, ending, self._turn.to_move
        )
        if match_result is not None:
            self._phase = Phase.OVER
            back, following = PutBack(), None
        else:
            self._next_turn()
            back, following = self.put_back, self.player
        over = TurnOver(
            put_back=back,
            score=made,
            turn_end=end,
            throw=throw,
            following=following,
            takes_box=following is not None and self.rules.box_stays,
            opening_tile=opening if end is TurnEnd.OPENING_LOST else None,
            opening_lost=before.opening_lost if end is TurnEnd.OPENING_LOST else None,
            stops=before.stops if end is TurnEnd.STOP_NUMBER else None,
            is_out=self.rules.knock_out == "at_once" and before.seat in self._sheet.out,
            tied=self._tied_in_mid_round(before, round_result),
            handicap=self.rules.handicap(before.seat) or None,
        )
        yield self._ruling(rule, over, player)
        if round_result is not None:
            yield self._round_over(round_result, player)
        if match_result is not None:
            yield self._match_over(match_result)
        else:
            yield from self._look_if_ready()

    def _tied_in_mid_round(
        self, before: Scoresheet, result: RoundResult | None
    ) -> tuple[str, ...] | None:
        begins = self._playing_off and not before.rolling_off
        return self._names(self._sheet.due) if begins and result is None else None

    def _round_over(self, result: RoundResult, player: str) -> Ruling:
        over = RoundOver(
            scores=self._named(result.scores),
            totals=self._named(result.totals),
            out=self._names(result.out),
            added_up=result.rule in (rule_ids.TOURNAMENT, rule_ids.KNOCKOUT),
            tied=self._names(self._sheet.due if self._playing_off else ()),
            wins=None if result.wins is None else self._named(result.wins),
            wins_needed=None if result.wins is None else self.rules.wins,
            tie_break=None if result.wins is None else result.tie_break,
        )
        return self._ruling(result.rule, over, player)

    def _match_over(self, result: MatchResult) -> Ruling:
        over = MatchOver(
            scores=self._named(result.scores),
            winners=self._names(result.winners),
            payout=self._named(dict(enumerate(result.payout))),
            stake=self.rules.stake or None,
            currency=self.rules.currency or None,
            handicap=handicaps_by_name(self.rules, self.players) or None,
            tie_break=result.tie_break,
        )
        return self._ruling(result.rule, over)


_ENDINGS = {
    TurnEnd.SHUT: Ending.SHUT,
    TurnEnd.STOP_NUMBER: Ending.STOPPED,
    TurnEnd.OPENING_LOST: Ending.OPENING_LOST,
}
"""The ends of a turn that the scoresheet treats specially; all others are ``PLAYED``."""
