"""Guesses of some take nothing from others, and are too few for six digits."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from boxctl.web.acting.code_file import GUESSES, MOST_SOURCES, GuessLimits
from boxctl.web.acting.table_code import CodeCheck, TableCode
from boxctl.web.http.feed_places import THIS_MACHINE, source_of
from tests.support.web.kept_secret import SecretInMemory

SECOND = 1_000_000
DAY = 24 * 3600 * SECOND
GUEST = "192.168.1.20"


class Door:
    """A table's code, the clock, and who knocks."""

    def __init__(self) -> None:
        self.now, self.evening = 0, 1
        self.code = TableCode(lambda: self.now, SecretInMemory(lambda: self.evening))

    def guesses(self, source: str) -> bool:
        """Whether a wrong code of this source was looked at."""
        check, _ = self.code.give("no code", source)
        assert check is not CodeCheck.RIGHT
        return check is CodeCheck.WRONG

    def lets_in(self, source: str) -> bool:
        check, token = self.code.give(self.code.code, source)
        return check is CodeCheck.RIGHT and self.code.knows(token, source)


@pytest.fixture
def door() -> Door:
    return Door()


def test_a_right_code_is_no_guess(door: Door) -> None:
    """A league night: everybody gives the right code, and every new tab asks again."""
    assert all(door.lets_in(GUEST) for _ in range(200))
    assert all(door.lets_in(f"10.0.0.{number}") for number in range(200))


def test_a_pub_behind_one_address_may_mistype_now_and_then(door: Door) -> None:
    for _guest in range(40):
        assert door.guesses("203.0.113.7")
        assert door.lets_in("203.0.113.7")
        door.now += 60 * SECOND
    assert [door.guesses("203.0.113.7") for _ in range(5)] == 4 * [True] + [False]


@pytest.mark.parametrize("strangers", [1, 4, 5])
def test_a_handful_of_strangers_keeps_no_new_phone_out(door: Door, strangers: int) -> None:
    """They try for an hour, as often as they can; phones come meanwhile, and one mistypes."""
    for second in range(3600):
        for number in range(strangers):
            door.guesses(f"192.168.1.{200 + number}")
        if second % 60 == 30:
            phone = f"192.168.2.{second // 60}"
            if second % 120 == 30:
                assert door.guesses(phone)
            assert door.lets_in(phone)
        door.now += SECOND


def test_every_address_of_a_network_keeps_new_phones_out_for_two_hours_at_most(door: Door) -> None:
    addresses = [f"192.168.1.{number}" for number in range(1, 254)]
    turn = 0
    for _ in range(2 * 3600):
        for _try in range(3):
            door.guesses(addresses[turn % 253])
            turn += 1
        door.now += SECOND
    assert door.lets_in("192.168.1.254")


@pytest.mark.parametrize("from_", [GUEST, "192.168.1.200"])
def test_who_has_the_link_is_let_in_whatever_others_do(door: Door, from_: str) -> None:
    for number in range(1000):
        door.guesses(f"10.{number // 250}.0.{number % 250}")
        door.guesses("192.168.1.200")
    assert not door.lets_in(from_)
    check, token = door.code.give(door.code.link_word, from_)
    assert check is CodeCheck.RIGHT
    assert door.code.knows(token, from_)


def test_this_machine_is_let_in_whatever_others_do(door: Door) -> None:
    for number in range(1000):
        door.guesses(f"10.{number // 250}.0.{number % 250}")
    assert door.lets_in(THIS_MACHINE)


def everywhere() -> Iterable[str]:
    return (f"10.{number // 65536}.{number // 256 % 256}.{number % 256}" for number in range(10**6))


def one_prefix() -> Iterable[str]:
    return (source_of(f"2001:db8::{number:x}") for number in range(10**6))


@pytest.mark.parametrize("sources", [everywhere, one_prefix])
def test_who_guesses_all_day_tries_three_codes_in_a_thousand_at_most(
    door: Door, sources: object
) -> None:
    given = iter(sources())  # type: ignore[operator]
    tried = 0
    while door.now < DAY:
        tried += door.guesses(next(given))
        door.now += 3 * SECOND
    assert tried <= GUESSES.burst + DAY // GUESSES.pause <= 3_000


def test_another_evening_begins_without_blame(door: Door) -> None:
    for _ in range(20):
        door.guesses(GUEST)
    door.evening += 1
    door.now += 1200 * SECOND
    assert [door.guesses(GUEST) for _ in range(9)] == 8 * [True] + [False]


def test_sources_take_bounded_room() -> None:
    limits = GuessLimits(lambda: 0)
    for number in range(2 * MOST_SOURCES):
        limits.was_wrong(str(number))
    assert len(limits._wrong) == MOST_SOURCES


def test_who_has_given_the_code_is_not_held_up_by_guesses(door: Door) -> None:
    _, token = door.code.give(door.code.code, GUEST)
    for number in range(100):
        door.guesses(f"192.0.2.{number}")
    assert door.code.knows(token, GUEST)
    assert not any(
        door.code.knows(wrong, GUEST)
        for wrong in ("", "x", "é", token[:-1], token[1:], token + "A", "A" * len(token), "=" * 40)
    )


def test_a_token_is_of_one_evening(door: Door) -> None:
    _, token = door.code.give(door.code.code, GUEST)
    assert door.code.is_known(GUEST)
    door.evening += 1
    assert not door.code.knows(token, GUEST)
    assert not door.code.is_known(GUEST)
