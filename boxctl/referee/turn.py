"""One turn: the tiles still to be moved, the throw to be answered, and how its levers are judged.

Levers are compared with what the throw allows (R4): their levels, never the order of edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boxctl.rules import rule_ids
from boxctl.rules.moves import Move, moves_with
from boxctl.rules.ruleset import Doubles, RuleSet, Throw, is_double
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile
from boxctl.rules.turn_memory import FRESH, TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime


@frozen_dataclass
class LeverJudgement:
    """The levers of an answer, judged.

    ``moved`` is S of R4: the tiles moved since the throw. ``kept`` are those of S that may stay,
    and those that R4.8 does not allow back; ``refused`` is the rest of S. ``disturbed`` stand
    where nothing asked for them. ``knocked`` have to go back to where they stood before a knock
    (R4.11); the others are judged as if they stood there.
    """

    moved: TileSet
    kept: TileSet
    disturbed: TileSet
    knocked: TileSet = NO_TILES

    @property
    def refused(self) -> TileSet:
        """The tiles of S that have to be put back (R4.5)."""
        return self.moved & ~self.kept

    @property
    def wrong(self) -> TileSet:
        """The tiles that have to be put back."""
        return self.moved & ~self.kept | self.disturbed | self.knocked

    @property
    def right(self) -> bool:
        """Whether nothing has to be put back."""
        return not self.wrong


def judge_levers(
    changed: TileSet,
    to_move: TileSet,
    moves: Sequence[Move],
    order: Sequence[int],
    held: TileSet = NO_TILES,
    knocked: TileSet = NO_TILES,
) -> LeverJudgement:
    """Judge levers while a throw is being answered.

    ``changed`` are the levers that differ from the book, ``to_move`` the tiles the player may
    move. ``order`` has all tiles of S, and may have others, the one moved last at the end.
    ``held`` are the tiles of S that may not be taken back (R4.8, ``never``), ``knocked`` those
    that a knock has moved and that are still to go back (R4.11).
    """
    changed ^= knocked
    moved = changed & to_move
    kept = held | _keep_most(moved, moves, order, held)
    return LeverJudgement(moved, kept, changed & ~to_move | held & ~moved, knocked)


def _keep_most(
    moved: TileSet, moves: Sequence[Move], order: Sequence[int], held: TileSet
) -> TileSet:
    """Return the tiles of S that stay: the fewest go back, among equals those moved last (R4.5)."""
    possible = [move.tiles for move in moves if not held & ~move.tiles]
    for tiles in possible:
        if not moved & ~tiles:
            return moved
    place = {number: at for at, number in enumerate(order)}

    def merit(kept: TileSet) -> tuple[int, list[int]]:
        back = sorted((place[number] for number in numbers(moved & ~kept)), reverse=True)
        return (-len(back), back)

    return max({moved & tiles for tiles in possible}, key=merit)


@dataclass(slots=True)
class ThrowAnswer:
    """The answer to a throw, while it may still change.

    ``held`` are the tiles of S that may not be taken back (R4.8), ``moved_last`` is the tile of S
    that was moved last, and ``line`` that of the last change of S. ``move`` is the allowed move
    that S makes up, if nothing has to be put back; else None. ``settled_at`` is the match time at
    which the answer commits by time alone (R4.2), None for never. :meth:`take_in` sets them all.
    """

    rules: RuleSet
    throw: tuple[int, ...]
    moves: tuple[Move, ...]
    to_move: TileSet
    line: int = 0
    held: TileSet = NO_TILES
    moved_last: int | None = None
    move: Move | None = None
    standing: LeverJudgement = LeverJudgement(NO_TILES, NO_TILES, NO_TILES)
    settled_at: MatchTime | None = None

    @property
    def moved(self) -> TileSet:
        """S of R4."""
        return self.standing.moved

    @property
    def may_be_thrown_again(self) -> bool:
        """Whether a throw may replace this one, a double (R5.7): nothing of it has been moved."""
        return not self.moved and self.standing.right and self.is_double_to_choose

    @property
    def is_double_to_choose(self) -> bool:
        """Whether it is a double that may be thrown again while nothing of it is moved (R5.7)."""
        return self.rules.is_double_to_choose(self.throw)

    @property
    def moves_with_moved(self) -> tuple[Move, ...]:
        """The allowed moves that contain S."""
        return moves_with(self.moved, self.moves)

    @property
    def moves_to_choose_from(self) -> tuple[Move, ...]:
        """The allowed moves that contain those of S that may stay: what is refused goes back."""
        return moves_with(self.standing.kept, self.moves)

    def judged(self, changed: TileSet, order: Sequence[int], knocked: TileSet) -> LeverJudgement:
        """Judge how the levers stand, without taking it in.

        ``changed`` are the levers that differ from the book, ``knocked`` those that a knock has
        moved and that are still to go back, ``order`` the tiles that have moved, the one moved
        last at the end.
        """
        return judge_levers(changed, self.to_move, self.moves, order, self.held, knocked)

    def take_in(
        self, standing: LeverJudgement, order: Sequence[int], moved: TileSet, line: int
    ) -> None:
        """Let the levers stand like this. The act of this line has moved these tiles."""
        self.standing = standing
        self.move = self._made_up() if standing.right else None
        if moved & self.to_move:
            self.line = line
        of_moved = (number for number in reversed(order) if tile(number) & self.moved)
        self.moved_last = next(of_moved, None)
        if self.rules.take_back == "never" and not standing.refused:
            self.held = standing.kept

    def _made_up(self) -> Move | None:
        """Return the allowed move that S makes up; None if it makes up none."""
        moved = self.moved
        for move in self.moves:
            if move.tiles == moved:
                return move
        return None

    def committed_at_once(self, move: Move) -> bool:
        """Return whether S, which is this move, commits without waiting (R4.2, R4.8)."""
        if move.tiles == self.to_move:
            return True
        return self.rules.take_back != "until_next_throw" and len(self.moves_with_moved) == 1

    def rule_while_waiting(self) -> str:
        """Return the rule that keeps a complete move from committing at once."""
        larger = len(self.moves_with_moved) > 1
        return rule_ids.COMMIT if larger else rule_ids.TAKE_BACK_MODE

    @property
    def settles(self) -> bool:
        """Whether the answer can commit by time alone (R4.2, R4.8)."""
        return self.rules.settle_ms > 0 and self.rules.take_back != "until_next_throw"

    def start_to_settle(self, at: MatchTime) -> None:
        """Start the settle time again (R4.10) if the answer can commit by time alone."""
        waits = self.settles and self.move is not None
        settles_at = MatchTime(at + round(self.rules.settle_ms * 1000))
        self.settled_at = settles_at if waits else None


@dataclass(slots=True)
class Turn:
    """One player's turn.

    ``to_move`` are the tiles still to be moved, ``committed`` those moved for good in this turn.
    ``first`` is whether the first move of the turn is still to come (R5.1), ``memory`` what the
    throws before the one to be answered have left to it (R5.5, R5.6).
    """

    seat: int
    to_move: TileSet
    committed: TileSet = NO_TILES
    first: bool = True
    answer: ThrowAnswer | None = None
    memory: TurnMemory = FRESH

    @property
    def left(self) -> TileSet:
        """The tiles left to move if the answer stands (R4.2)."""
        if self.answer is not None and (move := self.answer.move) is not None:
            return self.to_move & ~move.tiles
        return self.to_move

    def memory_left(self, doubles: Doubles) -> TurnMemory:
        """Return the memory of the turn; before a throw is answered, that after it is played."""
        if self.answer is None:
            return self.memory
        return self.memory.played(doubles, is_double(self.answer.throw))

    def commit(self, move: Move) -> None:
        """Commit a move: its tiles are moved for good, and the throw is answered."""
        assert self.answer is not None
        self.memory = self.memory_left(self.answer.rules.doubles)
        self.to_move &= ~move.tiles
        self.committed |= move.tiles
        self.first = False
        self.answer = None

    def throw_again(self, throw: Throw, doubles: Doubles) -> str | None:
        """Return the rule by which a throw that cannot be played is thrown again; None for none.

        Spend what pays for that.
        """
        again = self.memory.blocked(doubles, is_double(throw))
        if again is None:
            return None
        self.memory = again.memory
        return again.rule
