"""What levers, buttons and roller have done, read from the journal of a table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from boxctl.audit.device_audit import DeviceAudit, audit_devices
from boxctl.audit.wear import WearSign
from boxctl.cli import main
from boxctl.monitor.audit_sentences import audit_as_data, audit_lines, wear_sentences
from boxctl.presentation.notices import SensorsTogether
from boxctl.referee.ruling import DoubtReason
from groundwork import local_time
from groundwork.language import known_languages
from hardware.devices import DeviceBack, DeviceLost, DiceRolled
from hardware.virtual import MILLISECOND, Wood
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.records.journals import BOX, Bare
from tests.support.records.worn_box import ageing, record_days, steady
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def audited(table: VirtualTable) -> DeviceAudit:
    found = audit_devices(table.path)
    assert found is not None
    return found


def test_moves_refusals_and_bumps_are_counted_by_lever(table: VirtualTable) -> None:
    table.throws(3, 4)
    table.shuts(9)  # more than 7
    table.opens(9)
    table.shuts(7)
    table.knocks(8)
    table.opens(7)  # a committed tile
    audit = audited(table)
    assert audit.matches == 1
    counts = {tile: (each.moves, each.bumps) for tile, each in audit.levers.items()}
    assert counts == {7: (2, 0), 8: (0, 1), 9: (2, 0)}
    assert audit.levers[9].refused == 1
    assert audit.levers[7].disturbed == 1
    assert audit.roller.throws == 1


def test_bounces_are_those_of_the_wood(a_table: BuildTable) -> None:
    table = a_table(journal=True, wood=Wood(bounces=4, bounce=1_000), seed=3)
    table.throws(3, 4)
    table.shuts(7)
    events = [heard.how for heard in table.read().events]
    worst = max(how.lasted or 0 for how in events)
    assert 0 < audited(table).levers[7].worst == worst


def test_a_sensor_that_chatters_is_doubted(a_table: BuildTable) -> None:
    table = a_table(journal=True, wood=PERFECT_WOOD)
    table.throws(3, 4)
    table.wood.chatter(7, table.now, 2 * SECOND)
    table.wood.shut(7, table.now)
    table.waits(5_000)
    assert audited(table).levers[7].doubts[DoubtReason.CHATTERED] >= 1


def test_a_move_that_no_edge_told_is_counted(a_table: BuildTable) -> None:
    table = a_table(journal=True, wood=Wood(bounces=0, loses_one_in=1))
    table.throws(3, 4)
    table.shuts(7)
    table.waits(2_000)
    seven = audited(table).levers[7]
    assert seven.unseen == 1
    assert seven.doubts[DoubtReason.TIME_UNKNOWN] == 1


def test_buttons_are_counted(a_table: BuildTable) -> None:
    table = a_table("canoga", journal=True)
    table.throws(2, 4)
    table.shuts(2)
    table.presses("confirm")
    assert audited(table).buttons["confirm"].moves == 1


def test_throws_and_the_wire_of_the_roller_are_counted(table: VirtualTable) -> None:
    table.throws(None, 4)
    thrown = DiceRolled(table.now, (3, 4), 7, 1, late=True, repeated=2, damaged=3)
    table.events.append(thrown)
    table.waits(1_000)
    table.events.append(DiceRolled(table.now, (6, 6), typed=True))
    table.waits(1_000)
    roller = audited(table).roller
    assert (roller.throws, roller.typed, roller.unreadable, roller.late) == (3, 1, 1, 1)
    assert roller.void == 2  # the one that could not be read, and one too many
    assert (roller.repeated, roller.damaged) == (2, 3)


def test_losses_of_devices_are_counted(table: VirtualTable) -> None:
    for _ in range(2):
        table.events.append(DeviceLost(table.now, "lamps", "no answer"))
        table.waits(1_000)
        table.events.append(DeviceBack(table.now, "lamps", "they answer"))
        table.waits(1_000)
    assert audited(table).losses == {"lamps": 2}


def test_what_is_damaged_in_the_record_is_passed_over(table: VirtualTable) -> None:
    table.throws(3, 4)
    table.shuts(7)
    table.close()
    Bare(table.path).execute("UPDATE entry SET body = '[' WHERE kind = 'event' AND number = 2")
    audit = audited(table)
    assert audit.roller.throws == 0
    assert audit.levers[7].moves == 1


# Over the days.


@pytest.fixture
def worn(tmp_path: Path) -> Path:
    """The journal of a box whose tile 5 ages, and whose roller's wire gets loose."""
    journal = tmp_path / "journal.db"
    bounces = {4: steady, 5: ageing}
    record_days(journal, 36, bounces, repeated=lambda day: int(day > 25))
    return journal


def test_a_contact_and_a_wire_that_get_worse_are_named(worn: Path) -> None:
    audit = audit_devices(worn)
    assert audit is not None
    assert (audit.matches, audit.since, audit.until) == (
        36,
        "2026-01-01T20:15:00+00:00",
        "2026-02-05T20:15:00+00:00",
    )
    [(tile, wear)] = audit.worn.items()
    assert (tile, wear.sign) == (5, WearSign.BOUNCES)
    assert wear.now > 4 * wear.usual
    assert audit.roller.wear is not None
    assert [code for code, _text in wear_sentences(audit)] == ["BX410", "BX522"]
    lines = list(audit_lines(audit))
    assert lines[1].startswith(f"BX410: tile 5 gets worse since {wear.since[:10]}: ")
    data = audit_as_data(audit)
    assert [each["wear"] is None for each in data["contacts"]] == [True, False]
    assert (data["since"], data["until"]) == ("2026-01-01", "2026-02-05")
    assert data["contacts"][1]["wear"]["since"] == wear.since[:10]


def test_people_read_the_days_of_their_own_calendar(
    worn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_time, "zone_here", lambda: timezone(timedelta(hours=5)))
    audit = audit_devices(worn)
    assert audit is not None
    lines = list(audit_lines(audit))
    assert lines[0].endswith("2026-01-02 to 2026-02-06")
    assert (audit_as_data(audit)["since"], audit_as_data(audit)["until"]) == (
        "2026-01-01",
        "2026-02-05",
    )


def test_audits_from_a_day_on_forget_what_was_before(worn: Path) -> None:
    audit = audit_devices(worn, since=datetime(2026, 2, 1, tzinfo=UTC))
    assert audit is not None
    assert audit.matches == 5
    assert not audit.worn


def test_only_so_many_of_the_newest_matches_are_looked_at(worn: Path) -> None:
    audit = audit_devices(worn, look_at=7)
    assert audit is not None
    assert (audit.matches, audit.until) == (7, "2026-02-05T20:15:00+00:00")


def test_another_box_has_audits_of_its_own(worn: Path) -> None:
    record_days(worn, 1, {1: steady}, box="another box")
    newest, corner = audit_devices(worn), audit_devices(worn, BOX)
    assert newest is not None
    assert corner is not None
    assert (newest.box, newest.matches, list(newest.levers)) == ("another box", 1, [1])
    assert corner.matches == 36


def test_the_command_exits_with_1_if_something_wears(
    worn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audits", "--journal", str(worn)]) == 1
    printed = capsys.readouterr().out
    assert "BX410: tile 5 gets worse" in printed
    assert main(["audits", "--journal", str(worn), "--since", "2026-02-01", "--json"]) == 0
    assert '"matches": 5' in capsys.readouterr().out


def test_the_command_says_so_if_there_is_no_match_of_the_box(
    worn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audits", "--journal", str(worn), "--since", "2027-01-01"]) == 0
    assert "no such match yet" in capsys.readouterr().out


@pytest.mark.parametrize("code", known_languages())
def test_the_columns_of_each_language_stand_under_their_headings(worn: Path, code: str) -> None:
    audit = audit_devices(worn)
    assert audit is not None
    lines = list(audit_lines(audit))
    heads, first, second = lines[3:6]
    assert len(heads) == len(first) == len(second)
    if code == "en":
        assert len(heads) <= 80


def test_what_has_got_worse_is_named_for_as_long_as_it_is_so(worn: Path) -> None:
    record_days(worn, 40, {4: steady, 5: lambda _day, _random: 9_000}, repeated=lambda _day: 1)
    audit = audit_devices(worn)
    assert audit is not None
    assert list(audit.worn) == [5]
    assert audit.roller.wear is not None


def test_sensors_that_change_together_are_counted_each_time_that_people_could_be_told(
    a_table: BuildTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxctl.table.sensors.doubts.REPEAT_US", 0)
    table = a_table(journal=True, wood=PERFECT_WOOD)
    told = []
    for tiles, apart, throws in [
        (range(1, 4), 0, False),
        (range(1, 10), 30, False),
        (range(1, 3), 0, False),
        (range(1, 10), 300, False),
        (range(1, 10), 0, True),
    ]:
        for throw in (throws, False):  # they go, and come back in the same way
            if throw:
                table.throws(3, 4)
            for place, number in enumerate(tiles):
                turn = table.wood.shut if table.wood.levers >> (number - 1) & 1 else table.wood.open
                turn(number, table.now + place * apart * MILLISECOND)
            table.waits(1000 + apart * len(tiles))
            told.append(table.notices.count(SensorsTogether()))
    audit = audited(table)
    assert audit.together == told[-1]
    assert told == sorted(told)
    assert told[-1] >= 4
    assert f"changed together {told[-1]} times" in "\n".join(audit_lines(audit))
    assert audit_as_data(audit)["together"] == told[-1]


def test_moves_by_hand_are_not_counted_as_together(table: VirtualTable) -> None:
    table.throws(3, 4)
    table.shuts(7)
    assert audited(table).together == 0
    assert "together" not in "\n".join(audit_lines(audited(table)))
