"""Phrases for the ear: tiles, dice, moves and levers to be put back. Pure.

They have no signs, brackets or digits, which speech programs read badly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeGuard

from boxctl.presentation.number_words import in_words
from boxctl.presentation.phrases import MOST_SHOWN, Style
from boxctl.referee.put_back import PutBack
from boxctl.rules.dice import MOST_DICE
from boxctl.rules.moves import Move
from boxctl.rules.tiles import TileSet, numbers, tile_range
from groundwork.language import ENGLISH

SHORTEST_RUN = 3
"""The shortest run of tiles that is said as ``one to three``."""


def listed(words: Sequence[str]) -> str:
    """Return ``one, two and three``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def sentence(words: str) -> str:
    """Return the words with a capital at the beginning and a full stop at the end."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def tiles_in_runs(tiles: TileSet) -> str:
    """Return tiles as ``one to five, eight and nine``. There must be one at least."""
    return listed([word for run in _runs(tiles) for word in _said(run)])


def together(tiles: TileSet) -> str:
    """Return the tiles of a move, the highest first: ``four, two and one``."""
    return listed([in_words(number) for number in reversed(numbers(tiles))])


def open_tiles(tiles: TileSet, count: int) -> str:
    """Say which of ``count`` tiles are open: ``All open.``, ``Open: one to five and nine.``"""
    if not tiles:
        return "None open."
    if tiles == tile_range(count):
        return "All open."
    return f"Open: {tiles_in_runs(tiles)}."


def put_back(back: PutBack) -> str:
    """Return ``put seven back up, and two back down``."""
    up = f"{tiles_in_runs(back.open)} back up" if back.open else ""
    down = f"{tiles_in_runs(back.shut)} back down" if back.shut else ""
    return "put " + ", and ".join(part for part in (up, down) if part)


def make_ready(back: PutBack) -> str:
    """Return ``stand up one to nine, and lay down ten``, for the beginning of a turn."""
    up = f"stand up {tiles_in_runs(back.open)}" if back.open else ""
    down = f"lay down {tiles_in_runs(back.shut)}" if back.shut else ""
    return ", and ".join(part for part in (up, down) if part)


def dice(throw: Sequence[object]) -> str:
    """Return a throw as ``three and four``; what is no number is ``an unreadable die``."""
    if len(throw) > MOST_DICE:
        return f"{in_words(len(throw))} dice"
    return listed([in_words(v) if _is_a_value(v) else "an unreadable die" for v in throw])


def thrown(throw: Sequence[int]) -> str:
    """Return a throw as ``three and four, seven in all``."""
    total = f", {in_words(sum(throw))} in all" if len(throw) > 1 else ""
    return f"{dice(throw)}{total}"


def ways(moves: Sequence[Move], moved: TileSet, most: int) -> str:
    """Return what is left of each move after ``moved``: ``seven, or six and one``.

    The fewest tiles come first; of more than ``most`` moves, that many and how many more there are.
    """
    simplest = _simplest_first(move.tiles & ~moved for move in moves)
    # A move that is already made has nothing left.
    said = ", or ".join(together(tiles) for tiles in simplest[:most] if tiles)
    more = len(simplest) - most
    if more <= 0:
        return said
    return f"{said}, and {in_words(more)} more {'way' if more == 1 else 'ways'}"


def simplest_way(moves: Sequence[Move]) -> str:
    """Return the move with the fewest tiles, of these the highest: ``seven``."""
    return together(_simplest_first(move.tiles for move in moves)[0])


def _simplest_first(sets: Iterable[TileSet]) -> list[TileSet]:
    return sorted(sets, key=lambda tiles: (tiles.bit_count(), -tiles))


def pronounced(name: str) -> str:
    """Put the name of a player or a device so that it can be said: no brackets, no digits."""
    name = re.sub(r" *[(\[{]([^)\]}]*)[)\]}]", r", \1", name)
    return re.sub(r"\b[0-9]{1,15}\b", lambda number: in_words(int(number[0])), name)


EAR = Style(
    language=ENGLISH,
    number=in_words,
    name=pronounced,
    plus=" and ",
    point=" point ",
    coded=False,
)
"""Sentences made in this style can be said aloud as they are."""


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


def _said(run: Sequence[int]) -> Iterable[str]:
    if len(run) >= SHORTEST_RUN:
        return [f"{in_words(run[0])} to {in_words(run[-1])}"]
    return map(in_words, run)
