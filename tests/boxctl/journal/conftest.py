"""A table whose match has a signed head."""

from __future__ import annotations

import pytest

from boxctl.journal.add_entry import add_signature
from tests.support.tables.virtual_table import BuildTable, VirtualTable


@pytest.fixture
def signed_table(a_table: BuildTable) -> VirtualTable:
    """A match that is interrupted after its first throw, and signed up to there."""
    table = a_table(players="Ann,Bob", journal=True)
    table.throws(2, 3)
    add_signature(table.path, table.read())
    return table
