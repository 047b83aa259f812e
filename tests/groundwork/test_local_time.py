"""Times of day for people, in every zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundwork import local_time
from groundwork.local_time import (
    day_and_offset,
    evening_of,
    read_time,
    told_clock,
    told_day,
    told_time,
    use_utc,
)

ZONES = sorted(available_timezones())
"""Empty on a machine without data of zones, such as a container."""

BERLIN = "Europe/Berlin"

INSTANTS = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


def live_in(monkeypatch: pytest.MonkeyPatch, zone: tzinfo | None) -> None:
    """Put this machine there."""
    monkeypatch.setattr(local_time, "zone_here", lambda: zone)


def changes_of_clock(zone: ZoneInfo, year: int) -> list[datetime]:
    """The instants (UTC, to the minute) at which the clock of a zone is set in a year."""
    begin = datetime(year, 1, 1, tzinfo=UTC)
    hours = [begin + timedelta(hours=hour) for hour in range(366 * 24)]
    found = []
    for before, after in pairwise(hours):
        if before.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
            minutes = (before + timedelta(minutes=minute) for minute in range(61))
            offset = before.astimezone(zone).utcoffset()
            found.append(next(m for m in minutes if m.astimezone(zone).utcoffset() != offset))
    return found


def is_read_back(instant: datetime) -> None:
    """What is told of an instant is its minute, and is read as that."""
    read = read_time(told_time(instant))
    assert timedelta(0) <= instant - read < timedelta(minutes=1)
    assert read_time(told_time(instant).replace(" ", "T")) == read


@given(instant=INSTANTS, zone=st.sampled_from(ZONES or ["UTC"]))
def test_what_is_told_is_read_back_in_every_zone(instant: datetime, zone: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        live_in(monkeypatch, ZoneInfo(zone))
        is_read_back(instant)


@pytest.mark.parametrize("year", [1997, 2014, 2026])
@pytest.mark.parametrize(
    "place",
    ["Europe/Berlin", "Europe/Dublin", "Europe/Moscow", "America/New_York", "America/St_Johns",
     "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Apia"],
)  # fmt: skip
def test_around_each_change_of_the_clock(
    monkeypatch: pytest.MonkeyPatch, place: str, year: int
) -> None:
    zone = ZoneInfo(place)
    live_in(monkeypatch, zone)
    for change in changes_of_clock(zone, year):
        instants = [change + timedelta(minutes=minute) for minute in range(-150, 151)]
        for instant in instants:
            is_read_back(instant)
        # No two are told alike, also in the hour that comes twice.
        assert len({told_time(instant) for instant in instants}) == len(instants)


@given(
    time=st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)),
    zone=st.sampled_from(ZONES or ["UTC"]),
)
def test_a_clock_is_read_as_that_of_this_place(time: datetime, zone: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        live_in(monkeypatch, ZoneInfo(zone))
        read = read_time(time.isoformat(" "))
    here = time.replace(tzinfo=ZoneInfo(zone))
    meant = [each.astimezone(UTC) for each in (here.replace(fold=0), here.replace(fold=1))]
    if read.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == time:
        assert read == min(meant)
    else:
        # The clock leaves this time out in spring.
        assert read in meant


def test_the_hour_that_comes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    live_in(monkeypatch, ZoneInfo(BERLIN))
    first, second = "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"
    assert told_time(first) == "2026-10-25 02:30+02:00"
    assert told_time(second) == "2026-10-25 02:30+01:00"
    assert read_time("2026-10-25 02:30") == datetime.fromisoformat(first)
    assert read_time("2026-10-25 02:30+01:00") == datetime.fromisoformat(second)
    assert read_time("2026-10-25 02:30 +01:00") == datetime.fromisoformat(second)


def test_a_day_is_that_of_this_place(monkeypatch: pytest.MonkeyPatch) -> None:
    live_in(monkeypatch, ZoneInfo("America/New_York"))
    assert told_day("2026-01-05T02:30:00.000Z") == "2026-01-04"
    assert told_day("2026-01-05") == "2026-01-05"
    assert read_time("2026-01-05") == datetime(2026, 1, 5, 5, tzinfo=UTC)
    assert read_time("2026-01-05T02:30Z") == datetime(2026, 1, 5, 2, 30, tzinfo=UTC)


def test_a_clock_has_its_day_where_that_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    live_in(monkeypatch, ZoneInfo(BERLIN))
    before = datetime.fromisoformat("2026-10-24T21:59:59.500Z")
    said = day_and_offset(before)
    assert said == "2026-10-24, +02:00"
    assert told_clock(before, said) == "23:59:59.500"
    after = before + timedelta(seconds=1)
    assert told_clock(after, said) == "2026-10-25 00:00:00.500+02:00"


def test_what_programs_read_is_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    live_in(monkeypatch, ZoneInfo(BERLIN))
    use_utc(True)
    assert told_time("2026-07-01T18:15:59.999Z") == "2026-07-01 18:15+00:00"
    assert read_time("2026-07-01 20:15") == datetime(2026, 7, 1, 18, 15, tzinfo=UTC)


@pytest.mark.parametrize("place", ["Asia/Tokyo", "America/New_York"])
@pytest.mark.parametrize("time", ["9999-12-31T23:59:59.000Z", "0001-01-01T00:00:00.000Z"])
def test_at_an_end_of_the_calendar(monkeypatch: pytest.MonkeyPatch, place: str, time: str) -> None:
    live_in(monkeypatch, ZoneInfo(place))
    assert told_time(time).startswith(("9999-12-31", "0001-01-01"))
    beyond = {"Asia/Tokyo": "0001-01-01", "America/New_York": "9999-12-31 23:59:59"}[place]
    with pytest.raises(ValueError, match=beyond):
        read_time(beyond)


def test_what_is_no_time_is_told_as_it_is() -> None:
    assert told_time("yesterday") == told_day("yesterday") == "yesterday"
    assert told_time("2026-11-21T20:15") == "2026-11-21T20:15"
    with pytest.raises(ValueError, match="yesterday"):
        read_time("yesterday")


def test_without_data_of_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The product asks the C library alone, which then takes UTC."""
    live_in(monkeypatch, None)
    instant = datetime(2026, 7, 1, 18, 15, tzinfo=UTC)
    is_read_back(instant)
    assert read_time(instant.astimezone().strftime("%Y-%m-%d %H:%M")) == instant


@pytest.mark.parametrize(
    ("time", "began"),
    [
        ("2026-11-28 20:15", "2026-11-28 12:00"),
        ("2026-11-29 00:30", "2026-11-28 12:00"),
        ("2026-11-29 11:59", "2026-11-28 12:00"),
        ("2026-11-29 12:00", "2026-11-29 12:00"),
    ],
)
def test_an_evening_goes_on_after_midnight(
    monkeypatch: pytest.MonkeyPatch, time: str, began: str
) -> None:
    live_in(monkeypatch, ZoneInfo(BERLIN))
    assert evening_of(read_time(time)) == read_time(began)


@given(instant=INSTANTS, zone=st.sampled_from(ZONES or ["UTC"]))
def test_an_evening_has_begun_at_most_a_day_ago(instant: datetime, zone: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        live_in(monkeypatch, ZoneInfo(zone))
        # A day in which the clock is set has an hour more, or two, or a whole day less.
        assert timedelta(hours=-24) <= instant - evening_of(instant) <= timedelta(hours=49)
