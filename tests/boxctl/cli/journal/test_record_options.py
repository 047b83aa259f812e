"""What `boxctl matches` shows as a time, pasted behind `--since`, wherever one lives."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from boxctl.cli import main
from groundwork import local_time
from tests.boxctl.cli.test_commands import refusal
from tests.support.records import journals
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]

ZONES = sorted(available_timezones()) or ["UTC"]


def play_at(journal: Path, instant: datetime) -> None:
    """Record a match for money that begins then."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        began = instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        monkeypatch.setattr(journals, "EVENING", began)
        table = VirtualTable("classic", "Ann,Bob", journal=journal, down=SHORT_BOX, stake="50p")
        play_turns(table, (9, 8), (9,))
        table.close()


def lives_in(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    monkeypatch.setattr(local_time, "zone_here", lambda: ZoneInfo(zone))


def printed(capsys: Captured, *arguments: object) -> str:
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def shown(capsys: Captured, journal: Path) -> list[str]:
    """When each match began, as people read it."""
    lines = printed(capsys, "matches", "--journal", journal).splitlines()
    return [found.group() for line in lines if (found := re.search(r"\d{4}-\d\d-\d\d \S+", line))]


def counted(capsys: Captured, journal: Path, *since: str) -> list[int]:
    """The matches that the ledger counts from a time on."""
    told = printed(capsys, "ledger", "--since", *since, "--journal", journal, "--json")
    return [each["match"] for each in json.loads(told)["counted"]]


NIGHTS = (
    # Clocks are set: in New York, Lord Howe, Berlin, New York, Lord Howe, Berlin.
    datetime(2026, 3, 8, 7, tzinfo=UTC),
    datetime(2026, 4, 4, 15, tzinfo=UTC),
    datetime(2026, 3, 29, 1, tzinfo=UTC),
    datetime(2026, 11, 1, 6, tzinfo=UTC),
    datetime(2026, 10, 3, 15, 30, tzinfo=UTC),
    datetime(2026, 10, 25, 1, tzinfo=UTC),
)


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with four matches around each change of a clock, half an hour from each other."""
    journal = tmp_path_factory.mktemp("year") / "journal.db"
    for change in sorted(NIGHTS):
        for minutes in (-50, -20, 10, 40):
            play_at(journal, change + timedelta(minutes=minutes, milliseconds=30_500))
    return journal


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(zone=st.sampled_from(ZONES), number=st.integers(1, 4 * len(NIGHTS)))
@example(zone="Europe/Berlin", number=19)
@example(zone="Europe/Berlin", number=20)
@example(zone="America/New_York", number=2)
@example(zone="Australia/Lord_Howe", number=11)
def test_a_pasted_time_selects_its_match(
    capsys: Captured, year: Path, zone: str, number: int
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        lives_in(monkeypatch, zone)
        times = shown(capsys, year)
        assert len(set(times)) == 4 * len(NIGHTS)
        pasted = times[number - 1]
        rest = list(range(number, 4 * len(NIGHTS) + 1))
        assert counted(capsys, year, pasted) == counted(capsys, year, *pasted.split()) == rest


@pytest.fixture
def one_match(tmp_path: Path) -> Path:
    play_at(tmp_path / "journal.db", datetime(2026, 10, 24, 22, 10, 30, tzinfo=UTC))
    return tmp_path / "journal.db"


def test_json_stays_in_utc(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, one_match: Path
) -> None:
    lives_in(monkeypatch, "Asia/Tokyo")
    listed = json.loads(printed(capsys, "matches", "--journal", one_match, "--json"))
    assert listed["matches"][0]["began"] == "2026-10-24T22:10:30.000Z"
    assert shown(capsys, one_match) == ["2026-10-25 07:10+09:00"]


@pytest.mark.parametrize("command", ["ledger", "history", "audits"])
@pytest.mark.parametrize(
    ("since", "there"),
    [
        ("2026-10-24 18:10", True),
        ("2026-10-24 18:11", False),
        ("2026-10-24T18:10-04:00", True),
        ("2026-10-24 22:11Z", False),
        ("2026-10-24T22:10:30.000Z", True),
        ("2026-10-24", True),
        ("2026-10-25", False),
    ],
)
def test_every_command_takes_local_time(
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
    one_match: Path,
    command: str,
    since: str,
    there: bool,
) -> None:
    lives_in(monkeypatch, "America/New_York")
    told = json.loads(
        printed(capsys, command, "--since", *since.split(), "--journal", one_match, "--json")
    )
    assert bool(told["audit"]["matches"] if command == "audits" else told["counted"]) == there


@pytest.mark.parametrize("command", ["ledger", "history", "audits"])
def test_what_is_no_time(capsys: Captured, command: str) -> None:
    said = refusal(capsys, command, "--since", "2026-10-24", "noon")
    assert "argument --since: '2026-10-24 noon' is no time: write it like 2026-11-21" in said
