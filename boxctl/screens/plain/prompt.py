"""The prompt of the plain game: who is asked, and what Enter does. Short, and the last of all."""

from __future__ import annotations

from boxctl.presentation.phrases import how_many_dice
from boxctl.presentation.player_names import shown_player
from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE
from boxctl.referee.play import Play
from boxctl.screens.laptop.laptop_table import LaptopTable
from groundwork.language import any_of, tr, tr_as


def prompt(table: LaptopTable) -> str:
    """Return who is asked for what; what Enter does comes first."""
    play, hands = table.play, table.hands
    if table.session is None:
        return tr("No power, plug")
    if hands.question is not None:
        return tr("Confirm or new") if hands.asks_where else tr("Confirm, new or back")
    if table.session.runtime.paused:
        return tr("Paused")
    if play.over:
        return tr("Match over, new or quit")
    return tr("{player}, {action}", player=shown_player(play.player), action=_action(table))


def waits_for_confirm(play: Play) -> bool:
    """Whether a move that is allowed waits for more tiles, a throw or confirm."""
    return play.answer is not None and play.answer.move is not None


def _action(table: LaptopTable) -> str:
    play, hands = table.play, table.hands
    if hands.interrupted:
        return tr("Enter, confirm or new") if hands.may_declare else tr("Enter or new")
    if play.making_ready and play.put_back:
        return tr("Enter puts the tiles up") if not play.put_back.shut else tr("Enter sets up")
    if play.put_back:
        return tr("Enter puts back")
    if not play.throw_awaited:
        return tr("confirm") if waits_for_confirm(play) else tr("tiles")
    if hands.real_dice is not None:
        return tr("your dice, such as throw {values}", values=play.rules.dice.example)
    if not table.box.tray.throws_by_itself:
        return tr("throw on the roller")
    if waits_for_confirm(play):
        return tr("throw, confirm or tiles")
    if len(play.counts) > 1:
        return tr_as("prompt", "throw {counts}", counts=any_of(play.counts))
    return tr_as("prompt", "throw {dice}", dice=how_many_dice(play.counts, LINE_BY_LINE))
