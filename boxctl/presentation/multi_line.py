"""What is read on a display of two lines or more: character LCDs and OLEDs. Pure.

Everything stands in the order in which it matters. Sizes are those that a person can read across
a table; a display that cannot enlarge shows all in its one size.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.display_words import (
    has_stopped,
    lost_devices,
    move_words,
    names,
    put_back,
    reason,
    throw_item,
    tile_words,
    with_names,
)
from boxctl.presentation.table_view import Amounts, TableView, TileQuestion
from boxctl.presentation.text_items import FittedText, LabelledList, TextItem
from boxctl.referee.verdict import Verdict
from hardware.devices import Face

ROWS_FOR_A_NAME = 4
"""From so many rows on, whose turn it is has a line of its own."""


def needed(scene: TableView, face: Face) -> Iterator[TextItem]:
    """What has to be read."""
    if has_stopped(scene):
        yield FittedText(("PLAY PAUSES",), 2)
        yield FittedText(("the disk fails",))
        return
    if scene.question is not None:
        yield from _asked(scene.question, face)
        return
    if scene.verdict is Verdict.VOID:
        yield FittedText(("does not count",))
    yield from _how_it_stands(scene, face)
    if scene.unverified:
        yield FittedText((f"unverified: {scene.unverified[0]}", "unverified", "doubtful"))
    for device in lost_devices(scene):
        yield FittedText((f"no answer: {device}", f"no {device}", "device lost"))


def _asked(question: TileQuestion, face: Face) -> Iterator[TextItem]:
    number = question.tile
    if question.where:
        yield FittedText((f"{number}: up or down?", f"{number} up/down?", f"tile {number}?"), 2)
        confirm, new = "down", "up"
    else:
        yield FittedText((f"is it the {number}?", f"the {number}?"), 2)
        confirm, new = "yes", "no"
    if face.rows < ROWS_FOR_A_NAME:
        yield LabelledList(("",), (f"conf={confirm}", f"new={new}"))
    else:
        yield FittedText((f"confirm: {confirm}", f"conf={confirm}"))
        yield FittedText((f"new: {new}",))


def _how_it_stands(scene: TableView, face: Face) -> Iterator[TextItem]:
    if scene.interrupted:
        yield FittedText(("interrupted",))
        yield from put_back(scene, face, 3)
    elif scene.stage == "match_over":
        yield from _match_over(scene, face)
    elif scene.stage == "turn_over":
        yield from _turn_over(scene, face)
        yield from put_back(scene, face, 3)
    elif scene.back:
        yield from put_back(scene, face, 3)
        if scene.choices:
            yield throw_item(scene.throw, face, 2)
    elif scene.stage in ("play", "will_do"):
        yield from _throw(scene, face)
    else:
        yield from _throw_awaited(scene, face)


def further(scene: TableView) -> Iterator[TextItem]:
    """What is good to know, as far as there is room for it."""
    if has_stopped(scene) or scene.question is not None:
        return
    if scene.not_moved:
        yield FittedText(("moved? hold confirm", "hold confirm"))
    if scene.interrupted:
        yield FittedText(("or press confirm", "or confirm"))
    elif scene.back and scene.stage != "turn_over":
        yield FittedText((reason(scene.broken),))
    elif scene.stage == "turn_over" and scene.throw and not scene.shut_the_box:
        yield FittedText((f"no move for {'+'.join(map(str, scene.throw))}", "no move"))
    elif scene.stage == "play":
        label = "then" if scene.moved else "play"
        left = move_words(scene.owed, scene.moved)
        yield LabelledList((label,), left, between=", ", each=False)
    elif scene.stage == "throw" and scene.open:
        yield LabelledList(("open",), tile_words(scene.open))
    if scene.aside:
        yield LabelledList(("by word:",), tile_words(scene.aside), each=False)
    if scene.scores and scene.stage != "match_over" and scene.scores != (scene.scored,):
        yield _amounts("total" if scene.added_up else "score", scene.scores)


def _throw(scene: TableView, face: Face) -> Iterator[TextItem]:
    if face.rows < ROWS_FOR_A_NAME:
        yield throw_item(scene.throw, face, whose=scene.player)
    else:
        yield FittedText(names(scene, scene.player), 2)
        yield throw_item(scene.throw, face, 4)
    if scene.stage == "will_do":
        moved = "+".join(move_words((scene.moved,), 0))
        yield FittedText((f"good: {moved}", "good"), 2)


def _throw_awaited(scene: TableView, face: Face) -> Iterator[TextItem]:
    decided = scene.stage != "deciding"
    if not decided and scene.throw:
        yield FittedText(with_names(scene, scene.player, f"{{}} throws {scene.throw[0]}", "{}"), 2)
        yield FittedText(("highest starts",))
        return
    what = "throw again" if scene.verdict is Verdict.AGAIN else "throw"
    if face.rows < ROWS_FOR_A_NAME:
        yield FittedText((*with_names(scene, scene.player, f"{{}}: {what}"), what))
    else:
        yield FittedText(names(scene, scene.player), 3)
        yield FittedText((what,), 3)
    if not decided:
        yield FittedText(("highest starts",))


def _turn_over(scene: TableView, face: Face) -> Iterator[TextItem]:
    if scene.scored is None:
        return
    player, score = scene.scored
    if scene.shut_the_box:
        yield FittedText(with_names(scene, player, "{} shut the box!", "{} shut it!"), 2)
    yield _score(scene, player, "scores", score, face)
    if scene.verdict is Verdict.ROUND_OVER:
        yield FittedText(("The round is over", "round over"))
        yield _amounts("total" if scene.added_up else "score", scene.scores)
    if scene.out:
        yield LabelledList(("out:",), scene.out, between=", ", each=False)


def _match_over(scene: TableView, face: Face) -> Iterator[TextItem]:
    if len(scene.players) == 1:
        yield from (_score(scene, player, "has", n, face) for player, n in scene.scores)
        return
    if len(scene.winners) == 1:
        yield FittedText(with_names(scene, scene.winners[0], "{} WINS!", "{} wins"), 2)
    elif scene.winners:
        yield FittedText(("shared by",))
        yield LabelledList(("",), scene.winners, 2, between=", ")
    if scene.shut_the_box:
        yield FittedText(("shut the box",))
    yield _amounts("score", scene.scores)
    if any(amount for _player, amount in scene.payout):
        yield _amounts("pay", scene.payout, signed=True)


def _score(scene: TableView, player: str, does: str, score: int, face: Face) -> TextItem:
    by_name = with_names(scene, player, f"{{}} {does} {score}", f"{{}} {score}")
    # A score of many digits (R6) may need lines of its own.
    if len(by_name[-1]) > face.columns:
        return LabelledList((names(scene, player)[-1],), (str(score),))
    # Large and short can be read from farther away.
    short = with_names(scene, player, f"{{}} {score}")
    return FittedText(short if face.largest > 1 else by_name, 3)


def _amounts(label: str, amounts: Amounts, *, signed: bool = False) -> TextItem:
    sign = "+" if signed else ""
    words = tuple(f"{player} {amount:{sign}d}" for player, amount in amounts)
    return LabelledList((label,), words, between=", ", each=False)
