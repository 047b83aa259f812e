"""What the commands that list matches say before the first one."""

from __future__ import annotations

from pathlib import Path

from groundwork.language import tr


def no_match_yet(journal: Path) -> str:
    """Say that nothing is wrong, and how the first match comes about."""
    return tr("no match yet in {journal}: boxctl play records the first", journal=journal)
