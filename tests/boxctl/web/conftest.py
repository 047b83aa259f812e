"""A table whose pages are served, for the tests of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from boxctl.web.laptop_feed import BoxFeed
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, box_feed, served


@pytest.fixture
def pages(a_table: BuildTable) -> Iterator[ServedTable]:
    """The pages of a table at which Ann and Bob play the classic game."""
    feed = BoxFeed(has_buttons=True)
    table = a_table(players="Ann,Bob", watcher=feed)
    with served(table, box_feed(table, feed)) as pages:
        yield pages
