"""What is told of a match whose game the house wrote: its file is gone, or says other rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.query import read_sound_match
from boxctl.rules import variants
from boxctl.rules.house.folders import folder_of_user
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable


@pytest.fixture
def journal(a_table: BuildTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of a match of The Crown, a box of three tiles; the file has gone since."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(variants, "_recalled", {})
    monkeypatch.setattr(variants, "_standing_in", {})
    crown = Path(folder_of_user()) / "crown.toml"
    crown.parent.mkdir(parents=True)
    crown.write_text(
        'title = "The Crown"\nbased_on = "golf"\n[settings]\ntiles = 3\n'
        '[fr]\ntitle = "La Couronne"\n',
        encoding="utf-8",
    )
    table = a_table("crown", players="Ann", wood=PERFECT_WOOD, journal=True)
    table.throws(5, 6)
    assert table.runtime.referee.play.over
    table.close()
    crown.unlink()
    variants._recalled.clear()
    return tmp_path / "journal.db"


@pytest.mark.parametrize(
    "asked", [["matches"], ["history"], ["head", "last"], ["replay", "last"], ["analyse", "last"]]
)
def test_it_is_called_by_its_title(
    journal: Path, asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*asked, "--journal", str(journal)]) == 0
    said = capsys.readouterr().out
    assert "The Crown" in said
    assert "changed" not in said


@pytest.mark.parametrize("name", ["crown", "the crown", "La Couronne", "CROWN"])
def test_its_history_can_be_asked_for_by_its_names(
    journal: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", "--rules", name, "--journal", str(journal)]) == 0
    assert "The Crown" in capsys.readouterr().out


def test_a_name_that_no_record_knows_is_refused_in_one_sentence(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", "--rules", "corwn", "--journal", str(journal)]) == 2
    assert 'BX201: there is no variant "corwn"' in capsys.readouterr().err


def test_its_history_is_told_in_the_language_of_whoever_reads(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "fr", "history", "--journal", str(journal)]) == 0
    assert "La Couronne" in capsys.readouterr().out


def test_it_is_replayed_on_the_pages_by_its_own_rules(journal: Path) -> None:
    pytest.importorskip("starlette")
    from boxctl.web.journal.replays import replayed_states

    *_others, last = replayed_states(read_sound_match(journal, "last"))
    assert (last.rules.id, last.rules.name, last.rules.changes) == ("crown", "The Crown", ())
    assert len(last.tiles) == 3


def test_it_is_told_by_its_own_rules_though_the_file_has_others_now(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("starlette")
    from boxctl.web.journal.replays import replayed_states

    crown = Path(folder_of_user()) / "crown.toml"
    crown.write_text('title = "The Rose"\n[settings]\ntiles = 4\n', encoding="utf-8")
    *_others, last = replayed_states(read_sound_match(journal, "last"))
    assert (last.rules.name, last.rules.changes) == ("The Crown", ())
    assert main(["matches", "--journal", str(journal)]) == 0
    assert "The Crown" in capsys.readouterr().out
