"""Word the ledger of several matches: who won, who lost, and who pays whom. Pure.

The ledger is given by its data, since it stands above this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from boxctl.presentation.money.amounts import amount, signed
from boxctl.presentation.phrases import EYE, Style, listed
from boxctl.presentation.record.audit_findings import UncountedReason
from groundwork.cell_width import columns_of, flush_left
from groundwork.shown_text import look_of


def counted_sentence(matches: Sequence[int], style: Style = EYE) -> str:
    """Say which matches count."""
    if not matches:
        return style.tr("No match that was played for money counts.")
    return style.tr_n(
        "Match {matches} counts.",
        "Matches {matches} count.",
        len(matches),
        matches=listed(in_runs(matches), style),
    )


def balance_lines(balances: Mapping[str, int], currency: str, style: Style = EYE) -> Iterator[str]:
    """Yield a line for each player, whoever has won most first."""
    ranked = sorted(balances.items(), key=lambda each: -each[1])
    money = [signed(minor, currency, style) for _player, minor in ranked]
    names = [style.name(player) for player, _minor in ranked]
    longest = max(map(columns_of, names), default=0)
    width = max(map(len, money), default=0)
    for name, written in zip(names, money, strict=True):
        yield f"  {flush_left(name, longest)}  {written:>{width}}"


def payment_lines(
    payments: Iterable[tuple[str, str, int]],
    currency: str,
    *,
    fewest: bool,
    style: Style = EYE,
) -> Iterator[str]:
    """Yield who pays whom how much; ``fewest`` tells that no fewer payments would do."""
    nobody = True
    for payer, payee, minor in payments:
        nobody = False
        yield style.tr(
            "{payer} pays {payee} {money}.",
            payer=style.name(payer),
            payee=style.name(payee),
            money=amount(minor, currency, style),
        )
    if nobody:
        yield style.tr("Nobody owes anything.")
    if not fewest:
        yield style.tr("Among so many people fewer payments might do.")


def currency_heading(currency: str, style: Style = EYE) -> str:
    """Return what stands above one of several currencies, which are never added up."""
    if not currency:
        return style.tr("Without a currency, in minor units:")
    return style.tr("In {currency}:", currency=currency)


def uncounted_sentence(
    number: int, reason: UncountedReason, unsound: str, style: Style = EYE
) -> str:
    """Say why a match does not count; ``unsound`` is the sentence of a match that is unsound."""
    match reason:
        case UncountedReason.UNSOUND:
            return style.tr("Match {match} does not count: {why}", match=number, why=unsound)
        case UncountedReason.LEFT:
            return style.tr(
                "Match {match} does not count: it was left before its end.", match=number
            )
        case UncountedReason.NOT_OVER:
            return style.tr("Match {match} does not count: it is not over.", match=number)
        case UncountedReason.NO_RESULT:
            return style.tr(
                "Match {match} does not count: by the scores after overruling it would have gone "
                "on.",
                match=number,
            )
        case UncountedReason.OTHER_PLAYERS:
            return style.tr("Match {match} does not count: others played in it.", match=number)


def alike_sentence(players: Sequence[str], style: Style = EYE) -> str:
    """Say that players whose names look alike are counted as different people.

    Names that differ in nothing that can be seen are written with the codes of their letters.
    """
    seen = len(set(map(look_of, players))) == len(players)
    written = [style.name(player) if seen else ascii(player) for player in players]
    return style.tr(
        "These names look alike, and each counts for itself: {names}.",
        names=listed(written, style),
    )


def overruled_sentence(match: int, style: Style = EYE) -> str:
    """Say that a match counts with the result after its overrulings."""
    return style.tr("Match {match} counts as it was overruled.", match=match)


def in_runs(matches: Sequence[int]) -> Iterator[str]:
    """Yield ``1-3`` for matches in a row."""
    run: list[int] = []
    for number in (*matches, None):
        if run and (number is None or number != run[-1] + 1):
            yield str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"
            run = []
        if number is not None:
            run.append(number)
