"""The text on a display of two lines or more: character LCDs and OLEDs. Pure.

What matters most comes first. Sizes are chosen to be read across a table; a display that cannot
enlarge shows everything in its one size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.display import menu_pages
from boxctl.presentation.display.display_words import DisplayWords, Ways
from boxctl.presentation.display.words import (
    FittedText,
    LabelledList,
    TextItem,
    filled,
    has_stopped,
    lost_devices,
    money_on,
    move_words,
    names,
    put_back,
    throw_item,
    tile_words,
    with_names,
)
from boxctl.presentation.phrases import shown_player
from boxctl.presentation.table_view import Amounts, Awaited, TableView, TileQuestion
from boxctl.referee.payloads import Verdict
from groundwork.language import labelled
from hardware.devices import Face

ROWS_FOR_A_NAME = 4
"""With this many rows or more, the player's name has a line of its own."""


ROWS_OF_ONE_CHOICE = 2
"""With so few rows there is room for the moves or for another choice, not for both."""


def needed(
    view: TableView, face: Face, words: DisplayWords, doubts: Sequence[str]
) -> Iterator[TextItem]:
    """Yield the lines that must be read, on any number of pages; ``doubts`` of the view."""
    say = words.multi_line
    if has_stopped(view):
        yield FittedText(say.play_pauses, 2)
        yield FittedText(say.disk_fails)
        return
    if view.question is not None:
        yield from _asked(view.question, face, words)
        return
    if view.menu is not None:
        yield from menu_pages.on_lines(view.menu, face, words)
        return
    if view.entered:
        yield throw_item(view.entered, face, 3)
        return
    if view.verdict is Verdict.VOID:
        yield FittedText(say.no_count)
    yield from _how_it_stands(view, face, words)
    if doubts:
        yield FittedText(filled(say.unverified, why=doubts[0]))
    for device in lost_devices(view):
        yield FittedText(filled(say.device_lost, device=words.devices.get(device, device)))


def _asked(question: TileQuestion, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    say = words.multi_line
    asked, confirm, new = (
        (say.where, say.down, say.up) if question.where else (say.which, say.yes, say.no)
    )
    yield FittedText(filled(asked, tile=question.tile), 2)
    by_confirm, by_new = filled(say.confirm, answer=confirm), filled(say.new, answer=new)
    if face.rows < ROWS_FOR_A_NAME:
        yield LabelledList(("",), (by_confirm[-1], by_new[-1]))
    else:
        yield FittedText(by_confirm)
        yield FittedText(by_new)
    if not question.where:
        yield FittedText(filled(say.hold, answer=say.none))


def _how_it_stands(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    if view.interrupted:
        yield FittedText(words.multi_line.interrupted)
        yield from put_back(view, face, words, 3)
    elif view.awaited is Awaited.MATCH_OVER:
        yield from _match_over(view, face, words)
    elif view.awaited is Awaited.TURN_OVER:
        yield from _turn_over(view, face, words)
        yield from put_back(view, face, words, 3)
    elif view.back:
        yield from put_back(view, face, words, 3)
        if view.choices:
            yield throw_item(view.throw, face, 2)
    elif view.awaited in (Awaited.PLAY, Awaited.WILL_DO):
        yield from _throw(view, face, words)
    else:
        yield from _throw_awaited(view, face, words)


def further(view: TableView, words: DisplayWords) -> Iterator[TextItem]:
    """Yield the lines that are good to know, shown as far as there is room."""
    say = words.multi_line
    if has_stopped(view) or view.question is not None or view.menu is not None:
        return
    if view.not_moved:
        yield FittedText(say.hold_confirm)
    if view.interrupted:
        yield FittedText(say.or_confirm if view.may_declare else say.or_new)
    elif view.back and view.awaited is not Awaited.TURN_OVER:
        yield FittedText((words.reasons.get(view.broken, words.other_reason),))
    elif view.awaited is Awaited.TURN_OVER and view.throw and not view.shut_the_box:
        yield FittedText(filled(say.no_move, throw="+".join(map(str, view.throw))))
    elif view.awaited is Awaited.PLAY:
        label = say.then if view.moved else say.play
        left = move_words(view.owed, view.moved)
        yield LabelledList((label,), left, between=", ", each=False)
        yield from _markers(view, words)
    elif view.awaited is Awaited.THROW and view.open:
        yield LabelledList((say.open,), tile_words(view.open))
    if view.best is not None and view.best.best is not None and not view.best.is_new:
        yield LabelledList((say.best,), (str(view.best.best),))
    if view.quarantined:
        yield LabelledList((say.by_word,), tile_words(view.quarantined), each=False)
    if view.scores and view.awaited is not Awaited.MATCH_OVER and view.scores != (view.scored,):
        yield _amounts(_tally(view, words), view.scores, words)
    elif not view.scores and view.score.handicap:
        # Before anybody has a score (R7.16); later the scores include it.
        yield _amounts(say.handicap, tuple(view.score.handicap.items()), words)


def _throw(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    if face.rows < ROWS_FOR_A_NAME:
        label = labelled(shown_player(view.player), "").rstrip() if view.player else ""
        thrown = throw_item(view.throw, face, label=label)
    else:
        yield FittedText(names(view, view.player, words), 2)
        thrown = throw_item(view.throw, face, 4)
    yield thrown
    if view.may_throw_again:
        yield FittedText(words.multi_line.or_throw_again)
        if face.rows == ROWS_OF_ONE_CHOICE:
            # The moves stand below the throw, on a page of their own.
            yield thrown
    if view.awaited is Awaited.WILL_DO:
        moved = "+".join(move_words((view.moved,), 0))
        yield FittedText(filled(words.multi_line.good, move=moved), 2)


def _throw_awaited(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    say = words.multi_line
    decided = view.awaited is not Awaited.DECIDING
    if not decided and view.throw:
        yield FittedText(with_names(view, view.player, words, say.throws, value=view.throw[0]), 2)
        yield FittedText(say.highest_starts)
        return
    what = say.throw_again if view.verdict is Verdict.AGAIN else say.throw
    if face.rows < ROWS_FOR_A_NAME:
        to_throw = with_names(view, view.player, words, (say.to_throw,), throw=what)
        yield FittedText((*to_throw, what))
    else:
        yield FittedText(names(view, view.player, words), 3)
        yield FittedText((what,), 3)
    if not decided:
        yield FittedText(say.highest_starts)
    yield from _markers(view, words)


def _markers(view: TableView, words: DisplayWords) -> Iterator[TextItem]:
    if view.markers:
        yield FittedText(filled(words.multi_line.markers, count=view.markers))


def _turn_over(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    say = words.multi_line
    if view.scored is None:
        return
    player, score = view.scored
    if view.shut_the_box:
        yield FittedText(with_names(view, player, words, say.shut_the_box), 2)
    yield _score(view, player, say.scores, score, face, words)
    if view.verdict is Verdict.ROUND_OVER:
        yield FittedText(say.round_over)
        yield _amounts(_tally(view, words), view.scores, words)
    if view.score.out:
        yield LabelledList((say.out,), _names(view.score.out, words), between=", ", each=False)


def _match_over(view: TableView, face: Face, words: DisplayWords) -> Iterator[TextItem]:
    say = words.multi_line
    if len(view.players) == 1:
        for player, score in view.scores:
            yield _score(view, player, say.has, score, face, words)
        if view.best is not None and view.best.is_new:
            yield FittedText(say.new_best, 2)
        return
    if len(view.score.winners) == 1:
        yield FittedText(with_names(view, view.score.winners[0], words, say.wins), 2)
    elif view.score.winners:
        yield FittedText(say.shared_by)
        yield LabelledList(("",), _names(view.score.winners, words), 2, between=", ")
    else:
        yield FittedText(say.nobody_wins, 2)
    if view.shut_the_box:
        yield FittedText(say.box_shut)
    yield _amounts(say.won if view.tally == "wins" else say.score, view.scores, words)
    if any(amount for _player, amount in view.payout):
        yield _payments(view, face, words)


def _score(
    view: TableView, player: str, ways: Ways, score: int, face: Face, words: DisplayWords
) -> TextItem:
    by_name = with_names(view, player, words, ways, score=score)
    # A score of many digits (R6) may need lines of its own.
    if len(by_name[-1]) > face.columns:
        return LabelledList((names(view, player, words)[-1],), (str(score),))
    # Large and short can be read from farther away.
    short = with_names(view, player, words, ways[-1:], score=score)
    return FittedText(short if face.largest > 1 else by_name, 3)


def _tally(view: TableView, words: DisplayWords) -> str:
    say = words.multi_line
    return {"scores": say.score, "totals": say.total, "wins": say.won}[view.tally]


def _names(players: Sequence[str], words: DisplayWords) -> tuple[str, ...]:
    return tuple(map(shown_player, players))


def _amounts(label: str, amounts: Amounts, words: DisplayWords) -> TextItem:
    each = tuple(f"{shown_player(player)} {amount}" for player, amount in amounts)
    return LabelledList((label,), each, between=", ", each=False)


def _payments(view: TableView, face: Face, words: DisplayWords) -> TextItem:
    each = tuple(
        f"{shown_player(player)} {money_on(face, amount, view.currency, words)}"
        for player, amount in view.payout
    )
    return LabelledList((words.multi_line.pay,), each, between=", ", each=False)
