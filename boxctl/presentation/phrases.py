"""Parts of sentences: players, tiles, dice, moves, levers to be moved, amounts of money. Pure.

Each is in the language in use, written or said as a :class:`Style` says. Records, rulings for
programs and comparisons keep a name as it was given; only what is shown is translated, and only
the names that boxctl gives: to players who have none, and to those who play by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from boxctl.presentation.ways_to_play import robot_of
from boxctl.referee.fields import PutBack
from boxctl.rules.money import parts
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import MOST_DICE
from boxctl.rules.tiles import TileSet, numbers
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import (
    all_of,
    any_of,
    clauses,
    commas,
    decimal_point,
    kept_by_language,
    tr,
    tr_as,
    tr_n,
    with_minus,
)
from groundwork.languages.text_with_english import made_of, plain
from groundwork.printing import look_of

_GIVEN = "Player "
"""The beginning of a name given to a player without one: ``Player 1``."""

MOST_NAMES_KEPT = 256
"""The most names of players that are kept as people read them."""


@kept_by_language(MOST_NAMES_KEPT)
def shown_player(name: str) -> str:
    """Return a player's name as people read it.

    ``Player 2`` is ``Joueur 2``, ``best 2`` is ``Robot Bea 2`` or ``Roboter Bea 2``, ``Ann`` stays.
    """
    if _has_no_name(name):
        return tr("Player {number}", number=name.removeprefix(_GIVEN))
    way, number = robot_of(name)
    if way is None:
        return name
    title = robot_title(way)
    return f"{title} {number}" if number else title


def titles_of(names: Iterable[str]) -> dict[str, str]:
    """Return the titles of those players whom boxctl has named."""
    return {name: shown_player(name) for name in names if is_given(name)}


def robot_title(way: str) -> str:
    """Return the name of the robot that plays in this way: ``best`` is ``Robot Bea``.

    As a name it may stand in any sentence, also where a language that has begun lacks it.
    """
    return plain(_title(way))


def _title(way: str) -> str:
    match way:
        case "best":
            return tr_as("name of a robot", "Robot Bea")
        case "human":
            return tr_as("name of a robot", "Robot Hugo")
        case "fewest-tiles":
            return tr_as("name of a robot", "Robot Fay")
        case "highest-first":
            return tr_as("name of a robot", "Robot Max")
        case _:
            return tr_as("name of a robot", "Robot Rory")


def is_given(name: str) -> bool:
    """Return whether boxctl has given this name, so that it is shown in the language in use."""
    return _has_no_name(name) or robot_of(name)[0] is not None


def _has_no_name(name: str) -> bool:
    """Whether this is a name for players who have none."""
    number = name.removeprefix(_GIVEN)
    return number != name and number.isascii() and number.isdecimal() and len(number) < 3


def alike_names(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of different names that look the same, or differ only in capitals.

    The groups, and the names of each, are in the order in which they come first. Whether they mean
    one person a record cannot tell.
    """
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(look_of(name).casefold(), []).append(name)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


MOST_MOVES_NAMED = 8
"""The most moves of a list that are named."""

MOST_WITH_ARTICLE = 3
"""The most tiles of a list that have articles: ``the 2 and the 5``."""

MOST_SHOWN = 9999
"""The greatest value of a die that is shown as reported."""


MOST_KEPT = 8192
"""The most sets of tiles whose words are kept: all of a box with 12 tiles, in two styles or
two languages."""

MOST_CHOICES_KEPT = 1024
"""The most lists of moves whose words are kept. A throw of The 300 can have hundreds of moves."""


@frozen_dataclass
class Style:
    """How numbers and names are written or said in the language in use.

    ``plus`` returns what joins the tiles of a sum, ``point`` the parts of a decimal number.
    ``coded`` is whether a sentence about a fault begins with its code. There is one of each kind,
    so that two are equal only if they are the same.
    """

    number: Callable[[int], str]
    name: Callable[[str], str]
    plus: Callable[[], str]
    point: Callable[[], str]
    coded: bool

    __eq__ = object.__eq__
    __hash__ = object.__hash__


WRITTEN = Style(number=str, name=shown_player, plus=lambda: "+", point=decimal_point, coded=True)
"""For people who read."""


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    if type(text) is not str:
        return made_of(lambda parts: capital(parts[0]), text)
    return text[:1].upper() + text[1:]


def whole_sentence(words: str) -> str:
    """Return words with a capital at the beginning and, unless they have an end, a full stop."""
    return capital(words) + ("" if words.endswith((".", "!", "?", "…")) else ".")


def points_by_player(points: Mapping[str, int], style: Style) -> str:
    """Return ``Ann 5, Bob 3``."""
    return commas(f"{style.name(player)} {style.number(made)}" for player, made in points.items())


def names(players: Iterable[str], style: Style) -> str:
    """Return players as ``Ann, Bob and Cy``."""
    return all_of(map(style.name, players))


def the_tile(number: int, style: Style) -> str:
    """Return a tile as ``the 7``."""
    return tr("the {tile}", tile=style.number(number))


@kept_by_language(MOST_KEPT)
def the_tiles(tiles: TileSet, style: Style) -> str:
    """Return tiles as ``the 7`` or ``the 2 and the 5``; a long list without articles."""
    if tiles.bit_count() <= MOST_WITH_ARTICLE:
        return all_of(the_tile(number, style) for number in numbers(tiles))
    return all_of(map(style.number, numbers(tiles)))


@kept_by_language(MOST_KEPT)
def tiles_of_move(tiles: TileSet, style: Style) -> str:
    """Return the tiles of a move as :func:`the_tiles` does, but the highest first."""
    highest_first = reversed(numbers(tiles))
    if tiles.bit_count() <= MOST_WITH_ARTICLE:
        return all_of(the_tile(number, style) for number in highest_first)
    return all_of(map(style.number, highest_first))


@kept_by_language(MOST_KEPT)
def added_up(tiles: TileSet, style: Style) -> str:
    """Return the tiles of a move as ``4+2+1``, the highest first."""
    return style.plus().join(style.number(number) for number in reversed(numbers(tiles)))


def choice_in_words(tiles: TileSet) -> str:
    """Return a move as it is written, or of no tiles that a double is thrown again (R5.7)."""
    return added_up(tiles, WRITTEN) if tiles else tr_as("a choice", "throw again")


def put_back(back: PutBack, style: Style) -> str:
    """Return ``put the 7 back up and the 2 back down``."""
    up, down = the_tiles(back.open, style), the_tiles(back.shut, style)
    if not back.shut:
        return tr("put {up} back up", up=up)
    if not back.open:
        return tr("put {down} back down", down=down)
    return tr("put {up} back up and {down} back down", up=up, down=down)


def make_ready(back: PutBack, style: Style) -> str:
    """Return ``stand the 1 and the 2 up``, for the beginning of a turn."""
    up, down = the_tiles(back.open, style), the_tiles(back.shut, style)
    if not back.shut:
        return tr("stand {up} up", up=up)
    if not back.open:
        return tr("lay {down} down", down=down)
    return tr("stand {up} up and lay {down} down", up=up, down=down)


def to_begin(back: PutBack) -> str:
    """Say what has to be done before the first turn."""
    if not back:
        return tr("the box is ready for play")
    return tr("to begin, {request}", request=make_ready(back, WRITTEN))


def dice(throw: Sequence[object], style: Style) -> str:
    """Return a throw as ``3 and 4``; an unreadable die is ``?``."""
    if len(throw) > MOST_DICE:
        return _so_many_dice(len(throw), style)
    # Values that are equal but look different, such as 1 and True, must not share a place.
    if all(map(is_shown, throw)):
        return _dice(tuple(throw), style)
    return all_of([shown(value, style) for value in throw])


@kept_by_language(MOST_KEPT)
def _dice(throw: Sequence[object], style: Style) -> str:
    return all_of([shown(value, style) for value in throw])


def shown(value: object, style: Style) -> str:
    """Return the value of a die as reported; ``?`` for anything but a number below 10,000."""
    return style.number(value) if is_shown(value) and isinstance(value, int) else "?"


def is_shown(value: object) -> bool:
    """Whether what a die reports is a number of a sensible size."""
    return type(value) is int and abs(value) <= MOST_SHOWN


def how_many_dice(counts: Sequence[int], style: Style) -> str:
    """Return numbers of dice as ``one die`` or ``one die or two dice``."""
    return _how_many_dice(tuple(counts), style)


@kept_by_language(MOST_KEPT)
def _how_many_dice(counts: Sequence[int], style: Style) -> str:
    return any_of(_so_many_dice_in_words(count, style) for count in counts)


def _so_many_dice_in_words(count: int, style: Style) -> str:
    if not count:
        return tr("no dice")
    words = tr_as("numbers of dice, from one", "one two three four five six").split()
    number = words[count - 1] if count <= len(words) else style.number(count)
    return tr_n("one die", "{number} dice", count, number=number)


def _so_many_dice(count: int, style: Style) -> str:
    return tr_n("one die", "{number} dice", count, number=style.number(count))


def choices(moves: Sequence[Move], style: Style) -> str:
    """Return moves as ``7, 6+1 or 5+2``, the fewest tiles first.

    Of a long list only the first are named, and how many there are.
    """
    return choices_of_tiles(tuple([move.tiles for move in moves]), style)


@kept_by_language(MOST_CHOICES_KEPT)
def choices_of_tiles(moves: tuple[TileSet, ...], style: Style) -> str:
    """Return moves as :func:`choices` does, each given by its tiles."""
    written = [added_up(tiles, style) for tiles in sorted(moves, key=_simplicity)]
    if len(written) <= MOST_MOVES_NAMED:
        return any_of(written)
    some, count = commas(written[:MOST_MOVES_NAMED]), style.number(len(written))
    return tr("{moves} … ({count} ways)", moves=some, count=count)


def simplest_first(moves: Iterable[Move]) -> list[Move]:
    """Return moves in the order in which people read them: the fewest tiles, the highest first."""
    return sorted(moves, key=lambda move: _simplicity(move.tiles))


def _simplicity(tiles: TileSet) -> tuple[int, int]:
    return (tiles.bit_count(), -tiles)


def decimal(tenths: int, style: Style) -> str:
    """Return a number of tenths, 0 or more, as ``1.5``."""
    whole, tenth = divmod(tenths, 10)
    return f"{style.number(whole)}{style.point()}{style.number(tenth)}"


def unverified(doubts: Iterable[str] | None) -> str:
    """Return the bracket with these doubts that stands behind a ruling; empty if there is none."""
    reasons = clauses(doubts or ())
    return tr(" (unverified: {reasons})", reasons=reasons) if reasons else ""


def amount(minor: int, currency: str | None) -> str:
    """Return ``£1.50``, ``50p``, ``€2.00``, ``CHF 0.50``; without a currency ``50``, minor units.

    Symbols, and where they stand, are those of the Unicode CLDR.
    """
    if not currency:
        return with_minus(str(minor))
    sign, size = "−" if minor < 0 else "", abs(minor)
    if currency == "GBP" and 0 < size < 100:
        return sign + tr_as("less than a pound", "{count}p", count=size)
    number, symbol = _number(size, currency), _symbol(currency)
    if symbol:
        return sign + tr_as("an amount of money", "{symbol}{number}", symbol=symbol, number=number)
    return sign + tr_as(
        "an amount of money, the currency as its code",
        "{code} {number}",
        code=currency,
        number=number,
    )


def signed(minor: int, currency: str | None) -> str:
    """Return money won or lost: ``+£1.50``, ``−50p``."""
    return f"{'+' if minor > 0 else ''}{amount(minor, currency)}"


def won_or_lost(minor: int, currency: str | None) -> str:
    """Return money won or lost as ``+£1.50``; without a currency as ``+150``."""
    if not currency:
        return with_minus(f"{minor:+d}")
    return signed(minor, currency)


def without_symbol(minor: int, currency: str | None) -> str:
    """Return the bare number, with its sign: ``1.50``, ``−0.50``."""
    if not currency:
        return with_minus(str(minor))
    return f"{'−' if minor < 0 else ''}{_number(abs(minor), currency)}"


def _number(size: int, currency: str) -> str:
    whole, *part = parts(size, currency)
    grouped = f"{int(whole):,}".replace(",", tr_as("between thousands", ","))
    return decimal_point().join((grouped, *part))


def _symbol(currency: str) -> str:
    match currency:
        case "AUD":
            return tr_as("Australian dollar", "A$")
        case "CAD":
            return tr_as("Canadian dollar", "CA$")
        case "EUR":
            return "€"
        case "GBP":
            return tr_as("British pound", "£")
        case "JPY":
            return tr_as("Japanese yen", "¥")
        case "USD":
            return tr_as("dollar of the United States", "$")
        case _:
            return ""
