"""The play of one table: decided events in, rulings out (R1 to R8).

Nothing here waits: every lever change that comes here has outlasted the bump time, and all comes
in the order of its time. The waiting is done in :mod:`boxctl.referee.referee`.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.referee import sentences
from boxctl.referee.book import Book, Phase
from boxctl.referee.first_throws import FirstThrows
from boxctl.referee.ruling import PutBack, Ruling
from boxctl.referee.scoresheet import Ending, MatchOver, RoundOver, new_sheet
from boxctl.referee.turn import Answer
from boxctl.rules.dice import can_show, is_double
from boxctl.rules.moves import Move, moves
from boxctl.rules.scoring import score
from boxctl.rules.tiles import TileSet, tile


class Play(Book):
    """What happens at a table, and what is ruled on it.

    Every ``judge_…`` is told when the event happened, in microseconds, and which input line
    brought it.
    """

    def begin(self) -> Iterator[Ruling]:
        """The first turn begins, or the first throws that decide who starts."""
        yield from self._look_if_ready()

    def judge_lever(self, number: int, at: int, line: int) -> Iterator[Ruling]:
        """The lever of this tile now stands the other way."""
        self._at, self._line = at, line
        self._levers ^= tile(number)
        self._order = (*(other for other in self._order if other != number), number)
        if self._phase is Phase.MAKING_READY:
            yield from self._lever_while_making_ready(number)
        elif self.answer is not None:
            yield from self._lever_answers(number, self.answer)
        elif self._phase is not Phase.OVER:
            yield from self._lever_without_throw(number)

    def judge_throw(self, values: tuple[object, ...], at: int, line: int) -> Iterator[Ruling]:
        """The roller reports these values."""
        self._at, self._line = at, line
        if (void := self._void(values)) is not None:
            yield void
            return
        throw = tuple(value for value in values if isinstance(value, int))
        if self._first_throws:
            yield from self._first_throw(self._first_throws, throw)
            return
        if self._turn.answer is not None:
            yield from self._commit(self._turn.answer)
        yield from self._answerable(throw)

    def judge_press(self, button: str, at: int, line: int) -> Iterator[Ruling]:
        """A button was pressed, ``confirm`` or ``new``."""
        self._at, self._line = at, line
        if button == "new" and self.over:
            self._new_match()
            yield from self._look_if_ready()
        elif button == "confirm" and self.answer is not None and self.answer.move is not None:
            yield from self._commit(self.answer)

    def settle(self) -> Iterator[Ruling]:
        """The answer has stood for the settle time (R4.2); its ``settled_at`` is now."""
        answer = self.answer
        assert answer is not None
        assert answer.settled_at is not None
        self._at, self._line = answer.settled_at, answer.line
        yield from self._commit(answer)

    def _look_if_ready(self) -> Iterator[Ruling]:
        if self._levers != self._book or self._first_throws:
            return
        self._phase = Phase.PLAYING
        role = self._verb if self.rules.match == "duel" else None
        text = sentences.ready(self.player, self.counts, role)
        yield self._ruling("ready", "R4.9", text)

    # Throws.

    def _void(self, values: tuple[object, ...]) -> Ruling | None:
        if (why := self._why_not_now()) is not None:
            return self._ruling("void", "R4.6", sentences.void_not_now(values, why), throw=values)
        if len(values) not in self.counts:
            text = sentences.void_count(values, self.counts)
            return self._ruling("void", "R2.3", text, throw=values)
        if not all(can_show(self.rules.dice, value) for value in values):
            text = sentences.void_unreadable(values, self.rules.dice.sides)
            return self._ruling("void", "R2.4", text, throw=values)
        return None

    def _first_throw(self, before: FirstThrows, throw: tuple[int, ...]) -> Iterator[Ruling]:
        after = before.throw(throw[0])
        then = self._after_first_throw(before, after, throw[0])
        text = sentences.first_throw(self.players[before.seat], throw[0], then)
        yield self._ruling("first_throw", "R7.9", text, throw=throw)
        if after.starter is None:
            self._first_throws = after
            return
        self._first_throws = None
        self._sheet = new_sheet(self.rules, len(self.players), after.starter)
        self._next_turn()
        yield from self._look_if_ready()

    def _after_first_throw(self, before: FirstThrows, after: FirstThrows, value: int) -> str:
        highest = max([value, *(thrown for _seat, thrown in before.thrown)])
        if after.starter is not None:
            return sentences.starts(self.players[after.starter], highest)
        if len(before.waiting) == 1:
            return sentences.tie(self._names(after.waiting), highest)
        return sentences.throws_next(self.players[after.seat])

    def _answerable(self, throw: tuple[int, ...]) -> Iterator[Ruling]:
        turn = self._turn
        if sum(throw) == self.rules.stop_number:
            why = f"{sum(throw)} is the number that ends the {self.rules.stops}."
            yield from self._turn_over("R5.2", why, "stopped", throw)
            return
        opening = self.opening_tile is not None
        allowed = moves(self.rules, turn.to_move, throw, opening=opening)
        if allowed:
            turn.answer = Answer(self.rules, throw, allowed, turn.to_move)
            text = sentences.throw(throw, allowed, self._verb, self.opening_tile)
            yield self._ruling("throw", allowed[0].rule, text, throw=throw, moves=allowed)
        elif self.rules.doubles and is_double(throw):
            yield self._ruling("again", "R5.4", sentences.again(throw), throw=throw)
        else:
            yield from self._unplayable(throw, opening)

    def _unplayable(self, throw: tuple[int, ...], opening: bool) -> Iterator[Ruling]:
        thrown = sentences.dice(throw)
        if opening:
            why = (
                f"A throw of {thrown} cannot shut the {self.rules.opening_tile}, "
                "and the turn is lost."
            )
            yield from self._turn_over("R5.1", why, "played", throw)
        else:
            rule = "R5.3" if self.rules.match == "first_to_shut" else "R3.6"
            why = f"A throw of {thrown} cannot be played."
            yield from self._turn_over(rule, why, "played", throw)

    # Levers.

    def _lever_while_making_ready(self, number: int) -> Iterator[Ruling]:
        wrong = self._levers ^ self._book
        if tile(number) & wrong:
            text = sentences.not_ready(self.player, self.put_back)
            yield self._ruling(
                "disturbed", "R4.4", text, tiles=tile(number), put_back=self.put_back
            )
        else:
            yield from self._look_if_ready()

    def _lever_without_throw(self, number: int) -> Iterator[Ruling]:
        if wrong := self._levers ^ self._book:
            yield self._disturbed(number, wrong)
        else:
            yield self._restored(f"throw {sentences.how_many_dice(self.counts)}")

    def _lever_answers(self, number: int, answer: Answer) -> Iterator[Ruling]:
        was_right, before = answer.standing.right, answer.moved
        put_right = bool(tile(number) & (answer.standing.refused | answer.standing.disturbed))
        answer.lever_moved(self._levers ^ self._book, self._order, self._line)
        standing = answer.standing
        answer.start_to_settle(self._at)
        if standing.disturbed:
            yield self._disturbed(number, standing.disturbed)
        elif standing.refused:
            yield self._refused(number, answer, put_right)
        elif not was_right:
            yield self._restored(
                "your move stands" if answer.move else sentences.owed(answer.throw)
            )
            if answer.move is not None:
                yield from self._commit_or_wait(answer, answer.move)
        elif tile(number) & before:
            yield self._taken_back(number, answer)
        elif answer.move is not None:
            yield from self._commit_or_wait(answer, answer.move)
        else:
            text = sentences.pending(answer.moved, answer.moves_with_moved, answer.throw)
            yield self._about_answer("pending", "R4.1", text, answer)

    def _commit_or_wait(self, answer: Answer, move: Move) -> Iterator[Ruling]:
        if answer.committed_at_once(move):
            yield from self._commit(answer)
            return
        larger = len(answer.moves_with_moved) > 1
        text = sentences.provisional(self.rules, answer.moved, larger)
        yield self._about_answer("provisional", answer.waits_by(), text, answer)

    def _taken_back(self, number: int, answer: Answer) -> Ruling:
        moves_left = answer.moves_with_moved
        text = sentences.taken_back(number, answer.moved, moves_left, self._verb)
        return self._about_answer("taken_back", "R4.1", text, answer)

    def _about_answer(self, verdict: str, rule: str, text: str, answer: Answer) -> Ruling:
        return self._ruling(verdict, rule, text, tiles=answer.moved, moves=answer.moves_with_moved)

    def _refused(self, number: int, answer: Answer, put_right: bool) -> Ruling:
        self._broken, back = "R4.5", self.put_back
        still = sentences.still_to_put_back(back)
        text = still if put_right else self._why_refused(answer, back)
        return self._ruling("refused", "R4.5", text, tiles=tile(number), put_back=back)

    def _why_refused(self, answer: Answer, back: PutBack) -> str:
        return sentences.refused(
            self.rules, answer.moved, answer.throw, answer.moves, back, self.opening_tile
        )

    def _disturbed(self, number: int, disturbed: TileSet) -> Ruling:
        back, answer = self.put_back, self.answer
        wrong = number if tile(number) & disturbed else self._moved_last(disturbed)
        self._broken = rule = self._rule_of_disturbance(wrong)
        if tile(number) & disturbed:
            in_play = bool(tile(number) & self.rules.in_play)
            text = sentences.disturbed(
                number, back, rule, in_play=in_play, answering=answer is not None
            )
        elif answer is not None and tile(number) & answer.standing.refused:
            text = self._why_refused(answer, back)
        else:
            text = sentences.still_to_put_back(back)
        return self._ruling("disturbed", rule, text, tiles=tile(number), put_back=back)

    def _rule_of_disturbance(self, number: int) -> str:
        if tile(number) & self._turn.committed:
            return "R4.3"
        answer = self._turn.answer
        return "R4.8" if answer is not None and tile(number) & answer.held else "R4.4"

    def _moved_last(self, tiles: TileSet) -> int:
        return next(number for number in reversed(self._order) if tile(number) & tiles)

    def _restored(self, then: str) -> Ruling:
        rule, self._broken = self._broken or "R4.4", None
        return self._ruling("restored", rule, sentences.restored(then))

    # Endings.

    def _commit(self, answer: Answer) -> Iterator[Ruling]:
        move = answer.move
        assert move is not None
        self._turn.commit(move)
        self._book ^= move.tiles
        text = sentences.committed(move.tiles, answer.throw, self._verb)
        yield self._ruling("committed", move.rule, text, tiles=move.tiles, throw=answer.throw)
        if not self._turn.to_move:
            opener = self._opens(self._turn.seat)
            rule = self._sheet.shut_rule
            text = sentences.shut_the_box(self.player, opener)
            yield self._ruling("shut_the_box", rule, text)
            yield from self._turn_over(rule, "", "shut")
        elif self.rules.match == "first_to_shut":
            yield from self._turn_over("R5.3", "A turn is one throw.", "played")

    def _turn_over(
        self, rule: str, why: str, ending: Ending, throw: tuple[int, ...] | None = None
    ) -> Iterator[Ruling]:
        player = self.player
        made = score(self.rules.scoring, self._turn.to_move)
        self._box_shut = ending == "shut"
        self._sheet, round_over, match_over = self._sheet.after_turn(made, ending)
        if match_over is not None:
            self._phase = Phase.OVER
            back, following = PutBack(), None
        else:
            self._next_turn()
            back, following = self.put_back, self.player
        if following is not None and self._sheet.box_stays:
            text = sentences.box_handed_on(why, following)
        else:
            text = sentences.turn_over(player, made, why, following, back)
        yield self._ruling(
            "turn_over", rule, text, player=player, throw=throw, score=made, put_back=back
        )
        if round_over is not None:
            yield self._round_over(round_over, player)
        if match_over is not None:
            yield self._match_over(match_over)
        else:
            yield from self._look_if_ready()

    def _round_over(self, over: RoundOver, player: str) -> Ruling:
        scores, totals = self._named(over.scores), self._named(over.totals)
        out, tied = self._names(over.out), self._names(self._sheet.due if self._playing_off else ())
        added_up = over.rule in ("R7.2", "R7.3")
        text = sentences.round_over(totals if added_up else scores, added_up, out, tied)
        return self._ruling(
            "round_over", over.rule, text, player=player, scores=scores, totals=totals, out=out
        )

    def _match_over(self, over: MatchOver) -> Ruling:
        winners, scores = self._names(over.winners), self._named(over.scores)
        payout = self._named(dict(enumerate(over.payout)))
        text = sentences.match_over(self.players, winners, scores, payout)
        return self._ruling(
            "match_over", over.rule, text, scores=scores, winners=winners, payout=payout
        )
