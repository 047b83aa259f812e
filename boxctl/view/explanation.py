"""Explain a ruling in a person's words, by its own dice and tiles. Pure.

The situation in which it was made is worked out from the rulings before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from boxctl.presentation.phrases import (
    WRITTEN,
    added_up,
    choices,
    dice,
    make_ready,
    put_back,
    shown_player,
    the_tiles,
    tiles_of_move,
)
from boxctl.presentation.sentences.throws import or_throw_again
from boxctl.presentation.table_view import TableView, put_back_in, recorded_views
from boxctl.referee.fields import PutBack
from boxctl.referee.payloads import Verdict
from boxctl.rules import rule_ids
from boxctl.rules.moves import Move, moves, moves_with
from boxctl.rules.ruleset import RuleSet, Throw, can_show
from boxctl.rules.tiles import TileSet, numbers, tile_set, total
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr, tr_as, tr_n


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
    turn = _turn_of(rulings)
    opens = rules.match == "duel" and last["player"] != _first_player(rulings)
    committed = tuple(
        (tile_set(ruling["tiles"]), _throw(ruling["throw"]))
        for ruling in turn[:-1]
        if ruling["verdict"] == Verdict.COMMITTED
    )
    *_, before, after = (TableView(), *recorded_views(rules, (), rulings))
    throw, book = _answered(last, before)
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


def _turn_of(rulings: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
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


def _answered(last: Mapping[str, Any], before: TableView) -> tuple[Throw, TileSet]:
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


MOST_SUMS = 12
"""The most sums of tiles that are named one by one."""


def explanation(rules: RuleSet, rulings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Explain the last of these rulings, a paragraph each; they are as the contract has them.

    The text of the rule is not among them.
    """
    ruling = rulings[-1]
    at = situation(rules, rulings)
    said = list(_thrown(shown_player(ruling["player"]), at))
    if ruling["verdict"] != Verdict.THROW or not said:
        # The sentence of a throw that counts says no more than the paragraphs do.
        said.append(str(ruling.get("text", "")))
    return [*said, *_judgement(rules, ruling, at)]


def _thrown(player: str, at: Situation) -> Iterator[str]:
    """Yield the sentence of the throw and of the tiles that could be moved for it."""
    if not at.throw:
        return
    thrown = dice(at.throw, WRITTEN)
    if len(at.throw) > 1:
        thrown = tr("{dice}, {total} in all", dice=thrown, total=sum(at.throw))
    tiles = _tiles(at.to_move)
    if at.opens:
        yield tr(
            "{player} threw {dice}; down, and still to be opened: {tiles}.",
            player=player,
            dice=thrown,
            tiles=tiles,
        )
    else:
        yield tr(
            "{player} threw {dice}; standing: {tiles}.", player=player, dice=thrown, tiles=tiles
        )


def _judgement(rules: RuleSet, ruling: Mapping[str, Any], at: Situation) -> Iterator[str]:
    match ruling["verdict"]:
        case Verdict.THROW:
            yield from _playable(rules, at)
        case Verdict.AGAIN if ruling["rule"] != rule_ids.MAY_RETHROW:
            yield from _unplayable(rules, at)
        case Verdict.TURN_OVER:
            yield from _ended(rules, ruling, at)
        case Verdict.PENDING | Verdict.PROVISIONAL | Verdict.TAKEN_BACK:
            yield from _so_far(at)
        case Verdict.COMMITTED:
            yield from _committed(rules, tile_set(ruling["tiles"]), at)
        case Verdict.REFUSED:
            yield from _refused(put_back_in(ruling), at)
        case Verdict.DISTURBED:
            yield from _disturbed(ruling, at)


def _playable(rules: RuleSet, at: Situation) -> Iterator[str]:
    allowed = choices(at.allowed, WRITTEN)
    if rules.combine == "sum":
        yield tr("Tiles that add up to {total}: {moves}.", total=sum(at.throw), moves=allowed)
    else:
        yield tr("The dice allow {moves}.", moves=allowed)
    if at.opening_tile is not None:
        yield tr("The first move of a turn must shut the {tile}.", tile=at.opening_tile)
    yield tr("A move is all or nothing: a part of it, or more than it, is none.")
    if rules.is_double_to_choose(at.throw):
        yield or_throw_again()


def _unplayable(rules: RuleSet, at: Situation) -> Iterator[str]:
    thrown = sum(at.throw)
    sums = _sums(at.to_move)
    if rules.combine == "sum" and total(at.to_move) < thrown:
        yield tr(
            "All of them together make {most}, and {total} was thrown.",
            most=total(at.to_move),
            total=thrown,
        )
    elif rules.combine == "sum" and len(sums) <= MOST_SUMS:
        yield tr("They can make {sums}, but not {total}.", sums=all_of(sums), total=thrown)
    full = moves_of(rules, rules.in_play, at.throw)
    if not full:
        return
    played = choices(full, WRITTEN)
    if at.opens:
        yield tr_n(
            "At the start it could be played as {moves}, which needs a tile that is up already.",
            "At the start it could be played as {moves}; each of these needs a tile that is up "
            "already.",
            len(full),
            moves=played,
        )
    else:
        yield tr_n(
            "On a full box it could be played as {moves}, which needs a tile that is down already.",
            "On a full box it could be played as {moves}; each of these needs a tile that is down "
            "already.",
            len(full),
            moves=played,
        )


def _ended(rules: RuleSet, ruling: Mapping[str, Any], at: Situation) -> Iterator[str]:
    if ruling["rule"] == rule_ids.STOP_NUMBER:
        yield tr("In this game a throw of {total} ends the turn.", total=sum(at.throw))
    elif ruling["rule"] == rule_ids.OPENING_TILE:
        yield tr("The first move of a turn must shut the {tile}.", tile=rules.opening_tile)
        if allowed := moves_of(rules, at.to_move, at.throw):
            yield tr(
                "None of the moves that the dice would allow has it: {moves}.",
                moves=choices(allowed, WRITTEN),
            )
    elif at.throw:
        yield from _unplayable(rules, at)
    if at.throw and not rules.box_stays:
        yield tr("What is left scores {score}.", score=ruling["score"])


def _so_far(at: Situation) -> Iterator[str]:
    if not at.moved:
        yield tr("The dice allow {moves}.", moves=choices(at.allowed, WRITTEN))
        return
    left = moves_with(at.moved, at.allowed)
    yield tr(
        "Moves with {tiles} in them: {moves}.",
        tiles=tiles_of_move(at.moved, WRITTEN),
        moves=choices(left, WRITTEN),
    )
    if any(move.tiles == at.moved for move in left):
        yield tr("It is a move as it is, and waits, as it can still become another one.")
    else:
        yield tr("It is no move yet: until it is one, any tile of it can be put back.")


def _committed(rules: RuleSet, tiles: TileSet, at: Situation) -> Iterator[str]:
    if rules.combine == "sum" and at.throw:
        yield tr(
            "{tiles} makes {total}, which is what was thrown.",
            tiles=added_up(tiles, WRITTEN),
            total=total(tiles),
        )
    others = tuple(move for move in at.allowed if move.tiles != tiles)
    if others:
        yield tr("It could also have been {moves}.", moves=choices(others, WRITTEN))
    yield tr("From now on these tiles stay as they are until the turn is over.")


def _refused(back: PutBack, at: Situation) -> Iterator[str]:
    if not at.throw:
        return
    wrong = back.open | back.shut
    moved = at.moved | wrong
    if at.opens:
        yield tr("Opened for this throw: {tiles}.", tiles=_tiles(moved))
    else:
        yield tr("Shut for this throw: {tiles}.", tiles=_tiles(moved))
    kept = moved & ~wrong
    left = moves_with(kept, at.allowed) if kept else at.allowed
    yield tr(
        "No move that the dice allow has all of that in it. With {tiles} put back, these can "
        "be made: {moves}.",
        tiles=the_tiles(wrong, WRITTEN),
        moves=choices(left, WRITTEN),
    )


def _disturbed(ruling: Mapping[str, Any], at: Situation) -> Iterator[str]:
    moved, back = tile_set(ruling["tiles"]), put_back_in(ruling)
    for tiles, throw in at.committed:
        if tiles & moved:
            yield tr(
                "In this turn {tiles} was moved for {dice}, and that stands.",
                tiles=added_up(tiles, WRITTEN),
                dice=dice(throw, WRITTEN),
            )
    if not at.throw:
        yield tr("No throw is owed an answer now, so no tile may be moved.")
    request = put_back(back, WRITTEN) if at.in_turn else make_ready(back, WRITTEN)
    yield tr("Play waits: {request}, and it goes on as if nothing had been.", request=request)


def _tiles(tiles: TileSet) -> str:
    return all_of(numbers(tiles)) if tiles else tr_as("tiles", "none")


def _sums(tiles: TileSet) -> list[int]:
    """Return every sum that some of these tiles make."""
    sums = {0}
    for number in numbers(tiles):
        sums |= {made + number for made in sums}
    return sorted(sums - {0})
