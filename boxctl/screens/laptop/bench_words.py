"""The log at the bench: what the referee hears and rules, a few words a line."""

from __future__ import annotations

from boxctl.presentation.phrases import WRITTEN, added_up, dice, make_ready
from boxctl.presentation.player_names import shown_player
from boxctl.referee.events import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.payloads import (
    BoxShut,
    Committed,
    Disturbed,
    FirstThrow,
    MatchOver,
    Pending,
    Provisional,
    Ready,
    Refused,
    Restored,
    RoundOver,
    TakenBack,
    ThrowAccepted,
    ThrowAgain,
    TurnOver,
    VoidThrow,
)
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import numbers
from groundwork.language import all_of, tr


def heard(event: Event) -> str:
    """Return what the referee was told; empty where nothing happened."""
    match event:
        case Thrown(values=values):
            return tr("heard: dice {dice}", dice=dice(values, WRITTEN))
        case LeverMoved(tile=number, open=True):
            return tr("heard: lever {tile} open", tile=number)
        case LeverMoved(tile=number):
            return tr("heard: lever {tile} shut", tile=number)
        case Pressed(button=button):
            return tr("heard: button {button}", button=button)
        case _:
            return ""


def ruled(ruling: Ruling) -> str:
    """Return a ruling in a few words."""
    match ruling.payload:
        case Ready():
            return tr("ruled: {player} may throw", player=shown_player(ruling.player))
        case FirstThrow() | ThrowAccepted():
            return tr("ruled: the throw counts")
        case ThrowAgain():
            return tr("ruled: no move, throw again")
        case VoidThrow():
            return tr("ruled: the throw is void")
        case Pending(tiles=tiles):
            return tr("ruled: {tiles} so far", tiles=added_up(tiles, WRITTEN))
        case Provisional(tiles=tiles):
            return tr("ruled: {tiles} waits", tiles=added_up(tiles, WRITTEN))
        case TakenBack(back=tiles):
            return tr("ruled: {tile} taken back", tile=all_of(numbers(tiles)))
        case Committed(tiles=tiles):
            return tr("ruled: {tiles} committed", tiles=added_up(tiles, WRITTEN))
        case Refused(put_back=back):
            return tr("ruled: refused, {request}", request=make_ready(back, WRITTEN))
        case Disturbed(put_back=back):
            return tr("ruled: disturbed, {request}", request=make_ready(back, WRITTEN))
        case Restored():
            return tr("ruled: all is right again")
        case BoxShut():
            return tr("ruled: the box is shut")
        case TurnOver(score=score):
            return tr("ruled: the turn is over, {score}", score=score)
        case RoundOver():
            return tr("ruled: the round is over")
        case MatchOver():
            return tr("ruled: the match is over")
