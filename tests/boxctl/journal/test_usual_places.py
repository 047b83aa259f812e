"""One's own journal is read first, and else that of the service."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.disk import private_files
from boxctl.journal.disk.private_files import place_to_read, usual_place
from tests.support.records.recorded_session import plays_a_match


@pytest.fixture
def of_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of a service that is installed here, and has recorded a match."""
    journal = tmp_path / "service/journal.db"
    monkeypatch.setattr(private_files, "OF_SERVICE", journal)
    return plays_a_match(journal)


def test_who_has_recorded_nothing_reads_what_the_service_has_recorded(of_service: Path) -> None:
    assert place_to_read() == of_service
    assert usual_place() != of_service


def test_who_has_recorded_a_match_reads_it(of_service: Path) -> None:
    own = plays_a_match(usual_place())
    assert place_to_read() == own


def test_without_a_service_the_place_is_the_usual_one() -> None:
    assert place_to_read() == usual_place()


@pytest.mark.parametrize("command", [["dispute", "last", "last"], ["verify", "last"], ["key"],
                                     ["matches"], ["replay", "last"], ["audits"]])  # fmt: skip
def test_a_command_answers_for_the_box_of_the_service(
    command: list[str], of_service: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--journal", str(of_service)]) == 0
    named = capsys.readouterr().out
    assert main(command) == 0
    assert capsys.readouterr().out == named


def test_a_game_is_never_recorded_in_the_journal_of_the_service(
    of_service: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = of_service.read_bytes()
    monkeypatch.setattr("builtins.input", lambda _question="": "quit")
    main(["play", "--plain"])
    assert of_service.read_bytes() == before
