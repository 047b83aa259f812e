"""The sentence of every ruling, made only from its data, in the language of a style. Pure."""

from __future__ import annotations

from boxctl.presentation.money.winnings import won_or_lost
from boxctl.presentation.phrases import (
    EYE,
    Style,
    added_up,
    capital,
    choices,
    commas,
    dice,
    either,
    how_many_dice,
    is_shown,
    make_ready,
    names,
    put_back,
    shown,
    the_tile,
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
from boxctl.rules.dice import Dice, Throw, can_show, is_double
from boxctl.rules.moves import Move
from boxctl.rules.tiles import tile, total


def sentence(ruling: Ruling, style: Style = EYE) -> str:
    """Return one sentence or two for the people at the table."""
    player = style.name(ruling.player)
    match ruling.payload:
        case Ready() as ready:
            return _ready(player, ready, style)
        case FirstThrow() as first:
            return _first_throw(player, first, style)
        case ThrowAccepted(throw, moves, action, opening_tile) as accepted:
            text = throw_to_play(throw, moves, action, opening_tile, style)
            return " ".join(filter(None, (text, banked(accepted, style))))
        case ThrowAgain() as again:
            return capital(why_again(again, style))
        case VoidThrow() as void:
            return _void(void, style)
        case Pending() as pending:
            return _pending(pending, style)
        case Provisional() as provisional:
            return _provisional(provisional, style)
        case TakenBack() as back:
            return _taken_back(back, style)
        case Committed() as committed:
            return _committed(committed, style)
        case Refused() | Disturbed() as wrong:
            return _wrong(player, wrong, style)
        case Restored() as restored:
            return _restored(restored, style)
        case BoxShut(Action.OPEN):
            return style.tr("{player} has opened the box!", player=player)
        case BoxShut():
            return style.tr("{player} has shut the box!", player=player)
        case TurnOver() as over:
            return _turn_over(player, over, style)
        case RoundOver() as over:
            return _round_over(over, style)
        case MatchOver() as over:
            return _match_over(over, style)


# Throws.


def _ready(player: str, ready: Ready, style: Style) -> str:
    dice_asked = how_many_dice(ready.dice_counts, style)
    text = style.tr("{player}, your turn: throw {dice}.", player=player, dice=dice_asked)
    match ready.action:
        case None:
            return text
        case Action.SHUT:
            return " ".join((text, style.tr("You shut.")))
        case Action.OPEN:
            return " ".join((text, style.tr("You open.")))


def _first_throw(player: str, first: FirstThrow, style: Style) -> str:
    value, highest = style.number(first.throw[0]), style.number(first.highest)
    one = style.name(first.named[0])
    match first.outcome:
        case StartOutcome.STARTS:
            return style.tr(
                "{player} throws {value}: {starter} starts with {highest}.",
                player=player,
                value=value,
                starter=one,
                highest=highest,
            )
        case StartOutcome.TIE:
            return style.tr(
                "{player} throws {value}. {tied} tie with {highest}: {first} throws again.",
                player=player,
                value=value,
                tied=names(first.named, style),
                highest=highest,
                first=one,
            )
        case StartOutcome.NEXT:
            return style.tr(
                "{player} throws {value}. {next} throws next.", player=player, value=value, next=one
            )


def throw_to_play(
    throw: Throw, moves: tuple[Move, ...], action: Action, opening: int | None, style: Style = EYE
) -> str:
    """Word a throw that has moves; ``opening`` is the tile the move must contain (R5.1)."""
    thrown = dice(throw, style)
    if len(throw) > 1:
        in_all = style.number(sum(throw))
        thrown = style.tr("{dice}, {total} in all", dice=thrown, total=in_all)
    ways = choices(moves, style)
    if action is Action.OPEN:
        text = style.tr("You threw {dice}: open {moves}.", dice=thrown, moves=ways)
    else:
        text = style.tr("You threw {dice}: shut {moves}.", dice=thrown, moves=ways)
    return text if opening is None else f"{text} {_must_shut(opening, style)}."


def _must_shut(opening: int, style: Style) -> str:
    return style.tr("The first move must shut {tile}", tile=the_tile(opening, style))


def banked(accepted: ThrowAccepted, style: Style = EYE) -> str:
    """Say how many markers the player has after a double that can be played; else empty (R5.6)."""
    if accepted.markers is None or not is_double(accepted.throw):
        return ""
    return style.tr_n(
        "You have {markers} marker.",
        "You have {markers} markers.",
        accepted.markers,
        markers=style.number(accepted.markers),
    )


def why_again(again: ThrowAgain, style: Style = EYE) -> str:
    """Say why a throw that cannot be played is thrown again, as a sentence."""
    throw = again.throw
    if again.markers is not None:
        return style.tr_n(
            "{dice} cannot be played, which costs a marker: {markers} is left, throw again.",
            "{dice} cannot be played, which costs a marker: {markers} are left, throw again.",
            again.markers,
            dice=dice(throw, style),
            markers=style.number(again.markers),
        )
    if not is_double(throw):
        return style.tr(
            "{dice} cannot be played, but comes right after a double: throw again.",
            dice=dice(throw, style),
        )
    if len(throw) == 2:
        value = style.number(throw[0])
        return style.tr("Double {value} cannot be played: throw again.", value=value)
    alike = dice(throw, style)
    return style.tr("{dice} are alike and cannot be played: throw again.", dice=alike)


def _void(void: VoidThrow, style: Style) -> str:
    match void.void_reason:
        case VoidReason.DICE_COUNT:
            return style.tr(
                "You threw {thrown}, but it has to be {right}: throw again.",
                thrown=how_many_dice((len(void.throw),), style),
                right=how_many_dice(void.dice_counts or (), style),
            )
        case VoidReason.UNREADABLE:
            why = _unreadable(void, style)
            return style.tr("The throw does not count, {why}: throw again.", why=why)
        case _:
            return style.tr(
                "The throw of {dice} does not count: {why}.",
                dice=dice(void.throw, style),
                why=why_not_now(void, style),
            )


def why_not_now(void: VoidThrow, style: Style = EYE) -> str:
    """Say why a throw came at the wrong time (R4.6), and what must happen first."""
    match void.void_reason:
        case VoidReason.MATCH_OVER:
            return style.tr("the match is over, press new for another")
        case VoidReason.BOX_NOT_READY:
            needed = make_ready(void.needed or PutBack(), style)
            return style.tr("the box is not ready, {request} first", request=needed)
        case VoidReason.PUT_BACK_FIRST:
            needed = put_back(void.needed or PutBack(), style)
            return style.tr("{request} first", request=needed)
        case VoidReason.CONFIRM_FIRST:
            return style.tr("the turn is one throw, confirm your move first")
        case _:
            return _still_owed(void.thrown or (), style)


def _unreadable(void: VoidThrow, style: Style) -> str:
    box = Dice(1, void.sides or 0)
    for value in void.throw:
        if is_shown(value) and not can_show(box, value):
            return style.tr(
                "a die with {sides} sides cannot show {value}",
                sides=style.number(box.sides),
                value=shown(value, style),
            )
    return style.tr("a die could not be read")


def _still_owed(throw: Throw, style: Style) -> str:
    return style.tr("your throw of {dice} is still to be played", dice=dice(throw, style))


# Levers.


def _pending(pending: Pending, style: Style) -> str:
    rest = [Move(move.tiles & ~pending.tiles, move.rule) for move in pending.moves]
    text = style.tr(
        "{tiles} so far for {dice}: {moves} to go.",
        tiles=the_tiles(pending.tiles, style),
        dice=dice(pending.thrown, style),
        moves=choices(rest, style),
    )
    return capital(text)


def _provisional(provisional: Provisional, style: Style) -> str:
    count, larger = provisional.tiles.bit_count(), len(provisional.moves) > 1
    ways = [style.tr("throw again")] if provisional.throw_commits else []
    ways.append(style.tr("confirm"))
    if provisional.settles:
        ways.append(style.tr("wait"))
    if larger:
        ways.append(style.tr_n("add to it", "add to them", count))
    else:
        ways.append(style.tr_n("take it back", "take them back", count))
    text = style.tr_n(
        "{tiles} will do: {ways}.",
        "{tiles} will do: {ways}.",
        count,
        tiles=the_tiles(provisional.tiles, style),
        ways=either(ways, style),
    )
    return capital(text)


def _taken_back(back: TakenBack, style: Style) -> str:
    number = the_tile(back.tile, style)
    if back.tiles:
        so_far = the_tiles(back.tiles, style)
        text = style.tr("{tile} is taken back, {tiles} so far.", tile=number, tiles=so_far)
    elif back.action is Action.OPEN:
        ways = choices(back.moves, style)
        text = style.tr("{tile} is taken back: open {moves}.", tile=number, moves=ways)
    else:
        ways = choices(back.moves, style)
        text = style.tr("{tile} is taken back: shut {moves}.", tile=number, moves=ways)
    return capital(text)


def _committed(committed: Committed, style: Style) -> str:
    tiles, thrown = the_tiles(committed.tiles, style), dice(committed.throw, style)
    count = committed.tiles.bit_count()
    if committed.action is Action.OPEN:
        text = style.tr_n(
            "{tiles} is open for {dice}.",
            "{tiles} are open for {dice}.",
            count,
            tiles=tiles,
            dice=thrown,
        )
    else:
        text = style.tr_n(
            "{tiles} is shut for {dice}.",
            "{tiles} are shut for {dice}.",
            count,
            tiles=tiles,
            dice=thrown,
        )
    return capital(text)


def _wrong(player: str, wrong: Refused | Disturbed, style: Style) -> str:
    if is_before_turn(wrong):
        ready = make_ready(wrong.put_back, style)
        return style.tr("For {player}'s turn, {request}.", player=player, request=ready)
    why, back = why_wrong(wrong, style), put_back(wrong.put_back, style)
    return style.tr("{why}: {request}.", why=why, request=back)


def why_wrong(wrong: Refused | Disturbed, style: Style = EYE) -> str:
    """Say why levers must be put back in a turn, without a full stop."""
    if wrong.refusal is not None:
        return capital(_why_refused(wrong.refusal, style))
    if isinstance(wrong, Refused):
        return style.tr("Not all right yet")
    number = the_tile(wrong.tiles.bit_length(), style)
    match wrong.disturbance_reason:
        case DisturbanceReason.COMMITTED:
            text = style.tr("{tile} belongs to a move you have made", tile=number)
        case DisturbanceReason.MAY_NOT_GO_BACK:
            text = style.tr("{tile} may not be taken back", tile=number)
        case DisturbanceReason.NOT_IN_PLAY:
            text = style.tr("{tile} is not in play", tile=number)
        case DisturbanceReason.NOT_YOURS:
            text = style.tr("{tile} is not yours to move", tile=number)
        case DisturbanceReason.THROW_FIRST:
            text = style.tr("Throw first")
        case _:
            text = style.tr("Not all right yet")
    return capital(text)


def is_before_turn(wrong: Refused | Disturbed) -> bool:
    """Whether the levers are asked to be made ready for a turn that has not begun."""
    return (
        isinstance(wrong, Disturbed) and wrong.disturbance_reason is DisturbanceReason.BEFORE_TURN
    )


def _why_refused(refusal: Refusal, style: Style) -> str:
    moved, opening = refusal.moved, refusal.opening_tile
    if opening is not None and not moved & tile(opening):
        return _must_shut(opening, style)
    sum_made, sum_thrown = total(moved), sum(refusal.thrown)
    tiles, thrown = added_up(moved, style), dice(refusal.thrown, style)
    made, in_all = style.number(sum_made), style.number(sum_thrown)
    alone = moved.bit_count() == 1
    if refusal.combine in ("canoga", "thai"):
        allowed = choices(refusal.allowed, style)
        return style.tr(
            "{tiles} is no move for {dice}, which allows {moves}",
            tiles=tiles,
            dice=thrown,
            moves=allowed,
        )
    if sum_made > sum_thrown and alone:
        return style.tr("{tile} is more than the {total} you threw", tile=tiles, total=in_all)
    if sum_made > sum_thrown:
        return style.tr(
            "{tiles} makes {sum}, which is more than the {total} you threw",
            tiles=tiles,
            sum=made,
            total=in_all,
        )
    if refusal.combine == "sum_or_difference":
        return style.tr("{tiles} leads to no move for {dice}", tiles=tiles, dice=thrown)
    if alone:
        return style.tr(
            "{tile} cannot be made up to {total} with what is left", tile=tiles, total=in_all
        )
    return style.tr(
        "{tiles} makes {sum}, and cannot be made up to {total} with what is left",
        tiles=tiles,
        sum=made,
        total=in_all,
    )


def _restored(restored: Restored, style: Style) -> str:
    match restored.next_step:
        case NextStep.THROW:
            dice_asked = how_many_dice(restored.dice_counts or (), style)
            return style.tr("All is as it should be: throw {dice}.", dice=dice_asked)
        case NextStep.MOVE_STANDS:
            return style.tr("All is as it should be: your move stands.")
        case NextStep.ANSWER:
            return style.tr(
                "All is as it should be: your throw of {dice} is still to be played.",
                dice=dice(restored.thrown or (), style),
            )


# Endings.


def _turn_over(player: str, over: TurnOver, style: Style) -> str:
    said = [_why_over(over, style)]
    following = style.name(over.following or "")
    if over.following is not None and over.takes_box:
        said.append(style.tr("{player} takes the box as it stands.", player=following))
    else:
        said.append(
            style.tr("{player} scores {score}.", player=player, score=style.number(over.score))
        )
        if over.is_out:
            said.append(style.tr("{player} is out.", player=player))
        if over.following is not None and over.put_back:
            ready = make_ready(over.put_back, style)
            said.append(
                style.tr(
                    "Make the box ready for {player}: {request}.", player=following, request=ready
                )
            )
    return " ".join(filter(None, said))


def _why_over(over: TurnOver, style: Style) -> str:
    throw: Throw = over.throw or ()
    match over.turn_end:
        case TurnEnd.STOP_NUMBER:
            number = style.number(sum(throw))
            if over.stops == "match":
                return style.tr("{total} is the number that ends the match.", total=number)
            return style.tr("{total} is the number that ends the turn.", total=number)
        case TurnEnd.OPENING_LOST:
            thrown, opening = dice(throw, style), the_tile(over.opening_tile or 0, style)
            if over.opening_lost == "match":
                return style.tr(
                    "A throw of {dice} cannot shut {tile}, and the match is lost.",
                    dice=thrown,
                    tile=opening,
                )
            return style.tr(
                "A throw of {dice} cannot shut {tile}, and the turn is lost.",
                dice=thrown,
                tile=opening,
            )
        case TurnEnd.NO_MOVE:
            return style.tr("A throw of {dice} cannot be played.", dice=dice(throw, style))
        case TurnEnd.ONE_THROW:
            return style.tr("A turn is one throw.")
        case TurnEnd.SHUT:
            return ""


def _round_over(over: RoundOver, style: Style) -> str:
    made = over.totals if over.added_up else over.scores
    scores = commas(
        (f"{style.name(player)} {style.number(score)}" for player, score in made.items()), style
    )
    if over.added_up:
        said = [style.tr("The round is over. Totals: {scores}.", scores=scores)]
    else:
        said = [style.tr("The round is over: {scores}.", scores=scores)]
    if over.out:
        said.append(
            style.tr_n(
                "{players} is out.",
                "{players} are out.",
                len(over.out),
                players=names(over.out, style),
            )
        )
    return " ".join(filter(None, [*said, tied(over, style)]))


def tied(over: RoundOver, style: Style = EYE) -> str:
    """Say who plays off a tie; empty if nobody ties."""
    if not over.tied:
        return ""
    players = names(over.tied, style)
    return style.tr("{players} tie and play one more turn each.", players=players)


def _match_over(over: MatchOver, style: Style) -> str:
    winners = names(over.winners, style)
    if not over.winners:
        if over.stake:
            return style.tr("Nobody wins: every stake goes back.")
        return style.tr("Nobody wins.")
    if len(over.payout) == 1:
        score = style.number(over.scores[over.winners[0]])
        return style.tr("The match is over: {player} has {score}.", player=winners, score=score)
    won = style.tr_n(
        "{winners} wins.", "{winners} share the win.", len(over.winners), winners=winners
    )
    return " ".join(filter(None, [won, paid_out(over, style)]))


def paid_out(over: MatchOver, style: Style = EYE) -> str:
    """Say who gets and pays what, as a sentence; empty if nobody does."""
    money = commas(
        (
            f"{style.name(player)} {won_or_lost(amount, over.currency, style)}"
            for player, amount in over.payout.items()
            if amount
        ),
        style,
    )
    if money and over.doubled:
        return style.tr("The stake is paid double: {payout}.", payout=money)
    return style.tr("Paid out: {payout}.", payout=money) if money else ""
