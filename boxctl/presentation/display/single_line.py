"""The text on a display of one line: 7-segment digits and 8x8 LEDs, page by page. Pure.

Each page says one thing, what matters most first, and pages are few. The shortest words can be
shown with seven segments, in eight or five characters.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.display.text_items import FittedText, LabelledList, TextItem
from boxctl.presentation.display.words import (
    has_stopped,
    lost_devices,
    name_on,
    names,
    put_back,
    rest_of_move,
    throw_item,
    with_names,
)
from boxctl.presentation.table_view import Amounts, TableView
from boxctl.referee.verdict import Verdict
from boxctl.rules import rule_ids
from hardware.devices import Face

ROOM_FOR_A_NAME = 7
"""With this many characters or more, a player and what to do fit on one page."""

_SHORT = {"roller": "dice", "lamps": "light", "voice": "sound", "display": "show"}
"""The names of devices in letters that seven segments can show."""


def pages(view: TableView, face: Face) -> Iterator[TextItem]:
    """Yield what to show, one page each."""
    if has_stopped(view):
        yield FittedText(("PAUSE",))
        yield FittedText(("no disk", "no disc", "disk"))
        return
    if view.question is not None:
        number = view.question.tile
        yield FittedText((f"tile {number}", f"t {number}"))
        yield FittedText(("up or dn", "up/dn") if view.question.where else ("yes no", "y/n"))
        return
    if view.verdict is Verdict.VOID:
        too_early = view.rule == rule_ids.THROW_NOT_NOW
        yield FittedText(("not yet", "wait") if too_early else ("bad throw", "bad roll", "bad"))
    yield from _how_it_stands(view, face)
    if view.unverified:
        yield FittedText(("unverified", "doubt"))
    for device in lost_devices(view):
        yield FittedText((f"no {device}", f"no {_SHORT.get(device, device)}", "Error"))


def _how_it_stands(view: TableView, face: Face) -> Iterator[TextItem]:
    if view.interrupted:
        yield FittedText(("restore", "back"))
        yield from put_back(view, face)
    elif view.stage == "match_over":
        yield from _match_over(view, face)
    elif view.stage == "turn_over":
        yield from _turn_over(view, face)
        yield from put_back(view, face)
    elif view.back:
        yield from put_back(view, face)
        if view.choices:
            yield throw_item(view.throw, face)
    elif view.stage in ("play", "will_do"):
        yield from _throw(view, face)
    else:
        yield from _throw_awaited(view, face)


def _throw(view: TableView, face: Face) -> Iterator[TextItem]:
    yield throw_item(view.throw, face)
    if view.stage == "will_do":
        yield FittedText(("good",))
    elif (rest := rest_of_move(view)) is not None:
        yield FittedText((f"and {rest}", f"+{rest}"))


def _throw_awaited(view: TableView, face: Face) -> Iterator[TextItem]:
    if view.stage == "deciding" and view.throw:
        yield from _amounts(view, ((view.player, _first_die(view)),), face)
        return
    if view.verdict is Verdict.AGAIN:
        yield FittedText(("again",))
    if face.columns < ROOM_FOR_A_NAME:
        yield FittedText(names(view, view.player))
        yield FittedText(("throw", "roll"))
    else:
        yield FittedText(with_names(view, view.player, "{} throw", "{} roll"))


def _first_die(view: TableView) -> int:
    value = view.throw[0]
    return value if isinstance(value, int) else 0


def _turn_over(view: TableView, face: Face) -> Iterator[TextItem]:
    if view.scored is None or not view.verdict:
        return
    if view.shut_the_box:
        yield FittedText((*with_names(view, view.scored[0], "{} shut"), "shut"))
    yield from _amounts(view, (view.scored,), face)
    if view.verdict is Verdict.ROUND_OVER:
        yield FittedText(("total",) if view.added_up else ("scores",))
        yield from _amounts(view, view.scores, face)


def _match_over(view: TableView, face: Face) -> Iterator[TextItem]:
    for winner in view.winners if len(view.players) > 1 else ():
        if face.columns < ROOM_FOR_A_NAME:
            yield FittedText(names(view, winner))
            yield FittedText(("wins", "1st"))
        else:
            yield FittedText(with_names(view, winner, "{} wins", "1st {}"))
    yield from _amounts(view, view.scores, face)
    if any(amount for _player, amount in view.payout):
        yield FittedText(("pay",))
        yield from _amounts(view, view.payout, face)


def _amounts(view: TableView, amounts: Amounts, face: Face) -> Iterator[TextItem]:
    for player, amount in amounts:
        room = face.columns - len(str(amount)) - 1
        name = name_on(view, player, face, room)
        if face.columns < ROOM_FOR_A_NAME and name != player:
            yield FittedText(names(view, player))
            yield LabelledList(("",), (str(amount),))
        else:
            yield LabelledList((f"{name} =", name, ""), (str(amount),))
