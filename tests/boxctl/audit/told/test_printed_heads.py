"""A head on paper is held against what people have told: a tournament, or a day of a stall."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.add_entry import add_signature
from boxctl.journal.proof.printed_heads import as_text, bare_text
from boxctl.journal.stall_record import STALLS
from boxctl.journal.told_chain import ToldChain
from boxctl.journal.tournament_record import TOURNAMENTS
from tests.support.records.recorded_evening import a_short_match

Captured = pytest.CaptureFixture[str]

BEGIN = {
    "tournament": ("begin", "--names", "Ann,Bob,Cas", "--system", "round-robin", "--seeded"),
    "stall": ("begin", "--go", "50p", "--prize", "£2.50"),
}
THEN = {
    "tournament": (("next",), ("result", "1", "--winner", "Bob")),
    "stall": (("go", "Ann", "--score", "0"), ("go", "Bob", "--score", "7")),
}
RECORDS: dict[str, ToldChain] = {"tournament": TOURNAMENTS, "stall": STALLS}  # type: ignore[type-arg]


class Told:
    """Match 1 of a journal, and chain 2 that people have told, of which a head was printed."""

    def __init__(self, journal: Path, kind: str) -> None:
        self.journal, self.kind = journal, kind
        a_short_match(journal)
        self.tells(*BEGIN[kind])
        self.tells(*THEN[kind][0])
        record = RECORDS[kind].read(journal).record
        self.head = as_text(add_signature(journal, record))
        self.bare = bare_text(record.head)
        self.entries = len(record.entries)

    def tells(self, *words: str) -> None:
        assert main([self.kind, *words, "--journal", str(self.journal)]) == 0

    def verify(self, head: str) -> int:
        return main(["verify", "--head", head, "--journal", str(self.journal)])


@pytest.fixture(params=["tournament", "stall"])
def told(request: pytest.FixtureRequest, tmp_path: Path, capsys: Captured) -> Told:
    told = Told(tmp_path / "journal.db", request.param)
    capsys.readouterr()
    return told


def test_the_head_of_all_of_it_holds(told: Told, capsys: Captured) -> None:
    for head in (told.head, told.bare):
        assert told.verify(head) == 0, capsys.readouterr().out
        assert f"{told.kind} 2 holds" in capsys.readouterr().out


def test_what_came_later_is_not_covered_by_it(told: Told, capsys: Captured) -> None:
    told.tells(*THEN[told.kind][1])
    capsys.readouterr()
    assert told.verify(told.head) == 1
    said = capsys.readouterr().out
    assert f"its entries from {told.entries} on" in said
    assert "are not covered by the head that was given" in said


def test_a_forged_head_does_not_hold(told: Told, capsys: Captured) -> None:
    fields = told.head.split(":")
    signature = fields[5]
    fields[5] = ("0" if signature[0] != "0" else "1") + signature[1:]
    assert told.verify(":".join(fields)) == 1
    assert "2 is not as it was recorded" in capsys.readouterr().out


def test_the_head_of_another_record_does_not_hold(
    told: Told, capsys: Captured, tmp_path: Path
) -> None:
    other = Told(tmp_path / "other.db", told.kind)
    capsys.readouterr()
    assert told.verify(other.head) == 1
    assert "2 is not as it was recorded" in capsys.readouterr().out


def test_a_head_of_nothing_here_says_so(told: Told, capsys: Captured) -> None:
    assert told.verify("0" * 64) == 1
    assert "holds" in capsys.readouterr().out, "what is here is verified all the same"
