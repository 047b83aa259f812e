"""The menu of games on a display of any size. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.display.display_words import DisplayWords, Ways
from boxctl.presentation.display.words import (
    FittedText,
    LabelledList,
    TextItem,
    filled,
    money_of,
    whole_words,
)
from boxctl.presentation.menu_notices import (
    BoxLack,
    MenuKeys,
    MenuNotNow,
    MenuShown,
    MenuStep,
    TooFewTiles,
)
from boxctl.presentation.phrases import shown_player
from boxctl.rules.variant_titles import variant_title
from hardware.devices import Face

ROWS_FOR_THE_KEYS = 3
"""With this many rows or more, what the buttons do has a line of its own."""


def on_lines(menu: MenuShown | MenuNotNow, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    """Yield the menu for a display of several lines."""
    say = words.multi_line
    if isinstance(menu, MenuNotNow):
        yield FittedText(say.interrupted if menu.interrupted else say.menu_later)
        return
    number, count = menu.number, menu.count
    if face.rows >= ROWS_FOR_THE_KEYS:
        match menu.step:
            case MenuStep.GAME:
                yield FittedText(filled(say.game, number=number, count=count))
            case MenuStep.STAKE:
                yield FittedText(filled(say.stake, number=number, count=count))
            case MenuStep.PLAYERS:
                yield FittedText(filled(say.players, count=len(menu.players)), 2)
    yield _choice(menu, face, words)
    if menu.lack is not None:
        yield FittedText(say.cannot)
        yield FittedText(_needed(menu.lack, words))
    elif face.rows >= ROWS_FOR_THE_KEYS or menu.begins:
        yield FittedText(say.next_or_take if menu.keys is MenuKeys.BOTH else say.next_hold)


def _choice(menu: MenuShown, face: Face, words: DisplayWords) -> TextItem:
    match menu.step:
        case MenuStep.GAME:
            return whole_words(variant_title(menu.variant), 2)
        case MenuStep.STAKE if not menu.stake.minor:
            return FittedText(words.multi_line.no_stake, 2)
        case MenuStep.STAKE:
            return FittedText((money_of(face, menu.stake, words),), 2)
        case MenuStep.PLAYERS:
            return LabelledList(("",), tuple(map(shown_player, menu.players)), between=", ")


def _needed(lack: BoxLack, words: DisplayWords) -> Ways:
    if isinstance(lack, TooFewTiles):
        return filled(words.multi_line.needs_tiles, count=lack.needs)
    return filled(words.multi_line.needs_dice, dice=lack.needs)


def one_by_one(menu: MenuShown | MenuNotNow, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    """Yield the menu for a display of one line, page by page."""
    say = words.single_line
    if isinstance(menu, MenuNotNow):
        yield FittedText(say.restore if menu.interrupted else say.not_yet)
        return
    match menu.step:
        case MenuStep.GAME:
            yield FittedText(filled(say.game, number=menu.number))
            if menu.lack is not None:
                yield FittedText(say.cannot)
            yield whole_words(variant_title(menu.variant))
        case MenuStep.STAKE:
            yield FittedText(say.stake)
            yield LabelledList(("",), (money_of(face, menu.stake, words),))
        case MenuStep.PLAYERS:
            yield FittedText(filled(say.players, count=len(menu.players)))
