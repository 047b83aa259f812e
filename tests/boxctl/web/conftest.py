"""A table whose pages are served, for the tests of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from boxctl.web.table_feed import TableFeed
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, served


@pytest.fixture
def pages(a_table: BuildTable) -> Iterator[ServedTable]:
    """The pages of a table at which Ann and Bob play the classic game."""
    feed = TableFeed()
    with served(a_table(players="Ann,Bob", watcher=feed), feed) as table:
        yield table
