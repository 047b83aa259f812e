"""``boxctl card``: from the end of a match to a photograph of the card that proves the record."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.audit import history_tally
from boxctl.cli import drawing_file, main
from boxctl.journal.disk.private_files import usual_place
from boxctl.presentation.drawing.pdf import MINUS
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.cards.photographs import TILTS, photographed
from tests.support.records.forger import writes
from tests.support.records.recorded_evening import a_short_match
from tests.support.records.recorded_session import plays_a_match
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def table() -> VirtualTable:
    """A match that is over, where boxctl looks for it."""
    return a_short_match(usual_place())


def told(capsys: Captured, *arguments: str) -> list[str]:
    assert main(["card", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(("degrees", "blur"), TILTS)
def test_a_photograph_of_the_card_is_a_witness(
    capsys: Captured, table: VirtualTable, tmp_path: Path, degrees: float, blur: float
) -> None:
    reader = pytest.importorskip("zxingcpp", reason="nothing reads codes here")
    pytest.importorskip("pypdfium2", reason="nothing draws pictures here")
    card = tmp_path / "card.png"
    assert told(capsys, "last", "--output", str(card)) == [f"The card of the match is in {card}."]
    with photographed(card, tmp_path / "photo.jpg", degrees, blur) as photo:
        (code,) = reader.read_barcodes(photo)
    assert code.text == answer(capsys, "head", "1")["text"]
    assert answer(capsys, "verify", "1", "--head", code.text)["holds"]
    writes(table.path, "UPDATE entry SET body = replace(body, '[3,4]', '[4,3]')")
    assert not answer(capsys, "verify", "1", "--head", code.text, status=1)["holds"]


def test_without_a_file_it_is_a_text_for_a_chat(capsys: Captured, table: VirtualTable) -> None:
    title, *rest = told(capsys)
    assert title.startswith("Shut the Box (changed: Shut from the start: 1-6), match 1, 2026-")
    assert rest == [f"Ann: 9; {MINUS}50", "Bob: 7; +50", "Bob wins.", "pool 100, paid out"]


@pytest.mark.parametrize(("kind", "begins"), [("pdf", b"%PDF"), ("svg", b"<svg")])
def test_it_is_drawn_without_any_extra(
    capsys: Captured,
    table: VirtualTable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    begins: bytes,
) -> None:
    monkeypatch.setattr(drawing_file, "can_draw_png", lambda: False)
    card = tmp_path / f"card.{kind}"
    told(capsys, "1", "--output", str(card), "--paper", "a4")
    assert card.read_bytes().startswith(begins)


def test_a_picture_names_the_extra_that_is_missing(
    capsys: Captured, table: VirtualTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing_file, "can_draw_png", lambda: False)
    said = refusal(capsys, "card", "--output", "card.png")
    assert "a picture needs the extra that draws it" in said
    assert "[card]" in said


def test_a_file_of_another_kind_is_refused(capsys: Captured, table: VirtualTable) -> None:
    said = refusal(capsys, "card", "--output", "card.gif")
    assert "card.gif ends in none of .pdf, .png and .svg" in said


def test_the_last_is_the_last_that_is_over(capsys: Captured, table: VirtualTable) -> None:
    plays_a_match(table.path)
    assert ", match 1, " in told(capsys)[0]
    said = refusal(capsys, "card", "2")
    assert said.startswith("BX796: match 2 is not over")


def test_an_overruled_turn_counts_as_it_stands(capsys: Captured, table: VirtualTable) -> None:
    assert main(["overrule", "1", "28", "--score", "12", "--reason", "a tile had fallen"]) == 0
    capsys.readouterr()
    lines = told(capsys)
    assert lines[1:4] == ["Ann: 9; +50", f"Bob: 12; {MINUS}50", "Ann wins."]
    assert lines[-1] == "A turn was overruled: these are the scores that stand since."


def test_it_says_what_was_given_away_where_people_want_it(
    capsys: Captured, table: VirtualTable, tmp_path: Path
) -> None:
    lines = told(capsys, "--given-away")
    said = [line.split("; ")[-1] for line in lines[1:3]]
    (analysed,) = answer(capsys, "analyse", "1", "--aim", "golf")["given_away"][:1]
    assert said[0] == f"gave away {analysed['total']:.2f} points in one turn"
    assert all("gave away" not in line for line in told(capsys))
    card = tmp_path / "card.svg"
    told(capsys, "--given-away", "--output", str(card))
    assert "given away a turn" in card.read_text(encoding="utf-8")


def test_a_game_whose_best_play_nobody_knows_says_so(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, table: VirtualTable
) -> None:
    monkeypatch.setattr(history_tally, "MOST_TILES_RATED", 2)
    lines = told(capsys, "--given-away")
    assert lines[-1].startswith("What was given away is not known")
    assert not any("gave away" in line for line in lines)


def test_a_record_that_was_changed_has_no_card(capsys: Captured, table: VirtualTable) -> None:
    writes(table.path, "UPDATE entry SET body = replace(body, '[3,4]', '[4,3]')")
    assert main(["card"]) == 1
    assert capsys.readouterr().err.startswith("BX611")
