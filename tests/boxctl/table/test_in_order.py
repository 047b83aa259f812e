"""What people see of a match that begins while the end of the one before waits for the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.referee.fields import in_seconds
from boxctl.web.laptop_feed import BoxFeed
from tests.boxctl.table.throws.test_dice_entry import ByHand
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.records import RecordsAtOnce
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import box_feed, served


@pytest.mark.parametrize("names", [None, ["Cleo", "Dan"]], ids=["the same", "others"])
def test_the_next_match_has_no_ruling_of_the_one_before(
    a_table: BuildTable, tmp_path: Path, names: list[str] | None
) -> None:
    feed, records = BoxFeed(has_buttons=True), RecordsAtOnce(tmp_path / "journal.db")
    table = a_table(
        players="Ann", down="1-7", watcher=feed, wiring=ByHand(), wood=PERFECT_WOOD, journal=records
    )
    with served(table, box_feed(table, feed)) as pages:
        assert pages.enters(pages.code.code)[0] == 200
        if names is not None:
            assert pages.acts("names", names=names) == 202
        records.disk.stalls()
        assert pages.acts("type_throw", text="1 1") == 202
        table.presses("new")
        assert pages.state["rulings"][-1]["verdict"] == "ready"
        records.disk.is_mended()
        table.waits(2_000)
        shown = [(ruling["at"], ruling["verdict"]) for ruling in pages.state["rulings"]]
        assert [(line["name"], line["matches"]) for line in pages.state["evening"]] == [("Ann", 1)]
    kept = [(in_seconds(ruling.at), ruling.verdict) for ruling in table.read(2).rulings]
    assert shown == kept
    assert kept
