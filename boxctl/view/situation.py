"""The situation that a ruling was made in, from the rulings before it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boxctl.presentation.table_view import TableView, recorded_views
from boxctl.referee.verdict import Verdict
from boxctl.rules.moves import Move, moves
from boxctl.rules.ruleset import RuleSet, Throw, can_show
from boxctl.rules.tiles import TileSet, tile_set
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class Situation:
    """The situation that a ruling is about.

    ``throw`` is the one that is ruled on or answered, empty if there is none; ``to_move`` are the
    tiles that could be moved for it, ``allowed`` its moves, ``moved`` the tiles of S (R4).
    ``opens`` is whether the player opens tiles (R7.4), ``opening_tile`` the tile that the move has
    to shut (R5.1). ``committed`` are the moves made before in this turn, with their throws;
    ``in_turn`` is whether the turn has begun.
    """

    throw: Throw
    to_move: TileSet
    opens: bool
    allowed: tuple[Move, ...]
    moved: TileSet
    opening_tile: int | None
    committed: tuple[tuple[TileSet, Throw], ...]
    in_turn: bool


def situation(rules: RuleSet, rulings: Sequence[Mapping[str, Any]]) -> Situation:
    """Return the situation of the last ruling; all are as ``boxctl referee`` writes them."""
    last = rulings[-1]
    turn = _turn(rulings)
    opens = rules.match == "duel" and last["player"] != _first_player(rulings)
    committed = tuple(
        (tile_set(ruling["tiles"]), _throw(ruling["throw"]))
        for ruling in turn[:-1]
        if ruling["verdict"] == Verdict.COMMITTED
    )
    *_, before, after = (TableView(), *recorded_views(rules, (), rulings))
    throw, book = _thrown(last, before)
    to_move = rules.in_play & (~book if opens else book)
    opening = rules.opening_tile if throw and not committed else None
    allowed = moves_of(rules, to_move, throw, opening=opening is not None)
    in_turn = any(ruling["verdict"] == Verdict.READY for ruling in turn)
    return Situation(throw, to_move, opens, allowed, after.moved, opening, committed, in_turn)


def moves_of(
    rules: RuleSet, to_move: TileSet, throw: Throw, *, opening: bool = False
) -> tuple[Move, ...]:
    """Return the moves of a throw; none for one that cannot be thrown with these dice."""
    possible = 0 < len(throw) <= rules.dice.count
    if not possible or not all(can_show(rules.dice, value) for value in throw):
        return ()
    return moves(rules, to_move, throw, opening=opening)


def _turn(rulings: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Return the rulings of the turn that the last one belongs to."""
    begin = len(rulings) - 1
    while begin and rulings[begin]["verdict"] != Verdict.READY:
        if rulings[begin - 1]["verdict"] in _ENDS_A_TURN:
            break
        begin -= 1
    return rulings[begin:]


_ENDS_A_TURN = (Verdict.TURN_OVER, Verdict.ROUND_OVER, Verdict.MATCH_OVER)

_THROWS = (Verdict.THROW, Verdict.AGAIN)

_NAMES_THROW = (*_THROWS, Verdict.TURN_OVER, Verdict.COMMITTED)

_ANSWERS = (
    Verdict.PENDING,
    Verdict.PROVISIONAL,
    Verdict.TAKEN_BACK,
    Verdict.REFUSED,
    Verdict.DISTURBED,
    Verdict.RESTORED,
)


def _thrown(last: Mapping[str, Any], before: TableView) -> tuple[Throw, TileSet]:
    """Return the throw that the last ruling is about, and the tiles open then."""
    verdict = last["verdict"]
    book = tile_set(last["open"]) if verdict in _THROWS else before.open
    if verdict in _NAMES_THROW:
        return _throw(last.get("throw") or ()), book
    owed = verdict in _ANSWERS and before.choices
    return _throw(before.throw) if owed else (), book


def _throw(values: Iterable[object]) -> Throw:
    return tuple(value for value in values if isinstance(value, int))


def _first_player(rulings: Sequence[Mapping[str, Any]]) -> str:
    first = next((each for each in rulings if each["verdict"] == Verdict.READY), rulings[0])
    return str(first["player"])
