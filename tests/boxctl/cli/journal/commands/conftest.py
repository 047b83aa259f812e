"""A recorded match, and what the commands that read it print."""

from __future__ import annotations

import pytest

from boxctl.cli import main
from boxctl.journal.disk.private_files import usual_place
from tests.boxctl.cli.test_commands import refusal
from tests.support.records.recorded_evening import (
    a_short_match,
)
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def table() -> VirtualTable:
    """A match that is over, where boxctl looks for it."""
    return a_short_match(usual_place())


def text(capsys: Captured, *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    return capsys.readouterr().out


def refused(capsys: Captured, *arguments: str) -> str:
    """The line that is said of a wrong command."""
    return refusal(capsys, *arguments).rstrip("\n")
