"""The sentences about throws, and about the end of a turn, a round and a match. Pure.

What to throw and to move, what does not count, and who has won.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxctl.presentation.phrases import (
    Style,
    choices,
    dice,
    how_many_dice,
    is_shown,
    make_ready,
    names,
    points_by_player,
    put_back,
    shown,
    the_tile,
    won_or_lost,
)
from boxctl.presentation.sentences.controls import Controls, another_match
from boxctl.referee.fields import PutBack
from boxctl.referee.payloads import (
    Action,
    FirstThrow,
    MatchOver,
    Ready,
    RoundOver,
    StartOutcome,
    ThrowAccepted,
    ThrowAgain,
    TurnEnd,
    TurnOver,
    VoidReason,
    VoidThrow,
)
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import Dice, OpeningLost, Throw, can_show, is_double
from groundwork.language import commas, tr, tr_n


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
    if accepted.may_rethrow:
        text = f"{text} {or_throw_again()}"
    markers = banked(accepted, style)
    return f"{text} {markers}" if markers else text


def or_throw_again() -> str:
    """Say that a double may be thrown again instead of being played (R5.7), as a sentence."""
    return tr("Or throw the double again.")


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
    """Say why a throw is thrown again, or that another one takes its place, as a sentence."""
    throw = again.throw
    if again.replaced:
        return tr("{dice} are thrown again instead of being played.", dice=dice(throw, style))
    if again.markers == 0:
        return tr(
            "{dice} cannot be played, which costs your last marker: throw again.",
            dice=dice(throw, style),
        )
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


def turn_over_sentence(player: str, over: TurnOver, style: Style) -> str:
    """Say why the turn is over, what it scores, and what the next player needs."""
    said = [_why_over(over, style)]
    following = style.name(over.following or "")
    if over.following is not None and over.takes_box:
        said.append(tr("{player} takes the box as it stands.", player=following))
    else:
        said.append(score_sentence(player, over, style.number))
        if over.is_out:
            said.append(tr("{player} is out.", player=player))
        if over.following is not None and over.put_back:
            ready = make_ready(over.put_back, style)
            said.append(
                tr("Make the box ready for {player}: {request}.", player=following, request=ready)
            )
        said.append(tied(over.tied or (), style))
    return " ".join(filter(None, said))


def score_sentence(player: str, over: TurnOver, written: Callable[[int], str]) -> str:
    """Say what a turn scores, and what it counts with the handicap (R7.16)."""
    score = written(over.score)
    if over.handicap is None:
        return tr("{player} scores {score}.", player=player, score=score)
    return tr(
        "{player} scores {score}, {counted} with the handicap.",
        player=player,
        score=score,
        counted=written(over.score + over.handicap),
    )


def _why_over(over: TurnOver, style: Style) -> str:
    throw: Throw = over.throw or ()
    match over.turn_end:
        case TurnEnd.STOP_NUMBER:
            number = style.number(sum(throw))
            if over.stops == "match":
                return tr("{total} is the number that ends the match.", total=number)
            return tr("{total} is the number that ends the turn.", total=number)
        case TurnEnd.OPENING_LOST:
            return opening_lost_sentence(throw, over.opening_tile or 0, over.opening_lost, style)
        case TurnEnd.NO_MOVE:
            return tr("A throw of {dice} cannot be played.", dice=dice(throw, style))
        case TurnEnd.ONE_THROW:
            return tr("A turn is one throw.")
        case TurnEnd.SHUT:
            return ""


def opening_lost_sentence(
    throw: Throw, opening: int, lost: OpeningLost | None, style: Style
) -> str:
    """Say that the first throw cannot shut the opening tile, and what is lost by that (R5.1)."""
    thrown, tile = dice(throw, style), the_tile(opening, style)
    if lost == "match":
        return tr(
            "A throw of {dice} cannot shut {tile}, and the match is lost.", dice=thrown, tile=tile
        )
    return tr("A throw of {dice} cannot shut {tile}, and the turn is lost.", dice=thrown, tile=tile)


def round_over_sentence(over: RoundOver, style: Style) -> str:
    """Say the scores of the round or the totals, who is out, and who plays off a tie."""
    made = over.totals if over.added_up else over.scores
    scores = commas(
        (f"{style.name(player)} {style.number(score)}" for player, score in made.items())
    )
    if over.added_up:
        said = [tr("The round is over. Totals: {scores}.", scores=scores)]
    else:
        said = [tr("The round is over: {scores}.", scores=scores)]
    said += [dropped_out(over, style), tied(over.tied, style), tie_broken(over)]
    said.append(rounds_won(over, style))
    return " ".join(filter(None, said))


def tie_broken(over: RoundOver) -> str:
    """Say by what a tie for the round was decided (R7.8); empty if there was none."""
    if over.tie_break is None:
        return ""
    if over.tie_break == "fewer_tiles":
        return tr("The tie goes to fewer open tiles.")
    return tr("The tie goes to the lower of the highest open tiles.")


def rounds_won(over: RoundOver, style: Style) -> str:
    """Say how many rounds everybody has won (R7.13); empty where they are not counted."""
    if over.wins is None:
        return ""
    won = commas(f"{style.name(player)} {style.number(wins)}" for player, wins in over.wins.items())
    needed = style.number(over.wins_needed or 0)
    return tr("Rounds won, of {needed}: {won}.", needed=needed, won=won)


def dropped_out(over: RoundOver, style: Style) -> str:
    """Say who is out after the round (R7.3); empty if nobody is."""
    if not over.out:
        return ""
    players = names(over.out, style)
    return tr_n("{players} is out.", "{players} are out.", len(over.out), players=players)


def tied(tied: Sequence[str], style: Style) -> str:
    """Say who plays off a tie; empty if nobody ties."""
    if not tied:
        return ""
    players = names(tied, style)
    return tr("{players} tie and play one more turn each.", players=players)


def match_over_sentence(over: MatchOver, style: Style) -> str:
    """Say who has won and what is paid out; of a player alone, the score."""
    if not over.winners:
        return who_wins(over, style)
    if len(over.payout) == 1:
        player = names(over.winners, style)
        score = style.number(over.scores[over.winners[0]])
        return tr("The match is over: {player} has {score}.", player=player, score=score)
    said = [who_wins(over, style), handicaps_counted(over, style), paid_out(over, style)]
    return " ".join(filter(None, said))


def handicaps_counted(over: MatchOver, style: Style) -> str:
    """Say which handicaps the scores include (R7.16); empty if nobody has one."""
    if not over.handicap:
        return ""
    return tr("Handicap: {handicaps}.", handicaps=points_by_player(over.handicap, style))


def who_wins(over: MatchOver, style: Style) -> str:
    """Say who wins, or that nobody does (R7.10)."""
    if over.winners:
        winners = names(over.winners, style)
        if over.tie_break is not None:
            return won_tie_sentence(over, winners)
        return tr_n(
            "{winners} wins.", "{winners} share the win.", len(over.winners), winners=winners
        )
    if over.stake:
        return tr("Nobody wins: every stake goes back.")
    return tr("Nobody wins.")


def won_tie_sentence(over: MatchOver, winners: str) -> str:
    """Say by what a tie was won (R7.8): ``winners`` are their names."""
    number = len(over.winners)
    if over.tie_break == "fewer_tiles":
        return tr_n(
            "A tie: {winners} wins with fewer tiles open.",
            "A tie: {winners} share the win, with fewer tiles open.",
            number,
            winners=winners,
        )
    return tr_n(
        "A tie: {winners} wins, as the highest open tile is lower.",
        "A tie: {winners} share the win, as their highest open tile is lower.",
        number,
        winners=winners,
    )


def paid_out(over: MatchOver, style: Style) -> str:
    """Say who gets and pays what, as a sentence; empty if nobody does."""
    money = commas(
        (
            f"{style.name(player)} {won_or_lost(amount, over.currency)}"
            for player, amount in over.payout.items()
            if amount
        ),
    )
    if money and over.doubled:
        return tr("The stake is paid double: {payout}.", payout=money)
    return tr("Paid out: {payout}.", payout=money) if money else ""
