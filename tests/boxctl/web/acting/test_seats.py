"""Phones at seats: whose phone asked is on record, and who left has no seat any more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.presentation.journal.recorded_entries import evidence_in_words
from boxctl.web.acting.code_file import CodeFile
from boxctl.web.acting.table_code import Act, TableCode, read_act
from boxctl.web.laptop_feed import BoxFeed, LaptopFeed
from groundwork.language import language, speaking
from tests.boxctl.table.throws.test_dice_entry import ByHand
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.screens.plain_typist import typing_at
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, box_feed, served


@contextmanager
def three_at_a_box(a_table: BuildTable, journal: Path, **more: Any) -> Iterator[ServedTable]:
    """Ann, Bob and Cy at a box of wood with dice of their own; phones have the code."""
    feed = BoxFeed(has_buttons=True)
    table = a_table(
        players="Ann,Bob,Cy",
        watcher=feed,
        wiring=ByHand(),
        wood=PERFECT_WOOD,
        journal=journal,
        **more,
    )
    with served(table, box_feed(table, feed)) as pages:
        pages.enters(pages.code.code)
        yield pages


@pytest.fixture
def pages(a_table: BuildTable, tmp_path: Path) -> Iterator[ServedTable]:
    with three_at_a_box(a_table, tmp_path / "journal.db") as pages:
        yield pages


def seats_on_record(pages: ServedTable) -> list[str]:
    """Whose phone asked for each event of the match, as it is on the disk."""
    return [event.how.seat for event in pages.table.read().events]


def test_the_record_says_whose_phone_typed_the_throw(pages: ServedTable) -> None:
    assert pages.acts("type_throw", text="3 4", seat="Ann") == 202
    pages.table.shuts(3, 4)
    pages.table.waits(4_000)
    assert pages.acts("type_throw", text="6 6") == 202
    assert seats_on_record(pages) == ["Ann", "", "", ""], "levers are moved by hand"
    how = pages.table.read().events[0]
    assert evidence_in_words(how, never_moved=False)[-1] == "asked for from the seat of Ann"
    with speaking(language("fr")):
        assert evidence_in_words(how, never_moved=False)[-1].endswith("une place\u00a0: Ann")


def plays_a_turn(pages: ServedTable, seat: str) -> None:
    """Throw sixes and play the first move there is, until the next player's turn."""
    for _ in range(9):
        if "type_throw" not in pages.state["actions"] or pages.state["turn"] != seat:
            break
        assert pages.acts("type_throw", text="6 6", seat=seat) == 202
        if pages.state["phase"] == "play":
            pages.table.shuts(*pages.state["moves"][0])
            pages.table.waits(4_000)
    pages.table.makes_ready()
    pages.table.waits(4_000)


def test_the_turn_passes_from_seat_to_seat(pages: ServedTable) -> None:
    assert pages.state["seats"] == ["Ann", "Bob", "Cy"]
    turns = []
    for _ in range(3):
        turns.append(pages.state["turn"])
        plays_a_turn(pages, turns[-1])
    assert turns == ["Ann", "Bob", "Cy"]
    asked = list(dict.fromkeys(seat for seat in seats_on_record(pages) if seat))
    assert asked == turns


def test_what_is_to_beat_is_told(pages: ServedTable) -> None:
    assert pages.state["stands"] == {"scores": 45, "to_go": None, "beat": None, "made_by": ""}
    pages.acts("type_throw", text="6 6", seat="Ann")
    pages.table.shuts(9, 3)
    pages.table.waits(4_000)
    assert pages.state["stands"]["scores"] == 33
    plays_a_turn(pages, "Ann")
    made = pages.state["players"][0]["rounds"][0]
    assert pages.state["turn"] == "Bob"
    assert pages.state["stands"] == {"scores": 45, "to_go": None, "beat": made, "made_by": "Ann"}


def test_a_seat_out_of_turn_may_help_and_the_record_says_so(pages: ServedTable) -> None:
    assert pages.state["turn"] == "Ann"
    assert pages.acts("type_throw", text="3 4", seat="Cy") == 202
    assert pages.state["phase"] == "play"
    assert seats_on_record(pages) == ["Cy"]


def test_who_does_not_play_has_no_seat(pages: ServedTable) -> None:
    for seat in ("Dan", "ann", "Ann "):
        status, body = pages.sends("/act", {"do": "type_throw", "text": "3 4", "seat": seat})
        assert (status, body["code"]) == (409, "BX787")
    assert pages.state["phase"] == "throw"


@pytest.mark.parametrize("seat", [3, None, ["Ann"], "x" * 41, "\ud800"])
def test_what_is_no_seat_is_no_act(seat: object) -> None:
    assert read_act({"do": "confirm", "seat": seat}) is None


def test_who_is_named_for_the_next_match_has_a_seat_and_who_leaves_has_none(
    pages: ServedTable,
) -> None:
    assert pages.acts("names", names=["Ann", "Dan", "best"], seat="Bob") == 202
    assert pages.state["seats"] == ["Ann", "Bob", "Cy", "Dan"], "a robot has no phone"
    for seat in ("Ann", "Bob", "Cy"):
        plays_a_turn(pages, seat)
    assert pages.state["over"]
    assert pages.acts("new", seat="Dan") == 202
    assert pages.state["seats"] == ["Ann", "Dan"]
    status, body = pages.sends("/act", {"do": "type_throw", "text": "3 4", "seat": "Bob"})
    assert (status, body["code"]) == (409, "BX787")


def test_a_seat_acts_on_after_the_program_was_started_again(
    a_table: BuildTable, tmp_path: Path
) -> None:
    journal = tmp_path / "journal.db"
    with three_at_a_box(a_table, journal) as pages:
        pages.acts("type_throw", text="3 4", seat="Ann")
        pages.table.loses_power()
    pages.table.close()
    with three_at_a_box(a_table, journal, as_left=True) as pages:
        assert pages.state["seats"] == ["Ann", "Bob", "Cy"]
        pages.table.shuts(3, 4)
        pages.table.waits(4_000)
        assert pages.acts("type_throw", text="2 3", seat="Ann") == 202
        assert [seat for seat in seats_on_record(pages) if seat] == ["Ann", "Ann"]
    pages.table.close()
    assert main(["verify", "--journal", str(journal)]) == 0


def test_the_token_of_a_seat_outlives_a_restart_and_not_the_evening(tmp_path: Path) -> None:
    evening = "2026-11-28"
    file = CodeFile(tmp_path / "journal.db", lambda: evening)
    code = TableCode(lambda: 0, file)
    _, token = code.give(code.code, "10.0.0.7")
    file.close()
    again = TableCode(lambda: 0, CodeFile(tmp_path / "journal.db", lambda: evening))
    assert again.knows(token, "10.0.0.7")
    evening = "2026-11-29"
    assert not again.knows(token, "10.0.0.7")


def test_a_confirm_that_was_an_answer_is_not_put_on_the_next_hand(pages: ServedTable) -> None:
    table = pages.table
    table.runtime.asked_from("Cy", ("confirm",), table.now)
    table.runtime.asked_from("", ("confirm",), table.now)
    pages.acts("type_throw", text="3 4", seat="Ann")
    assert seats_on_record(pages) == ["Ann"]


def test_a_lever_that_a_hand_moves_long_after_is_nobody_s(pages: ServedTable) -> None:
    table = pages.table
    table.runtime.asked_from("Cy", (3,), table.now)
    table.waits(60_000)
    pages.acts("type_throw", text="3 4", seat="Ann")
    table.shuts(3, 4)
    assert seats_on_record(pages) == ["Ann", "", ""]


def test_at_a_simulated_box_throws_and_tiles_are_the_seat_s(tmp_path: Path) -> None:
    feed = LaptopFeed()
    journal = tmp_path / "journal.db"
    with typing_at(players="Ann,Bob", watcher=feed, journal_file=journal) as typist:
        for act in (Act("throw", seat="Ann"), Act("move", tile=1, seat="Bob")):
            assert feed.order(act)
            typist.passes(4)
        typist.types("shut 9")
        typist.passes(4)
    seats = {str(event.event): event.how.seat for event in the_match(journal)}
    assert [seat for seat in seats.values() if seat] == ["Ann", "Bob"]


def the_match(journal: Path) -> Any:
    """The events of the newest match of a journal."""
    from boxctl.journal.disk.file import open_to_read
    from boxctl.journal.query import newest
    from boxctl.journal.recorded_match import read_match

    connection = open_to_read(journal)
    try:
        match = read_match(connection, newest(connection) or 0)
    finally:
        connection.close()
    assert match is not None
    return match.events
