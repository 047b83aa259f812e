"""A box is monitored: what its pins do is counted, and its devices are tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from boxctl.monitor.box_monitor import FACE_SHOWN, STEP, LampMode, obey
from boxctl.monitor.monitor_sentences import report_as_data, report_line, table_as_data, table_lines
from boxctl.monitor.open_monitor import RawLevel, raw_level
from boxctl.monitor.statistics import SettledContact
from hardware.config.tables.roller import lit
from hardware.devices import DeviceBack, DeviceLost, DiceRolled, Face, TextLine
from tests.boxctl.monitor.a_monitored_box import MS, MonitoredBox, SilentVoice

LAMPS = (14, 15, 18)
DICE = ((5, 6, 13, 19), (26, 21, 12, 7))


@pytest.fixture
def box(tmp_path: Path) -> Iterator[MonitoredBox]:
    monitored = MonitoredBox(tmp_path)
    yield monitored
    monitored.box.close()


def test_a_lever_that_bounces_is_shown_with_its_level_and_its_bounce(box: MonitoredBox) -> None:
    box.moves(4, False, True, False)
    [shut] = box.reports
    assert isinstance(shut, SettledContact)
    assert (shut.contact, shut.on, shut.edges, shut.bounce) == (1, False, 3, 2 * MS)
    level_of = partial(raw_level, box.box_file)
    assert report_line(shut, box.monitor.began, level_of) == (
        "     0.002  tile 1    shut     low    3 edges, 2.0 ms"
    )
    told = report_as_data(shut, box.monitor.began, level_of)
    assert told | {"at": 0} == {
        "at": 0, "tile": 1, "state": "shut", "level": "low",
        "moved": True, "edges": 3, "lost": 0, "bounce_ms": 2.0,
    }  # fmt: skip


def test_levers_on_an_expander_and_with_other_wiring_are_shown_alike(box: MonitoredBox) -> None:
    box.moves("mcp23017:5", False)
    box.moves(17, True)
    assert [box.settled(tile) for tile in (1, 2, 3)] == [True, False, False]
    level_of = partial(raw_level, box.box_file)
    assert level_of(2, False) is RawLevel.HIGH
    assert level_of(3, False) is RawLevel.LOW


def test_a_lever_that_is_knocked_came_back(box: MonitoredBox) -> None:
    box.moves(4, False, True)
    [report] = box.reports
    assert isinstance(report, SettledContact)
    assert not report.moved
    line = report_line(report, box.monitor.began, partial(raw_level, box.box_file))
    assert line.endswith("open     high   2 edges, 1.0 ms, came back")


def test_a_button_is_shown(box: MonitoredBox) -> None:
    box.moves(20, False, every=100 * MS)
    box.moves(20, True)
    pressed, released = box.reports
    level_of = partial(raw_level, box.box_file)
    assert "confirm   pressed  low" in report_line(pressed, 0, level_of)
    assert "confirm   released high" in report_line(released, 0, level_of)


def test_edges_that_the_kernel_dropped_are_counted(box: MonitoredBox) -> None:
    box.pin(4).loses(30)
    box.moves(4, False)
    [report] = box.reports
    assert isinstance(report, SettledContact)
    assert report.lost == 30
    assert report_line(report, 0, partial(raw_level, box.box_file)).endswith(
        "31 edges, 0.0 ms, 30 lost"
    )


def test_a_cable_that_is_pulled_is_told_and_counted(box: MonitoredBox) -> None:
    chip = box.pin("mcp23017:5").chip
    chip.is_away = True
    box.passes(2_000 * MS)
    chip.is_away = False
    box.passes(10_000 * MS)
    assert [type(report) for report in box.reports] == [DeviceLost, DeviceBack]
    device = box.monitor.devices.devices["chip mcp23017 of the levers"]
    assert device.answers
    assert device.losses == 1


# What the monitor makes the box do.


def test_lamps_follow_the_levers_at_once(box: MonitoredBox) -> None:
    box.passes(0)
    assert box.lit(LAMPS) == [True, True, True]
    box.pin(4).drive(high=False)
    box.passes(0)
    assert box.lit(LAMPS) == [False, True, True]


def test_each_lamp_is_lit_by_itself(box: MonitoredBox) -> None:
    obey("lamps none", box.monitor)
    assert box.lit(LAMPS) == [False, False, False]
    for number in (1, 2, 3):
        obey(f"lamp {number}", box.monitor)
        assert box.lit(LAMPS)[number - 1]
    obey("lamp 2", box.monitor)
    assert box.lit(LAMPS) == [True, False, True]
    assert obey("lamp 4", box.monitor).says == "the box has tiles 1 to 3"


def test_lamps_are_lit_one_after_the_other(box: MonitoredBox) -> None:
    box.monitor.set_lamps(LampMode.WALK)
    seen = []
    for _ in range(4):
        seen.append(box.lit(LAMPS).index(True))
        assert sum(box.lit(LAMPS)) == 1
        box.passes(STEP)
    assert seen == [0, 1, 2, 0]


def test_every_face_of_every_die_is_turned_up(box: MonitoredBox) -> None:
    obey("turn", box.monitor)
    shown = []
    for _ in range(13):
        box.passes(0)
        shown.append(tuple(tuple(box.lit(die)) for die in DICE))
        box.passes(FACE_SHOWN)
    dark = tuple(lit(0, 4))
    first = [(tuple(lit(face, 4)), dark) for face in range(1, 7)]
    second = [(dark, tuple(lit(face, 4))) for face in range(1, 7)]
    assert shown == [*first, *second, (dark, dark)]


def test_the_dice_are_thrown_and_counted(box: MonitoredBox) -> None:
    obey("throw", box.monitor)
    [thrown] = box.reports
    assert isinstance(thrown, DiceRolled)
    assert box.monitor.devices.roller.throws == 1
    assert box.monitor.devices.roller.last == thrown.values
    line = report_line(thrown, box.now, partial(raw_level, box.box_file))
    assert line.endswith(f"the dice show {thrown.values[0]} {thrown.values[1]}")


def test_voice_and_buzzer_are_tried_and_missed_where_there_are_none(box: MonitoredBox) -> None:
    assert obey("say", box.monitor).says == "this box has no voice"
    assert obey("beep", box.monitor).says == "this box has no buzzer"
    assert obey("display", box.monitor).says == "this box has no display"
    box.box.voice = box.box.buzzer = voice = SilentVoice()
    assert not obey("say hello there", box.monitor).says
    assert not obey("beep", box.monitor).says
    assert voice.said == ["hello there"]
    assert len(voice.played) == 1


def test_every_place_of_a_display_is_filled(box: MonitoredBox) -> None:
    class Screen:
        face = Face(12, 2)

        def show(self, lines: list[TextLine]) -> None:
            self.lines = [line.text for line in lines]

    box.box.display = screen = Screen()  # type: ignore[assignment]
    obey("display", box.monitor)
    assert screen.lines == ["123456789012", "234567890123"]


def test_an_order_that_is_none_names_them_all(box: MonitoredBox) -> None:
    says = obey("dance", box.monitor).says
    assert "lamps levers|walk|all|none" in says
    assert obey("lamps red", box.monitor).says == says
    assert obey("quit", box.monitor).ends
    assert obey("table", box.monitor).table


# The table.


def test_the_table_has_a_row_for_each_contact(box: MonitoredBox) -> None:
    box.moves(4, False, True, False)
    box.passes(2_000 * MS)
    level_of = partial(raw_level, box.box_file)
    monitor = box.monitor
    lines = list(table_lines(monitor, box.now, level_of))
    assert [line.split()[:2] for line in lines[1:4]] == [["tile", str(n)] for n in (1, 2, 3)]
    assert lines[1].split()[2:] == [
        "low",
        "shut",
        "3",
        "1",
        "0",
        "2.0",
        "2.1",
        "0",
        "0",
        "1",
        "0",
        "0",
        "0",
        "0",
        "0",
    ]
    told = table_as_data(monitor, box.now, level_of)
    assert told["contacts"][0]["worst_bounce_ms"] == 2.0
    assert [contact.get("button") for contact in told["contacts"][3:]] == ["confirm", "roll"]


def test_statistics_begin_anew(box: MonitoredBox) -> None:
    box.moves(4, False)
    obey("throw", box.monitor)
    obey("reset", box.monitor)
    assert box.monitor.contacts.statistics[1].edges == 0
    assert box.monitor.devices.roller.throws == 0
    assert box.monitor.began == box.now
