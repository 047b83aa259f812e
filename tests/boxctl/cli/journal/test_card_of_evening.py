"""``boxctl card --evening``: from the last match to a photograph that proves them all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.audit.cards import card_of_evening
from boxctl.cli import main
from boxctl.journal.add_entry import add_signature
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.keys import BoxKey
from boxctl.journal.proof.printed_evening import evening_of_heads, evening_text
from boxctl.presentation.drawing.pdf import MINUS
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.cards.photographs import TILTS, photographed
from tests.support.records.forger import writes
from tests.support.records.recorded_evening import a_short_match, play_to_the_end
from tests.support.records.recorded_session import plays_a_match
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]
EVENING = "2026-11-21"
"""The day on which all tables of the tests play."""

FORTY = 40


def plays(journal: Path, players: str, variant: str = "classic", seed: int = 1) -> None:
    table = VirtualTable(variant, players, stake=50, journal=journal)
    play_to_the_end(table, seed)
    add_signature(journal, table.read())


@pytest.fixture
def journal() -> Path:
    """An evening of three matches, where boxctl looks for it."""
    path = usual_place()
    a_short_match(path)
    plays(path, "Ann,Bob,Cleo", "classic", 1)
    plays(path, "Bob,Ann", "golf", 3)
    return path


def told(capsys: Captured, *arguments: str) -> list[str]:
    assert main(["card", "--evening", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def code_on(card: Path, photo: Path, degrees: float = 0, blur: float = 0.5) -> str:
    reader = pytest.importorskip("zxingcpp", reason="nothing reads codes here")
    pytest.importorskip("pypdfium2", reason="nothing draws pictures here")
    with photographed(card, photo, degrees, blur) as seen:
        (code,) = reader.read_barcodes(seen)
    return str(code.text)


@pytest.fixture
def code(capsys: Captured, journal: Path, tmp_path: Path) -> str:
    """What a photograph of the card of this evening says."""
    pytest.importorskip("pypdfium2", reason="nothing draws pictures here")
    card = tmp_path / "card.png"
    told(capsys, EVENING, "--output", str(card))
    return code_on(card, tmp_path / "photo.jpg")


@pytest.mark.parametrize(("degrees", "blur"), TILTS)
def test_a_photograph_proves_every_match_of_the_evening(
    capsys: Captured, journal: Path, tmp_path: Path, degrees: float, blur: float
) -> None:
    pytest.importorskip("pypdfium2", reason="nothing draws pictures here")
    card = tmp_path / "card.png"
    assert told(capsys, "--output", str(card)) == [f"The card of the evening is in {card}."]
    code = code_on(card, tmp_path / "photo.jpg", degrees, blur)
    assert main(["verify", "--head", code]) == 0
    *_others, said = capsys.readouterr().out.splitlines()
    assert said.startswith("The card proves matches 1-3, as the box had them at ")
    verified = answer(capsys, "verify", "--head", code)
    assert verified["card"]["proved"] == [1, 2, 3]
    assert verified["card"]["holds"] is True


@pytest.mark.parametrize(("degrees", "blur"), TILTS)
def test_a_photograph_of_forty_matches_is_still_read(
    capsys: Captured, tmp_path: Path, degrees: float, blur: float
) -> None:
    pytest.importorskip("pypdfium2", reason="nothing draws pictures here")
    from boxctl.presentation.drawing.pdf import png
    from boxctl.presentation.score_card.sheet import card_sheets
    from tests.boxctl.presentation.score_card.test_evening_card import an_evening

    card = an_evening(8, FORTY)
    sheets = card_sheets(card)
    for number, sheet in enumerate(sheets):
        drawn = tmp_path / f"card-{number}.png"
        drawn.write_bytes(png(sheet, "en"))
        assert code_on(drawn, tmp_path / "photo.jpg", degrees, blur) == card.head


def test_what_is_signed_later_does_not_unsay_what_the_card_proves(
    capsys: Captured, journal: Path, code: str
) -> None:
    plays(journal, "Ann,Bob", "classic", 5)
    verified = answer(capsys, "verify", "--head", code)
    assert verified["card"]["proved"] == [1, 2, 3]
    assert main(["overrule", "1", "28", "--score", "12", "--reason", "a tile had fallen"]) == 0
    capsys.readouterr()
    verified = answer(capsys, "verify", "--head", code, status=1)
    assert verified["card"]["proved"] == [2, 3]
    verified = answer(capsys, "verify", "--head", code, "--prefix")
    assert verified["card"]["proved"] == [1, 2, 3]


def test_a_match_that_was_changed_is_named(capsys: Captured, journal: Path, code: str) -> None:
    writes(journal, "UPDATE entry SET body = replace(body, '[3,4]', '[4,3]') WHERE id < 2000000000")
    verified = answer(capsys, "verify", "--head", code, status=1)
    assert not verified["holds"]
    assert 1 not in verified["card"]["proved"]


def forged(journal: Path, match: int) -> None:
    """Change the end of a match and chain it again, as somebody without the key can."""
    with closing(sqlite3.connect(journal)) as connection, connection:
        low, high = match * SPAN, (match + 1) * SPAN - 1
        connection.execute(
            "UPDATE entry SET hash = randomblob(32) WHERE id = "
            "(SELECT max(id) FROM entry WHERE id BETWEEN ? AND ?)",
            (low, high),
        )


def test_another_end_of_a_match_is_not_the_one_on_the_card(
    capsys: Captured, journal: Path, code: str
) -> None:
    forged(journal, 2)
    verified = answer(capsys, "verify", "--head", code, status=1)
    assert verified["card"] == verified["card"] | {"holds": False, "proved": []}
    assert "BX611: match 2 is not as it was when the box signed the evening." in verified["proof"]


def test_a_match_that_was_removed_is_named(capsys: Captured, journal: Path, code: str) -> None:
    with closing(sqlite3.connect(journal)) as connection, connection:
        connection.execute("DELETE FROM entry WHERE id >= ?", (3 * SPAN,))
        connection.execute("DELETE FROM head WHERE match = 3")
    verified = answer(capsys, "verify", "--head", code, status=1)
    assert "BX611: match 3 of the evening is left out." in verified["proof"]
    assert verified["card"]["proved"] == []


def test_a_forged_photograph_is_found_and_the_journal_holds(
    capsys: Captured, journal: Path, code: str
) -> None:
    for text in (code.replace("1.", "2.", 1), code[:-1] + ("0" if code[-1] != "0" else "1")):
        verified = answer(capsys, "verify", "--head", text, status=1)
        assert verified["proof"] == [
            "BX611: the list of the matches of the evening is not as the box signed it."
        ]
        assert all(match["holds"] for match in verified["matches"])


def test_a_list_that_a_key_of_somebody_else_has_signed_proves_nothing(
    capsys: Captured, journal: Path, code: str
) -> None:
    with closing(sqlite3.connect(journal)) as connection:
        found = connection.execute(
            "SELECT match, entries, hash FROM head WHERE match IN (1, 2)"
        ).fetchall()
    heads = [Head(*each) for each in found]
    text = evening_text(evening_of_heads(heads, "2026-11-21T22:15:00.000Z", BoxKey(b"x" * 32)))
    verified = answer(capsys, "verify", "--head", text, status=1)
    assert "the box has not signed which matches the evening had" in verified["proof"][0]
    assert verified["card"]["proved"] == []


def test_one_match_is_compared_with_the_card_of_its_evening(
    capsys: Captured, journal: Path, code: str
) -> None:
    assert answer(capsys, "verify", "2", "--head", code)["card"]["proved"] == [2]
    plays(journal, "Ann,Bob", "classic", 5)
    said = refusal(capsys, "verify", "4", "--head", code)
    assert "match 4 is not on this card: it has 1-3." in said


def test_without_a_file_it_is_a_text_for_a_chat(capsys: Captured, journal: Path) -> None:
    lines = told(capsys)
    assert lines[0] == "The evening of 2026-11-21"
    assert lines[1].endswith(
        "Shut the Box (changed: Shut from the start: 1-6): Ann 9, Bob 7. Bob wins."
    )
    assert lines[4] == "Ann: 2 of 3 matches won; +100"
    assert lines[5] == f"Bob: one of 3 matches won; {MINUS}50" or lines[5].startswith("Bob: 1 of 3")
    assert lines[6] == f"Cleo: 0 of one match won; {MINUS}50"


def test_money_is_that_of_the_ledger_and_robots_have_none(capsys: Captured, journal: Path) -> None:
    plays(journal, "Ann,Bob,best", "classic", 8)
    (account,) = answer(capsys, "ledger")["accounts"]
    lines = told(capsys)
    for player, minor in account["players"].items():
        (line,) = (each for each in lines if each.startswith(f"{player}: "))
        assert line.endswith(f"; {minor:+d}".replace("-", MINUS).replace("+0", "0"))
    (robot,) = (each for each in lines if each.startswith("Robot "))
    assert MINUS not in robot
    assert "+" not in robot


@pytest.mark.parametrize("paper", ["a5", "a4"])
@pytest.mark.parametrize(("kind", "begins"), [("pdf", b"%PDF"), ("svg", b"<svg")])
def test_it_is_drawn_on_both_papers(
    capsys: Captured, journal: Path, tmp_path: Path, paper: str, kind: str, begins: bytes
) -> None:
    card = tmp_path / f"card.{kind}"
    told(capsys, EVENING, "--output", str(card), "--paper", paper)
    assert card.read_bytes().startswith(begins)


def test_a_day_has_the_matches_from_its_noon_to_the_next(capsys: Captured, journal: Path) -> None:
    assert len(told(capsys, EVENING)) == 7
    for day in ("2026-11-20", "2026-11-22", "tonight"):
        assert main(["card", "--evening", day]) == 2
        assert capsys.readouterr().err.startswith("BX845: no match of this evening is over")


def test_a_match_that_goes_on_is_not_on_the_card(capsys: Captured, journal: Path) -> None:
    plays_a_match(journal)
    assert len(told(capsys)) == 7


def test_a_match_that_is_broken_off_after_the_last_one_is_on_the_card(
    capsys: Captured, journal: Path
) -> None:
    table = VirtualTable("classic", "Ann,Bob", stake=50, journal=journal)
    table.throws(3, 4)
    table.runtime.leave()
    table.read()
    of_day = told(capsys, EVENING)
    assert "Match 4 does not count: it was left before its end." in " ".join(of_day)
    assert told(capsys) == of_day


def test_a_match_that_was_interrupted_is_on_the_card_once_another_one_has_begun(
    capsys: Captured, journal: Path
) -> None:
    before = told(capsys)
    note = "Match 4 does not count: it is not over."
    for players, on_the_card in (("Ann,Bob", before), ("Ann,Cleo", [*before, note])):
        table = VirtualTable("classic", players, journal=journal, stake=50)
        table.throws(6, 4)
        add_signature(journal, table.read())
        table.close()
        assert told(capsys) == on_the_card


def test_a_match_that_does_not_count_is_on_the_list_and_not_among_the_scores(
    capsys: Captured, journal: Path, tmp_path: Path
) -> None:
    table = VirtualTable("classic", "Ann,Bob", journal=journal)
    table.throws(3, 4)
    add_signature(journal, table.read())
    table.close()
    plays(journal, "Ann,Bob", "classic", 5)
    lines = told(capsys)
    assert [line[:7] for line in lines[1:5]] == ["match 1", "match 2", "match 3", "match 5"]
    assert "Match 4 does not count: it is not over." in lines
    pytest.importorskip("pypdfium2", reason="nothing draws pictures here")
    card = tmp_path / "card.png"
    told(capsys, "--output", str(card))
    code = code_on(card, tmp_path / "photo.jpg")
    assert 4 in answer(capsys, "verify", "--head", code)["card"]["proved"]


def test_an_evening_of_too_many_matches_is_refused(
    capsys: Captured, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_of_evening, "MOST_MATCHES", 2)
    said = refusal(capsys, "card", "--evening")
    assert said.startswith("BX846: 3 matches are more than the 2 of a card")


def test_bad_options_say_how_to_mend_them(capsys: Captured, journal: Path) -> None:
    assert "'21.11.' is no day" in refusal(capsys, "card", "--evening", "21.11.")
    assert "not both" in refusal(capsys, "card", "2", "--evening")
    assert "--given-away" in refusal(capsys, "card", "--evening", "--given-away")


def test_a_match_whose_end_nobody_has_signed_is_signed_with_a_note(
    capsys: Captured, journal: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(journal)) as connection, connection:
        connection.execute("DELETE FROM head WHERE match = 2")
    assert main(["card", "--evening", "--output", str(tmp_path / "card.svg")]) == 0
    assert "match 2" in capsys.readouterr().err


def test_a_record_that_was_changed_has_no_card(capsys: Captured, journal: Path) -> None:
    writes(journal, "UPDATE entry SET body = replace(body, '[3,4]', '[4,3]')")
    assert main(["card", "--evening"]) == 1
    assert capsys.readouterr().err.startswith("BX611")
