"""The text on a display of one line: 7-segment digits and 8x8 LEDs, page by page. Pure.

Each page says one thing, what matters most first, and pages are few. The shortest words can be
shown with seven segments, in eight or five characters.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.display import menu_pages
from boxctl.presentation.display.display_words import DisplayWords
from boxctl.presentation.display.words import (
    FittedText,
    LabelledList,
    TextItem,
    filled,
    has_stopped,
    lost_devices,
    name_on,
    names,
    put_back,
    rest_of_move,
    throw_item,
    with_names,
)
from boxctl.presentation.phrases import shown_player, without_symbol
from boxctl.presentation.table_view import Amounts, Awaited, TableView
from boxctl.referee.payloads import Verdict
from boxctl.rules import rule_ids
from hardware.devices import Face

ROOM_FOR_A_NAME = 7
"""With this many characters or more, a player and what to do fit on one page."""


def pages(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    """Yield the pages to show."""
    say = words.single_line
    if has_stopped(view):
        yield FittedText(say.pause)
        yield FittedText(say.no_disk)
        return
    if view.question is not None:
        yield FittedText(filled(say.tile, tile=view.question.tile))
        yield FittedText(say.up_or_down if view.question.where else say.yes_or_no)
        if not view.question.where:
            yield FittedText(say.hold_none)
        return
    if view.menu is not None:
        yield from menu_pages.one_by_one(view.menu, face, words)
        return
    if view.entered:
        yield throw_item(view.entered, face)
        return
    if view.verdict is Verdict.VOID:
        too_early = view.rule == rule_ids.THROW_NOT_NOW
        yield FittedText(say.not_yet if too_early else say.bad_throw)
    yield from _how_it_stands(view, face, words)
    if view.unverified:
        yield FittedText(say.unverified)
    for device in lost_devices(view):
        yield FittedText(
            filled(
                say.device_lost,
                device=words.devices.get(device, device),
                short=words.short_devices.get(device, device),
            )
        )


def _how_it_stands(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    if view.interrupted:
        yield FittedText(words.single_line.restore)
        yield from put_back(view, face, words)
    elif view.awaited is Awaited.MATCH_OVER:
        yield from _match_over(view, face, words)
    elif view.awaited is Awaited.TURN_OVER:
        yield from _turn_over(view, face, words)
        yield from put_back(view, face, words)
    elif view.back:
        yield from put_back(view, face, words)
        if view.choices:
            yield throw_item(view.throw, face)
    elif view.awaited in (Awaited.PLAY, Awaited.WILL_DO):
        yield from _throw(view, face, words)
    else:
        yield from _throw_awaited(view, face, words)


def _throw(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    yield throw_item(view.throw, face)
    if view.awaited is Awaited.WILL_DO:
        yield FittedText(words.single_line.good)
    elif (rest := rest_of_move(view)) is not None:
        yield FittedText(filled(words.single_line.and_rest, rest=rest))
    elif view.may_throw_again:
        yield FittedText(words.single_line.or_again)


def _throw_awaited(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    say = words.single_line
    if view.awaited is Awaited.DECIDING and view.throw:
        yield from _amounts(view, ((view.player, _first_die(view)),), face, words)
        return
    if view.verdict is Verdict.AGAIN:
        yield FittedText(say.again)
    if face.columns < ROOM_FOR_A_NAME:
        yield FittedText(names(view, view.player, words))
        yield FittedText(say.throw)
    else:
        yield FittedText(with_names(view, view.player, words, say.to_throw))
    if view.markers:
        yield FittedText(filled(say.markers, count=view.markers))
    if view.verdict is Verdict.READY:
        if points := view.score.handicap.get(view.player):
            yield LabelledList((*say.handicap, ""), (str(points),))
        yield from _best(view, words)


def _best(view: TableView, words: DisplayWords) -> Iterator[TextItem]:
    if view.best is not None and view.best.best is not None:
        yield LabelledList((*words.single_line.best, ""), (str(view.best.best),))


def _first_die(view: TableView) -> int:
    value = view.throw[0]
    return value if isinstance(value, int) else 0


def _turn_over(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    say = words.single_line
    if view.scored is None or not view.verdict:
        return
    if view.shut_the_box:
        yield FittedText((*with_names(view, view.scored[0], words, say.shut), *say.somebody_shut))
    yield from _amounts(view, (view.scored,), face, words)
    if view.verdict is Verdict.ROUND_OVER:
        yield FittedText({"scores": say.scores, "totals": say.total, "wins": say.won}[view.tally])
        yield from _amounts(view, view.scores, face, words)


def _match_over(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    say = words.single_line
    if not view.score.winners and len(view.players) > 1:
        yield FittedText(say.nobody_wins)
    for winner in view.score.winners if len(view.players) > 1 else ():
        if face.columns < ROOM_FOR_A_NAME:
            yield FittedText(names(view, winner, words))
            yield FittedText(say.wins)
        else:
            yield FittedText(with_names(view, winner, words, say.name_wins))
    yield from _amounts(view, view.scores, face, words)
    if view.best is not None and view.best.is_new:
        yield FittedText(say.new_best)
    else:
        yield from _best(view, words)
    if any(amount for _player, amount in view.payout):
        yield FittedText(say.pay)
        for player, amount in view.payout:
            yield from _named(view, player, without_symbol(amount, view.currency), face, words)


def _amounts(
    view: TableView, amounts: Amounts, face: Face, words: DisplayWords
) -> Iterator[TextItem]:
    for player, amount in amounts:
        yield from _named(view, player, str(amount), face, words)


def _named(
    view: TableView, player: str, written: str, face: Face, words: DisplayWords
) -> Iterator[TextItem]:
    room = face.columns - len(written) - 1
    name = name_on(view, player, face, room, words)
    if face.columns < ROOM_FOR_A_NAME and name != shown_player(player):
        yield FittedText(names(view, player, words))
        yield LabelledList(("",), (written,))
    else:
        yield LabelledList((f"{name} =", name, ""), (written,))
