"""A phone begins another match while the table is on a full screen, which goes on with it."""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.query import numbers_in, reading
from boxctl.web.acting.table_code import Act
from boxctl.web.laptop_feed import LaptopFeed
from tests.support.screens.game_pilot import at_table, in_loop


@in_loop
async def test_the_screen_shows_the_match_that_a_phone_has_begun(tmp_path: Path) -> None:
    feed, journal = LaptopFeed(), tmp_path / "journal.db"
    async with at_table(watcher=feed, journal_file=journal) as pilot:
        before = pilot.table
        assert feed.order(Act("match", variant="canoga", names=("Cleo", "Dan", "Eve")))
        pilot.passes(0.5)
        await pilot.until(lambda: pilot.at.is_open and pilot.table is not before)
        pilot.comes_to_rest()
        assert pilot.table.chosen.variant == "canoga"
        assert list(pilot.table.play.players) == ["Cleo", "Dan", "Eve"]
        await pilot.press("space")
        pilot.comes_to_rest()
        assert pilot.table.begun
    with reading(journal) as connection:
        assert len(list(numbers_in(connection))) >= 1
