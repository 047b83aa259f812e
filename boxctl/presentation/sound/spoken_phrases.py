"""Phrases for the ear: tiles, dice, moves and levers to be put back. Pure.

They have no signs, brackets or digits, which speech programs read badly; in lines for a screen
reader, they have digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import TypeGuard

from boxctl.presentation.phrases import MOST_SHOWN, Style, capital, listed, whole_sentence
from boxctl.presentation.player_names import player_name
from boxctl.presentation.sound.number_words import in_words
from boxctl.referee.put_back import PutBack
from boxctl.rules.dice import MOST_DICE
from boxctl.rules.moves import Move
from boxctl.rules.tiles import TileSet, numbers, tile_range
from groundwork.language import ENGLISH, Language

SHORTEST_RUN = 3
"""The shortest run of tiles that is said as ``one to three``."""


def pronounced(name: str, language: Language = ENGLISH) -> str:
    """Put the name of a player or a device so that it can be said: no brackets, no digits."""
    name = re.sub(r" *[(\[{]([^)\]}]*)[)\]}]", r", \1", name)
    return re.sub(r"\b[0-9]{1,15}\b", lambda number: in_words(int(number[0]), language), name)


@cache
def ear(language: Language) -> Style:
    """Return how a language is spoken: sentences made so can be said aloud as they are."""
    return Style(
        language=language,
        number=partial(in_words, language=language),
        name=lambda name: pronounced(player_name(name, language), language),
        plus=language.tr_as("between the tiles of a sum, spoken", " and "),
        point=language.tr_as("decimal point, spoken", " point "),
        coded=False,
    )


EAR = ear(ENGLISH)


@cache
def in_lines(language: Language) -> Style:
    """Return how a language is written line by line for a screen reader: digits, and no signs."""
    return Style(
        language=language,
        number=str,
        name=partial(player_name, language=language),
        plus=language.tr_as("between the tiles of a sum, spoken", " and "),
        point=language.tr_as("decimal point", "."),
        coded=True,
    )


def tiles_in_runs(tiles: TileSet, style: Style = EAR) -> str:
    """Return tiles as ``one to five, eight and nine``; empty for none."""
    return listed((word for run in _runs(tiles) for word in _said(run, style)), style)


def together(tiles: TileSet, style: Style = EAR) -> str:
    """Return the tiles of a move, the highest first: ``four, two and one``."""
    return listed((style.number(number) for number in reversed(numbers(tiles))), style)


def open_tiles(tiles: TileSet, count: int, style: Style = EAR) -> str:
    """Say which of ``count`` tiles are open: ``All open.``, ``Open: one to five and nine.``"""
    if not tiles:
        return style.tr("None open.")
    if tiles == tile_range(count):
        return style.tr("All open.")
    return style.tr("Open: {tiles}.", tiles=tiles_in_runs(tiles, style))


def put_back(back: PutBack, style: Style = EAR) -> str:
    """Return ``Put seven back up, and two back down.``"""
    up, down = tiles_in_runs(back.open, style), tiles_in_runs(back.shut, style)
    if not back.shut:
        return style.tr("Put {up} back up.", up=up)
    if not back.open:
        return style.tr("Put {down} back down.", down=down)
    return style.tr("Put {up} back up, and {down} back down.", up=up, down=down)


def make_ready(back: PutBack, style: Style = EAR) -> str:
    """Return ``Stand up one to nine, and lay down ten.``, for the beginning of a turn."""
    up, down = tiles_in_runs(back.open, style), tiles_in_runs(back.shut, style)
    if not back.shut:
        return style.tr("Stand up {up}.", up=up)
    if not back.open:
        return style.tr("Lay down {down}.", down=down)
    return style.tr("Stand up {up}, and lay down {down}.", up=up, down=down)


def dice(throw: Sequence[object], style: Style = EAR) -> str:
    """Return a throw as ``three and four``; a die that shows no number is ``an unreadable die``."""
    if len(throw) > MOST_DICE:
        number = style.number(len(throw))
        return style.tr_n("one die", "{number} dice", len(throw), number=number)
    values = (
        style.number(value) if _is_a_value(value) else style.tr("an unreadable die")
        for value in throw
    )
    return listed(values, style)


def thrown(throw: Sequence[int], style: Style = EAR) -> str:
    """Return a throw as ``Three and four, seven in all.``"""
    said = dice(throw, style)
    if len(throw) == 1:
        return whole_sentence(said)
    text = style.tr("{dice}, {total} in all.", dice=said, total=style.number(sum(throw)))
    return capital(text)


def ways(moves: Sequence[Move], moved: TileSet, most: int, style: Style = EAR) -> str:
    """Return what is left of each move after ``moved``: ``seven, or six and one``.

    The fewest tiles come first; of more than ``most`` moves, that many and how many more there are.
    """
    simplest = _simplest_first(move.tiles & ~moved for move in moves)
    # A move that is already made has nothing left.
    said = style.tr_as("between moves, spoken", ", or ").join(
        together(tiles, style) for tiles in simplest[:most] if tiles
    )
    more = len(simplest) - most
    if more <= 0:
        return said
    return style.tr_n(
        "{moves}, and one more way",
        "{moves}, and {count} more ways",
        more,
        moves=said,
        count=style.number(more),
    )


def simplest_way(moves: Sequence[Move], style: Style = EAR) -> str:
    """Return the move with the fewest tiles, of these the highest: ``seven``."""
    return together(_simplest_first(move.tiles for move in moves)[0], style)


def _simplest_first(sets: Iterable[TileSet]) -> list[TileSet]:
    return sorted(sets, key=lambda tiles: (tiles.bit_count(), -tiles))


def _is_a_value(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= MOST_SHOWN


def _runs(tiles: TileSet) -> list[list[int]]:
    runs: list[list[int]] = []
    for number in numbers(tiles):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _said(run: Sequence[int], style: Style) -> Iterable[str]:
    if len(run) >= SHORTEST_RUN:
        first, last = style.number(run[0]), style.number(run[-1])
        return [style.tr("{first} to {last}", first=first, last=last)]
    return map(style.number, run)
