"""The disputes of docs/twenty-disputes.md: ``legal --every-variant`` answers as the page says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.rules.variants import names

PAGE = Path(__file__).parents[4] / "docs" / "twenty-disputes.md"

ROW = re.compile(r"^\| (.+) \| `(--.+?)` \| (.+) \| \[.+\]\((https?://.+)\) \|$", re.MULTILINE)
"""A question, the options that ask it, which variants say yes, and where people asked it."""

ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))


ASKED = set(re.findall(r"`(.+?)`", PAGE.read_text(encoding="utf-8").rpartition("were asked:")[2]))
"""The variants that the page is about; a new one answers, too, but is no part of it yet."""


def allowing(told: str) -> set[str]:
    """The variants that a cell names: ``all but`` some, ``all``, ``none``, or a list."""
    named = set(re.findall(r"`(.+?)`", told))
    assert named <= ASKED
    return ASKED - named if told.startswith("all") else named


def test_the_page_is_about_most_variants() -> None:
    assert set(names()) >= ASKED
    assert len(ASKED) >= 28


def test_there_are_twenty_and_no_row_is_overlooked() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if "`--" in line]
    assert len(ROWS) == len(rows) >= 20


@pytest.mark.parametrize(("question", "asked", "told", "source"), ROWS)
def test_the_variants_answer_as_the_page_says(
    capsys: pytest.CaptureFixture[str], question: str, asked: str, told: str, source: str
) -> None:
    status = main(["legal", "--every-variant", "--json", *asked.split()])
    answers = json.loads(capsys.readouterr().out)["variants"]
    assert {each["rules"] for each in answers if each["allowed"]} & ASKED == allowing(told)
    assert all(re.search(r"R\d+\.\d+|BX\d+", each["why"]) for each in answers if each["why"])
    assert status == (0 if any(each["allowed"] for each in answers) else 1)
