"""Another wording reaches everything that people read or hear."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

from boxctl.audit.dispute import dispute
from boxctl.audit.narrate import narrate, rulings_as_json
from boxctl.audit.state_at import state_at
from boxctl.audit.verify_journal import verify_all
from boxctl.journal.disk.file import open_to_read
from boxctl.presentation.display.pages import layout
from boxctl.presentation.english import ENGLISH
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.presentation.table_view import table_view_of
from boxctl.referee.referee import Referee
from boxctl.rules.variants import variant
from boxctl.screens.commentary.table_log import TableLog
from hardware.devices import DeviceBack, DeviceLost, Face
from tests.support.tables.virtual_table import VirtualTable

OTHER = replace(
    ENGLISH,
    ruling=lambda ruling: f"<{ruling.verdict}>",
    doubt=lambda doubt: f"<{doubt.reason}>",
    mark=lambda doubts: "".join(f"[{doubt}]" for doubt in doubts),
    refusal=lambda line, refusal: f"<{line} {refusal.fault}>",
    notice=lambda notice, controls=None: f"<{type(notice).__name__}>",
    display=lambda: replace(
        ENGLISH.display(),
        multi_line=replace(ENGLISH.display().multi_line, throw="<throw>", open="<open>"),
    ),
    record=lambda: replace(
        ENGLISH.record(),
        entry=lambda kind, _body: f"<{kind}>",
        holds=lambda match, _entries, _head, _key: f"<{match} holds>",
        owed=lambda _play: "<owed>",
        state_lines=lambda _play: ["<state>"],
    ),
)


def plays(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.events.append(DeviceLost(table.now, "roller", "unplugged"))
    table.events.append(DeviceBack(table.now, "roller", "plugged in"))
    table.shuts(5)


def test_a_record_is_told_in_it(table: VirtualTable) -> None:
    plays(table)
    match = table.read()
    told = [entry.text for entry in narrate(match, OTHER)]
    assert told[:3] == ["<ready>", "<event>", "<throw>"]
    assert "<device>" in told and told[-1].startswith("<committed>")
    assert all(body["text"].startswith("<") for body in rulings_as_json(match, OTHER))
    last = len(match.entries) - 1
    assert dispute(match, last, OTHER).sentence == "<committed>"
    state = state_at(match, last, OTHER)
    assert (state.lines, state.as_json()["owed"]) == (["<state>"], "<owed>")
    with closing(open_to_read(table.path)) as connection:
        assert verify_all(connection, wording=OTHER).sentences == ["<1 holds>"]


def test_lines_are_answered_in_it() -> None:
    lines = referee_lines(Referee(variant("classic"), ["Ann"]), [b"no"], wording=OTHER)
    ready, error = list(lines)
    assert '"text": "<ready>"' in ready
    assert "<1 not_json>" in error


def test_a_display_shows_it() -> None:
    view = table_view_of(Referee(variant("classic"), ["Ann"]).play)
    (page,) = layout(view, Face(columns=20, rows=4), OTHER).pages
    assert [line.text for line in page] == ["Ann", "<throw>", "<open> 1-9"]


def test_the_log_of_a_game_is_kept_in_it(table: VirtualTable) -> None:
    plays(table)
    log = TableLog(variant("classic"), ["Ann"], lambda: 0, OTHER)
    log.tell(DeviceLost(0, "roller", "unplugged"))
    assert [line.text for line in log.lines] == ["<DeviceLost>"]
    log.show_resumed(table.read().rulings)
    assert log.rulings[0]["text"] == "<ready>"
    assert log.announcer.shown.text == log.rulings[-1]["text"]
