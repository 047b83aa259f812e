"""The English sentence of every ruling, made only from its data. Pure.

Another language (:class:`boxctl.presentation.wording.Wording`) has another such function, with a
case for every payload.
"""

from __future__ import annotations

from boxctl.presentation.phrases import (
    EYE,
    Style,
    added_up,
    choices,
    dice,
    how_many_dice,
    is_shown,
    make_ready,
    names,
    put_back,
    shown,
    the_tiles,
)
from boxctl.referee.payloads import (
    BoxShut,
    Committed,
    Disturbed,
    FirstThrow,
    MatchOver,
    Pending,
    Provisional,
    Ready,
    Refusal,
    Refused,
    Restored,
    RoundOver,
    TakenBack,
    ThrowAccepted,
    ThrowAgain,
    TurnOver,
    VoidThrow,
)
from boxctl.referee.put_back import PutBack
from boxctl.referee.ruling import Ruling
from boxctl.referee.verdict import (
    Action,
    DisturbanceReason,
    NextStep,
    StartOutcome,
    TurnEnd,
    VoidReason,
)
from boxctl.rules.dice import Dice, Throw, can_show
from boxctl.rules.moves import Move
from boxctl.rules.tiles import TileSet, tile, total


def sentence(ruling: Ruling, style: Style = EYE) -> str:
    """Return one sentence or two for the people at the table."""
    player = style.name(ruling.player)
    match ruling.payload:
        case Ready() as ready:
            return _ready(player, ready, style)
        case FirstThrow() as first:
            return _first_throw(player, first, style)
        case ThrowAccepted(throw, moves, action, opening_tile):
            return throw_to_play(throw, moves, action, opening_tile, style)
        case ThrowAgain(throw):
            return _again(throw, style)
        case VoidThrow() as void:
            return _void(void, style)
        case Pending() as pending:
            return _pending(pending, style)
        case Provisional() as provisional:
            return _provisional(provisional, style)
        case TakenBack() as back:
            return _taken_back(back, style)
        case Committed(throw, tiles, action):
            is_or_are = "is" if tiles.bit_count() == 1 else "are"
            return f"{_first_word(tiles, style)} {is_or_are} {action} for {dice(throw, style)}."
        case Refused() | Disturbed() as wrong:
            joint = "," if is_before_turn(wrong) else ":"
            return f"{why_wrong(player, wrong, style)}{joint} {request(wrong, style)}."
        case Restored() as restored:
            return f"All is as it should be: {_next_step(restored, style)}."
        case BoxShut(action):
            return f"{player} has {'opened' if action is Action.OPEN else 'shut'} the box!"
        case TurnOver() as over:
            return _turn_over(player, over, style)
        case RoundOver() as over:
            return _round_over(over, style)
        case MatchOver() as over:
            return _match_over(over, style)


# Throws.


def _ready(player: str, ready: Ready, style: Style) -> str:
    what = f" You {ready.action}." if ready.action is not None else ""
    return f"{player}, your turn: throw {how_many_dice(ready.dice_counts, style)}.{what}"


def _first_throw(player: str, first: FirstThrow, style: Style) -> str:
    thrown = f"{player} throws {style.number(first.throw[0])}"
    named, highest = first.named, style.number(first.highest)
    one = style.name(named[0])
    match first.outcome:
        case StartOutcome.STARTS:
            return f"{thrown}: {one} starts with {highest}."
        case StartOutcome.TIE:
            return f"{thrown}. {names(named, style)} tie with {highest}: {one} throws again."
        case StartOutcome.NEXT:
            return f"{thrown}. {one} throws next."


def throw_to_play(
    throw: Throw, moves: tuple[Move, ...], action: Action, opening: int | None, style: Style = EYE
) -> str:
    """Word a throw that has moves; ``opening`` is the tile the move must contain (R5.1)."""
    thrown = dice(throw, style)
    if len(throw) > 1:
        thrown += f", {style.number(sum(throw))} in all"
    asked = f" The first move must shut the {style.number(opening)}." if opening else ""
    return f"You threw {thrown}: {action} {choices(moves, style)}.{asked}"


def _again(throw: Throw, style: Style) -> str:
    if len(throw) == 2:
        return f"Double {style.number(throw[0])} cannot be played: throw again."
    return f"{dice(throw, style)} are alike and cannot be played: throw again."


def _void(void: VoidThrow, style: Style) -> str:
    match void.void_reason:
        case VoidReason.DICE_COUNT:
            thrown = how_many_dice((len(void.throw),), style)
            right = how_many_dice(void.dice_counts or (), style)
            return f"You threw {thrown}, but it has to be {right}: throw again."
        case VoidReason.UNREADABLE:
            return f"The throw does not count, {_unreadable(void, style)}: throw again."
        case _:
            thrown = dice(void.throw, style)
            return f"The throw of {thrown} does not count: {why_not_now(void, style)}."


def why_not_now(void: VoidThrow, style: Style = EYE) -> str:
    """Say why a throw came at the wrong time (R4.6), and what must happen first."""
    match void.void_reason:
        case VoidReason.MATCH_OVER:
            return "the match is over, press new for another"
        case VoidReason.BOX_NOT_READY:
            needed = make_ready(void.needed or PutBack(), style)
            return f"the box is not ready, {needed} first"
        case VoidReason.PUT_BACK_FIRST:
            return f"{put_back(void.needed or PutBack(), style)} first"
        case VoidReason.CONFIRM_FIRST:
            return "the turn is one throw, confirm your move first"
        case _:
            return _still_owed(void.thrown or (), style)


def _unreadable(void: VoidThrow, style: Style) -> str:
    box = Dice(1, void.sides or 0)
    for value in void.throw:
        if is_shown(value) and not can_show(box, value):
            sides = style.number(box.sides)
            return f"a die with {sides} sides cannot show {shown(value, style)}"
    return "a die could not be read"


def _still_owed(throw: Throw, style: Style) -> str:
    return f"your throw of {dice(throw, style)} is still to be played"


# Levers.


def _pending(pending: Pending, style: Style) -> str:
    rest = [Move(move.tiles & ~pending.tiles, move.rule) for move in pending.moves]
    so_far = f"{_first_word(pending.tiles, style)} so far for {dice(pending.thrown, style)}"
    return f"{so_far}: {choices(rest, style)} to go."


def _provisional(provisional: Provisional, style: Style) -> str:
    moved, larger = provisional.tiles, len(provisional.moves) > 1
    ways = ["throw again"] if provisional.throw_commits else []
    ways.append("confirm")
    if provisional.settles:
        ways.append("wait")
    them = "it" if moved.bit_count() == 1 else "them"
    ways.append(f"add to {them}" if larger else f"take {them} back")
    return f"{_first_word(moved, style)} will do: {', '.join(ways[:-1])} or {ways[-1]}."


def _taken_back(back: TakenBack, style: Style) -> str:
    taken = f"The {style.number(back.tile)} is taken back"
    if not back.tiles:
        return f"{taken}: {back.action} {choices(back.moves, style)}."
    return f"{taken}, {the_tiles(back.tiles, style)} so far."


def why_wrong(player: str, wrong: Refused | Disturbed, style: Style = EYE) -> str:
    """Say why levers must be put back, up to the request that follows."""
    if wrong.refusal is not None:
        return _why_refused(wrong.refusal, style)
    if isinstance(wrong, Refused):
        return "Not all right yet"
    number = style.number(wrong.tiles.bit_length())
    match wrong.disturbance_reason:
        case DisturbanceReason.BEFORE_TURN:
            return f"For {player}'s turn"
        case DisturbanceReason.COMMITTED:
            return f"The {number} belongs to a move you have made"
        case DisturbanceReason.MAY_NOT_GO_BACK:
            return f"The {number} may not be taken back"
        case DisturbanceReason.NOT_IN_PLAY:
            return f"The {number} is not in play"
        case DisturbanceReason.NOT_YOURS:
            return f"The {number} is not yours to move"
        case DisturbanceReason.THROW_FIRST:
            return "Throw first"
        case _:
            return "Not all right yet"


def request(wrong: Refused | Disturbed, style: Style = EYE) -> str:
    """Say what must be put back, or made ready if the turn has not begun."""
    if is_before_turn(wrong):
        return make_ready(wrong.put_back, style)
    return put_back(wrong.put_back, style)


def is_before_turn(wrong: Refused | Disturbed) -> bool:
    """Whether the levers are asked to be made ready for a turn that has not begun."""
    return (
        isinstance(wrong, Disturbed) and wrong.disturbance_reason is DisturbanceReason.BEFORE_TURN
    )


def _why_refused(refusal: Refusal, style: Style) -> str:
    moved, opening = refusal.moved, refusal.opening_tile
    if opening is not None and not moved & tile(opening):
        return f"The first move must shut the {style.number(opening)}"
    made, thrown, alone = total(moved), sum(refusal.thrown), moved.bit_count() == 1
    tiles = added_up(moved, style)
    if refusal.combine in ("canoga", "thai"):
        allowed = choices(refusal.allowed, style)
        return f"{tiles} is no move for {dice(refusal.thrown, style)}, which allows {allowed}"
    if made > thrown:
        sum_of = tiles if alone else f"{tiles} makes {style.number(made)}, which"
        return f"{sum_of} is more than the {style.number(thrown)} you threw"
    if refusal.combine == "sum_or_difference":
        return f"{tiles} leads to no move for {dice(refusal.thrown, style)}"
    sum_of = tiles if alone else f"{tiles} makes {style.number(made)}, and"
    return f"{sum_of} cannot be made up to {style.number(thrown)} with what is left"


def _next_step(restored: Restored, style: Style) -> str:
    match restored.next_step:
        case NextStep.THROW:
            return f"throw {how_many_dice(restored.dice_counts or (), style)}"
        case NextStep.MOVE_STANDS:
            return "your move stands"
        case NextStep.ANSWER:
            return _still_owed(restored.thrown or (), style)


# Endings.


def _turn_over(player: str, over: TurnOver, style: Style) -> str:
    why = _why_over(over, style)
    if over.following is not None and over.takes_box:
        return f"{why} {style.name(over.following)} takes the box as it stands."
    text = f"{why} {player} scores {style.number(over.score)}.".lstrip()
    if over.following is not None and over.put_back:
        ready = make_ready(over.put_back, style)
        text += f" Make the box ready for {style.name(over.following)}: {ready}."
    return text


def _why_over(over: TurnOver, style: Style) -> str:
    throw: Throw = over.throw or ()
    match over.turn_end:
        case TurnEnd.STOP_NUMBER:
            return f"{style.number(sum(throw))} is the number that ends the {over.stops}."
        case TurnEnd.OPENING_LOST:
            opening = style.number(over.opening_tile or 0)
            lost = f"cannot shut the {opening}, and the turn is lost"
            return f"A throw of {dice(throw, style)} {lost}."
        case TurnEnd.NO_MOVE:
            return f"A throw of {dice(throw, style)} cannot be played."
        case TurnEnd.ONE_THROW:
            return "A turn is one throw."
        case TurnEnd.SHUT:
            return ""


def _round_over(over: RoundOver, style: Style) -> str:
    scores = over.totals if over.added_up else over.scores
    written = ", ".join(
        f"{style.name(player)} {style.number(score)}" for player, score in scores.items()
    )
    text = f"The round is over{'. Totals' if over.added_up else ''}: {written}."
    if over.out:
        text += f" {names(over.out, style)} {'is' if len(over.out) == 1 else 'are'} out."
    return text + tied(over, style)


def tied(over: RoundOver, style: Style = EYE) -> str:
    """Say who plays off a tie, behind a space; empty if nobody ties."""
    return f" {names(over.tied, style)} tie and play one more turn each." if over.tied else ""


def _match_over(over: MatchOver, style: Style) -> str:
    winners = names(over.winners, style)
    if len(over.payout) == 1:
        score = style.number(over.scores[over.winners[0]])
        return f"The match is over: {winners} has {score}."
    text = f"{winners} {'wins' if len(over.winners) == 1 else 'share the win'}."
    money = ", ".join(
        f"{style.name(player)} {amount:+d}" for player, amount in over.payout.items() if amount
    )
    return f"{text} Paid out: {money}." if money else text


def _first_word(tiles: TileSet, style: Style) -> str:
    """Return the tiles with a capital, to begin a sentence."""
    written = the_tiles(tiles, style)
    return written[:1].upper() + written[1:]
