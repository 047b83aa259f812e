"""Add up who has won and lost how much over several matches, and settle that with few payments.

Only what verifies is counted: a match counts with the result that stands now, after overrulings.
Robots have no money: what they won or lost is nobody's, and the rest is shared out among people.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from boxctl.audit.match_list import taken_up
from boxctl.audit.overruled_result import final_result, overruled_scores
from boxctl.audit.verify_journal import verdicts_on
from boxctl.audit.verify_match import (
    NOTHING_ELSE,
    MatchVerification,
    VerifyAgainst,
    following_breaks,
)
from boxctl.journal.proof.findings import HeadsUnfit, ProofFinding
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.presentation.journal.ledger_sentences import UncountedReason
from boxctl.presentation.phrases import alike_names
from boxctl.presentation.ways_to_play import among_people, robots_among
from groundwork.frozen_dataclass import frozen_dataclass

PAYING_PEOPLE = 2
"""The fewest people of a match who can owe each other anything."""

MOST_EXACT = 16
"""The most people among whom the fewest payments are searched for; one more doubles the time.

Pairs whose balances cancel are not counted."""

Balance = tuple[str, int]
"""A name and its balance in minor units: above 0 it is owed that much, below 0 it owes it."""


@frozen_dataclass
class Payment:
    """``payer`` gives ``payee`` this ``amount``, 1 or more, in minor units."""

    payer: str
    payee: str
    amount: int


@frozen_dataclass
class Settlement:
    """Payments that settle all balances; ``fewest`` is whether no fewer payments can."""

    payments: tuple[Payment, ...]
    fewest: bool


def settle(balances: Mapping[str, int]) -> Settlement:
    """Return who pays whom. ``balances`` are by name, in minor units, above 0 for who is owed.

    Raises ValueError unless they add up to 0. A group of n people that settles among itself needs
    n - 1 payments, so the more such groups there are, the fewer payments.
    """
    if sum(balances.values()):
        raise ValueError("what is owed and what is due differ")
    pairs, others = _equal_and_opposite([(name, due) for name, due in balances.items() if due])
    exact = len(others) <= MOST_EXACT
    groups = [*pairs, *(_most_groups(others) if exact else [others])]
    payments = [payment for group in groups for payment in _within(group)]
    order = {name: place for place, name in enumerate(balances)}
    payments.sort(key=lambda payment: (order[payment.payer], order[payment.payee]))
    return Settlement(tuple(payments), exact)


def _equal_and_opposite(
    balances: Sequence[Balance],
) -> tuple[list[list[Balance]], list[Balance]]:
    """Set apart pairs whose balances cancel: one payment settles each, and no other way saves one.

    Were the two in different groups, the rest of both could form one group instead, which takes a
    payment less.
    """
    pairs: list[list[Balance]] = []
    left: list[Balance] = []
    for name, due in balances:
        other = next((one for one in left if one[1] == -due), None)
        if other is None:
            left.append((name, due))
        else:
            left.remove(other)
            pairs.append([other, (name, due)])
    return pairs, left


def _most_groups(balances: Sequence[Balance]) -> Iterator[list[Balance]]:
    """Yield the people in as many groups as can settle among themselves.

    A set of people is a bit mask. Taking people away one by one, each time the rest adds up to 0 a
    group is complete; the order in which that happens most often is found for every set.
    """
    size = 1 << len(balances)
    owed, groups, last = [0] * size, [0] * size, [0] * size
    for people in range(1, size):
        low = people & -people
        owed[people] = owed[people ^ low] + balances[low.bit_length() - 1][1]
        rest = people
        while rest:
            one = rest & -rest
            rest ^= one
            if not last[people] or groups[people ^ one] > groups[people ^ last[people]]:
                last[people] = one
        groups[people] = groups[people ^ last[people]] + (owed[people] == 0)
    people, group = size - 1, list[Balance]()
    while people:
        one = last[people]
        group.append(balances[one.bit_length() - 1])
        people ^= one
        if owed[people] == 0:
            yield group
            group = []


def _within(group: Sequence[Balance]) -> Iterator[Payment]:
    """Yield payments that settle a group; each one settles at least one person."""
    due = dict(group)
    while due:
        # Who owes most pays whom most is owed: the smaller of the two sums is settled by that.
        payer = min(due, key=lambda name: due[name])
        payee = max(due, key=lambda name: due[name])
        amount = min(-due[payer], due[payee])
        yield Payment(payer, payee, amount)
        due[payer] += amount
        due[payee] -= amount
        due = {name: left for name, left in due.items() if left}


LONGEST_BREAK = timedelta(hours=6)
"""The longest time from one match of an evening to the next, by when each was begun or resumed."""


@frozen_dataclass
class CountedMatch:
    """A match that counts; ``payout`` is in minor units of ``currency``, empty for none.

    It has the people of the match, and no robots.
    """

    number: int
    began: str
    currency: str
    payout: dict[str, int]
    overruled: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the match as ``boxctl ledger --json`` lists it."""
        return {
            "match": self.number,
            "began": self.began,
            "currency": self.currency or None,
            "payout": self.payout,
            "overruled": list(self.overruled),
        }


@frozen_dataclass
class UncountedMatch:
    """A match that does not count, and why; ``detail`` is a sentence if it is unsound."""

    number: int
    reason: UncountedReason
    detail: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the match as ``boxctl ledger --json`` lists it."""
        return {"match": self.number, "reason": self.reason.value, "text": self.detail or None}


def all_sound(uncounted: Iterable[UncountedMatch], findings: Sequence[ProofFinding]) -> bool:
    """Return whether all that was asked about is as it was played."""
    return not findings and all(match.reason is not UncountedReason.UNSOUND for match in uncounted)


@frozen_dataclass
class CurrencyAccount:
    """The balance of each player in one currency (empty for none): won, or below 0 lost."""

    currency: str
    balances: dict[str, int]

    @property
    def settlement(self) -> Settlement:
        """The payments that settle it."""
        return settle(self.balances)

    def as_json(self) -> dict[str, Any]:
        """Return the account as ``boxctl ledger --json`` has it."""
        settlement = self.settlement
        return {
            "currency": self.currency or None,
            "players": self.balances,
            "payments": [
                {"from": paid.payer, "to": paid.payee, "amount": paid.amount}
                for paid in settlement.payments
            ],
            "fewest": settlement.fewest,
        }


@frozen_dataclass
class MoneyLedger:
    """The ledger of some matches. ``findings`` is what does not fit what the box has signed."""

    counted: tuple[CountedMatch, ...]
    uncounted: tuple[UncountedMatch, ...]
    findings: tuple[ProofFinding, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether all that was asked about is as it was played."""
        return all_sound(self.uncounted, self.findings)

    @property
    def accounts(self) -> tuple[CurrencyAccount, ...]:
        """The accounts, each currency apart, in the order in which they were first played for."""
        currencies = dict.fromkeys(match.currency for match in self.counted)
        return tuple(map(self._account, currencies))

    @property
    def alike(self) -> tuple[tuple[str, ...], ...]:
        """The players whose names look alike: each is counted for themselves."""
        return alike_names(player for match in self.counted for player in match.payout)

    def _account(self, currency: str) -> CurrencyAccount:
        balances: Counter[str] = Counter()
        for match in self.counted:
            if match.currency == currency:
                balances.update(match.payout)
        return CurrencyAccount(currency, dict(balances))

    def as_json(self) -> dict[str, Any]:
        """Return the ledger as ``boxctl ledger --json`` writes it."""
        return {
            "holds": self.holds,
            "accounts": [account.as_json() for account in self.accounts],
            "alike": [list(names) for names in self.alike],
            "counted": [match.as_json() for match in self.counted],
            "uncounted": [match.as_json() for match in self.uncounted],
        }


def money_ledger(
    connection: sqlite3.Connection,
    numbers: Sequence[int],
    players: Collection[str] = (),
    asked: VerifyAgainst = NOTHING_ELSE,
    findings: Iterable[ProofFinding] = (),
) -> MoneyLedger:
    """Count these matches, verifying each as :func:`verify_all` does.

    With ``players`` only matches between some of these, and robots, count, so that what they won
    and lost adds up to 0.
    """
    counted: list[CountedMatch] = []
    uncounted: list[UncountedMatch] = []
    for verdict, match in verdicts_on(connection, numbers, asked):
        found = _look_at(verdict, match, players)
        if isinstance(found, CountedMatch):
            counted.append(found)
        elif found is not None:
            uncounted.append(found)
    # The verdicts have reported faults in the heads of single matches.
    whole = tuple(finding for finding in findings if not isinstance(finding, HeadsUnfit))
    return MoneyLedger(tuple(counted), tuple(uncounted), whole)


def _look_at(
    verdict: MatchVerification, match: RecordedMatch, players: Collection[str]
) -> CountedMatch | UncountedMatch | None:
    """Return a match as it counts, or why it does not; None if nothing was staked in it."""
    if not verdict.holds:
        return UncountedMatch(match.number, UncountedReason.UNSOUND, verdict.sentence)
    if not match.rules.stake:
        return None
    people = set(match.players) - robots_among(match.players)
    if players and not people <= set(players):
        return UncountedMatch(match.number, UncountedReason.OTHER_PLAYERS)
    if match.header.guided:
        return UncountedMatch(match.number, UncountedReason.GUIDED)
    if not match.over:
        left = UncountedReason.LEFT if match.left else UncountedReason.NOT_OVER
        return UncountedMatch(match.number, left)
    if is_for_nothing(match.players):
        return UncountedMatch(match.number, UncountedReason.ROBOTS)
    result = final_result(match)
    if result is None:
        return UncountedMatch(match.number, UncountedReason.NO_RESULT)
    currency, overruled = match.rules.currency, tuple(overruled_scores(match))
    return CountedMatch(match.number, match.began, currency, among_people(result.payout), overruled)


def is_for_nothing(players: Collection[str]) -> bool:
    """Return whether robots play, and no two people who could owe each other anything."""
    robots = len(robots_among(players))
    return robots > 0 and len(players) - robots < PAYING_PEOPLE


def matches_since(connection: sqlite3.Connection, since: datetime) -> tuple[int, ...]:
    """Return the matches that were begun, or resumed last, at this time of day or later.

    ``since`` has a time zone. Matches of which that is not known are among them.
    """
    chosen: list[int] = []
    later: int | None = None
    for number in reversed(tuple(numbers_in(connection))):
        time = taken_up(connection, number)
        if time is None or time >= since or _is_another(connection, number, later):
            chosen.append(number)
            later = number
        else:
            # It does not count, and what it says of the match before it is not verified.
            later = None
    return tuple(reversed(chosen))


def matches_of_the_evening(
    connection: sqlite3.Connection, last: int | None = None
) -> tuple[int, ...]:
    """Return the match ``last``, and those before it up to the first break of six hours.

    Without one it is the newest.
    """
    return tuple(sorted(_backwards_to_the_break(connection, last)))


def _backwards_to_the_break(connection: sqlite3.Connection, last: int | None) -> Iterator[int]:
    later: datetime | None = None
    later_match: int | None = None
    for number in reversed(tuple(numbers_in(connection))):
        if last is not None and number > last:
            continue
        time = taken_up(connection, number)
        is_break = later is not None and time is not None and later - time > LONGEST_BREAK
        if is_break and not _is_another(connection, number, later_match):
            return
        yield number
        # A match that was changed cannot tell where the evening began.
        later = later if is_break else time or later
        later_match = number


def _is_another(connection: sqlite3.Connection, number: int, later: int | None) -> bool:
    """Return whether a match is forged: its chain is broken, or the header of ``later`` denies it.

    Its time is not trusted then: a time that was set back would leave it, and all matches before
    it, out of the evening unverified.
    """
    if later is None:
        return False
    match, following = read_match(connection, number), read_match(connection, later)
    if match is None or following is None:
        return False
    broken = first_break(match) or next(following_breaks(match, following, first_break), None)
    return broken is not None
