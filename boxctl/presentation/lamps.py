"""Choose which lamps are lit: five signs that need no colour. Pure.

A lamp is steady if its tile is open and dark if it is shut. It blinks slowly, mostly lit, if the
tile may be moved, and fast if it must be put back. When the box was shut, the odd and the even
lamps shine in turn.
"""

from __future__ import annotations

from boxctl.presentation.menu_notices import MenuShown, MenuStep
from boxctl.referee.fields import PutBack
from boxctl.referee.game import Game
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile, tile_set
from groundwork.frozen_dataclass import frozen_dataclass

FAST = 125_000
"""Microseconds for which a fast blink is lit, and then dark."""

SLOW = 1_000_000
"""Microseconds that a slow blink takes."""

SLOW_LIT = 750_000
"""Microseconds for which a slow blink is lit."""

IN_TURN = 1_000_000
"""Microseconds for which the odd lamps are lit, and then the even ones."""

ODD: TileSet = 0x555555


@frozen_dataclass
class LampSigns:
    """Which lamps show which sign; the others are dark. No tile is in two sets."""

    steady: TileSet
    slow: TileSet
    fast: TileSet
    in_turn: TileSet


@frozen_dataclass
class LeverRequest:
    """The levers that the game asks to be moved.

    Those in ``put_back`` must move before play goes on; the player may open those in
    ``may_open`` and shut those in ``may_shut``. ``box_shut`` are the tiles of a box that was shut
    in the turn before, ``box_opened`` those of one that was opened whole (R7.4): they celebrate
    as long as all of them still lie, or stand. The lamps show the ``menu`` while it is open.
    """

    put_back: PutBack = PutBack()
    may_open: TileSet = NO_TILES
    may_shut: TileSet = NO_TILES
    box_shut: TileSet = NO_TILES
    box_opened: TileSet = NO_TILES
    menu: LampSigns | None = None


def asked_of(play: Game) -> LeverRequest:
    """Return the levers that the game asks for now, and how they are to stand."""
    shut = play.rules.in_play if play.box_shut else NO_TILES
    opened = shut if play.over and play.opens else NO_TILES
    # Tiles moved already show their levers, and no move is allowed before all is right.
    back = play.put_back
    may_move = NO_TILES if back else play.may_move & ~(play.levers ^ play.open)
    return LeverRequest(
        back,
        may_open=may_move & ~play.open,
        may_shut=may_move & play.open,
        box_shut=shut & ~opened,
        box_opened=opened,
    )


def signs(levers: TileSet, asked: LeverRequest) -> LampSigns:
    """Return the sign of each lamp.

    ``levers`` are the tiles seen open at this moment, settled or not: a lamp follows its lever at
    once, before the move is ruled on.
    """
    if asked.menu is not None:
        return asked.menu
    in_turn = NO_TILES if levers & asked.box_shut else asked.box_shut
    in_turn |= NO_TILES if ~levers & asked.box_opened else asked.box_opened
    fast = asked.put_back.open & ~levers | asked.put_back.shut & levers
    fast &= ~in_turn
    slow = asked.may_open & ~levers | asked.may_shut & levers
    slow &= ~(in_turn | fast)
    return LampSigns(levers & ~(in_turn | fast | slow), slow, fast, in_turn)


def menu_signs(shown: MenuShown, on_the_box: TileSet) -> LampSigns:
    """Return the lamps of the menu, for a box without a display and without a voice.

    One lamp blinks slowly: it has the number of the game; fast, if that cannot be played. For the
    stake all others are lit, too. As many lamps are lit steadily as people would play. The one
    whose handicap may be chosen blinks among them; all blink by turns while it is to be nobody's.
    For its points all are lit and one blinks fast; all do for points that are not among those
    offered, and then as many as the figure says.
    """
    tiles = numbers(on_the_box)
    seats = tile_set(tiles[: len(shown.players)])
    place = tile(tiles[(shown.number - 1) % len(tiles)])
    match shown.step:
        case MenuStep.GAME if shown.lack is not None:
            return LampSigns(NO_TILES, NO_TILES, place, NO_TILES)
        case MenuStep.GAME:
            return LampSigns(NO_TILES, place, NO_TILES, NO_TILES)
        case MenuStep.STAKE:
            return LampSigns(on_the_box & ~place, place, NO_TILES, NO_TILES)
        case MenuStep.PLAYERS:
            return LampSigns(seats, NO_TILES, NO_TILES, NO_TILES)
        case MenuStep.HANDICAP if not shown.whose:
            return LampSigns(NO_TILES, NO_TILES, NO_TILES, on_the_box)
        case MenuStep.HANDICAP:
            his = tile(tiles[shown.players.index(shown.whose) % len(tiles)])
            return LampSigns(seats & ~his, his, NO_TILES, NO_TILES)
        case MenuStep.POINTS if shown.figure == 0:
            return LampSigns(NO_TILES, NO_TILES, on_the_box, NO_TILES)
        case MenuStep.POINTS if shown.figure is not None:
            counted = tile_set(tiles[: shown.number - 1])
            return LampSigns(on_the_box & ~counted, NO_TILES, counted, NO_TILES)
        case MenuStep.POINTS:
            return LampSigns(on_the_box & ~place, NO_TILES, place, NO_TILES)


def lamps(levers: TileSet, asked: LeverRequest, now: int) -> TileSet:
    """Return the lamps to light now (microseconds) with these levers open."""
    shown = signs(levers, asked)
    lit = shown.steady
    if now % SLOW < SLOW_LIT:
        lit |= shown.slow
    if now // FAST % 2 == 0:
        lit |= shown.fast
    return lit | shown.in_turn & (ODD if now // IN_TURN % 2 == 0 else ~ODD)


def next_blink(levers: TileSet, asked: LeverRequest, now: int) -> int | None:
    """Return when a lamp next changes by itself, in microseconds; None if none blinks."""
    shown = signs(levers, asked)
    times = []
    if shown.fast:
        times.append(now - now % FAST + FAST)
    if shown.slow:
        times.append(now - now % SLOW + (SLOW_LIT if now % SLOW < SLOW_LIT else SLOW))
    if shown.in_turn:
        times.append(now - now % IN_TURN + IN_TURN)
    return min(times, default=None)
