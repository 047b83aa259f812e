"""The menu of games on a display of any size. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from boxctl.presentation.display.display_words import DisplayWords, SingleLineWords, Ways
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
            case MenuStep.POINTS if menu.figure:
                yield FittedText((say.handicap,))
            case MenuStep.HANDICAP | MenuStep.POINTS:
                yield FittedText(filled(say.handicap_of, number=number, count=count))
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
            return LabelledList(("",), tuple(map(_with_handicap(menu), menu.players)), between=", ")
        case MenuStep.HANDICAP if not menu.whose and menu.handicap:
            given = map(_with_handicap(menu), menu.handicap)
            return LabelledList((words.multi_line.unchanged,), tuple(given), between=", ")
        case MenuStep.HANDICAP if not menu.whose:
            return FittedText((words.multi_line.none,), 2)
        case MenuStep.HANDICAP:
            return whole_words(shown_player(menu.whose), 2)
        case MenuStep.POINTS if menu.figure == 0:
            return FittedText(words.multi_line.another_number, 2)
        case MenuStep.POINTS:
            return whole_words(f"{shown_player(menu.whose)} +{_points(menu)}", 2)


def _points(menu: MenuShown) -> str:
    """Return the points; with all three figures where they are chosen one by one."""
    points = menu.handicap.get(menu.whose, 0)
    return f"{points:03}" if menu.figure else str(points)


def _with_handicap(menu: MenuShown) -> Callable[[str], str]:
    def shown(player: str) -> str:
        points = menu.handicap.get(player, 0)
        return f"{shown_player(player)} +{points}" if points else shown_player(player)

    return shown


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
        case MenuStep.HANDICAP | MenuStep.POINTS:
            yield FittedText(say.handicap)
            if menu.whose:
                yield whole_words(shown_player(menu.whose))
            if menu.figure == 0:
                yield FittedText(say.another_number)
            elif menu.step is MenuStep.POINTS:
                yield FittedText((_points(menu),))
            elif not menu.whose:
                yield from _given(menu, say)


def _given(menu: MenuShown, say: SingleLineWords) -> Iterator[TextItem]:
    """Yield everybody's handicap, or that nobody has one."""
    if not menu.handicap:
        yield FittedText(say.none)
    for player, points in menu.handicap.items():
        yield LabelledList((shown_player(player), ""), (str(points),))
