"""The document of a tournament is what docs/contracts.md says, field by field."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from boxctl.presentation.tournament.document import (
    BracketDocument,
    CorrectionDocument,
    PairingDocument,
    StandingDocument,
    TournamentDocument,
    TurnDocument,
    tournament_as_json,
)
from boxctl.tournament.events import DecidedBy
from tests.boxctl.tournament.an_evening import Evening

CONTRACTS = Path(__file__).parents[4] / "docs" / "contracts.md"

PARTS: dict[str, Any] = {
    "": TournamentDocument,
    "standings": StandingDocument,
    "pairings": PairingDocument,
    "order_of_play": TurnDocument,
    "corrections": CorrectionDocument,
    "bracket": BracketDocument,
}
"""What has a table on the page; the lists of the document by their fields."""


def documented() -> list[list[str]]:
    """Return the fields of each table of the section, in order."""
    page = CONTRACTS.read_text(encoding="utf-8")
    _before, section = page.split("### `boxctl tournament … --json`\n")
    tables = section.partition("\n### ")[0].split("| --- | --- |\n")[1:]
    return [
        [
            field
            for row in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
            for field in re.findall(r"`(\w+)`", row)
        ]
        for table in tables
    ]


def test_the_page_has_each_field_in_its_place() -> None:
    assert documented() == [list(get_type_hints(part)) for part in PARTS.values()]


@pytest.mark.parametrize("system", ["round_robin", "knockout", "swiss"])
def test_the_document_has_each_field_of_its_kind(system: str) -> None:
    evening = Evening(system, 7, rounds=3 if system == "swiss" else 0)
    evening.draws()
    first, *others = evening.cup.open
    evening.decides(first.number, first.one, DecidedBy.WALKOVER)
    evening.corrects(first.number, first.other)
    for pairing in others:
        evening.starts(pairing.number)
    evening.goes("P01")
    told: Any = tournament_as_json(3, evening.cup)
    for name, part in PARTS.items():
        lines = told[name] if name else [told]
        if name == "bracket":
            lines = [match for matches in lines for match in matches]
        assert lines or (name == "bracket" and system != "knockout"), name
        for line in lines:
            assert list(line) == list(get_type_hints(part))
