"""What is read on a display of one line: 7-segment digits and 8x8 LEDs, page by page. Pure.

Each page is one thing, in the order in which they matter, and few of them. The shortest of the
words are such that seven segments can show them and eight, or five, characters hold them.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.display_words import (
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
from boxctl.presentation.text_items import FittedText, LabelledList, TextItem
from boxctl.referee.verdict import Verdict
from boxctl.rules import rule_ids
from hardware.devices import Face

ROOM_FOR_A_NAME = 7
"""From so many characters on, a player and what to do fit on one page."""

_SHORT = {"roller": "dice", "lamps": "light", "voice": "sound", "display": "show"}
"""Devices in letters that seven segments have."""


def pages(scene: TableView, face: Face) -> Iterator[TextItem]:
    """What is shown, a page each."""
    if has_stopped(scene):
        yield FittedText(("PAUSE",))
        yield FittedText(("no disk", "no disc", "disk"))
        return
    if scene.question is not None:
        number = scene.question.tile
        yield FittedText((f"tile {number}", f"t {number}"))
        yield FittedText(("up or dn", "up/dn") if scene.question.where else ("yes no", "y/n"))
        return
    if scene.verdict is Verdict.VOID:
        too_early = scene.rule == rule_ids.THROW_NOT_NOW
        yield FittedText(("not yet", "wait") if too_early else ("bad throw", "bad roll", "bad"))
    yield from _how_it_stands(scene, face)
    if scene.unverified:
        yield FittedText(("unverified", "doubt"))
    for device in lost_devices(scene):
        yield FittedText((f"no {device}", f"no {_SHORT.get(device, device)}", "Error"))


def _how_it_stands(scene: TableView, face: Face) -> Iterator[TextItem]:
    if scene.interrupted:
        yield FittedText(("restore", "back"))
        yield from put_back(scene, face)
    elif scene.stage == "match_over":
        yield from _match_over(scene, face)
    elif scene.stage == "turn_over":
        yield from _turn_over(scene, face)
        yield from put_back(scene, face)
    elif scene.back:
        yield from put_back(scene, face)
        if scene.choices:
            yield throw_item(scene.throw, face)
    elif scene.stage in ("play", "will_do"):
        yield from _throw(scene, face)
    else:
        yield from _throw_awaited(scene, face)


def _throw(scene: TableView, face: Face) -> Iterator[TextItem]:
    yield throw_item(scene.throw, face)
    if scene.stage == "will_do":
        yield FittedText(("good",))
    elif (rest := rest_of_move(scene)) is not None:
        yield FittedText((f"and {rest}", f"+{rest}"))


def _throw_awaited(scene: TableView, face: Face) -> Iterator[TextItem]:
    if scene.stage == "deciding" and scene.throw:
        yield from _amounts(scene, ((scene.player, _first_die(scene)),), face)
        return
    if scene.verdict is Verdict.AGAIN:
        yield FittedText(("again",))
    if face.columns < ROOM_FOR_A_NAME:
        yield FittedText(names(scene, scene.player))
        yield FittedText(("throw", "roll"))
    else:
        yield FittedText(with_names(scene, scene.player, "{} throw", "{} roll"))


def _first_die(scene: TableView) -> int:
    value = scene.throw[0]
    return value if isinstance(value, int) else 0


def _turn_over(scene: TableView, face: Face) -> Iterator[TextItem]:
    if scene.scored is None or not scene.verdict:
        return
    if scene.shut_the_box:
        yield FittedText((*with_names(scene, scene.scored[0], "{} shut"), "shut"))
    yield from _amounts(scene, (scene.scored,), face)
    if scene.verdict is Verdict.ROUND_OVER:
        yield FittedText(("total",) if scene.added_up else ("scores",))
        yield from _amounts(scene, scene.scores, face)


def _match_over(scene: TableView, face: Face) -> Iterator[TextItem]:
    for winner in scene.winners if len(scene.players) > 1 else ():
        if face.columns < ROOM_FOR_A_NAME:
            yield FittedText(names(scene, winner))
            yield FittedText(("wins", "1st"))
        else:
            yield FittedText(with_names(scene, winner, "{} wins", "1st {}"))
    yield from _amounts(scene, scene.scores, face)
    if any(amount for _player, amount in scene.payout):
        yield FittedText(("pay",))
        yield from _amounts(scene, scene.payout, face)


def _amounts(scene: TableView, amounts: Amounts, face: Face) -> Iterator[TextItem]:
    for player, amount in amounts:
        room = face.columns - len(str(amount)) - 1
        name = name_on(scene, player, face, room)
        if face.columns < ROOM_FOR_A_NAME and name != player:
            yield FittedText(names(scene, player))
            yield LabelledList(("",), (str(amount),))
        else:
            yield LabelledList((f"{name} =", name, ""), (str(amount),))
