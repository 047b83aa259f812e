"""What is told of a match whose game the house wrote: its file is gone, or says other rules."""

from __future__ import annotations

import json
from operator import itemgetter
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.entry_kinds import ChosenBy
from boxctl.journal.query import read_sound_match
from boxctl.rules import variants
from boxctl.rules.house.folders import folder_of_user
from boxctl.table.tonight.offers import WantedGame
from groundwork.language import language, speaking
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable


@pytest.fixture
def crown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of The Crown, a box of three tiles."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(variants, "_standing_in", {})
    crown = Path(folder_of_user()) / "crown.toml"
    crown.parent.mkdir(parents=True)
    crown.write_text(
        'title = "The Crown"\nbased_on = "golf"\n[settings]\ntiles = 3\n'
        '[fr]\ntitle = "La Couronne"\n',
        encoding="utf-8",
    )
    return crown


@pytest.fixture
def journal(a_table: BuildTable, tmp_path: Path, crown: Path) -> Path:
    """The journal of a match of The Crown, whose file has gone since."""
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


def test_matches_by_an_earlier_file_are_of_a_changed_game(
    journal: Path, crown: Path, a_table: BuildTable, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three tiles and four are two games, though both were called The Crown."""
    crown.write_text('title = "The Crown"\nbased_on = "golf"\n[settings]\ntiles = 4\n')
    table = a_table("crown", players="Ann", wood=PERFECT_WOOD, journal=True)
    table.throws(5, 6)
    table.close()
    crown.unlink()
    variants._recalled.clear()
    assert main(["history", "--json", "--journal", str(journal)]) == 0
    ((player,), count) = itemgetter("players", "counted")(json.loads(capsys.readouterr().out))
    games = {(each["title"], *each["settings"].items()) for each in player["games"]}
    assert count == 2
    assert games == {("The Crown",), ("The Crown", ("tiles", "3"))}


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


def test_pages_of_a_journal_call_it_by_its_title(journal: Path) -> None:
    pytest.importorskip("starlette")
    from boxctl.web.page_texts import rules_in_words
    from boxctl.web.serve import RecordedSource

    source = RecordedSource(journal, lambda: 0)
    source.look()
    assert source.played is not None
    with speaking(language("fr")):
        assert rules_in_words(source.played)["title"] == "La Couronne"


@pytest.mark.parametrize("asked", [["verify"], ["verify", "last"], ["ledger"], ["dispute", "last"]])
def test_nothing_that_reads_the_record_needs_the_file(
    journal: Path, asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*asked, "--journal", str(journal)]) == 0
    said = capsys.readouterr()
    assert "crown" not in said.out + said.err


def test_it_is_told_by_its_own_rules_though_the_file_has_others_now(
    journal: Path, crown: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("starlette")
    from boxctl.web.journal.replays import replayed_states

    crown.write_text('title = "The Rose"\n[settings]\ntiles = 4\n', encoding="utf-8")
    *_others, last = replayed_states(read_sound_match(journal, "last"))
    assert (last.rules.name, last.rules.changes) == ("The Crown", ())
    assert main(["matches", "--journal", str(journal)]) == 0
    assert "The Crown" in capsys.readouterr().out


def test_that_it_was_chosen_is_told_by_its_title(
    crown: Path, a_table: BuildTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = a_table("golf", players="Ann", wood=PERFECT_WOOD, menu=True, journal=True)
    table.throws(1, 2)
    assert table.runtime.chooser is not None
    table.runtime.chooser.choose(WantedGame("crown"), ChosenBy.PHONE)
    table.close()
    crown.unlink()
    variants._recalled.clear()
    journal = str(tmp_path / "journal.db")
    assert main(["--lang", "fr", "replay", "last", "--journal", journal]) == 0
    assert "La Couronne" in capsys.readouterr().out
