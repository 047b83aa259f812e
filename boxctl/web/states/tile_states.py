"""The tiles of a state: where each lever stands, what its lamp shows, what is asked of it."""

from __future__ import annotations

from boxctl.presentation.lamps import LampSigns
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, tile
from boxctl.web.reading import NO_SIGNS, TableReading
from boxctl.web.state import Direction, LampSign, LeverPosition, TileState


def live_tiles(reading: TableReading) -> tuple[TileState, ...]:
    """Return every tile of a box that is played."""
    view, hands = reading.view, reading.hands
    unknown = view.quarantined | (hands.blind if hands is not None else NO_TILES)
    if reading.question is not None:
        unknown |= tile(reading.question)
    may_move = NO_TILES
    for move in view.owed:
        may_move |= move
    back = view.back
    return tiles_of(
        reading.rules,
        reading.levers,
        reading.signs if reading.activity is not None else NO_SIGNS,
        unknown=unknown,
        moved=view.moved,
        may_move=may_move & ~view.moved,
        to_open=back.open & ~reading.levers,
        to_shut=back.shut & reading.levers,
    )


def tiles_of(
    rules: RuleSet,
    levers: TileSet,
    lamp_signs: LampSigns,
    *,
    unknown: TileSet = NO_TILES,
    moved: TileSet = NO_TILES,
    may_move: TileSet = NO_TILES,
    to_open: TileSet = NO_TILES,
    to_shut: TileSet = NO_TILES,
) -> tuple[TileState, ...]:
    """Return every tile of the box; each argument is a set of tiles."""
    return tuple(
        TileState(
            number,
            _position(number, levers, unknown),
            lamp=_lamp(number, lamp_signs),
            in_play=bool(rules.in_play & tile(number)),
            moved=bool(moved & tile(number)),
            may_move=bool(may_move & tile(number)),
            asked=_asked(number, to_open, to_shut),
        )
        for number in range(1, rules.tiles + 1)
    )


def _position(number: int, levers: TileSet, unknown: TileSet) -> LeverPosition:
    if unknown & tile(number):
        return "unknown"
    return "open" if levers & tile(number) else "shut"


def _lamp(number: int, lamp_signs: LampSigns) -> LampSign:
    bit = tile(number)
    if lamp_signs.steady & bit:
        return "on"
    if lamp_signs.slow & bit:
        return "slow"
    if lamp_signs.fast & bit:
        return "fast"
    return "in_turn" if lamp_signs.in_turn & bit else "off"


def _asked(number: int, to_open: TileSet, to_shut: TileSet) -> Direction:
    if to_open & tile(number):
        return "open"
    return "shut" if to_shut & tile(number) else ""
