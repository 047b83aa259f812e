"""Write the tables of fields in docs/journal.md, by what entries and rulings declare."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import starmap
from pathlib import Path
from typing import Any

from boxctl.journal.entry_kinds import KINDS, RulingMade
from boxctl.journal.stall_record import STALL_KINDS
from boxctl.journal.tournament_record import TOURNAMENT_KINDS
from boxctl.referee.fields import fields_of
from boxctl.referee.ruling import PAYLOADS

PAGE = Path(__file__).parents[1] / "docs" / "journal.md"

OF_TOURNAMENTS = "| kind in a tournament | fields |"
OF_STALLS = "| kind at a stall | fields |"
OF_ENTRIES, OF_RULINGS = "| kind | fields |", "| verdict | fields of a ruling with this verdict |"


def with_fields(page: str) -> str:
    """Return the page with the fields of each kind of entry, and of each verdict, as declared."""
    # The fields of a ruling are those of its verdict, so its row is written by hand.
    by_hand = re.search(rf"^\| `{RulingMade.kind}` \| `at`.*$", page, re.M)
    assert by_hand is not None
    rows = (by_hand[0] if kind is RulingMade else _row(name, kind) for name, kind in KINDS.items())
    page = _with_rows(page, OF_ENTRIES, rows)
    page = _with_rows(page, OF_TOURNAMENTS, starmap(_row, TOURNAMENT_KINDS.items()))
    page = _with_rows(page, OF_STALLS, starmap(_row, STALL_KINDS.items()))
    return _with_rows(page, OF_RULINGS, starmap(_row, PAYLOADS.items()))


def _with_rows(page: str, heading: str, rows: Iterable[str]) -> str:
    before, begins, after = page.partition(f"{heading}\n| --- | --- |\n")
    assert begins, f"docs/journal.md has no table {heading}"
    _there, ends, rest = after.partition("\n\n")
    return "".join((before, begins, "\n".join(rows), ends, rest))


def _row(name: str, declared: type[Any]) -> str:
    return f"| `{name}` | {', '.join(_fields(declared))} |"


def _fields(declared: type[Any]) -> Iterator[str]:
    for field in fields_of(declared):
        said = f"`{field.key}`: {field.kind.words}"
        yield said if field.needed else f"({said})"


if __name__ == "__main__":
    PAGE.write_text(with_fields(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
