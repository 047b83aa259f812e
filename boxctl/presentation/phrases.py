"""Parts of English sentences: tiles, dice, moves, levers to be moved. Pure.

Each is for the eye, unless another :class:`Style` is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from boxctl.referee.put_back import PutBack
from boxctl.rules.dice import MOST_DICE
from boxctl.rules.moves import Move
from boxctl.rules.tiles import TileSet, numbers
from groundwork.frozen_dataclass import frozen_dataclass

MOST_MOVES_NAMED = 8
MOST_WITH_ARTICLE = 3
MOST_SHOWN = 9999


@frozen_dataclass
class Style:
    """How numbers and names are written or said.

    ``plus`` joins the tiles of a sum, ``point`` the parts of a decimal number. ``ways`` ends a list
    of moves that is too long, with their number. ``coded`` is whether a sentence about a fault
    begins with its code.
    """

    number: Callable[[int], str]
    name: Callable[[str], str]
    plus: str
    point: str
    ways: str
    coded: bool


EYE = Style(number=str, name=str, plus="+", point=".", ways=" … ({} ways)", coded=True)


def listed(words: Iterable[object], last: str = "and") -> str:
    """Return a list as ``7``, ``2 and 5`` or ``1, 2 and 4``."""
    written = [str(word) for word in words]
    if len(written) < 2:
        return "".join(written)
    return f"{', '.join(written[:-1])} {last} {written[-1]}"


def names(players: Iterable[str], style: Style = EYE) -> str:
    """Return players as ``Ann, Bob and Cy``."""
    return listed(map(style.name, players))


def the_tiles(tiles: TileSet, style: Style = EYE) -> str:
    """Return tiles as ``the 7`` or ``the 2 and the 5``; a long list without articles."""
    article = "the " if tiles.bit_count() <= MOST_WITH_ARTICLE else ""
    return listed(f"{article}{style.number(number)}" for number in numbers(tiles))


def added_up(tiles: TileSet, style: Style = EYE) -> str:
    """Return the tiles of a move as ``4+2+1``, the highest first."""
    return style.plus.join(style.number(number) for number in reversed(numbers(tiles)))


def put_back(back: PutBack, style: Style = EYE) -> str:
    """Return ``put the 7 back up and the 2 back down``."""
    up = f"{the_tiles(back.open, style)} back up" if back.open else ""
    down = f"{the_tiles(back.shut, style)} back down" if back.shut else ""
    return "put " + " and ".join(part for part in (up, down) if part)


def make_ready(back: PutBack, style: Style = EYE) -> str:
    """Return ``stand the 1 and the 2 up``, for the beginning of a turn."""
    up = f"stand {the_tiles(back.open, style)} up" if back.open else ""
    down = f"lay {the_tiles(back.shut, style)} down" if back.shut else ""
    return " and ".join(part for part in (up, down) if part)


def dice(throw: Sequence[object], style: Style = EYE) -> str:
    """Return a throw as ``3 and 4``; an unreadable die is ``?``."""
    if len(throw) > MOST_DICE:
        return f"{style.number(len(throw))} dice"
    return listed(shown(value, style) for value in throw)


def shown(value: object, style: Style = EYE) -> str:
    """Return the value of a die as reported; ``?`` for anything but a number below 10,000."""
    return style.number(value) if is_shown(value) and isinstance(value, int) else "?"


def is_shown(value: object) -> bool:
    """Whether what a die reports is a number of a sensible size."""
    return type(value) is int and abs(value) <= MOST_SHOWN


def how_many_dice(counts: Sequence[int], style: Style = EYE) -> str:
    """Return numbers of dice as ``one die`` or ``one die or two dice``."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return " or ".join(
        f"{words[count] if count < len(words) else style.number(count)} "
        f"{'die' if count == 1 else 'dice'}"
        for count in counts
    )


def choices(moves: Sequence[Move], style: Style = EYE) -> str:
    """Return moves as ``7, 6+1 or 5+2``, the fewest tiles first; a long list with their number."""
    simplest = sorted(moves, key=lambda move: (move.tiles.bit_count(), -move.tiles))
    written = [added_up(move.tiles, style) for move in simplest]
    if len(written) > MOST_MOVES_NAMED:
        ways = style.ways.format(style.number(len(written)))
        return ", ".join(written[:MOST_MOVES_NAMED]) + ways
    return listed(written, last="or")


def unverified(doubts: Iterable[str] | None) -> str:
    """Mark a ruling with these doubts, behind its sentence; empty where there is none."""
    reasons = "; ".join(doubts or ())
    return f" (unverified: {reasons})" if reasons else ""
