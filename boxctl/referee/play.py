"""The state of play of one table: decided events in, rulings out (R1 to R8).

Nothing here waits: every lever change that comes here has outlasted the bump time, and all comes
in the order of its time. The waiting is done in :mod:`boxctl.referee.referee`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import Any

from boxctl.referee import sentences
from boxctl.referee.first_throws import FirstThrows
from boxctl.referee.ruling import PutBack, Ruling, put_back
from boxctl.referee.scoresheet import Ending, MatchOver, RoundOver, new_sheet
from boxctl.referee.turn import Answer, Turn
from boxctl.rules.dice import can_show, is_double
from boxctl.rules.moves import Move, moves
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import TileSet, tile


class _Phase(Enum):
    MAKING_READY = auto()
    PLAYING = auto()
    OVER = auto()


class Play:
    """One table, match after match.

    The rules and the players go together (:func:`boxctl.rules.contradictions.check`); ``levers``
    are the tiles that stand open. Every ``judge_…`` is told when the event happened,
    in microseconds, and which input line brought it.
    """

    def __init__(self, rules: RuleSet, players: tuple[str, ...], levers: TileSet) -> None:
        self.rules = rules
        self.players = players
        self._levers = levers
        self._order: tuple[int, ...] = ()
        self._at = 0
        self._line = 0
        self._new_match()

    # What the table may ask.

    @property
    def levers(self) -> TileSet:
        """The tiles whose levers stand open, as far as that is decided."""
        return self._levers

    @property
    def open(self) -> TileSet:
        """The tiles open by the book."""
        return self._book

    @property
    def seat(self) -> int:
        """Whose turn it is, or will be; after the match, whose was the last."""
        return self._first_throws.seat if self._first_throws else self._turn.seat

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._phase is _Phase.OVER

    @property
    def player(self) -> str:
        """The name of :attr:`seat`."""
        return self.players[self.seat]

    @property
    def throw_awaited(self) -> bool:
        """Whether a throw would count now, if its dice are right."""
        return self._why_not_now() is None

    @property
    def answer(self) -> Answer | None:
        """The throw that is being answered, and how."""
        return self._turn.answer if self._phase is _Phase.PLAYING else None

    @property
    def counts(self) -> tuple[int, ...]:
        """How many dice the next throw may have."""
        return (1,) if self._first_throws else allowed_counts(self.rules, self._turn.left)

    @property
    def put_back(self) -> PutBack:
        """The levers that must still move before play goes on."""
        if self.over:
            return PutBack()
        kept = self.answer.standing.kept if self.answer is not None else 0
        return put_back(self._levers, self._book ^ kept)

    # What happens.

    def begin(self) -> Iterator[Ruling]:
        """The first turn begins, or the first throws that decide who starts."""
        yield from self._look_if_ready()

    def judge_lever(self, number: int, at: int, line: int) -> Iterator[Ruling]:
        """The lever of this tile now stands the other way."""
        self._at, self._line = at, line
        self._levers ^= tile(number)
        self._order = (*(other for other in self._order if other != number), number)
        if self._phase is _Phase.MAKING_READY:
            yield from self._lever_while_making_ready(number)
        elif self.answer is not None:
            yield from self._lever_answers(number, self.answer)
        elif self._phase is not _Phase.OVER:
            yield from self._lever_without_throw(number)

    def judge_throw(self, values: tuple[int | None, ...], at: int, line: int) -> Iterator[Ruling]:
        """The roller reports these values."""
        self._at, self._line = at, line
        if (void := self._void(values)) is not None:
            yield void
            return
        throw = tuple(value for value in values if value is not None)
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

    # The match.

    def _new_match(self) -> None:
        self._sheet = new_sheet(self.rules, len(self.players))
        seats = tuple(range(len(self.players)))
        self._first_throws = FirstThrows(seats) if self.rules.first_player == "highest" else None
        self._book = self.rules.in_play
        self._broken: str | None = None
        self._next_turn()

    def _next_turn(self) -> None:
        self._phase = _Phase.MAKING_READY
        if not self._sheet.box_stays:
            self._book = self.rules.in_play
        seat = self._sheet.seat
        opens = self._opens(seat)
        self._turn = Turn(seat, self.rules.in_play & (~self._book if opens else self._book))

    def _opens(self, seat: int) -> bool:
        return self.rules.match == "duel" and seat != self._sheet.order[0]

    def _look_if_ready(self) -> Iterator[Ruling]:
        if self._levers != self._book or self._first_throws:
            return
        self._phase = _Phase.PLAYING
        text = sentences.ready(self.player, self.counts)
        yield self._ruling("ready", "R4.9", text)

    # Throws.

    def _void(self, values: tuple[int | None, ...]) -> Ruling | None:
        if (why := self._why_not_now()) is not None:
            return self._ruling("void", "R4.6", sentences.void_not_now(values, why), throw=values)
        if len(values) not in self.counts:
            text = sentences.void_count(values, self.counts)
            return self._ruling("void", "R2.3", text, throw=values)
        if not all(can_show(self.rules.dice, value) for value in values):
            text = sentences.void_unreadable(values, self.rules.dice.sides)
            return self._ruling("void", "R2.4", text, throw=values)
        return None

    def _why_not_now(self) -> str | None:
        if self._phase is _Phase.OVER:
            return "the match is over"
        if self.put_back and self._phase is _Phase.MAKING_READY:
            return f"the box is not ready, {sentences.make_ready(self.put_back)} first"
        if self.put_back:
            return f"{sentences.put_back(self.put_back)} first"
        if not self._throw_answered():
            answer = self._turn.answer
            assert answer is not None
            return f"your {sentences.dice(answer.throw)} is still to be played"
        if self._turn_ends_with_answer():
            return "the turn is one throw, confirm your move first"
        return None

    def _throw_answered(self) -> bool:
        """Whether no throw is owed an answer; a provisional move has answered its throw."""
        return self._turn.answer is None or self._turn.answer.move is not None

    def _turn_ends_with_answer(self) -> bool:
        return self.rules.match == "first_to_shut" and self._turn.answer is not None

    def _first_throw(self, throws: FirstThrows, throw: tuple[int, ...]) -> Iterator[Ruling]:
        player = self.players[throws.seat]
        throws = throws.throw(throw[0])
        starter = throws.starter
        if starter is None:
            then = f"{self.players[throws.seat]} throws next."
        else:
            then = f"{self.players[starter]} starts."
        text = sentences.first_throw(player, throw[0], then)
        yield self._ruling("first_throw", "R7.9", text, throw=throw)
        if starter is None:
            self._first_throws = throws
            return
        self._first_throws = None
        self._sheet = new_sheet(self.rules, len(self.players), starter)
        self._next_turn()
        yield from self._look_if_ready()

    def _answerable(self, throw: tuple[int, ...]) -> Iterator[Ruling]:
        turn = self._turn
        if sum(throw) == self.rules.stop_number:
            why = f"{sum(throw)} is the number that ends the turn."
            yield from self._turn_over("R5.2", why, "stopped", throw)
            return
        opening = turn.first and self.rules.opening_tile is not None
        allowed = moves(self.rules, turn.to_move, throw, opening=opening)
        if allowed:
            turn.answer = Answer(self.rules, throw, allowed, turn.to_move)
            asked = self.rules.opening_tile if opening else None
            text = sentences.throw(throw, allowed, self._verb, asked)
            yield self._ruling("throw", allowed[0].rule, text, throw=throw, moves=allowed)
        elif self.rules.doubles and is_double(throw):
            yield self._ruling("again", "R5.4", sentences.again(throw), throw=throw)
        else:
            yield from self._unplayable(throw, opening)

    def _unplayable(self, throw: tuple[int, ...], opening: bool) -> Iterator[Ruling]:
        thrown = sentences.dice(throw)
        if opening:
            why = f"{thrown} cannot shut the {self.rules.opening_tile}, and the turn is lost."
            yield from self._turn_over("R5.1", why, "played", throw)
        else:
            rule = "R5.3" if self.rules.match == "first_to_shut" else "R3.6"
            yield from self._turn_over(rule, f"{thrown} cannot be played.", "played", throw)

    # Levers.

    def _lever_while_making_ready(self, number: int) -> Iterator[Ruling]:
        wrong = self._levers ^ self._book
        if tile(number) & wrong:
            yield self._disturbed(number, wrong)
        else:
            yield from self._look_if_ready()

    def _lever_without_throw(self, number: int) -> Iterator[Ruling]:
        if wrong := self._levers ^ self._book:
            yield self._disturbed(number, wrong)
        else:
            yield self._restored(f"throw {sentences.how_many_dice(self.counts)}")

    def _lever_answers(self, number: int, answer: Answer) -> Iterator[Ruling]:
        was_right, before = answer.standing.right, answer.moved
        answer.lever_moved(self._levers ^ self._book, self._order, self._line)
        standing = answer.standing
        answer.start_to_settle(self._at)
        if standing.disturbed:
            yield self._disturbed(number, standing.disturbed)
        elif standing.refused:
            yield self._refused(number, answer)
        elif not was_right:
            owed = sentences.dice(answer.throw)
            yield self._restored(f"{owed} {'stands' if answer.move else 'is still to be played'}")
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
        text = sentences.provisional(answer.moved, len(answer.moves_with_moved) > 1)
        yield self._about_answer("provisional", answer.waits_by(), text, answer)

    def _taken_back(self, number: int, answer: Answer) -> Ruling:
        text = sentences.taken_back(number, answer.moved, answer.moves_with_moved)
        return self._about_answer("taken_back", "R4.1", text, answer)

    def _about_answer(self, verdict: str, rule: str, text: str, answer: Answer) -> Ruling:
        return self._ruling(verdict, rule, text, tiles=answer.moved, moves=answer.moves_with_moved)

    def _refused(self, number: int, answer: Answer) -> Ruling:
        self._broken, back = "R4.5", self.put_back
        if tile(number) & answer.moved:
            text = sentences.refused(self.rules, answer.moved, answer.throw, answer.moves, back)
        else:
            text = sentences.still_to_put_back(back)
        return self._ruling("refused", "R4.5", text, tiles=tile(number), put_back=back)

    def _disturbed(self, number: int, disturbed: TileSet) -> Ruling:
        back = self.put_back
        if tile(number) & disturbed:
            self._broken = self._rule_of_disturbance(number)
            text = sentences.disturbed(number, back, self._broken)
        else:
            self._broken = self._rule_of_disturbance(self._moved_last(disturbed))
            text = sentences.still_to_put_back(back)
        return self._ruling("disturbed", self._broken, text, tiles=tile(number), put_back=back)

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
        self._sheet, round_over, match_over = self._sheet.after_turn(made, ending)
        if match_over is not None:
            self._phase = _Phase.OVER
            back, following = PutBack(), None
        else:
            self._next_turn()
            back, following = self.put_back, self.player
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
        totals, out = self._named(over.totals), self._names(over.out)
        return self._ruling(
            "round_over",
            over.rule,
            sentences.round_over(totals, out),
            player=player,
            scores=self._named(over.scores),
            totals=totals,
            out=out,
        )

    def _match_over(self, over: MatchOver) -> Ruling:
        winners, scores = self._names(over.winners), self._named(over.scores)
        payout = self._named(dict(enumerate(over.payout)))
        text = sentences.match_over(self.players, winners, scores, payout)
        return self._ruling(
            "match_over", over.rule, text, scores=scores, winners=winners, payout=payout
        )

    # Writing.

    @property
    def _verb(self) -> str:
        return "open" if self._opens(self._turn.seat) else "shut"

    def _names(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.players[seat] for seat in seats)

    def _named(self, by_seat: Mapping[int, int]) -> dict[str, int]:
        return {self.players[seat]: by_seat[seat] for seat in sorted(by_seat)}

    def _ruling(
        self, verdict: str, rule: str, text: str, player: str | None = None, **further: Any
    ) -> Ruling:
        return Ruling(
            at=self._at,
            line=self._line,
            verdict=verdict,
            rule=rule,
            player=self.player if player is None else player,
            open=self._book,
            text=text,
            **further,
        )
