"""A day at a stall: whatever happens, the money is there to the penny, and to whom it belongs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.stall.day import Day, accounts_of, after, begin, fold
from boxctl.stall.events import (
    Closed,
    Event,
    GoCorrected,
    GoPaid,
    GoPlayed,
    GoSettled,
    Opened,
)
from boxctl.stall.faults import StallFault


def opened(**changed: int) -> Opened:
    """50p a go, £2.50 for a shut box, £5 for the best, 5p into the pot; £20 are in the tin."""
    usual = Opened(
        go=50, prize=250, best=500, pot=5, currency="GBP", float=2000, brought=0, yesterday=None,
        variant="classic", rules={},
    )  # fmt: skip
    return replace(usual, **changed)  # type: ignore[arg-type]


def plays(number: int, score: int, name: str = "Ann") -> list[Event]:
    return [GoPaid(go=number, name=name, after=0), GoPlayed(go=number, score=score)]


def day_of(*scores: int, **changed: int) -> Day:
    """A day on which these goes were played."""
    events = [each for number, score in enumerate(scores, 1) for each in plays(number, score)]
    return fold(opened(**changed), events)


@dataclass
class Ledger:
    """A second reading: a list of goes, a tin, and the pot walked through from the morning."""

    begun: Opened
    scores: dict[int, int | None] = field(default_factory=dict)
    paid_out: dict[int, int] = field(default_factory=dict)
    tin: int = 0
    closed: bool = False

    def won(self) -> dict[int, int]:
        """What each go that counts has won."""
        won, pot = dict.fromkeys(self.scores, 0), self.begun.brought
        counting = [go for go, score in self.scores.items() if score is not None]
        for go in counting:
            pot += self.begun.pot
            if self.scores[go] == 0:
                won[go], pot = self.begun.prize + pot, 0
        self.pot = pot
        if self.closed and counting:
            lowest = min(self.scores[go] for go in counting)  # type: ignore[type-var]
            first = [go for go in counting if self.scores[go] == lowest]
            # A penny at a time, the earliest first.
            for penny in range(self.begun.best):
                won[first[penny % len(first)]] += 1
        return won


SCORES = st.sampled_from((0, 0, 1, 2, 9, 45))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("go"), SCORES),
        st.tuples(st.just("void"), st.integers(0, 40)),
        st.tuples(st.just("correct"), st.integers(0, 40), SCORES),
        st.tuples(st.just("settle"), st.integers(0, 40)),
        st.tuples(st.just("leave")),
        st.tuples(st.just("close")),
    ),
    max_size=40,
)


@given(
    steps=STEPS,
    go=st.integers(5, 90),
    prize=st.integers(0, 300),
    best=st.integers(0, 100),
    pot=st.integers(1, 5),
    brought=st.integers(0, 300),
)
def test_the_money_is_there_to_the_penny_whatever_happens(
    steps: list[tuple[object, ...]], go: int, prize: int, best: int, pot: int, brought: int
) -> None:
    begun = opened(go=go, prize=prize, best=best, pot=pot, brought=brought)
    day, ledger = begin(begun), Ledger(begun, tin=begun.float + brought)
    for what, *told in steps:
        number = int(told[0]) % (len(day.goes) or 1) + 1 if told else 0  # type: ignore[call-overload]
        events: list[Event] = []
        match what:
            case "go" if day.open is not None:
                events = [GoPlayed(go=day.open.number, score=int(told[0]))]  # type: ignore[call-overload]
            case "go":
                events = plays(len(day.goes) + 1, int(told[0]))  # type: ignore[call-overload]
            case "leave":
                events = [GoPaid(go=len(day.goes) + 1, name="Bob", after=0)]
            case "void":
                events = [GoCorrected(go=number, score=None, reason="so", by=None)]
            case "correct":
                events = [GoCorrected(go=number, score=int(told[1]), reason="so", by="Cy")]  # type: ignore[call-overload]
            case "settle":
                due = ledger.won().get(number, 0) - ledger.paid_out.get(number, 0)
                events = [GoSettled(go=number, amount=due)]
            case "close":
                events = [Closed(counted=None)]
        try:
            then = day
            for event in events:
                then = after(then, event)
        except StallFault:
            continue
        day = then
        for event in events:
            match event:
                case GoPaid():
                    ledger.tin += go
                case GoPlayed(go=played, score=score):
                    ledger.scores[played] = score
                case GoCorrected(go=corrected, score=None):
                    ledger.scores[corrected] = None
                    ledger.tin -= go
                case GoCorrected(go=corrected, score=score):
                    # Money that was given back is paid again.
                    ledger.tin += go if ledger.scores[corrected] is None else 0
                    ledger.scores[corrected] = score
                case GoSettled(go=settled, amount=money):
                    ledger.paid_out[settled] = ledger.paid_out.get(settled, 0) + money
                    ledger.tin -= money
                case Closed():
                    ledger.closed = True
        accounts, won = accounts_of(day), ledger.won()
        assert accounts.balances
        assert accounts.in_tin == ledger.tin
        assert accounts.pot == ledger.pot
        assert {each: award.total for each, award in day.awards.items() if award.total} == {
            each: money for each, money in won.items() if money
        }
        assert accounts.due == sum(won.values()) - sum(ledger.paid_out.values())


def test_a_shut_box_wins_the_prize_and_all_that_is_in_the_pot() -> None:
    day = day_of(12, 9, 0, 3, brought=40)
    assert day.awards[3].prize == 250
    assert day.awards[3].pot == 40 + 3 * 5
    assert day.pot == 5


def test_a_corrected_go_changes_what_the_pot_paid_to_those_after_it() -> None:
    day = fold(day_of(0, 4, 0).opened, [*plays(1, 0), *plays(2, 4), *plays(3, 0)])
    assert (day.due(day.go(1)), day.due(day.go(3))) == (255, 260)
    day = after(day, GoSettled(go=1, amount=255))
    day = after(day, GoCorrected(go=1, score=7, reason="a tile had not fallen", by="Cy"))
    assert (day.due(day.go(1)), day.due(day.go(3))) == (-255, 265)
    assert day.corrections[0].was == 0


def test_the_best_of_the_day_is_shared_to_the_penny_the_odd_ones_to_the_earliest() -> None:
    day = after(day_of(3, 2, 2, 9, 2, best=500), Closed(counted=None))
    assert [day.awards[go].best for go in range(1, 6)] == [0, 167, 167, 0, 166]


def test_without_a_go_nobody_is_the_best() -> None:
    accounts = accounts_of(after(day_of(), Closed(counted=2000)))
    assert (accounts.best, accounts.in_tin, accounts.earned) == (0, 2000, 0)


def test_a_go_that_is_void_gives_its_money_back_and_counts_for_nobody() -> None:
    day = after(day_of(12, 0), GoCorrected(go=2, score=None, reason="the box fell", by=None))
    accounts = accounts_of(day)
    assert (accounts.refunded, accounts.pot, accounts.prizes) == (50, 5, 0)
    assert day.lowest == 12


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (GoPaid(go=3, name="Ann", after=0), "BX834"),
        (GoPlayed(go=1, score=3), "BX833"),
        (GoPlayed(go=7, score=3), "BX834"),
        (GoCorrected(go=1, score=12, reason="so", by=None), "BX833"),
        (GoSettled(go=1, amount=10), "BX835"),
        (GoSettled(go=1, amount=0), "BX835"),
        (opened(), "BX833"),
    ],
)
def test_what_cannot_be_is_refused(event: Event, code: str) -> None:
    with pytest.raises(StallFault, match=code):
        after(day_of(12), event)


def test_nothing_is_paid_or_corrected_on_a_day_that_is_closed_but_what_is_due() -> None:
    day = after(day_of(0), Closed(counted=None))
    for event in (
        *plays(2, 3),
        GoCorrected(go=1, score=2, reason="so", by=None),
        Closed(counted=1),
    ):
        with pytest.raises(StallFault, match="BX833"):
            after(day, event)
    assert accounts_of(after(day, GoSettled(go=1, amount=755))).due == 0


def test_the_next_go_waits_for_the_one_that_is_paid() -> None:
    day = after(day_of(12), GoPaid(go=2, name="Bob", after=4))
    for event in (GoPaid(go=3, name="Cy", after=4), Closed(counted=None)):
        with pytest.raises(StallFault, match="go 2, Bob, is paid and not played"):
            after(day, event)
    assert accounts_of(day).unplayed == 50
