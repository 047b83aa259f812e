"""Who pays whom after an evening, by the fewest payments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.audit.money_ledger import MOST_EXACT, Payment, Settlement, settle
from tests.support.soak import SOAK


def of_people(due: Sequence[int]) -> dict[str, int]:
    """Give each amount a name, and the rest to one more."""
    named = {f"P{place}": amount for place, amount in enumerate(due)}
    return named | {"rest": -sum(due)}


def left_after(balances: dict[str, int], settlement: Settlement) -> set[int]:
    left = dict(balances)
    for payment in settlement.payments:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    return set(left.values())


@cache
def can_be_settled(owed: tuple[int, ...], payments: int) -> bool:
    """Try every payment of every amount from whoever owes to whoever is owed."""
    if not owed:
        return True
    if len(owed) > 2 * payments:
        return False
    for payer in range(len(owed)):
        for payee in range(len(owed)):
            if owed[payer] < 0 < owed[payee]:
                for amount in range(1, max(-owed[payer], owed[payee]) + 1):
                    after = list(owed)
                    after[payer] += amount
                    after[payee] -= amount
                    if can_be_settled(tuple(sorted(each for each in after if each)), payments - 1):
                        return True
    return False


def fewest_by_trying(balances: dict[str, int]) -> int:
    owed = tuple(sorted(due for due in balances.values() if due))
    return next(count for count in range(len(owed) + 1) if can_be_settled(owed, count))


def test_who_owes_nothing_pays_nothing() -> None:
    assert settle({"Ann": 0, "Bob": 0}) == Settlement((), fewest=True)
    assert settle({}) == Settlement((), fewest=True)


def test_two_settle_with_one_payment() -> None:
    settled = settle({"Ann": 50, "Bob": -50})
    assert settled.payments == (Payment("Bob", "Ann", 50),)


def test_two_pairs_need_two_payments_where_the_largest_first_would_take_three() -> None:
    settled = settle({"Ann": 30, "Bob": -20, "Cy": 20, "Di": -30})
    assert settled.payments == (Payment("Bob", "Cy", 20), Payment("Di", "Ann", 30))


def test_groups_are_found_that_are_no_pairs() -> None:
    # 7 = 3 + 4 and 9 = 8 + 1; whoever pays the largest debt to the largest creditor needs five.
    settled = settle({"A": -9, "B": -7, "C": 8, "D": 4, "E": 3, "F": 1})
    assert len(settled.payments) == 4
    assert settled.fewest


@settings(max_examples=150 * SOAK, deadline=None)
@given(st.lists(st.integers(-5, 5), max_size=5))
def test_nobody_owes_anything_and_no_way_is_shorter(due: list[int]) -> None:
    balances = of_people(due)
    settlement = settle(balances)
    assert left_after(balances, settlement) <= {0}
    assert settlement.fewest
    assert len(settlement.payments) == fewest_by_trying(balances)


@given(st.lists(st.integers(-(10**9), 10**9), min_size=2 * MOST_EXACT, max_size=40))
def test_many_people_are_settled_if_perhaps_not_by_the_fewest(due: list[int]) -> None:
    balances = of_people(due)
    settlement = settle(balances)
    assert left_after(balances, settlement) == {0}
    assert len(settlement.payments) < len(balances)


def test_a_large_party_is_told_that_there_may_be_a_shorter_way() -> None:
    balances = of_people([3**place for place in range(MOST_EXACT)])
    settlement = settle(balances)
    assert not settlement.fewest
    assert left_after(balances, settlement) == {0}
    assert len(settlement.payments) == MOST_EXACT


def test_money_cannot_come_from_nowhere() -> None:
    with pytest.raises(ValueError, match="differ"):
        settle({"Ann": 1})
