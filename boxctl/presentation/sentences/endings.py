"""The sentences about the end of a turn, a round and a match. Pure."""

from __future__ import annotations

from boxctl.presentation.money.winnings import won_or_lost
from boxctl.presentation.phrases import Style, dice, make_ready, names, the_tile
from boxctl.referee.payloads import (
    MatchOver,
    RoundOver,
    TurnOver,
)
from boxctl.referee.verdict import (
    TurnEnd,
)
from boxctl.rules.dice import Throw
from boxctl.rules.ruleset import OpeningLost
from groundwork.language import commas, tr, tr_n


def turn_over_sentence(player: str, over: TurnOver, style: Style) -> str:
    """Say why the turn is over, what it scores, and what the next player needs."""
    said = [_why_over(over, style)]
    following = style.name(over.following or "")
    if over.following is not None and over.takes_box:
        said.append(tr("{player} takes the box as it stands.", player=following))
    else:
        said.append(tr("{player} scores {score}.", player=player, score=style.number(over.score)))
        if over.is_out:
            said.append(tr("{player} is out.", player=player))
        if over.following is not None and over.put_back:
            ready = make_ready(over.put_back, style)
            said.append(
                tr("Make the box ready for {player}: {request}.", player=following, request=ready)
            )
    return " ".join(filter(None, said))


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
    return " ".join(filter(None, [*said, dropped_out(over, style), tied(over, style)]))


def dropped_out(over: RoundOver, style: Style) -> str:
    """Say who is out after the round (R7.3); empty if nobody is."""
    if not over.out:
        return ""
    players = names(over.out, style)
    return tr_n("{players} is out.", "{players} are out.", len(over.out), players=players)


def tied(over: RoundOver, style: Style) -> str:
    """Say who plays off a tie; empty if nobody ties."""
    if not over.tied:
        return ""
    players = names(over.tied, style)
    return tr("{players} tie and play one more turn each.", players=players)


def match_over_sentence(over: MatchOver, style: Style) -> str:
    """Say who has won and what is paid out; of a player alone, the score."""
    if not over.winners:
        return who_wins(over, style)
    if len(over.payout) == 1:
        player = names(over.winners, style)
        score = style.number(over.scores[over.winners[0]])
        return tr("The match is over: {player} has {score}.", player=player, score=score)
    return " ".join(filter(None, [who_wins(over, style), paid_out(over, style)]))


def who_wins(over: MatchOver, style: Style) -> str:
    """Say who wins, or that nobody does (R7.10)."""
    if over.winners:
        winners = names(over.winners, style)
        return tr_n(
            "{winners} wins.", "{winners} share the win.", len(over.winners), winners=winners
        )
    if over.stake:
        return tr("Nobody wins: every stake goes back.")
    return tr("Nobody wins.")


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
