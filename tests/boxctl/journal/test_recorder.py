"""What is in the journal after something has happened at a table."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.writer import JournalWriter
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import MatchBegan
from boxctl.journal.proof.integrity import chain_break
from boxctl.presentation.input_faults import doubts_in_words
from boxctl.presentation.phrases import WRITTEN
from boxctl.referee.ruling import Doubt, DoubtReason
from boxctl.rules.tiles import numbers
from hardware.devices import DeviceBack, DeviceLost, DiceRolled
from hardware.dice.virtual_roller import PiDice
from hardware.virtual import GOOD_WOOD, Wood
from tests.support.records.journals import Bare
from tests.support.rulings import doubts
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def test_a_move_is_recorded_with_its_throw_and_its_rulings(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    match = table.read()
    assert [kept.kind for kept in match.entries] == [
        "match",
        "ruling",
        "event",
        "ruling",
        "event",
        "ruling",
    ]
    assert [ruling.verdict for ruling in match.rulings] == ["ready", "throw", "committed"]
    assert match.players == ("Ann", "Bob")
    assert chain_break(match) is None


def test_a_ruling_names_the_event_that_caused_it(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    match = table.read()
    assert [heard.line for heard in match.events] == [1, 2]
    assert [ruling.line for ruling in match.rulings] == [0, 1, 2]


def test_a_person_can_read_it_with_the_sqlite_shell(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    rows = Bare(table.path).execute("SELECT player, verdict, rule FROM rulings")
    assert rows == [
        ("Ann", "ready", "R4.9"),
        ("Ann", "throw", "R3.1"),
        ("Ann", "committed", "R3.1"),
    ]
    ((variant, players),) = Bare(table.path).execute("SELECT variant, players FROM matches")
    assert (variant, json.loads(players)) == ("classic", ["Ann", "Bob"])
    events = Bare(table.path).execute("SELECT event FROM events")
    assert [list(json.loads(event))[1] for (event,) in events] == ["throw", "shut"]


def last_how(table: VirtualTable) -> Any:
    """What is written of how the last event was known."""
    return list(table.read().of_kind("event"))[-1].body["how"]


def test_it_says_how_a_lever_was_seen_to_move(a_table: BuildTable) -> None:
    table = a_table(seed=1, journal=True)
    table.throws(2, 3)
    table.shuts(5)
    how = table.read().events[-1].how
    assert how.edges % 2 == 1
    assert how.edges > 1
    most = 2 * GOOD_WOOD.bounces * GOOD_WOOD.bounce
    assert how.lasted is not None
    assert 0 < how.lasted <= most


def test_what_was_repeated_and_damaged_on_the_wire_is_kept_with_the_throw(
    table: VirtualTable,
) -> None:
    table.events.append(DiceRolled(table.now, (2, 3), 77, 12, repeated=4, damaged=1))
    table.waits(1_000)
    assert last_how(table) == {"series": 77, "serial": 12, "repeated": 4, "damaged": 1}


def test_a_throw_by_the_roll_button_has_the_edges_of_the_button(a_table: BuildTable) -> None:
    table = a_table(journal=True, wood=Wood(bounces=0))
    table.box.dice = PiDice(Random(1))
    table.presses("roll")
    assert last_how(table) == {"edges": 1, "lasted_ms": 0.0}


def test_the_roller_s_own_number_of_a_throw_is_kept(table: VirtualTable) -> None:
    table.events.append(DiceRolled(table.now, (2, 3), series=77, serial=12))
    table.waits(1000)
    assert last_how(table) == {"series": 77, "serial": 12}


def test_a_ruling_while_the_roller_is_away_is_marked(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.events.append(DeviceLost(table.now, "roller", "unplugged"))
    table.shuts(5)
    assert doubts(table.new[-1]) == ("the roller did not answer",)
    assert table.read().rulings[-1].unverified == (Doubt(DoubtReason.DEVICE_LOST, "roller"),)
    table.events.append(DeviceBack(table.now, "roller", "tower"))
    table.throws(1, 3)
    assert table.read().rulings[-1].unverified is None
    devices = [kept.body for kept in table.read().of_kind("device")]
    assert [(device["device"], device["answers"]) for device in devices] == [
        ("roller", False),
        ("roller", True),
    ]


def test_a_ruling_on_a_lever_that_chattered_is_marked(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.wood.shut(5, table.now)
    table.until(table.wood.chatter(5, table.now, 2 * SECOND) + SECOND)
    assert [ruling.verdict for ruling in table.new][-1] == "committed"
    (doubt,) = doubts(table.new[-1])
    assert doubt.startswith("the sensor of tile 5 chattered for 2.0 s") or "1.9" in doubt


def test_rulings_about_the_time_of_a_lever_that_no_edge_told_of_are_marked(
    table: VirtualTable,
) -> None:
    table.wood.wood = Wood(bounces=0, loses_one_in=1)
    table.until(table.wood.shut(5, table.now) + 1000)
    table.wood.wood = GOOD_WOOD
    table.events.append(DiceRolled(table.now, (2, 3)))
    table.waits(2000)
    disturbed, void = table.new
    doubt = "the sensor of tile 5 did not tell when it changed"
    assert doubts(disturbed) == doubts(void) == (doubt,)
    recorded = [doubts_in_words(heard.how.doubts, WRITTEN) for heard in table.read().events]
    assert recorded == [(doubt,), (doubt,)]
    table.opens(5)
    table.throws(2, 3)
    assert [ruling.unverified for ruling in table.new] == [None]


def test_rulings_about_a_time_in_which_nobody_looked_are_marked(table: VirtualTable) -> None:
    begun = table.now
    table.wood.shut(5, begun)
    table.wood.open(5, begun + 500_000)
    table.wood.advance(begun + SECOND)
    table.events.append(DiceRolled(begun + 300_000, (2, 3)))
    table.now = begun + SECOND
    table.waits(1000)
    (thrown,) = table.new
    assert thrown.verdict == "throw"
    assert doubts(thrown) == ("nobody looked while tile 5 may have been moved and back",)


def test_a_new_match_is_a_record_of_its_own(a_table: BuildTable) -> None:
    table = a_table(tiles=3, down="3", journal=True)
    table.throws(6, 6)
    assert table.ruled[-1] == "match_over R7.1"
    table.presses("new")
    table.throws(1, 1)
    first, second = table.read(1), table.read(2)
    assert first.over
    assert not second.over
    assert second.header.after == {
        "match": 1,
        "entries": len(first.entries),
        "head": first.head.hash.hex(),
    }
    assert chain_break(first) is None
    assert chain_break(second) is None


def test_nothing_is_shown_before_it_is_on_the_disk(table: VirtualTable) -> None:
    table.disk.fills_up()
    table.throws(2, 3)
    assert table.new == []
    assert table.said == [
        "BX605: play pauses, as nothing can be recorded (database or disk is full): see that the "
        "journal is in its place and the disk has room, and play goes on by itself."
    ]
    table.disk.is_mended()
    table.waits(1100)
    assert table.ruled == ["throw R3.1"]
    assert table.said[-1] == "the journal can be written again: play goes on."


def test_a_disk_that_gives_another_reason_is_not_said_again(table: VirtualTable) -> None:
    table.disk.fills_up()
    table.throws(2, 3)
    table.disk.trouble = "disk I/O error"
    table.waits(1100)
    assert len(table.said) == 1


def test_the_reason_is_that_of_the_disk(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    news = Event()
    appending = Appender(lambda: open_to_write(tmp_path / "file" / "journal.db"))
    writer = JournalWriter(appending, news.set)
    writer.write(Entry(MatchBegan.kind, {}))
    assert news.wait(60)
    assert writer.trouble == "file exists"
    assert not writer.close()


def test_the_roller_may_forget_a_throw_when_it_is_on_the_disk(table: VirtualTable) -> None:
    table.disk.stalls()
    table.events.append(DiceRolled(table.now, (2, 3), series=5, serial=1))
    table.waits(1000)
    assert table.kept == []
    table.disk.is_mended()
    table.waits(1000)
    assert table.kept == [(5, 1)]


def test_no_lamp_says_what_may_be_moved_before_the_throw_is_on_the_disk(
    table: VirtualTable,
) -> None:
    table.disk.stalls()
    table.throws(2, 3)
    assert not table.runtime.asked.may_shut
    table.disk.is_mended()
    table.waits(1000)
    assert numbers(table.runtime.asked.may_shut) == (1, 2, 3, 4, 5)


def test_how_it_stands_is_told_once_it_is_on_the_disk(table: VirtualTable) -> None:
    table.disk.stalls()
    table.throws(2, 3)
    table.presses("confirm")
    assert table.said == []
    table.disk.is_mended()
    table.waits(1000)
    assert table.said == ["You threw 2 and 3, 5 in all: shut 5, 4+1 or 3+2."]


def test_what_happens_while_the_disk_is_full_is_ruled_afterwards(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.disk.fills_up()
    at = table.now
    table.shuts(5)
    table.waits(60_000)
    assert table.new == []
    table.disk.is_mended()
    table.waits(1100)
    assert table.ruled == ["committed R3.1"]
    assert abs(table.new[0].at - (at - 78 * SECOND)) < SECOND


def test_a_disk_that_only_stalls_is_said_too(table: VirtualTable) -> None:
    table.disk.stalls()
    table.throws(2, 3)
    assert (table.new, table.said) == ([], [])
    table.waits(3000)
    assert table.said == [
        "BX605: play pauses, as nothing can be recorded (the disk has not answered for 3 seconds): "
        "see that the journal is in its place and the disk has room, and play goes on by itself."
    ]
    table.disk.is_mended()
    table.waits(1100)
    assert table.ruled == ["throw R3.1"]
    assert table.said[-1] == "the journal can be written again: play goes on."
