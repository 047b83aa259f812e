"""The referee's book: the players, the rules, and the state of the game and its levers.

:class:`GameSoFar` answers questions about the game, begins matches and turns, and makes rulings.
Only :class:`boxctl.referee.game.Game` changes it, event by event. :func:`game_state` has what
somebody needs who cannot see the table, as data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from functools import reduce
from operator import or_
from typing import NamedTuple

from boxctl.referee.fields import PutBack, put_back
from boxctl.referee.payloads import Action, Payload, VoidReason
from boxctl.referee.players import FirstThrows
from boxctl.referee.ruling import Ruling
from boxctl.referee.scoresheet import Scoresheet, new_sheet
from boxctl.referee.turn import ThrowAnswer, Turn
from boxctl.rules.moves import Move, allowed_counts, moves_with
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.rules.turn_memory import FRESH, TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import START, MatchTime


class Phase(Enum):
    """The phase of a match: the box is made ready, a turn is played, or the match is over."""

    MAKING_READY = auto()
    PLAYING = auto()
    OVER = auto()


class NotNow(NamedTuple):
    """The reason why a throw would not count now, with its data (as in a void throw)."""

    reason: VoidReason
    needed: PutBack | None = None
    thrown: Throw | None = None


class GameSoFar:
    """One table, match after match.

    The rules must suit the number of players (:func:`boxctl.rules.contradictions.check`).
    ``levers`` are the tiles that stand open; ``at`` (microseconds) and ``line`` are those of the
    first ruling. Not thread-safe.
    """

    def __init__(
        self,
        rules: RuleSet,
        players: tuple[str, ...],
        levers: TileSet,
        at: MatchTime = START,
        line: int = 0,
    ) -> None:
        self.rules = rules
        self.players = players
        self._levers = levers
        self._order: tuple[int, ...] = ()
        self._at = at
        self._line = line
        self._new_match()

    # Questions.

    @property
    def levers(self) -> TileSet:
        """The tiles whose levers stand open, by the events decided so far."""
        return self._levers

    @property
    def open(self) -> TileSet:
        """The tiles open by the book."""
        return self._book

    @property
    def seat(self) -> int:
        """The seat whose turn it is or will be; after the match, of the last turn."""
        return self._first_throws.seat if self._first_throws else self._turn.seat

    @property
    def sheet(self) -> Scoresheet:
        """The scores and totals, who is still in, and who is still to play."""
        return self._sheet

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._phase is Phase.OVER

    @property
    def player(self) -> str:
        """The name of :attr:`seat`."""
        return self.players[self.seat]

    @property
    def deciding_who_starts(self) -> bool:
        """Whether the next throw is one die to see who starts (R7.9)."""
        return self._first_throws is not None

    @property
    def making_ready(self) -> bool:
        """Whether the next turn has not begun yet (R4.9)."""
        return self._phase is Phase.MAKING_READY

    @property
    def throw_awaited(self) -> bool:
        """Whether a throw has to come now, with the right dice."""
        return self._why_not_now() is None and not self.may_throw_again

    @property
    def may_throw_again(self) -> bool:
        """Whether a throw may replace the double that is owed an answer (R5.7)."""
        answer = self.answer
        return answer is not None and answer.may_be_thrown_again

    @property
    def may_throw(self) -> bool:
        """Whether a throw would count now, with the right dice."""
        return self._why_not_now() is None

    @property
    def answer(self) -> ThrowAnswer | None:
        """The throw that is being answered, and how."""
        return self._turn.answer if self._phase is Phase.PLAYING else None

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of dice that the next throw may have, the fewest first."""
        return (1,) if self._first_throws else allowed_counts(self.rules, self._left_to_throw_for)

    @property
    def left(self) -> TileSet:
        """The tiles still to be moved if the answer to the last throw stands."""
        return self._turn.left

    @property
    def _left_to_throw_for(self) -> TileSet:
        """The tiles still to be moved by who throws next, if the answer to the last throw stands.

        A throw may be the first of the other player's turn (R7.4, ``each_throw``).
        """
        answer = self._turn.answer
        if self.rules.pass_box != "each_throw" or answer is None or answer.move is None:
            return self._turn.left
        other = next(seat for seat in self._sheet.order if seat != self._turn.seat)
        return self._to_move(other, self._book ^ answer.move.tiles)

    @property
    def markers(self) -> int:
        """The number of markers that the player has banked in this turn (R5.6)."""
        return self._turn.memory_left(self.rules.doubles).markers

    @property
    def memory(self) -> TurnMemory:
        """What the turn remembers (R5.5, R5.6); while a throw is to be answered, once it is."""
        one_throw = self.rules.turn_is_one_throw
        return FRESH if one_throw else self._turn.memory_left(self.rules.doubles)

    @property
    def memory_before_throw(self) -> TurnMemory:
        """What the turn remembered before the throw that is to be answered."""
        return FRESH if self.rules.turn_is_one_throw else self._turn.memory

    @property
    def opens(self) -> bool:
        """Whether the player opens tiles (R7.4) rather than shuts them."""
        return self._opens(self._turn.seat)

    @property
    def may_move(self) -> TileSet:
        """The tiles of all moves that answer the throw and contain those moved so far (S)."""
        answer = self.answer
        allowed = answer.moves_with_moved if answer is not None else ()
        return reduce(or_, (move.tiles for move in allowed), NO_TILES)

    @property
    def put_back(self) -> PutBack:
        """The levers that must still move before play goes on."""
        return put_back(self._levers, self._wrong)

    @property
    def _wrong(self) -> TileSet:
        """The tiles whose levers must still move before play goes on."""
        if self._phase is Phase.OVER:
            return NO_TILES
        answer = self.answer
        return self._levers ^ self._book if answer is None else answer.standing.wrong

    @property
    def box_shut(self) -> bool:
        """Whether the last turn shut the box (or opened all of it) and no other has begun."""
        return self._box_shut and self._phase is not Phase.PLAYING

    def _why_not_now(self) -> NotNow | None:
        if self._phase is Phase.OVER:
            return NotNow(VoidReason.MATCH_OVER)
        if self._wrong:
            making_ready = self._phase is Phase.MAKING_READY
            reason = VoidReason.BOX_NOT_READY if making_ready else VoidReason.PUT_BACK_FIRST
            return NotNow(reason, self.put_back)
        if not self._throw_answered():
            answer = self._turn.answer
            assert answer is not None
            return NotNow(VoidReason.ANSWER_OWED, thrown=answer.throw)
        if self._turn_ends_with_answer():
            return NotNow(VoidReason.CONFIRM_FIRST)
        return None

    def _throw_answered(self) -> bool:
        """Return whether no throw has to be answered; a provisional move is an answer."""
        answer = self._turn.answer
        return answer is None or answer.move is not None or answer.may_be_thrown_again

    def _turn_ends_with_answer(self) -> bool:
        if self.rules.match != "first_to_shut" or self.may_throw_again:
            return False
        return self._turn.answer is not None

    @property
    def opening_tile(self) -> int | None:
        """The tile that the next move must shut (R5.1); None if any will do."""
        return self.rules.opening_tile if self._turn.first else None

    @property
    def _playing_off(self) -> bool:
        return bool(self._sheet.rolling_off) and not self.over

    # A new match, a new turn.

    def rescore(self, sheet: Scoresheet) -> None:
        """Replace the scores; whose turn it is and who is in must stay the same."""
        self._sheet = sheet

    def _new_match(self) -> None:
        self._sheet = new_sheet(self.rules, len(self.players))
        seats = tuple(range(len(self.players)))
        self._first_throws = FirstThrows(seats) if self.rules.first_player == "highest" else None
        self._book = self.rules.in_play
        self._broken: str | None = None
        self._box_shut = False
        self._next_turn()

    def begin_in_mid_turn(self, shut: TileSet, memory: TurnMemory) -> None:
        """Have the first player's turn go on with these tiles shut, before anything has happened.

        ``memory`` is what its throws have left to it (R5.5, R5.6).
        """
        self._first_throws = None
        self._book &= ~shut
        seat = self._sheet.seat
        to_move = self._to_move(seat, self._book)
        self._turn = Turn(seat, to_move, committed=shut, first=False, memory=memory)

    def _next_turn(self) -> None:
        self._phase = Phase.MAKING_READY
        if not self.rules.box_stays:
            self._book = self.rules.in_play
        seat = self._sheet.seat
        self._turn = Turn(seat, self._to_move(seat, self._book))

    def _to_move(self, seat: int, open: TileSet) -> TileSet:
        """Return the tiles that this seat has still to move with these tiles open."""
        return self.rules.in_play & (~open if self._opens(seat) else open)

    def _opens(self, seat: int) -> bool:
        return self.rules.match == "duel" and seat != self._sheet.order[0]

    # Writing.

    @property
    def _action(self) -> Action:
        return Action.OPEN if self._opens(self._turn.seat) else Action.SHUT

    def _names(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.players[seat] for seat in seats)

    def _named(self, by_seat: Mapping[int, int]) -> dict[str, int]:
        return {self.players[seat]: by_seat[seat] for seat in sorted(by_seat)}

    def _ruling(self, rule: str, payload: Payload, player: str | None = None) -> Ruling:
        who = self.player if player is None else player
        return Ruling(self._at, self._line, rule, who, self._book, payload)


@frozen_dataclass
class OwedThrow:
    """A throw that is being answered.

    ``allowed`` are all its moves. ``moved`` are the tiles of S (R4) that may stay, ``moves`` the
    allowed moves that contain them; ``answered`` is whether S is one of these and waits.
    ``opening_tile`` has to be among the first move's tiles (R5.1). ``may_rethrow`` says that a
    double may be thrown again now (R5.7).
    """

    throw: tuple[int, ...]
    allowed: tuple[Move, ...]
    moved: TileSet
    moves: tuple[Move, ...]
    answered: bool
    opening_tile: int | None
    may_rethrow: bool = False


@frozen_dataclass
class GameState:
    """The state of the book, and what has to be done next.

    ``open`` are the tiles open by the book, of ``tiles`` in all; ``opens`` is whether the player
    opens tiles rather than shuts them (R7.4); ``counts`` is how many dice the next throw may have,
    ``deciding_who_starts`` whether it is one to see who starts (R7.9). ``making_ready`` is whether
    the turn has still to begin, for which ``put_back`` is needed.
    """

    player: str
    tiles: int
    open: TileSet
    opens: bool
    counts: tuple[int, ...]
    deciding_who_starts: bool
    put_back: PutBack
    making_ready: bool
    over: bool
    owed: OwedThrow | None


def game_state(book: GameSoFar) -> GameState:
    """Return the present state of a book."""
    return GameState(
        player=book.player,
        tiles=book.rules.tiles,
        open=book.open,
        opens=book.opens,
        counts=book.counts,
        deciding_who_starts=book.deciding_who_starts,
        put_back=book.put_back,
        making_ready=book.making_ready,
        over=book.over,
        owed=_owed(book),
    )


def _owed(book: GameSoFar) -> OwedThrow | None:
    answer = book.answer
    if answer is None:
        return None
    kept = answer.standing.kept & answer.moved
    return OwedThrow(
        throw=answer.throw,
        allowed=answer.moves,
        moved=kept,
        moves=moves_with(kept, answer.moves) if kept else answer.moves,
        answered=answer.move is not None,
        opening_tile=book.opening_tile,
        may_rethrow=book.may_throw_again,
    )
