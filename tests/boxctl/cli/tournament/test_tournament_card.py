"""``boxctl tournament card``: a photograph of it proves the record of the tournament."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from tests.boxctl.cli.test_commands import refusal
from tests.support.cards.photographs import TILTS, photographed
from tests.support.records.forger import writes

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    names = ("--names", "Ann,Bob,Cas,Dee")
    for words in (
        ("begin", *names, "--system", "knockout", "--seeded"), ("next",),
        ("result", "1", "--winner", "Ann"), ("result", "2", "--winner", "Bob"),
    ):  # fmt: skip
        assert main(["tournament", *words, "--journal", str(path)]) == 0
    return path


@pytest.mark.parametrize(("degrees", "blur"), TILTS)
def test_a_photograph_of_the_card_is_a_witness(
    capsys: Captured, journal: Path, tmp_path: Path, degrees: float, blur: float
) -> None:
    reader = pytest.importorskip("zxingcpp", reason="nothing reads codes here")
    pytest.importorskip("pypdfium2", reason="nothing draws pictures here")
    card, here = tmp_path / "card.png", ("--journal", str(journal))
    capsys.readouterr()
    assert main(["tournament", "card", "--output", str(card), *here]) == 0
    assert capsys.readouterr().out == f"The card of the tournament is in {card}.\n"
    with photographed(card, tmp_path / "photo.jpg", degrees, blur) as photo:
        (code,) = reader.read_barcodes(photo)
    assert main(["verify", "--head", code.text, *here]) == 0
    assert capsys.readouterr().out == "tournament 1 holds: 5 entries, 2 results.\n"
    writes(journal, """UPDATE entry SET body = replace(body, '"winner":"Bob"', '"winner":"Cas"')""")
    writes(journal, "DELETE FROM head")
    assert main(["verify", "--head", code.text, *here]) == 1


@pytest.mark.parametrize(("kind", "begins"), [("pdf", b"%PDF"), ("svg", b"<svg")])
def test_it_is_drawn_without_any_extra(
    journal: Path, tmp_path: Path, kind: str, begins: bytes
) -> None:
    card = tmp_path / f"card.{kind}"
    told = ["tournament", "card", "--output", str(card), "--paper", "a4"]
    assert main([*told, "--journal", str(journal)]) == 0
    assert card.read_bytes().startswith(begins)


def test_what_cannot_be_is_one_clear_line(capsys: Captured, journal: Path, tmp_path: Path) -> None:
    capsys.readouterr()
    told = ("tournament", "card", "--output", str(tmp_path / "card.pdf"))
    refused = refusal(capsys, *told, "--journal", str(journal), "--tournament", "9")
    assert refused.startswith("BX817")
    assert not (tmp_path / "card.pdf").exists()
