"""People who ask for help are told where to read on."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from boxctl.cli import commands, main
from boxctl.cli.commands import COMMANDS, docs_folder, page_line
from groundwork.language import language

DOCS = Path(__file__).parents[3] / "docs"


def test_the_help_names_the_pages_to_begin_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert str(DOCS) in shown
    pages = re.findall(r"^  (\S+\.md) ", shown, re.MULTILINE)
    assert len(pages) >= 5
    for page in pages:
        assert (DOCS / page).is_file()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_ends_with_its_page(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    try:
        status: object = main([command, "--help"])
    except SystemExit as ended:
        status = ended.code
    assert status == 0
    *_, last = capsys.readouterr().out.rstrip().splitlines()
    assert last == f"read on: {DOCS / COMMANDS[command].page}"
    assert (DOCS / COMMANDS[command].page).is_file()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_has_no_colours_where_python_would_give_it_some(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    with suppress(SystemExit):
        main([command, "--help"])
    shown = capsys.readouterr().out
    assert all(sign.isprintable() or sign == "\n" for sign in shown)
    assert "�" not in shown


def test_a_choice_that_is_unknown_is_told_the_known_ones_with_any_python(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["completion", "bsh"]) == 2
    said = capsys.readouterr().err
    assert re.search(r"invalid choice: 'bsh' \(choose from '?bash'?, '?zsh'?, '?fish'?\)", said)


def test_a_translated_page_is_named_in_its_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "docs_folder", lambda: str(tmp_path))
    (tmp_path / "rulebook.fr.md").write_text("")
    monkeypatch.setattr(commands, "current", lambda: language("fr"))
    assert page_line("rules show").endswith(str(tmp_path / "rulebook.fr.md"))
    assert page_line("play").endswith(str(tmp_path / "play.md"))


def test_without_a_checkout_the_installed_pages_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "lib" / "boxctl" / "cli" / "commands.py"
    monkeypatch.setattr(commands, "__file__", str(installed))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert docs_folder() == str(tmp_path / "share/doc/boxctl")
