"""``boxctl web code`` tells whoever is at the machine, and nobody else, how to take part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.web.acting.code_file import CodeFile
from tests.support.machine.other_users import as_stranger, needs_root, public_directory

URL = "http://192.168.1.5:8765/"


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The usual journal of this user."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return tmp_path / "boxctl" / "journal.db"


@pytest.fixture
def kept(journal: Path) -> Iterator[CodeFile]:
    """The code of a table that is played by this user."""
    kept = CodeFile(journal, lambda: "2026-11-23")
    kept.serves(URL)
    yield kept
    kept.close()


def test_page_code_and_link_are_told(kept: CodeFile, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "code"]) == 0
    page, code, link = capsys.readouterr().out.splitlines()
    assert page.endswith(URL)
    assert code.endswith(f": {kept().code}.")
    assert link.endswith(f"{URL}#{kept().link_word}")


def test_the_landlord_has_the_table_go_on_with_another_code(
    kept: CodeFile, capsys: pytest.CaptureFixture[str]
) -> None:
    before = kept()
    assert main(["web", "code", "--new"]) == 0
    assert kept().key != before.key
    assert kept().code in capsys.readouterr().out


@pytest.mark.usefixtures("journal")
def test_without_a_table_there_is_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "code"]) == 2
    assert "no table on this machine shows pages" in capsys.readouterr().err


def test_a_table_that_has_ended_has_no_code(
    kept: CodeFile, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.close()
    assert main(["web", "code"]) == 2
    assert kept().code not in capsys.readouterr().err


@needs_root
@pytest.mark.parametrize("anew", [False, True], ids=["", "--new"])
def test_the_code_of_another_user_needs_his_rights(anew: bool) -> None:
    with public_directory() as directory:
        kept = CodeFile(directory / "journal.db", lambda: "2026-11-23")
        kept.serves(URL)
        command = ["web", "code", "--journal", str(directory / "journal.db"), *["--new"] * anew]
        told = as_stranger(command, *command)
        kept.close()
    assert told.returncode == 2
    assert told.stderr.endswith("its user's: try sudo boxctl web code.\n")


@pytest.mark.usefixtures("kept")
def test_a_new_code_is_not_asked_of_a_journal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "8765", "--new"]) == 2
    assert "boxctl web code" in capsys.readouterr().err
