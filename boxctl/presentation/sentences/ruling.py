"""The sentence of every ruling, made only from its data, in the language of a style. Pure.

Also what is called across the room when a box is shut or a match is won.
"""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.presentation.input_faults import doubts_in_words
from boxctl.presentation.phrases import WRITTEN, Style, capital, names, unverified
from boxctl.presentation.sentences import levers, throws
from boxctl.referee.payloads import (
    Action,
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
from groundwork.language import tr, tr_n


def sentence(ruling: Ruling, style: Style) -> str:
    """Return one sentence or two for the people at the table."""
    # The most frequent first: each class is compared in turn.
    match ruling.payload:
        case ThrowAccepted() as accepted:
            return throws.accepted_sentence(accepted, style)
        case Committed() as committed:
            return levers.committed_sentence(committed, style)
        case Pending() as pending:
            return levers.pending_sentence(pending, style)
        case Ready() as ready:
            return throws.ready_sentence(style.name(ruling.player), ready, style)
        case TurnOver() as over:
            return throws.turn_over_sentence(style.name(ruling.player), over, style)
        case FirstThrow() as first:
            return throws.first_throw_sentence(style.name(ruling.player), first, style)
        case ThrowAgain() as again:
            return capital(throws.why_again(again, style))
        case VoidThrow() as void:
            return throws.void_sentence(void, style)
        case Provisional() as provisional:
            return levers.provisional_sentence(provisional, style)
        case TakenBack() as back:
            return levers.taken_back_sentence(back, style)
        case Refused() | Disturbed() as wrong:
            return levers.wrong_sentence(style.name(ruling.player), wrong, style)
        case Restored() as restored:
            return levers.restored_sentence(restored, style)
        case BoxShut(Action.OPEN):
            return tr("{player} has opened the box!", player=style.name(ruling.player))
        case BoxShut():
            return tr("{player} has shut the box!", player=style.name(ruling.player))
        case RoundOver() as over:
            return throws.round_over_sentence(over, style)
        case MatchOver() as over:
            return throws.match_over_sentence(over, style)


def sentence_with_doubts(ruling: Ruling) -> str:
    """Return the sentence of a ruling as it is read, and its doubts in a bracket."""
    return sentence(ruling, WRITTEN) + unverified(doubts_in_words(ruling.unverified, WRITTEN))


def cry_when_shut(*, opened: bool = False) -> str:
    """Return the cry of a box that is shut, or all of it ``opened`` in a duel (R7.4)."""
    return tr("The box is open!") if opened else tr("Shut the box!")


def cry_when_won(winners: Sequence[str], style: Style) -> str:
    """Return the cry of a match that these players have won."""
    return tr_n("{players} wins!", "{players} win!", len(winners), players=names(winners, style))
