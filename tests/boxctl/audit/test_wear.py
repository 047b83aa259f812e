"""What gets worse is named before it fails; what is merely noisy at times is not."""

from __future__ import annotations

from collections.abc import Callable
from math import sin
from random import Random

import pytest

from boxctl.audit.wear import (
    FEWEST_BEFORE,
    GROUP,
    NEWEST,
    SampleGroup,
    SampleGroups,
    Wear,
    WearSign,
    WearWatch,
    three_in_four,
    wear_of,
)
from tests.support.soak import SOAK, chance

DAYS = 365
CONTACTS = 4 * SOAK
BUSIEST_DAY = 60
FAILS = 50_000
"""A contact that bounces for so long, in microseconds, is about to be ruled on wrongly."""

Bounce = Callable[[int, Random], int]


def days(*levels: int, troubles: int = 0) -> list[SampleGroup]:
    """A group for each day, with these bounces in milliseconds."""
    return [
        SampleGroup(f"day {day:02}", f"day {day:02}", GROUP, troubles, 1000 * level)
        for day, level in enumerate(levels, start=1)
    ]


def test_bounces_that_have_doubled_on_five_days_are_named() -> None:
    assert wear_of(days(2, 2, 3, 2, 5, 6, 5, 7, 6)) == Wear(
        WearSign.BOUNCES, "day 05", usual=2_000, now=6_000
    )


def test_one_day_among_them_as_it_was_and_nothing_is_named() -> None:
    assert wear_of(days(2, 2, 3, 2, 5, 6, 3, 7, 6)) is None


def test_bounces_that_were_as_long_before_are_not_new() -> None:
    assert wear_of(days(2, 7, 2, 2, 7, 2, 5, 6, 5, 7, 6)) is None


def test_very_short_bounces_may_double() -> None:
    assert wear_of(days(*[0] * 4, *[1] * 5)) is None


def test_too_few_days_tell_nothing() -> None:
    assert wear_of(days(*[1] * (FEWEST_BEFORE - 1), *[50] * NEWEST)) is None


def test_troubles_on_every_new_day_are_named() -> None:
    before, new = days(2, 2, 2, 2), days(*[2] * NEWEST, troubles=2)
    found = wear_of([*before, *new])
    assert found == Wear(WearSign.TROUBLES, "day 01", usual=0, now=50)


def test_troubles_that_were_always_there_are_not_new() -> None:
    assert wear_of(days(*[2] * (4 + NEWEST), troubles=2)) is None


def test_what_got_worse_and_stays_so_is_named_until_it_is_mended() -> None:
    got_worse = days(*[2] * 10, *[6] * 60)
    assert wear_of(got_worse) == Wear(WearSign.BOUNCES, "day 11", usual=2_000, now=6_000)
    assert wear_of([*got_worse, *days(2)]) is None


def test_a_wire_that_stays_bad_is_named_until_it_is_mended() -> None:
    got_worse = [*days(*[2] * 10), *days(*[2] * 60, troubles=GROUP)]
    found = wear_of(got_worse)
    assert found is not None
    assert (found.sign, found.usual, found.now) == (WearSign.TROUBLES, 0, 1000)
    assert wear_of([*got_worse, *days(2)]) is None


def test_a_contact_that_shows_no_edge_any_more_stays_named() -> None:
    dead = SampleGroup("day 99", "day 99", GROUP, GROUP, None)
    found = wear_of([*days(*[2] * 10, *[6] * 10), *[dead] * 60])
    assert found is not None
    assert found.sign is WearSign.BOUNCES


def test_a_group_ends_with_its_day() -> None:
    samples = SampleGroups()
    for day, count in (("a", GROUP - 1), ("b", GROUP), ("c", 5)):
        for _ in range(count):
            samples.add(day, 1_000)
    [group] = samples.groups
    assert (group.since, group.until, group.samples) == ("a", "b", 2 * GROUP - 1)
    assert group.level == 1_000


def test_three_in_four_stay_below_the_level() -> None:
    assert three_in_four(range(100)) == 74
    assert three_in_four([5]) == 5


# A year of contacts: what each would have shown, and when it is named.


def good(scale: float) -> Bounce:
    return lambda _day, random: int(random.gammavariate(1.5, scale))


def with_bad_evenings(scale: float) -> Bounce:
    bad_days = {day for day in range(DAYS) if Random(f"{scale} {day}").random() < 0.15}

    def bounce(day: int, random: Random) -> int:
        bad = day in bad_days
        return int(random.gammavariate(1.5, scale * (6 if bad else 1)))

    return bounce


def with_knocks(scale: float) -> Bounce:
    def bounce(_day: int, random: Random) -> int:
        if random.random() < 0.06:
            return random.randrange(5_000, 60_000)
        return int(random.gammavariate(1.5, scale))

    return bounce


def with_seasons(scale: float) -> Bounce:
    return lambda day, random: int(random.gammavariate(1.5, scale * (1 + 0.6 * sin(day / 58))))


def named_on(bounce: Bounce, random: Random) -> tuple[int | None, int | None]:
    """The first day on which a contact is named, and that on which it fails.

    For one that fails it is the day since which it has been named all the time.
    """
    samples, watch, named = SampleGroups(), WearWatch(), None
    for day in range(DAYS):
        groups = len(samples.closed)
        for _ in range(random.randrange(BUSIEST_DAY)):
            lasted = bounce(day, random)
            if lasted > FAILS and bounce.__name__ == "ages":
                return named, day
            samples.add(f"{day:03}", lasted)
        for group in samples.closed[groups:]:
            watch.take(group)
        if watch.found is not None and named is None:
            named = day
        if watch.found is None and bounce.__name__ == "ages":
            named = None
    return named, None


@pytest.mark.parametrize("kind", [good, with_bad_evenings, with_knocks, with_seasons])
def test_a_contact_that_is_merely_noisy_is_hardly_ever_named(
    kind: Callable[[float], Bounce], record_property: Callable[[str, object], None]
) -> None:
    random = chance(kind.__name__)
    named = [
        named_on(kind(random.uniform(100, 1200)), random)[0] is not None for _ in range(CONTACTS)
    ]
    record_property("figure", f"{kind.__name__}: {sum(named)} false alarms in {CONTACTS} years")
    assert sum(named) <= CONTACTS // 50


def test_a_contact_that_ages_is_named_before_it_fails(
    record_property: Callable[[str, object], None],
) -> None:
    random = chance("ageing")
    leads = []
    for _ in range(CONTACTS):
        scale, onset = random.uniform(100, 1200), random.randrange(60, 250)
        doubles = random.uniform(5, 30)

        def ages(
            day: int,
            chance: Random,
            scale: float = scale,
            onset: int = onset,
            doubles: float = doubles,
        ) -> int:
            return int(chance.gammavariate(1.5, scale * 2 ** (max(0, day - onset) / doubles)))

        named, failed = named_on(ages, random)
        if failed is not None:
            leads.append(None if named is None else failed - named)
    in_time = sorted(lead for lead in leads if lead is not None)
    record_property("figure", f"named in time: {len(in_time)} of {len(leads)}, the median "
                    f"{in_time[len(in_time) // 2]} days before it fails")  # fmt: skip
    assert len(leads) >= CONTACTS // 2
    assert len(in_time) >= 0.85 * len(leads)
    assert in_time[len(in_time) // 2] >= 10
