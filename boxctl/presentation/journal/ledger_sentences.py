"""The findings and the ledger of an audit in words: who won, who lost, and who pays whom. Pure.

Both are given as data, since the audit stands above this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum, auto

from boxctl.presentation.phrases import amount, shown_player, signed
from boxctl.referee.lines import InputRefused
from boxctl.rules.faults import RuleFault
from groundwork.cell_width import columns_of, flush_left
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr, tr_n
from groundwork.printing import look_of


class OverrulingRefusalReason(Enum):
    """A reason why a turn cannot get another score."""

    MATCH_LEFT = auto()
    RULINGS_MISSING = auto()
    """The program ended before its last rulings were recorded."""
    NOT_A_TURN = auto()
    """About: the entry."""
    OTHER_PLAYER = auto()
    """About: the entry that ended the turn."""
    NO_SUCH_SCORE = auto()
    """About: the highest score of a turn, and the one asked for."""
    PLAY_WOULD_DIFFER = auto()
    """The match would have gone on in another way, or be over."""
    TIE_NOT_PLAYED_OFF = auto()
    """About: the players who tie."""
    TURN_NOT_PLAYED = auto()
    """About: the player whose turn it would be."""


@frozen_dataclass
class OverrulingRefusal:
    """The reason why a score is refused; ``about`` is what the reason is about."""

    reason: OverrulingRefusalReason
    about: tuple[int | str, ...] = ()


Obstacle = RuleFault | InputRefused | OverrulingRefusal
"""Why today's referee cannot follow a record."""


class UncountedReason(StrEnum):
    """The reason why a match does not count in a ledger; the value is that of ``--json``."""

    UNSOUND = "unsound"
    """It does not verify."""
    LEFT = "left"
    NOT_OVER = "not over"
    NO_RESULT = "no result"
    """Overruled so that it would have gone on."""
    OTHER_PLAYERS = "other players"
    ROBOTS = "robots"
    """Robots play for no money, and fewer than two people played."""
    GUIDED = "guided"
    """A first match, whose dice were arranged."""


def counted_sentence(matches: Sequence[int]) -> str:
    """Say which matches count."""
    if not matches:
        return tr("No match that was played for money counts.")
    return tr_n(
        "Match {matches} counts.",
        "Matches {matches} count.",
        len(matches),
        matches=all_of(in_runs(matches)),
    )


def balance_lines(balances: Mapping[str, int], currency: str) -> Iterator[str]:
    """Yield a line for each player, whoever has won most first."""
    ranked = sorted(balances.items(), key=lambda each: -each[1])
    money = [signed(minor, currency) for _player, minor in ranked]
    names = [shown_player(player) for player, _minor in ranked]
    longest = max(map(columns_of, names), default=0)
    width = max(map(len, money), default=0)
    for name, written in zip(names, money, strict=True):
        yield f"  {flush_left(name, longest)}  {written:>{width}}"


def payment_lines(
    payments: Iterable[tuple[str, str, int]], currency: str, *, fewest: bool
) -> Iterator[str]:
    """Yield who pays whom how much; ``fewest`` tells that no fewer payments would do."""
    nobody = True
    for payer, payee, minor in payments:
        nobody = False
        yield tr(
            "{payer} pays {payee} {money}.",
            payer=shown_player(payer),
            payee=shown_player(payee),
            money=amount(minor, currency),
        )
    if nobody:
        yield tr("Nobody owes anything.")
    if not fewest:
        yield tr("Among so many people fewer payments might do.")


def currency_heading(currency: str) -> str:
    """Return the heading of one of several currencies, which are never added up."""
    if not currency:
        return tr("Without a currency, in minor units:")
    return tr("In {currency}:", currency=currency)


def uncounted_sentence(number: int, reason: UncountedReason, unsound: str) -> str:
    """Say why a match does not count; ``unsound`` is the sentence of a match that is unsound."""
    match reason:
        case UncountedReason.UNSOUND:
            return tr("Match {match} does not count: {why}", match=number, why=unsound)
        case UncountedReason.LEFT:
            return tr("Match {match} does not count: it was left before its end.", match=number)
        case UncountedReason.NOT_OVER:
            return tr("Match {match} does not count: it is not over.", match=number)
        case UncountedReason.NO_RESULT:
            return tr(
                "Match {match} does not count: by the scores after overruling it would have gone "
                "on.",
                match=number,
            )
        case UncountedReason.OTHER_PLAYERS:
            return tr("Match {match} does not count: others played in it.", match=number)
        case UncountedReason.ROBOTS:
            return tr(
                "Match {match} does not count: robots play for no money, and no two people played.",
                match=number,
            )
        case UncountedReason.GUIDED:
            return tr(
                "Match {match} does not count: it was a guided first match, with arranged dice.",
                match=number,
            )


def alike_sentence(players: Sequence[str]) -> str:
    """Say that players whose names look alike are counted as different people.

    Names that differ in nothing that can be seen are written with the codes of their letters.
    """
    seen = len(set(map(look_of, players))) == len(players)
    written = [shown_player(player) if seen else ascii(player) for player in players]
    return tr(
        "These names look alike, and each counts for itself: {names}.",
        names=all_of(written),
    )


def overruled_sentence(match: int) -> str:
    """Say that a match counts with the result after its overrulings."""
    return tr("Match {match} counts as it was overruled.", match=match)


def in_runs(matches: Sequence[int]) -> Iterator[str]:
    """Yield ``1-3`` for matches in a row."""
    run: list[int] = []
    for number in (*matches, None):
        if run and (number is None or number != run[-1] + 1):
            yield str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"
            run = []
        if number is not None:
            run.append(number)
