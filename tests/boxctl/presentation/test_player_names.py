"""Players without a name are shown in the language in force, and recorded as they always were."""

from __future__ import annotations

import io
import json

import pytest

from boxctl.cli import main
from boxctl.journal.disk.default_path import usual_place
from boxctl.presentation.phrases import eye
from boxctl.presentation.player_names import player_name
from boxctl.presentation.sound.spoken_phrases import ear
from groundwork.language import ENGLISH, language
from tests.boxctl.cli.test_commands import Captured, answer

FRENCH, GERMAN = language("fr"), language("de")


def test_only_names_that_were_given_are_translated() -> None:
    assert player_name("Player 2", FRENCH) == "Joueur 2"
    assert player_name("Player 2", GERMAN) == "Spieler 2"
    assert player_name("Player 2", ENGLISH) == "Player 2"
    for name in ("Ann", "Player", "Player Two", "Player ", "Player 1b", "player 1", "Player 123"):
        assert player_name(name, FRENCH) == name


def test_they_are_read_and_heard() -> None:
    assert eye(GERMAN).name("Player 1") == "Spieler 1"
    assert ear(GERMAN).name("Player 1") == "Spieler eins"


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


def test_programs_are_told_the_name_that_is_recorded(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"at": 0, "throw": [3, 4]}\n')))
    assert main(["referee", "--lang", "fr"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert first["player"] == "Player 1"
    assert "Joueur 1" in first["text"]
