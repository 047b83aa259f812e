"""Settle debts with the fewest payments: who pays whom. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from groundwork.frozen_dataclass import frozen_dataclass

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
    """Take out pairs whose balances cancel: one payment settles them, and none is saved otherwise.

    If the two were in different groups, the rest of both groups could settle among themselves.
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
    """Yield payments that settle a group, at least one person with each of them."""
    due = dict(group)
    while due:
        payer = min(due, key=lambda name: due[name])
        payee = max(due, key=lambda name: due[name])
        amount = min(-due[payer], due[payee])
        yield Payment(payer, payee, amount)
        due[payer] += amount
        due[payee] -= amount
        due = {name: left for name, left in due.items() if left}
