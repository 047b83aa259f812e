"""A table of which a broker is told, for the tests of that."""

from __future__ import annotations

import pytest

pytest.importorskip("paho.mqtt.client")

from boxctl.web.laptop_feed import BoxFeed
from tests.support.mqtt.published_table import PublishedTable
from tests.support.tables.virtual_table import BuildTable


@pytest.fixture
def published(a_table: BuildTable) -> PublishedTable:
    """Return a table at which Ann and Bob play the classic game, and its publisher."""
    feed = BoxFeed(has_buttons=False)
    return PublishedTable(a_table(players="Ann,Bob", watcher=feed), feed)
