"""Parts of sentences: tiles, dice, moves, levers to be moved. Pure.

Each is for the eye and in English, unless another :class:`Style` is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial

from boxctl.presentation.player_names import player_name
from boxctl.referee.put_back import PutBack
from boxctl.rules.dice import MOST_DICE
from boxctl.rules.moves import Move
from boxctl.rules.tiles import TileSet, numbers
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import ENGLISH, Language, current
from groundwork.languages.text_with_english import made_of

MOST_MOVES_NAMED = 8
"""The most moves of a list that are named."""

MOST_WITH_ARTICLE = 3
"""The most tiles of a list that have articles: ``the 2 and the 5``."""

MOST_SHOWN = 9999
"""The greatest value of a die that is shown as reported."""


MOST_KEPT = 8192
"""The most sets of tiles whose words are kept: all of a box with 12 tiles in two languages."""

MOST_CHOICES_KEPT = 1024
"""The most lists of moves whose words are kept. A throw of The 300 can have hundreds of moves."""


@frozen_dataclass
class Style:
    """A language, and how numbers and names are written or said in it.

    ``plus`` joins the tiles of a sum, ``point`` the parts of a decimal number. ``coded`` is whether
    a sentence about a fault begins with its code. There is one of each kind for a language, so
    that two are equal only if they are the same.
    """

    language: Language
    number: Callable[[int], str]
    name: Callable[[str], str]
    plus: str
    point: str
    coded: bool

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def tr(self, message: str, /, **values: object) -> str:
        """Return a message in the language; see :meth:`Language.tr`."""
        return self.language.tr(message, **values)

    def tr_n(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return the form of a message for ``number``; see :meth:`Language.tr_n`."""
        return self.language.tr_n(one, many, number, **values)

    def tr_as(self, context: str, message: str, /, **values: object) -> str:
        """Return a message that has more than one meaning; see :meth:`Language.tr_as`."""
        return self.language.tr_as(context, message, **values)


@cache
def eye(language: Language) -> Style:
    """Return how a language is written."""
    return Style(
        language=language,
        number=str,
        name=partial(player_name, language=language),
        plus="+",
        point=language.tr_as("decimal point", "."),
        coded=True,
    )


EYE = eye(ENGLISH)


def eye_in_use() -> Style:
    """Return how the language of this program is written."""
    return eye(current())


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    if type(text) is not str:
        return made_of(lambda parts: capital(parts[0]), text)
    return text[:1].upper() + text[1:]


def whole_sentence(words: str) -> str:
    """Return words with a capital at the beginning and, unless they have an end, a full stop."""
    return capital(words) + ("" if words.endswith((".", "!", "?", "…")) else ".")


def listed(words: Iterable[object], style: Style = EYE) -> str:
    """Return a list as ``7``, ``2 and 5`` or ``1, 2 and 4``."""
    return style.language.all_of(map(str, words))


def either(words: Iterable[object], style: Style = EYE) -> str:
    """Return alternatives as ``7``, ``2 or 5`` or ``1, 2 or 4``."""
    return style.language.any_of(map(str, words))


def commas(words: Iterable[str], style: Style = EYE) -> str:
    """Return a list that goes on, or one of names with numbers: ``Ann 3, Bob 7``."""
    return style.language.commas(words)


def names(players: Iterable[str], style: Style = EYE) -> str:
    """Return players as ``Ann, Bob and Cy``."""
    return listed(map(style.name, players), style)


def the_tile(number: int, style: Style = EYE) -> str:
    """Return a tile as ``the 7``."""
    return style.tr("the {tile}", tile=style.number(number))


@lru_cache(MOST_KEPT)
def the_tiles(tiles: TileSet, style: Style = EYE) -> str:
    """Return tiles as ``the 7`` or ``the 2 and the 5``; a long list without articles."""
    if tiles.bit_count() <= MOST_WITH_ARTICLE:
        return listed((the_tile(number, style) for number in numbers(tiles)), style)
    return listed(map(style.number, numbers(tiles)), style)


@lru_cache(MOST_KEPT)
def tiles_of_move(tiles: TileSet, style: Style = EYE) -> str:
    """Return the tiles of a move as :func:`the_tiles` does, but the highest first."""
    highest_first = reversed(numbers(tiles))
    if tiles.bit_count() <= MOST_WITH_ARTICLE:
        return listed((the_tile(number, style) for number in highest_first), style)
    return listed(map(style.number, highest_first), style)


@lru_cache(MOST_KEPT)
def added_up(tiles: TileSet, style: Style = EYE) -> str:
    """Return the tiles of a move as ``4+2+1``, the highest first."""
    return style.plus.join(style.number(number) for number in reversed(numbers(tiles)))


def put_back(back: PutBack, style: Style = EYE) -> str:
    """Return ``put the 7 back up and the 2 back down``."""
    up, down = the_tiles(back.open, style), the_tiles(back.shut, style)
    if not back.shut:
        return style.tr("put {up} back up", up=up)
    if not back.open:
        return style.tr("put {down} back down", down=down)
    return style.tr("put {up} back up and {down} back down", up=up, down=down)


def make_ready(back: PutBack, style: Style = EYE) -> str:
    """Return ``stand the 1 and the 2 up``, for the beginning of a turn."""
    up, down = the_tiles(back.open, style), the_tiles(back.shut, style)
    if not back.shut:
        return style.tr("stand {up} up", up=up)
    if not back.open:
        return style.tr("lay {down} down", down=down)
    return style.tr("stand {up} up and lay {down} down", up=up, down=down)


def dice(throw: Sequence[object], style: Style = EYE) -> str:
    """Return a throw as ``3 and 4``; an unreadable die is ``?``."""
    if len(throw) > MOST_DICE:
        return _so_many_dice(len(throw), style)
    # Values that are equal but look different, such as 1 and True, must not share a place.
    if all(map(is_shown, throw)):
        return _dice(tuple(throw), style)
    return listed([shown(value, style) for value in throw], style)


@lru_cache(MOST_KEPT)
def _dice(throw: Sequence[object], style: Style) -> str:
    return listed([shown(value, style) for value in throw], style)


def shown(value: object, style: Style = EYE) -> str:
    """Return the value of a die as reported; ``?`` for anything but a number below 10,000."""
    return style.number(value) if is_shown(value) and isinstance(value, int) else "?"


def is_shown(value: object) -> bool:
    """Whether what a die reports is a number of a sensible size."""
    return type(value) is int and abs(value) <= MOST_SHOWN


def how_many_dice(counts: Sequence[int], style: Style = EYE) -> str:
    """Return numbers of dice as ``one die`` or ``one die or two dice``."""
    return either((_so_many_dice_in_words(count, style) for count in counts), style)


def _so_many_dice_in_words(count: int, style: Style) -> str:
    if not count:
        return style.tr("no dice")
    words = style.tr_as("numbers of dice, from one", "one two three four five six").split()
    number = words[count - 1] if count <= len(words) else style.number(count)
    return style.tr_n("one die", "{number} dice", count, number=number)


def _so_many_dice(count: int, style: Style) -> str:
    return style.tr_n("one die", "{number} dice", count, number=style.number(count))


def choices(moves: Sequence[Move], style: Style = EYE) -> str:
    """Return moves as ``7, 6+1 or 5+2``, the fewest tiles first.

    Of a long list only the first are named, and how many there are.
    """
    return _choices(tuple([move.tiles for move in moves]), style)


@lru_cache(MOST_CHOICES_KEPT)
def _choices(moves: Sequence[TileSet], style: Style) -> str:
    written = [added_up(tiles, style) for tiles in sorted(moves, key=_simplicity)]
    if len(written) <= MOST_MOVES_NAMED:
        return either(written, style)
    some, count = commas(written[:MOST_MOVES_NAMED], style), style.number(len(written))
    return style.tr("{moves} … ({count} ways)", moves=some, count=count)


def simplest_first(moves: Iterable[Move]) -> list[Move]:
    """Return moves in the order in which people read them: the fewest tiles, the highest first."""
    return sorted(moves, key=lambda move: _simplicity(move.tiles))


def _simplicity(tiles: TileSet) -> tuple[int, int]:
    return (tiles.bit_count(), -tiles)


def decimal(tenths: int, style: Style = EYE) -> str:
    """Return a number of tenths, 0 or more, as ``1.5``."""
    whole, tenth = divmod(tenths, 10)
    return f"{style.number(whole)}{style.point}{style.number(tenth)}"


def unverified(doubts: Iterable[str] | None, style: Style = EYE) -> str:
    """Return the bracket with these doubts that stands behind a ruling; empty if there is none."""
    reasons = style.language.clauses(doubts or ())
    return style.tr(" (unverified: {reasons})", reasons=reasons) if reasons else ""
