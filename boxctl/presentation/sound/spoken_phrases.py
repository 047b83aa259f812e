"""Phrases for the ear: tiles, dice, moves and levers to be put back, with numbers in words. Pure.

They have no signs, brackets or digits, which speech programs read badly; in lines for a screen
reader, they have digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeGuard

from boxctl.presentation.phrases import (
    MOST_SHOWN,
    WRITTEN,
    Style,
    capital,
    shown_player,
    whole_sentence,
)
from boxctl.referee.fields import PutBack
from boxctl.rules.money import parts
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import MOST_DICE
from boxctl.rules.tiles import TileSet, numbers, tile_range
from groundwork.language import all_of, kept_by_language, tr, tr_as, tr_n

_TOO_LARGE = 1_000_000_000_000


def in_words(number: int) -> str:
    """Return a number in words: ``twenty-four``, ``one hundred and five``, ``minus two``.

    A number of more than twelve digits is read digit by digit.
    """
    if number < 0:
        return tr("minus {number}", number=in_words(-number))
    if number >= _TOO_LARGE:
        return digit_by_digit(number)
    if number < 100:
        return _below_a_hundred()[number]
    if number < 1000:
        return _hundreds(number)
    if number < 1_000_000:
        return _thousands(number)
    return _millions(number)


def digit_by_digit(number: int) -> str:
    """Return ``one two five``, as a digital score is said (R6.3). ``number`` is 0 or more."""
    words = _below_a_hundred()
    return " ".join(words[int(digit)] for digit in str(number))


@kept_by_language(None)
def _below_a_hundred() -> tuple[str, ...]:
    words = tr_as(
        "numbers from 0 to 99, with commas between",
        "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, "
        "thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty, twenty-one, "
        "twenty-two, twenty-three, twenty-four, twenty-five, twenty-six, twenty-seven, "
        "twenty-eight, twenty-nine, thirty, thirty-one, thirty-two, thirty-three, thirty-four, "
        "thirty-five, thirty-six, thirty-seven, thirty-eight, thirty-nine, forty, forty-one, "
        "forty-two, forty-three, forty-four, forty-five, forty-six, forty-seven, forty-eight, "
        "forty-nine, fifty, fifty-one, fifty-two, fifty-three, fifty-four, fifty-five, fifty-six, "
        "fifty-seven, fifty-eight, fifty-nine, sixty, sixty-one, sixty-two, sixty-three, "
        "sixty-four, sixty-five, sixty-six, sixty-seven, sixty-eight, sixty-nine, seventy, "
        "seventy-one, seventy-two, seventy-three, seventy-four, seventy-five, seventy-six, "
        "seventy-seven, seventy-eight, seventy-nine, eighty, eighty-one, eighty-two, eighty-three, "
        "eighty-four, eighty-five, eighty-six, eighty-seven, eighty-eight, eighty-nine, ninety, "
        "ninety-one, ninety-two, ninety-three, ninety-four, ninety-five, ninety-six, ninety-seven, "
        "ninety-eight, ninety-nine",
    )
    return tuple(words.split(", "))


def _hundreds(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    count = in_words(hundreds)
    if not rest:
        return tr_n("one hundred", "{count} hundred", hundreds, count=count)
    return tr_n(
        "one hundred and {rest}",
        "{count} hundred and {rest}",
        hundreds,
        count=count,
        rest=in_words(rest),
    )


def _thousands(number: int) -> str:
    thousands, rest = divmod(number, 1000)
    count, rest_said = in_words(thousands), in_words(rest)
    if not rest:
        return tr_n("one thousand", "{count} thousand", thousands, count=count)
    if rest < 100:
        return tr_n(
            "one thousand and {rest}",
            "{count} thousand and {rest}",
            thousands,
            count=count,
            rest=rest_said,
        )
    return tr_n(
        "one thousand {rest}", "{count} thousand {rest}", thousands, count=count, rest=rest_said
    )


def _millions(number: int) -> str:
    billions, rest = divmod(number, 1_000_000_000)
    millions, rest = divmod(rest, 1_000_000)
    said = []
    if billions:
        count = in_words(billions)
        said.append(tr_n("one billion", "{count} billion", billions, count=count))
    if millions:
        count = in_words(millions)
        said.append(tr_n("one million", "{count} million", millions, count=count))
    if 0 < rest < 100:
        text, rest_said = " ".join(said), in_words(rest)
        return tr("{millions} and {rest}", millions=text, rest=rest_said)
    if rest:
        said.append(in_words(rest))
    return " ".join(said)


SHORTEST_RUN = 3
"""The shortest run of tiles that is said as ``one to three``."""


def pronounced(name: str) -> str:
    """Put the name of a player or a device so that it can be said: no brackets, no digits."""
    name = re.sub(r" *[(\[{]([^)\]}]*)[)\]}]", r", \1", name)
    return re.sub(r"\b[0-9]{1,15}\b", lambda number: in_words(int(number[0])), name)


def _between_tiles() -> str:
    return tr_as("between the tiles of a sum, spoken", " and ")


SPOKEN = Style(
    number=in_words,
    name=lambda name: pronounced(shown_player(name)),
    plus=_between_tiles,
    point=lambda: tr_as("decimal point, spoken", " point "),
    coded=False,
)
"""For people who listen: sentences made so can be said aloud as they are."""

LINE_BY_LINE = replace(WRITTEN, plus=_between_tiles)
"""For a screen reader: digits, and no signs."""


def tiles_in_runs(tiles: TileSet, style: Style) -> str:
    """Return tiles as ``one to five, eight and nine``; empty for none."""
    return all_of(word for run in _runs(tiles) for word in _said(run, style))


def together(tiles: TileSet, style: Style) -> str:
    """Return the tiles of a move, the highest first: ``four, two and one``."""
    return all_of(style.number(number) for number in reversed(numbers(tiles)))


def open_tiles(tiles: TileSet, count: int, style: Style) -> str:
    """Say which of ``count`` tiles are open: ``All open.``, ``Open: one to five and nine.``"""
    if not tiles:
        return tr("None open.")
    if tiles == tile_range(count):
        return tr("All open.")
    return tr("Open: {tiles}.", tiles=tiles_in_runs(tiles, style))


def put_back(back: PutBack, style: Style) -> str:
    """Return ``Put seven back up, and two back down.``"""
    up, down = tiles_in_runs(back.open, style), tiles_in_runs(back.shut, style)
    if not back.shut:
        return tr("Put {up} back up.", up=up)
    if not back.open:
        return tr("Put {down} back down.", down=down)
    return tr("Put {up} back up, and {down} back down.", up=up, down=down)


def make_ready(back: PutBack, style: Style) -> str:
    """Return ``Stand up one to nine, and lay down ten.``, for the beginning of a turn."""
    up, down = tiles_in_runs(back.open, style), tiles_in_runs(back.shut, style)
    if not back.shut:
        return tr("Stand up {up}.", up=up)
    if not back.open:
        return tr("Lay down {down}.", down=down)
    return tr("Stand up {up}, and lay down {down}.", up=up, down=down)


def dice(throw: Sequence[object], style: Style) -> str:
    """Return a throw as ``three and four``; a die that shows no number is ``an unreadable die``."""
    if len(throw) > MOST_DICE:
        number = style.number(len(throw))
        return tr_n("one die", "{number} dice", len(throw), number=number)
    values = (
        style.number(value) if _is_a_value(value) else tr("an unreadable die") for value in throw
    )
    return all_of(values)


def thrown(throw: Sequence[int], style: Style) -> str:
    """Return a throw as ``Three and four, seven in all.``"""
    said = dice(throw, style)
    if len(throw) == 1:
        return whole_sentence(said)
    text = tr("{dice}, {total} in all.", dice=said, total=style.number(sum(throw)))
    return capital(text)


def ways(moves: Sequence[Move], moved: TileSet, most: int, style: Style) -> str:
    """Return the rest of each move after ``moved``: ``seven, or six and one``.

    The fewest tiles come first; of more than ``most`` moves, that many and how many more there are.
    """
    simplest = _simplest_first(move.tiles & ~moved for move in moves)
    # A move that is already made has nothing left.
    said = tr_as("between moves, spoken", ", or ").join(
        together(tiles, style) for tiles in simplest[:most] if tiles
    )
    more = len(simplest) - most
    if more <= 0:
        return said
    return tr_n(
        "{moves}, and one more way",
        "{moves}, and {count} more ways",
        more,
        moves=said,
        count=style.number(more),
    )


def simplest_way(moves: Sequence[Move], style: Style) -> str:
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
        return [tr("{first} to {last}", first=first, last=last)]
    return map(style.number, run)


LEAST_WITHOUT_AND = 10
"""The fewest minor units that are said without their name: ``one pound fifty``."""


def spoken_amount(minor: int, currency: str | None) -> str:
    """Return an amount, 0 or more, as it is said: ``one pound fifty``, ``fifty pence``."""
    if not currency:
        return in_words(minor)
    whole, part = (*map(int, parts(minor, currency)), 0)[:2]
    major = _major(whole, currency)
    if not major:
        return _with_code(minor, currency)
    if not part:
        return major
    cents = _minor(part, currency)
    if not whole:
        return cents
    if part < LEAST_WITHOUT_AND:
        return tr_as("an amount, spoken", "{pounds} and {pence}", pounds=major, pence=cents)
    return tr_as("an amount, spoken", "{pounds} {number}", pounds=major, number=in_words(part))


def _major(count: int, currency: str) -> str:
    """Return an amount without its minor units; empty for a currency that has only its code."""
    number = in_words(count)
    match currency:
        case "AUD" | "CAD" | "USD":
            return tr_n("one dollar", "{count} dollars", count, count=number)
        case "CHF":
            return tr_n("one franc", "{count} francs", count, count=number)
        case "EUR":
            return tr_n("one euro", "{count} euros", count, count=number)
        case "GBP":
            return tr_n("one pound", "{count} pounds", count, count=number)
        case "JPY":
            return tr_n("one yen", "{count} yen", count, count=number)
        case _:
            return ""


def _minor(count: int, currency: str) -> str:
    number = in_words(count)
    match currency:
        case "CHF":
            return tr_n("one rappen", "{count} rappen", count, count=number)
        case "GBP":
            return tr_n("one penny", "{count} pence", count, count=number)
        case _:
            return tr_n("one cent", "{count} cents", count, count=number)


def _with_code(minor: int, currency: str) -> str:
    whole, *decimals = parts(minor, currency)
    each_digit = [" ".join(in_words(int(digit)) for digit in part) for part in decimals]
    number = SPOKEN.point().join((in_words(int(whole)), *each_digit))
    return f"{number} {' '.join(currency)}"
