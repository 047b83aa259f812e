"""What a day of a stall pays, against every day that there can be."""

from __future__ import annotations

from itertools import product
from math import fsum, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.stall.events import StallTerms
from boxctl.stall.faults import StallFault
from boxctl.stall.payout import MOST_GOES, WITHIN, DayPayout, days, interval, payout_of_day

FETE = StallTerms(go=50, prize=250, best=0, pot=0, currency="GBP")
"""The stall of a fête: 50p a go, £2.50 for a shut box."""

PUB = StallTerms(go=50, prize=0, best=100, pot=40, currency="GBP")


def second_reading(terms: StallTerms, goes: int, rate: float, brought: int) -> DayPayout:
    """A day go by go, for every order of shut boxes."""
    kinds: list[tuple[float, int, int]] = []
    for shut in product((False, True), repeat=goes):
        pot, from_pot = brought, 0
        for go in shut:
            pot += terms.pot
            if go:
                from_pot, pot = from_pot + pot, 0
        kinds.append((prod(rate if go else 1 - rate for go in shut), sum(shut), from_pot))
    best = terms.best if goes else 0
    paid: dict[int, float] = {}
    for chance, shut_boxes, from_pot in kinds:
        everything = shut_boxes * terms.prize + from_pot + best
        paid[everything] = paid.get(everything, 0.0) + chance
    prizes = fsum(chance * number * terms.prize for chance, number, _pot in kinds)
    pot_paid = fsum(chance * from_pot for chance, _number, from_pot in kinds)
    left = goes * (terms.go - terms.pot) - best
    least, most = interval(paid)
    return DayPayout(
        shut_rate=rate, taken=goes * terms.go, prizes=prizes, best=best, pot_paid=pot_paid,
        carried=brought + goes * terms.pot - pot_paid, kept=left - prizes, least=least, most=most,
        loses=fsum(chance for chance, number, _pot in kinds if number * terms.prize > left),
    )  # fmt: skip


AMOUNTS = st.integers(0, 400)
RATES = st.sampled_from((0.0, 0.074, 0.0762, 0.25, 0.5, 1.0))


@given(
    go=st.integers(1, 100),
    prize=AMOUNTS,
    best=AMOUNTS,
    pot=st.integers(0, 100),
    goes=st.integers(0, 9),
    rate=RATES,
    brought=AMOUNTS,
)
def test_it_is_that_of_every_day_there_can_be(
    go: int, prize: int, best: int, pot: int, goes: int, rate: float, brought: int
) -> None:
    terms = StallTerms(go, prize, best, min(pot, go), "GBP")
    found, other = (
        payout_of_day(terms, goes, rate, brought),
        second_reading(terms, goes, rate, brought),
    )
    for field in ("prizes", "pot_paid", "carried", "kept", "loses"):
        assert getattr(found, field) == pytest.approx(getattr(other, field), abs=1e-9), field
    assert (found.taken, found.best) == (other.taken, other.best)
    # An end of the interval that another payment touches but for rounding may be either.
    paid = {found.least, found.most}
    assert paid == {other.least, other.most} or rate == 0.5


@given(goes=st.integers(1, 400), rate=RATES, brought=AMOUNTS)
def test_what_comes_in_goes_out_or_stays(goes: int, rate: float, brought: int) -> None:
    found = payout_of_day(PUB, goes, rate, brought)
    assert found.taken + brought == pytest.approx(found.paid + found.carried + found.kept)


def test_the_stall_of_the_fete_pays_37_percent_at_7_4_percent_shut_boxes() -> None:
    found = payout_of_day(FETE, 300, 0.074)
    assert found.paid == pytest.approx(5550)
    assert found.share_paid == pytest.approx(0.37)
    assert (found.least, found.most) == (3500, 7750)


@pytest.mark.parametrize("where_last", [False, True])
@pytest.mark.parametrize(
    ("goes", "rate"), [(0, 0.1), (1, 0.1), (300, 0.0762), (MOST_GOES, 0.0762), (300, 1.0)]
)
def test_all_days_are_counted(goes: int, rate: float, where_last: bool) -> None:
    chances = [day.chance for day in days(goes, rate, where_last=where_last)]
    assert fsum(chances) == pytest.approx(1, abs=1e-9)


@given(st.dictionaries(st.integers(0, 50), st.integers(1, 20), min_size=1))
def test_few_days_lie_outside_the_interval(weights: dict[int, int]) -> None:
    every = sum(weights.values())
    least, most = interval({paid: weight / every for paid, weight in weights.items()})
    outside = (1 - WITHIN) / 2 + 1e-9
    assert sum(weight for paid, weight in weights.items() if paid < least) <= outside * every
    assert sum(weight for paid, weight in weights.items() if paid > most) <= outside * every
    assert {least, most} <= set(weights)


def test_it_earns_below_the_even_rate_only() -> None:
    assert FETE.even_rate(300) == 0.2
    assert payout_of_day(FETE, 300, 0.199).kept > 0 > payout_of_day(FETE, 300, 0.201).kept
    assert PUB.even_rate(300) is None


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        (StallTerms(0, 250, 0, 0, "GBP"), "costs nothing"),
        (StallTerms(50, 0, 0, 0, "GBP"), "nothing to win"),
        (StallTerms(50, 0, 0, 60, "GBP"), "more goes into the pot"),
    ],
)
def test_terms_that_contradict_are_refused(terms: StallTerms, says: str) -> None:
    with pytest.raises(StallFault, match=f"BX830.*{says}"):
        terms.check()


def test_a_day_of_too_many_goes_is_refused() -> None:
    with pytest.raises(StallFault, match="BX830"):
        payout_of_day(FETE, MOST_GOES + 1, 0.1)
