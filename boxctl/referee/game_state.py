"""The state of a table as data, for someone who cannot see it."""

from __future__ import annotations

from boxctl.referee.book import Book
from boxctl.referee.put_back import PutBack
from boxctl.rules.moves import Move, moves_with
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class OwedThrow:
    """A throw that is being answered.

    ``allowed`` are all its moves. ``moved`` are the tiles of S (R4) that may stay, ``moves`` the
    allowed moves that contain them; ``answered`` is whether S is one of these and waits.
    ``opening_tile`` has to be among the first move's tiles (R5.1).
    """

    throw: tuple[int, ...]
    allowed: tuple[Move, ...]
    moved: TileSet
    moves: tuple[Move, ...]
    answered: bool
    opening_tile: int | None


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


def game_state(book: Book) -> GameState:
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


def _owed(book: Book) -> OwedThrow | None:
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
    )
