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
from boxctl.presentation.table_view import Amounts, Scene
from boxctl.presentation.text_items import Item, LabelledList, Words
from boxctl.referee.verdict import Verdict
from boxctl.rules import rule_ids
from hardware.devices import Face

ROOM_FOR_A_NAME = 7
"""From so many characters on, a player and what to do fit on one page."""

_SHORT = {"roller": "dice", "lamps": "light", "voice": "sound", "display": "show"}
"""Devices in letters that seven segments have."""


def pages(scene: Scene, face: Face) -> Iterator[Item]:
    """What is shown, a page each."""
    if has_stopped(scene):
        yield Words(("PAUSE",))
        yield Words(("no disk", "no disc", "disk"))
        return
    if scene.question is not None:
        number = scene.question.tile
        yield Words((f"tile {number}", f"t {number}"))
        yield Words(("up or dn", "up/dn") if scene.question.where else ("yes no", "y/n"))
        return
    if scene.verdict is Verdict.VOID:
        too_early = scene.rule == rule_ids.THROW_NOT_NOW
        yield Words(("not yet", "wait") if too_early else ("bad throw", "bad roll", "bad"))
    yield from _how_it_stands(scene, face)
    if scene.unverified:
        yield Words(("unverified", "doubt"))
    for device in lost_devices(scene):
        yield Words((f"no {device}", f"no {_SHORT.get(device, device)}", "Error"))


def _how_it_stands(scene: Scene, face: Face) -> Iterator[Item]:
    if scene.interrupted:
        yield Words(("restore", "back"))
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


def _throw(scene: Scene, face: Face) -> Iterator[Item]:
    yield throw_item(scene.throw, face)
    if scene.stage == "will_do":
        yield Words(("good",))
    elif (rest := rest_of_move(scene)) is not None:
        yield Words((f"and {rest}", f"+{rest}"))


def _throw_awaited(scene: Scene, face: Face) -> Iterator[Item]:
    if scene.stage == "deciding" and scene.throw:
        yield from _amounts(scene, ((scene.player, _first_die(scene)),), face)
        return
    if scene.verdict is Verdict.AGAIN:
        yield Words(("again",))
    if face.columns < ROOM_FOR_A_NAME:
        yield Words(names(scene, scene.player))
        yield Words(("throw", "roll"))
    else:
        yield Words(with_names(scene, scene.player, "{} throw", "{} roll"))


def _first_die(scene: Scene) -> int:
    value = scene.throw[0]
    return value if isinstance(value, int) else 0


def _turn_over(scene: Scene, face: Face) -> Iterator[Item]:
    if scene.scored is None or not scene.verdict:
        return
    if scene.shut_the_box:
        yield Words((*with_names(scene, scene.scored[0], "{} shut"), "shut"))
    yield from _amounts(scene, (scene.scored,), face)
    if scene.verdict is Verdict.ROUND_OVER:
        yield Words(("total",) if scene.added_up else ("scores",))
        yield from _amounts(scene, scene.scores, face)


def _match_over(scene: Scene, face: Face) -> Iterator[Item]:
    for winner in scene.winners if len(scene.players) > 1 else ():
        if face.columns < ROOM_FOR_A_NAME:
            yield Words(names(scene, winner))
            yield Words(("wins", "1st"))
        else:
            yield Words(with_names(scene, winner, "{} wins", "1st {}"))
    yield from _amounts(scene, scene.scores, face)
    if any(amount for _player, amount in scene.payout):
        yield Words(("pay",))
        yield from _amounts(scene, scene.payout, face)


def _amounts(scene: Scene, amounts: Amounts, face: Face) -> Iterator[Item]:
    for player, amount in amounts:
        room = face.columns - len(str(amount)) - 1
        name = name_on(scene, player, face, room)
        if face.columns < ROOM_FOR_A_NAME and name != player:
            yield Words(names(scene, player))
            yield LabelledList(("",), (str(amount),))
        else:
            yield LabelledList((f"{name} =", name, ""), (str(amount),))
