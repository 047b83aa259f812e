"""A hundred matches look as they did: on the pages, line by line, on the screen, and recorded.

In each of them people err, knock the box over and pull its plug; they speak three languages, and
play every variant. What is seen is kept as hashes (:mod:`tests.support.seen.kept_hashes`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("textual")

from tests.support.every_variant import parameter
from tests.support.seen.drawn_match import MATCHES
from tests.support.seen.kept_hashes import differences, read_kept, write_whole
from tests.support.seen.seen_match import seen_of_match

QUICK = (3, 22, 33, 49, 66, 75)
"""Matches with interruptions, questions, doubts and money, in each language."""

HOW_TO_SEE_IT = """
{differ}

All that is seen now is in {folder}. To compare it with what was seen before, run
`python -m tests.support.seen write FOLDER {number}` there, and then `diff -r`.
If it is meant to be so, `python -m tests.support.seen keep` keeps it.
"""


@pytest.mark.parametrize(
    "number", [parameter(number, quick=number in QUICK) for number in range(MATCHES)]
)
def test_a_match_looks_as_it_did(number: int, tmp_path: Path) -> None:
    seen = seen_of_match(number, tmp_path)
    if differ := differences(number, seen, read_kept()):
        folder = write_whole(number, seen)
        told = HOW_TO_SEE_IT.format(differ="\n".join(differ), folder=folder, number=number)
        pytest.fail(told, pytrace=False)
