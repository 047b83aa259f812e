"""Which language a command answers in."""

from __future__ import annotations

import io
import json

import pytest

from boxctl.cli import main
from groundwork.language import code_of_locale, language, use
from hardware.config.tables.sound import EspeakTable
from hardware.sound.voice import command_of


def first_ruling(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *options: str
) -> str:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert main(["referee", "--players", "Ann", *options]) == 0
    return str(json.loads(capsys.readouterr().out)["text"])


def test_the_referee_speaks_the_language_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = first_ruling(monkeypatch, capsys, "--lang", "de")
    assert said == "Ann, du bist dran: wirf zwei Würfel."


def test_what_programs_read_is_english_whatever_the_locale_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert first_ruling(monkeypatch, capsys) == "Ann, your turn: throw two dice."
    main(["rules", "list"])
    assert "Le jeu classique" in capsys.readouterr().out
    main(["rules", "list", "--json"])
    assert "Add up two dice" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "de_AT", "LANG": "fr_FR.UTF-8"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({"LANG": "xx_XX"}, "en"),
    ],
)
def test_the_locale_names_the_language(environment: dict[str, str], code: str) -> None:
    assert code_of_locale(environment) == code


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "list", "--lang", "xx"]) == 2
    assert "known are en, de, " in capsys.readouterr().err


@pytest.mark.parametrize(("code", "voice"), [("en", "en-gb"), ("fr", "fr-fr"), ("de", "de")])
def test_a_voice_that_box_toml_does_not_name_is_that_of_the_language(code: str, voice: str) -> None:
    use(language(code))
    command = command_of(EspeakTable(None, 160, 50, 100, "espeak-ng"))
    assert command[command.index("-v") + 1] == voice


@pytest.mark.parametrize("before", [["--lang", "fr"], ["--lang=fr"]])
def test_the_language_may_stand_before_the_command(
    before: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*before, "rules", "list"]) == 0
    assert "Le jeu classique" in capsys.readouterr().out
    assert main(before) == 0
    assert "utilisation" in capsys.readouterr().out


def test_an_option_without_its_language_is_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang"]) == 2
    assert "BX101" in capsys.readouterr().err
