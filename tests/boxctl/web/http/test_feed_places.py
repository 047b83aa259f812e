"""The places for feeds: whoever opens many keeps nobody out."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from boxctl.web.http.feed_places import MOST_STREAMS, THIS_MACHINE, Admission, Place, source_of

TELEVISION = "192.168.1.9"


class House:
    """A server whose feeds end when their place is given to another."""

    def __init__(self, known: frozenset[str] = frozenset()) -> None:
        self.admission = Admission(known.__contains__)
        self.open: list[Place] = []

    def joins(self, source: str) -> bool:
        place = self.admission.join(source, lambda: None)
        self.open = [each for each in [*self.open, place] if each and not each.is_lost]
        assert len(self.open) <= MOST_STREAMS
        return place is not None

    def leaves(self, place: Place) -> None:
        self.open.remove(place)
        self.admission.leave(place)

    @property
    def many(self) -> Counter[str]:
        return Counter(place.source for place in self.open)


def test_the_guests_behind_one_address_may_have_every_place() -> None:
    house = House()
    assert all(house.joins("203.0.113.7") for _ in range(MOST_STREAMS))
    assert not house.joins("203.0.113.7")


@pytest.mark.parametrize("crowds", [1, 4, 16, 32])
@pytest.mark.parametrize("newcomer", [TELEVISION, THIS_MACHINE])
def test_feeds_from_a_few_addresses_keep_no_television_out(crowds: int, newcomer: str) -> None:
    house = House()
    for number in range(2 * MOST_STREAMS):
        house.joins(f"192.168.1.{100 + number % crowds}")
    assert house.joins(newcomer)
    for number in range(200):
        house.joins(f"192.168.1.{100 + number % crowds}")
    assert house.many[newcomer] == 1


@pytest.mark.parametrize("newcomer", [TELEVISION, THIS_MACHINE])
def test_strangers_at_every_place_give_way_to_who_has_the_code_and_to_this_machine(
    newcomer: str,
) -> None:
    house = House(frozenset({TELEVISION}))
    for number in range(300):
        house.joins(f"10.0.{number // 250}.{number % 250}")
    assert not house.joins("192.168.1.77"), "another stranger"
    assert house.joins(newcomer)
    for number in range(300):
        house.joins(f"10.1.{number // 250}.{number % 250}")
    assert house.many[newcomer] == 1


def test_who_has_the_code_pushes_out_no_second_stranger() -> None:
    house = House(frozenset({TELEVISION}))
    for number in range(MOST_STREAMS):
        house.joins(f"10.0.0.{number}")
    assert [house.joins(TELEVISION) for _ in range(9)] == [True] + 8 * [False]


def test_places_are_shared_fairly_whatever_comes_and_goes() -> None:
    for seed in range(40):
        chance, house = random.Random(seed), House()
        sources = [f"10.0.0.{number}" for number in range(chance.choice((2, 5, 30, 100)))]
        for _ in range(600):
            source = chance.choice(sources)
            fewer = house.many[source] + 1 < max(house.many.values(), default=0)
            taken = house.joins(source)
            assert taken or not fewer, seed
            if chance.random() < 0.2 and house.open:
                house.leaves(chance.choice(house.open))


@pytest.mark.parametrize(
    ("client", "server", "source"),
    [("192.168.1.5", "", "192.168.1.5"), ("127.0.0.1", "", THIS_MACHINE), ("", "", THIS_MACHINE),
     ("::1", "", THIS_MACHINE), ("::ffff:127.0.0.1", "", THIS_MACHINE),
     ("192.168.1.5", "192.168.1.5", THIS_MACHINE), ("127.0.0.2", "127.0.0.1", "127.0.0.2"),
     ("::ffff:192.168.1.5", "", "192.168.1.5"), ("2001:db8:0:7:1:2:3:4", "", "2001:db8:0:7::/64"),
     ("2001:db8:0:7:ffff::1", "", "2001:db8:0:7::/64"), ("fe80::1%eth0", "", "fe80::/64"),
     ("somebody", "", "somebody")],
)  # fmt: skip
def test_what_one_person_has_many_of_is_one_source(client: str, server: str, source: str) -> None:
    assert source_of(client, server) == source
