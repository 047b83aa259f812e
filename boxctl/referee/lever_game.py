"""The play of the levers: acts in, rulings out (R4).

An act is judged by where its levers stand at its end, with one ruling for all of them (R4.11).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping

from boxctl.referee.acts import LeverAct
from boxctl.referee.game_so_far import GameSoFar, Phase
from boxctl.referee.payloads import (
    DisturbanceReason,
    Disturbed,
    NextStep,
    Payload,
    Pending,
    Provisional,
    Ready,
    Refusal,
    Refused,
    Restored,
    TakenBack,
)
from boxctl.referee.ruling import Ruling
from boxctl.referee.turn import LeverJudgement, ThrowAnswer
from boxctl.rules import rule_ids
from boxctl.rules.moves import Move
from boxctl.rules.tiles import NO_TILES, TileSet, tile

KNOCK = 3
"""The fewest levers of an act that is a knock if something of it is not allowed (R4.11)."""

AT_ONCE = 20_000
"""Levers that change within this time, in microseconds, are not moved by a hand one by one."""


class LeverGame(GameSoFar):
    """Rules on what the levers of a table do."""

    def judge_act(self, act: LeverAct) -> Iterator[Ruling]:
        """Rule on the levers that this act has moved, if any is left that has not returned."""
        moved = act.moved
        if not moved or self._phase is Phase.OVER:
            self._levers ^= moved
            return
        self._at, self._line = act.at, act.line
        if (answer := self.answer) is not None:
            yield from self._act_answers(act, moved, answer)
            return
        self._levers ^= moved
        self._order = _moved_on(self._order, act.tiles)
        if self._phase is Phase.MAKING_READY:
            yield from self._act_while_making_ready(moved)
        else:
            yield from self._act_without_throw(moved)

    @abstractmethod
    def _commit(self, answer: ThrowAnswer) -> Iterator[Ruling]:
        """Commit the move that answers the throw; there must be one."""

    def _look_if_ready(self) -> Iterator[Ruling]:
        if self._levers != self._book or self._first_throws:
            return
        self._phase = Phase.PLAYING
        action = self._action if self.rules.match == "duel" else None
        yield self._ruling(rule_ids.TURN_BEGINS, Ready(self.counts, action))

    # Without a throw to answer.

    def _act_while_making_ready(self, moved: TileSet) -> Iterator[Ruling]:
        if moved & (self._levers ^ self._book):
            before_turn = DisturbanceReason.BEFORE_TURN
            disturbed = Disturbed(moved, self.put_back, before_turn)
            yield self._ruling(rule_ids.UNASKED_TILE, disturbed)
        else:
            yield from self._look_if_ready()

    def _act_without_throw(self, moved: TileSet) -> Iterator[Ruling]:
        if disturbed := self._levers ^ self._book:
            yield self._disturbed(moved, disturbed)
        else:
            yield self._restored(Restored(NextStep.THROW, dice_counts=self.counts))

    # While a throw is answered.

    def _act_answers(self, act: LeverAct, moved: TileSet, answer: ThrowAnswer) -> Iterator[Ruling]:
        before = answer.standing
        self._levers ^= moved
        knocked = before.knocked & ~moved
        order = _moved_on(self._order, act.tiles, but=before.knocked)
        standing = answer.judged(self._levers ^ self._book, order, knocked)
        if _is_knock(moved, before, standing):
            yield from self._knock(act, answer)
            return
        self._order = order
        answer.take_in(standing, order, moved & ~before.knocked, act.line)
        answer.start_to_settle(self._at)
        yield from self._rule_on_answer(moved, answer, before)

    def _knock(self, act: LeverAct, answer: ThrowAnswer) -> Iterator[Ruling]:
        """Have the levers of a knock go back; one that was asked back before it stays back."""
        before = answer.standing
        knocked = before.knocked & ~act.moved | act.moved & ~before.wrong
        standing = answer.judged(self._levers ^ self._book, self._order, knocked)
        answer.take_in(standing, self._order, act.moved & ~knocked & ~before.knocked, act.line)
        answer.start_to_settle(self._at)
        self._broken = rule_ids.ONE_ACT
        disturbed = Disturbed(act.moved, self.put_back, DisturbanceReason.KNOCKED)
        yield self._ruling(rule_ids.ONE_ACT, disturbed)

    def _rule_on_answer(
        self, moved: TileSet, answer: ThrowAnswer, before: LeverJudgement
    ) -> Iterator[Ruling]:
        standing = answer.standing
        if standing.disturbed or standing.knocked:
            yield self._disturbed(moved, standing.disturbed)
            return
        if standing.refused:
            yield self._refused(moved, answer, put_right=not moved & ~before.wrong)
            return
        move = answer.move
        # A tile that may not be taken back (R4.8) stays in S, wherever its lever stood.
        fewer = standing.moved.bit_count() < before.kept.bit_count()
        if not before.right:
            yield self._restored(self._next_step(answer, waits=move is not None and not fewer))
        if fewer:
            back = before.kept & ~standing.moved
            again = answer.may_be_thrown_again or None
            left = TakenBack(answer.moves_with_moved, answer.moved, back, self._action, again)
            yield self._ruling(rule_ids.TAKE_BACK, left)
        elif move is not None:
            yield from self._commit_or_wait(answer, move)
        elif before.right:
            pending = Pending(answer.moves_with_moved, answer.moved, answer.throw)
            yield self._ruling(rule_ids.TAKE_BACK, pending)

    def _next_step(self, answer: ThrowAnswer, *, waits: bool) -> Restored:
        if waits:
            return Restored(NextStep.MOVE_STANDS)
        again = answer.may_be_thrown_again or None
        return Restored(NextStep.ANSWER, thrown=answer.throw, may_rethrow=again)

    def _commit_or_wait(self, answer: ThrowAnswer, move: Move) -> Iterator[Ruling]:
        if answer.committed_at_once(move):
            yield from self._commit(answer)
            return
        one_throw = self.rules.match == "first_to_shut"
        provisional = Provisional(
            answer.moves_with_moved,
            answer.moved,
            throw_commits=not one_throw,
            settles=answer.settles,
        )
        yield self._ruling(answer.rule_while_waiting(), provisional)

    def _refused(self, moved: TileSet, answer: ThrowAnswer, *, put_right: bool) -> Ruling:
        self._broken = rule_ids.REFUSED_MOVE
        refusal = None if put_right else self._refusal(answer)
        refused = Refused(moved, self.put_back, refusal)
        return self._ruling(rule_ids.REFUSED_MOVE, refused)

    def _refusal(self, answer: ThrowAnswer) -> Refusal:
        combine = self.rules.combine
        return Refusal(answer.moved, answer.throw, answer.moves, combine, self.opening_tile)

    # What must be put back.

    def _disturbed(self, moved: TileSet, disturbed: TileSet) -> Ruling:
        """Rule on an act that leaves these tiles disturbed, or else only knocked ones."""
        rule = self._rule_of_disturbance(disturbed) if disturbed else rule_ids.ONE_ACT
        self._broken = rule
        answer, refusal = self.answer, None
        if moved & disturbed:
            reason = self._reason_of_disturbance(self._moved_last(moved & disturbed))
        elif answer is not None and moved & answer.standing.refused:
            reason, refusal = DisturbanceReason.REFUSED, self._refusal(answer)
        else:
            reason = DisturbanceReason.NOT_RIGHT_YET
        return self._ruling(rule, Disturbed(moved, self.put_back, reason, refusal))

    def _reason_of_disturbance(self, number: int) -> DisturbanceReason:
        rule = self._rule_of_disturbance(tile(number))
        if rule == rule_ids.COMMITTED_TILE:
            return DisturbanceReason.COMMITTED
        if rule == rule_ids.TAKE_BACK_MODE:
            return DisturbanceReason.MAY_NOT_GO_BACK
        if not tile(number) & self.rules.in_play:
            return DisturbanceReason.NOT_IN_PLAY
        answering = self.answer is not None
        return DisturbanceReason.NOT_YOURS if answering else DisturbanceReason.THROW_FIRST

    def _rule_of_disturbance(self, disturbed: TileSet) -> str:
        """Return the rule that the one of these tiles breaks that was moved last."""
        last = tile(self._moved_last(disturbed))
        if last & self._turn.committed:
            return rule_ids.COMMITTED_TILE
        answer = self._turn.answer
        held = answer is not None and last & answer.held
        return rule_ids.TAKE_BACK_MODE if held else rule_ids.UNASKED_TILE

    def _moved_last(self, tiles: TileSet) -> int:
        return next(number for number in reversed(self._order) if tile(number) & tiles)

    def _restored(self, restored: Restored) -> Ruling:
        rule, self._broken = self._broken or rule_ids.UNASKED_TILE, None
        return self._ruling(rule, restored)


def _is_knock(moved: TileSet, before: LeverJudgement, after: LeverJudgement) -> bool:
    """Return whether an act that has moved these tiles is a knock (R4.11).

    ``before`` and ``after`` are how the levers stood before it and would stand after it.
    """
    unasked = moved & ~before.wrong
    return unasked.bit_count() >= KNOCK and bool(before.knocked or not after.right)


def is_by_no_hand(payload: Payload, at: int, changed: Mapping[int, int]) -> bool:
    """Return whether several levers moved as no hand moves them, by a ruling on the last of them.

    That is an act without a throw that has disturbed several, or several that came back at once.
    A knock while a throw is owed an answer is none: its ruling names it. ``at`` is the time of the
    ruling; ``changed`` has the time of the last change of each lever, both in microseconds.
    """
    if isinstance(payload, Disturbed):
        back = payload.put_back
        wrong = payload.tiles & (back.open | back.shut)
        without_throw = payload.disturbance_reason is not DisturbanceReason.KNOCKED
        return without_throw and wrong.bit_count() >= KNOCK
    if isinstance(payload, Restored):
        return sum(at - AT_ONCE <= moved_at <= at for moved_at in changed.values()) >= KNOCK
    return False


def _moved_on(
    order: tuple[int, ...], tiles: tuple[int, ...], but: TileSet = NO_TILES
) -> tuple[int, ...]:
    """Return the order in which tiles have moved, after these have; ``but`` keep their places."""
    moved = tuple([number for number in tiles if not tile(number) & but]) if but else tiles
    return (*[number for number in order if number not in moved], *moved)
