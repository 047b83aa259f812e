"""The sentences about levers: moves that wait or stand, and what must be put back. Pure."""

from __future__ import annotations

from boxctl.presentation.phrases import (
    MOST_KEPT,
    Style,
    added_up,
    capital,
    choices,
    choices_of_tiles,
    dice,
    how_many_dice,
    make_ready,
    put_back,
    the_tile,
    the_tiles,
    tiles_of_move,
)
from boxctl.presentation.sentences.throws import must_shut, or_throw_again
from boxctl.referee.payloads import (
    Action,
    Committed,
    DisturbanceReason,
    Disturbed,
    NextStep,
    Pending,
    Provisional,
    Refusal,
    Refused,
    Restored,
    TakenBack,
)
from boxctl.rules.ruleset import Throw
from boxctl.rules.tiles import TileSet, tile, total
from groundwork.language import any_of, kept_by_language, tr, tr_n


def pending_sentence(pending: Pending, style: Style) -> str:
    """Say what is moved so far, and what may complete it (R4.1)."""
    rest = tuple([move.tiles & ~pending.tiles for move in pending.moves])
    text = tr(
        "{tiles} so far for {dice}: {moves} to go.",
        tiles=tiles_of_move(pending.tiles, style),
        dice=dice(pending.thrown, style),
        moves=choices_of_tiles(rest, style),
    )
    return capital(text)


def provisional_sentence(provisional: Provisional, style: Style) -> str:
    """Say that a move will do, and what makes it stand (R4.2, R4.8)."""
    count, larger = provisional.tiles.bit_count(), len(provisional.moves) > 1
    ways = [tr("throw again")] if provisional.throw_commits else []
    ways.append(tr("confirm"))
    if provisional.settles:
        ways.append(tr("wait"))
    if larger:
        ways.append(tr_n("add to it", "add to them", count))
    else:
        ways.append(tr_n("take it back", "take them back", count))
    text = tr_n(
        "{tiles} will do: {ways}.",
        "{tiles} will do: {ways}.",
        count,
        tiles=tiles_of_move(provisional.tiles, style),
        ways=any_of(ways),
    )
    return capital(text)


def taken_back_sentence(back: TakenBack, style: Style) -> str:
    """Say which tiles were taken back, and what is left or possible."""
    returned, count = tiles_of_move(back.back, style), back.back.bit_count()
    if back.tiles:
        text = tr_n(
            "{tile} is taken back, {tiles} so far.",
            "{tile} are taken back, {tiles} so far.",
            count,
            tile=returned,
            tiles=tiles_of_move(back.tiles, style),
        )
    elif back.action is Action.OPEN:
        text = tr_n(
            "{tile} is taken back: open {moves}.",
            "{tile} are taken back: open {moves}.",
            count,
            tile=returned,
            moves=choices(back.moves, style),
        )
    else:
        text = tr_n(
            "{tile} is taken back: shut {moves}.",
            "{tile} are taken back: shut {moves}.",
            count,
            tile=returned,
            moves=choices(back.moves, style),
        )
    return capital(_or_throw_again(text, back))


def _or_throw_again(text: str, ruled: TakenBack | Restored) -> str:
    """Add to a sentence that the double may be thrown again instead (R5.7), if it may."""
    if not ruled.may_rethrow:
        return text
    return f"{text} {or_throw_again()}"


def committed_sentence(committed: Committed, style: Style) -> str:
    """Say which move stands."""
    return _committed(committed.tiles, committed.throw, committed.action, style)


@kept_by_language(MOST_KEPT)
def _committed(moved: TileSet, throw: Throw, action: Action, style: Style) -> str:
    tiles, thrown, count = tiles_of_move(moved, style), dice(throw, style), moved.bit_count()
    if action is Action.OPEN:
        text = tr_n(
            "{tiles} is open for {dice}.",
            "{tiles} are open for {dice}.",
            count,
            tiles=tiles,
            dice=thrown,
        )
    else:
        text = tr_n(
            "{tiles} is shut for {dice}.",
            "{tiles} are shut for {dice}.",
            count,
            tiles=tiles,
            dice=thrown,
        )
    return capital(text)


def wrong_sentence(player: str, wrong: Refused | Disturbed, style: Style) -> str:
    """Say what is wrong with the levers, and which must be put back."""
    if is_before_turn(wrong):
        ready = make_ready(wrong.put_back, style)
        return tr("For {player}'s turn, {request}.", player=player, request=ready)
    why, back = why_wrong(wrong, style), put_back(wrong.put_back, style)
    return tr("{why}: {request}.", why=why, request=back)


def why_wrong(wrong: Refused | Disturbed, style: Style) -> str:
    """Say why levers must be put back in a turn, without a full stop."""
    if wrong.refusal is not None:
        return capital(why_refused(wrong.refusal, style))
    if isinstance(wrong, Refused):
        return tr("Not all right yet")
    match wrong.disturbance_reason:
        case DisturbanceReason.THROW_FIRST:
            return tr("Throw first")
        case DisturbanceReason.KNOCKED:
            text = tr(
                "{count} levers moved at once, and none of them counts",
                count=style.number(wrong.tiles.bit_count()),
            )
            return capital(text)
        case DisturbanceReason.NOT_RIGHT_YET:
            return tr("Not all right yet")
        case reason:
            return capital(_why_disturbed(wrong, reason, style))


def _why_disturbed(wrong: Disturbed, reason: DisturbanceReason, style: Style) -> str:
    """Say why the tiles of an act that moved must be put back."""
    tiles = wrong.tiles & (wrong.put_back.open | wrong.put_back.shut)
    if tiles.bit_count() > 1:
        return tr("{tiles} may not be moved now", tiles=the_tiles(tiles, style))
    number = the_tile(tiles.bit_length(), style)
    match reason:
        case DisturbanceReason.COMMITTED:
            return tr("{tile} belongs to a move you have made", tile=number)
        case DisturbanceReason.MAY_NOT_GO_BACK:
            return tr("{tile} may not be taken back", tile=number)
        case DisturbanceReason.NOT_IN_PLAY:
            return tr("{tile} is not in play", tile=number)
        case _:
            return tr("{tile} is not yours to move", tile=number)


def is_before_turn(wrong: Refused | Disturbed) -> bool:
    """Whether the levers are asked to be made ready for a turn that has not begun."""
    return (
        isinstance(wrong, Disturbed) and wrong.disturbance_reason is DisturbanceReason.BEFORE_TURN
    )


OF_SUMS = ("sum", "sum_or_difference", "either")
"""The ways of which a refusal tells what the tiles add up to; of others, what is allowed."""


def why_refused(refusal: Refusal, style: Style) -> str:
    """Say why these tiles cannot be part of one allowed move (R4.5), as a clause."""
    moved, opening = refusal.moved, refusal.opening_tile
    if opening is not None and not moved & tile(opening):
        return must_shut(opening, style)
    sum_made, sum_thrown = total(moved), sum(refusal.thrown)
    tiles, thrown = added_up(moved, style), dice(refusal.thrown, style)
    made, in_all = style.number(sum_made), style.number(sum_thrown)
    alone = moved.bit_count() == 1
    if refusal.combine not in OF_SUMS:
        allowed = choices(refusal.allowed, style)
        if not allowed:
            return tr("{tiles} is no move for {dice}", tiles=tiles, dice=thrown)
        return tr(
            "{tiles} is no move for {dice}, which allows {moves}",
            tiles=tiles,
            dice=thrown,
            moves=allowed,
        )
    if sum_made > sum_thrown and alone:
        return tr("{tile} is more than the {total} you threw", tile=tiles, total=in_all)
    if sum_made > sum_thrown:
        return tr(
            "{tiles} makes {sum}, which is more than the {total} you threw",
            tiles=tiles,
            sum=made,
            total=in_all,
        )
    if refusal.combine == "sum_or_difference":
        return tr("{tiles} leads to no move for {dice}", tiles=tiles, dice=thrown)
    if alone:
        return tr("{tile} cannot be made up to {total} with what is left", tile=tiles, total=in_all)
    return tr(
        "{tiles} makes {sum}, and cannot be made up to {total} with what is left",
        tiles=tiles,
        sum=made,
        total=in_all,
    )


def restored_sentence(restored: Restored, style: Style) -> str:
    """Say that the levers are right again, and how play goes on."""
    match restored.next_step:
        case NextStep.THROW:
            dice_asked = how_many_dice(restored.dice_counts or (), style)
            return tr("All is as it should be: throw {dice}.", dice=dice_asked)
        case NextStep.MOVE_STANDS:
            return tr("All is as it should be: your move stands.")
        case NextStep.ANSWER:
            text = tr(
                "All is as it should be: your throw of {dice} is still to be played.",
                dice=dice(restored.thrown or (), style),
            )
            return _or_throw_again(text, restored)
