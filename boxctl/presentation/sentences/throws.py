"""The sentences about throws: a turn to begin with, what to move, what does not count. Pure."""

from __future__ import annotations

from boxctl.presentation.phrases import (
    Style,
    choices,
    dice,
    how_many_dice,
    is_shown,
    make_ready,
    names,
    put_back,
    shown,
    the_tile,
)
from boxctl.presentation.sentences.controls import Controls, another_match
from boxctl.referee.payloads import (
    FirstThrow,
    Ready,
    ThrowAccepted,
    ThrowAgain,
    VoidThrow,
)
from boxctl.referee.put_back import PutBack
from boxctl.referee.verdict import (
    Action,
    StartOutcome,
    VoidReason,
)
from boxctl.rules.dice import Dice, Throw, can_show, is_double
from boxctl.rules.moves import Move
from groundwork.language import tr, tr_n


def ready_sentence(player: str, ready: Ready, style: Style) -> str:
    """Ask for the first throw of a turn; in a duel, say what this player moves."""
    dice_asked = how_many_dice(ready.dice_counts, style)
    text = tr("{player}, your turn: throw {dice}.", player=player, dice=dice_asked)
    match ready.action:
        case None:
            return text
        case Action.SHUT:
            return " ".join((text, tr("You shut.")))
        case Action.OPEN:
            return " ".join((text, tr("You open.")))


def first_throw_sentence(player: str, first: FirstThrow, style: Style) -> str:
    """Say what a die thrown to see who starts means (R7.9)."""
    value, highest = style.number(first.throw[0]), style.number(first.highest)
    one = style.name(first.named[0])
    match first.outcome:
        case StartOutcome.STARTS:
            return tr(
                "{player} throws {value}: {starter} starts with {highest}.",
                player=player,
                value=value,
                starter=one,
                highest=highest,
            )
        case StartOutcome.TIE:
            return tr(
                "{player} throws {value}. {tied} tie with {highest}: {first} throws again.",
                player=player,
                value=value,
                tied=names(first.named, style),
                highest=highest,
                first=one,
            )
        case StartOutcome.NEXT:
            return tr(
                "{player} throws {value}. {next} throws next.", player=player, value=value, next=one
            )


def accepted_sentence(accepted: ThrowAccepted, style: Style) -> str:
    """Say what was thrown and may be moved, and how many markers a double has banked."""
    text = throw_to_play(
        accepted.throw, accepted.moves, accepted.action, accepted.opening_tile, style
    )
    markers = banked(accepted, style)
    return f"{text} {markers}" if markers else text


def throw_to_play(
    throw: Throw, moves: tuple[Move, ...], action: Action, opening: int | None, style: Style
) -> str:
    """Word a throw that has moves; ``opening`` is the tile the move must contain (R5.1)."""
    thrown = dice(throw, style)
    if len(throw) > 1:
        in_all = style.number(sum(throw))
        thrown = tr("{dice}, {total} in all", dice=thrown, total=in_all)
    ways = choices(moves, style)
    if action is Action.OPEN:
        text = tr("You threw {dice}: open {moves}.", dice=thrown, moves=ways)
    else:
        text = tr("You threw {dice}: shut {moves}.", dice=thrown, moves=ways)
    return text if opening is None else f"{text} {must_shut(opening, style)}."


def must_shut(opening: int, style: Style) -> str:
    """Say which tile the first move must contain (R5.1), without a full stop."""
    return tr("The first move must shut {tile}", tile=the_tile(opening, style))


def banked(accepted: ThrowAccepted, style: Style) -> str:
    """Say how many markers the player has after a double that can be played; else empty (R5.6)."""
    if accepted.markers is None or not is_double(accepted.throw):
        return ""
    return tr_n(
        "You have {markers} marker.",
        "You have {markers} markers.",
        accepted.markers,
        markers=style.number(accepted.markers),
    )


def why_again(again: ThrowAgain, style: Style) -> str:
    """Say why a throw that cannot be played is thrown again, as a sentence."""
    throw = again.throw
    if again.markers is not None:
        return tr_n(
            "{dice} cannot be played, which costs a marker: {markers} is left, throw again.",
            "{dice} cannot be played, which costs a marker: {markers} are left, throw again.",
            again.markers,
            dice=dice(throw, style),
            markers=style.number(again.markers),
        )
    if not is_double(throw):
        return tr(
            "{dice} cannot be played, but comes right after a double: throw again.",
            dice=dice(throw, style),
        )
    if len(throw) == 2:
        value = style.number(throw[0])
        return tr("Double {value} cannot be played: throw again.", value=value)
    alike = dice(throw, style)
    return tr("{dice} are alike and cannot be played: throw again.", dice=alike)


def void_sentence(void: VoidThrow, style: Style) -> str:
    """Say why a throw does not count, and what must happen."""
    match void.void_reason:
        case VoidReason.DICE_COUNT:
            return tr(
                "You threw {thrown}, but it has to be {right}: throw again.",
                thrown=how_many_dice((len(void.throw),), style),
                right=how_many_dice(void.dice_counts or (), style),
            )
        case VoidReason.UNREADABLE:
            why = _unreadable(void, style)
            return tr("The throw does not count, {why}: throw again.", why=why)
        case _:
            return tr(
                "The throw of {dice} does not count: {why}.",
                dice=dice(void.throw, style),
                why=why_not_now(void, style),
            )


def why_not_now(void: VoidThrow, style: Style, controls: Controls = Controls.BUTTONS) -> str:
    """Say why a throw came at the wrong time (R4.6), and what must happen first."""
    match void.void_reason:
        case VoidReason.MATCH_OVER:
            another = another_match(controls, style)
            return tr("the match is over, {another}", another=another)
        case VoidReason.BOX_NOT_READY:
            needed = make_ready(void.needed or PutBack(), style)
            return tr("the box is not ready, {request} first", request=needed)
        case VoidReason.PUT_BACK_FIRST:
            needed = put_back(void.needed or PutBack(), style)
            return tr("{request} first", request=needed)
        case VoidReason.CONFIRM_FIRST:
            return tr("the turn is one throw, confirm your move first")
        case _:
            return _still_owed(void.thrown or (), style)


def _unreadable(void: VoidThrow, style: Style) -> str:
    box = Dice(1, void.sides or 0)
    for value in void.throw:
        if is_shown(value) and not can_show(box, value):
            return tr(
                "a die with {sides} sides cannot show {value}",
                sides=style.number(box.sides),
                value=shown(value, style),
            )
    return tr("a die could not be read")


def _still_owed(throw: Throw, style: Style) -> str:
    return tr("your throw of {dice} is still to be played", dice=dice(throw, style))
