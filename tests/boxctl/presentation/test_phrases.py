"""Players without a name are shown in the language in force, and recorded as they always were."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from boxctl.cli import main
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.entry_kinds import TurnOverruled
from boxctl.presentation.display.pages import layout
from boxctl.presentation.journal.audit_sentences import result_sentence
from boxctl.presentation.journal.recorded_entries import overruling_in_words
from boxctl.presentation.match_score import MatchScore
from boxctl.presentation.notices import CHATTERING, LeverPositionAsked
from boxctl.presentation.phrases import WRITTEN, shown_player
from boxctl.presentation.sound.spoken_phrases import SPOKEN
from boxctl.presentation.table_view import Awaited, TableView
from boxctl.referee.payloads import MatchOver, Verdict
from groundwork.language import language, use
from hardware.devices import Face
from tests.boxctl.cli.test_commands import Captured, answer
from tests.support.records.journals import EVENING

FRENCH, GERMAN = language("fr"), language("de")


def test_only_names_that_were_given_are_translated() -> None:
    assert shown_player("Player 2") == "Player 2"
    use(GERMAN)
    assert shown_player("Player 2") == "Spieler 2"
    use(FRENCH)
    assert shown_player("Player 2") == "Joueur 2"
    for name in ("Ann", "Player", "Player Two", "Player ", "Player 1b", "player 1", "Player 123"):
        assert shown_player(name) == name


def test_they_are_read_and_heard() -> None:
    use(GERMAN)
    assert WRITTEN.name("Player 1") == "Spieler 1"
    assert SPOKEN.name("Player 1") == "Spieler eins"


@pytest.fixture
def french_game(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a game on lines says in French to players without names."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nq\n"))
    main(["play", "--plain", "--rules", "long-game", "--lang", "fr", "--new"])
    return capsys.readouterr().out


def test_a_game_names_them_in_its_language(french_game: str) -> None:
    assert "Joueur 1" in french_game
    assert "Player" not in french_game


@pytest.mark.parametrize(
    "command", [["matches"], ["replay", "last"], ["head", "last"], ["dispute", "last", "last"]]
)
def test_a_record_keeps_them_and_is_told_in_any_language(
    capsys: Captured, french_game: str, command: list[str]
) -> None:
    assert main([*command, "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert "Spieler 1" in said
    assert "Player" not in said
    assert answer(capsys, "matches")["matches"][-1]["players"] == ["Player 1", "Player 2"]
    assert usual_place().exists()


def test_displays_name_them_in_its_language() -> None:
    use(FRENCH)
    lcd, digits = Face(20, 4), Face(8, 1)
    view = TableView(
        ("Player 1", "Player 2", "Player 3"),
        awaited=Awaited.MATCH_OVER,
        score=MatchScore(over=True, winners=("Player 1", "Player 2")),
    )
    shown = [line.text for page in layout(view, lcd).pages for line in page]
    assert "Joueur 1, Joueur 2" in " ".join(shown)
    out = replace(
        view,
        awaited=Awaited.TURN_OVER,
        verdict=Verdict.TURN_OVER,
        scored=("Player 1", 7),
        score=MatchScore(out=("Player 3",)),
    )
    shown = [line.text for page in layout(out, lcd).pages for line in page]
    assert any(line.endswith("Joueur 3") for line in shown)
    narrow = [line.text for page in layout(out, digits).pages for line in page]
    assert not any("Player" in line for line in narrow)


def test_a_sensor_is_named_in_the_language_of_a_display() -> None:
    view = TableView(("Ann", "Bob")).told(LeverPositionAsked(7, CHATTERING, by_buttons=False))
    use(FRENCH)
    (page,) = layout(view, Face(20, 4)).pages
    assert any("capteur 7" in line.text for line in page)


def test_a_result_and_an_overruling_name_them_in_its_language() -> None:
    use(FRENCH)
    over = MatchOver({"Player 1": 7, "Player 2": 9}, ("Player 1",), {})
    assert "Player" not in result_sentence(over, ())
    overruled = TurnOverruled(
        now=EVENING, player="Player 2", ruling=9, score=3, was=4, reason="vu", by="Jo"
    )
    assert "Joueur 2" in overruling_in_words(overruled)


def test_programs_are_told_the_name_that_is_recorded(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"at": 0, "throw": [3, 4]}\n')))
    assert main(["referee", "--lang", "fr"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert first["player"] == "Player 1"
    assert "Joueur 1" in first["text"]
