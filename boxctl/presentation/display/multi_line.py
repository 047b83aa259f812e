"""The text on a display of two lines or more: character LCDs and OLEDs. Pure.

What matters most comes first. Sizes are chosen to be read across a table; a display that cannot
enlarge shows everything in its one size.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.display.text_items import FittedText, LabelledList, TextItem
from boxctl.presentation.display.words import (
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
from boxctl.presentation.doubt_words import doubt_in_words
from boxctl.presentation.table_view import Amounts, TableView, TileQuestion
from boxctl.referee.verdict import Verdict
from hardware.devices import Face

ROWS_FOR_A_NAME = 4
"""With this many rows or more, the player's name has a line of its own."""


def needed(view: TableView, face: Face) -> Iterator[TextItem]:
    """Yield what must be read, however many pages it takes."""
    if has_stopped(view):
        yield FittedText(("PLAY PAUSES",), 2)
        yield FittedText(("the disk fails",))
        return
    if view.question is not None:
        yield from _asked(view.question, face)
        return
    if view.verdict is Verdict.VOID:
        yield FittedText(("does not count",))
    yield from _how_it_stands(view, face)
    if view.unverified:
        why = doubt_in_words(view.unverified[0])
        yield FittedText((f"unverified: {why}", "unverified", "doubtful"))
    for device in lost_devices(view):
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


def _how_it_stands(view: TableView, face: Face) -> Iterator[TextItem]:
    if view.interrupted:
        yield FittedText(("interrupted",))
        yield from put_back(view, face, 3)
    elif view.stage == "match_over":
        yield from _match_over(view, face)
    elif view.stage == "turn_over":
        yield from _turn_over(view, face)
        yield from put_back(view, face, 3)
    elif view.back:
        yield from put_back(view, face, 3)
        if view.choices:
            yield throw_item(view.throw, face, 2)
    elif view.stage in ("play", "will_do"):
        yield from _throw(view, face)
    else:
        yield from _throw_awaited(view, face)


def further(view: TableView) -> Iterator[TextItem]:
    """Yield what is good to know, shown as far as there is room."""
    if has_stopped(view) or view.question is not None:
        return
    if view.not_moved:
        yield FittedText(("moved? hold confirm", "hold confirm"))
    if view.interrupted:
        yield FittedText(("or press confirm", "or confirm"))
    elif view.back and view.stage != "turn_over":
        yield FittedText((reason(view.broken),))
    elif view.stage == "turn_over" and view.throw and not view.shut_the_box:
        yield FittedText((f"no move for {'+'.join(map(str, view.throw))}", "no move"))
    elif view.stage == "play":
        label = "then" if view.moved else "play"
        left = move_words(view.owed, view.moved)
        yield LabelledList((label,), left, between=", ", each=False)
    elif view.stage == "throw" and view.open:
        yield LabelledList(("open",), tile_words(view.open))
    if view.quarantined:
        yield LabelledList(("by word:",), tile_words(view.quarantined), each=False)
    if view.scores and view.stage != "match_over" and view.scores != (view.scored,):
        yield _amounts("total" if view.added_up else "score", view.scores)


def _throw(view: TableView, face: Face) -> Iterator[TextItem]:
    if face.rows < ROWS_FOR_A_NAME:
        yield throw_item(view.throw, face, whose=view.player)
    else:
        yield FittedText(names(view, view.player), 2)
        yield throw_item(view.throw, face, 4)
    if view.stage == "will_do":
        moved = "+".join(move_words((view.moved,), 0))
        yield FittedText((f"good: {moved}", "good"), 2)


def _throw_awaited(view: TableView, face: Face) -> Iterator[TextItem]:
    decided = view.stage != "deciding"
    if not decided and view.throw:
        yield FittedText(with_names(view, view.player, f"{{}} throws {view.throw[0]}", "{}"), 2)
        yield FittedText(("highest starts",))
        return
    what = "throw again" if view.verdict is Verdict.AGAIN else "throw"
    if face.rows < ROWS_FOR_A_NAME:
        yield FittedText((*with_names(view, view.player, f"{{}}: {what}"), what))
    else:
        yield FittedText(names(view, view.player), 3)
        yield FittedText((what,), 3)
    if not decided:
        yield FittedText(("highest starts",))


def _turn_over(view: TableView, face: Face) -> Iterator[TextItem]:
    if view.scored is None:
        return
    player, score = view.scored
    if view.shut_the_box:
        yield FittedText(with_names(view, player, "{} shut the box!", "{} shut it!"), 2)
    yield _score(view, player, "scores", score, face)
    if view.verdict is Verdict.ROUND_OVER:
        yield FittedText(("The round is over", "round over"))
        yield _amounts("total" if view.added_up else "score", view.scores)
    if view.out:
        yield LabelledList(("out:",), view.out, between=", ", each=False)


def _match_over(view: TableView, face: Face) -> Iterator[TextItem]:
    if len(view.players) == 1:
        yield from (_score(view, player, "has", n, face) for player, n in view.scores)
        return
    if len(view.winners) == 1:
        yield FittedText(with_names(view, view.winners[0], "{} WINS!", "{} wins"), 2)
    elif view.winners:
        yield FittedText(("shared by",))
        yield LabelledList(("",), view.winners, 2, between=", ")
    if view.shut_the_box:
        yield FittedText(("shut the box",))
    yield _amounts("score", view.scores)
    if any(amount for _player, amount in view.payout):
        yield _amounts("pay", view.payout, signed=True)


def _score(view: TableView, player: str, does: str, score: int, face: Face) -> TextItem:
    by_name = with_names(view, player, f"{{}} {does} {score}", f"{{}} {score}")
    # A score of many digits (R6) may need lines of its own.
    if len(by_name[-1]) > face.columns:
        return LabelledList((names(view, player)[-1],), (str(score),))
    # Large and short can be read from farther away.
    short = with_names(view, player, f"{{}} {score}")
    return FittedText(short if face.largest > 1 else by_name, 3)


def _amounts(label: str, amounts: Amounts, *, signed: bool = False) -> TextItem:
    sign = "+" if signed else ""
    words = tuple(f"{player} {amount:{sign}d}" for player, amount in amounts)
    return LabelledList((label,), words, between=", ", each=False)
