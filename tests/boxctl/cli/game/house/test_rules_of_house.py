"""``boxctl rules save``, ``edit`` and ``check``: a game of one's own, from the terminal."""

from __future__ import annotations

import json
import os
import shlex
from contextlib import suppress
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.rules import variants
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.house import folders as house_folders
from boxctl.rules.house.folders import folder_of_user
from boxctl.rules.settings import SETTINGS, changed_from, with_settings, written
from boxctl.rules.variants import load, own_name, variant


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user, which is not there yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(variants, "_standing_in", {})
    return Path(folder_of_user())


def editor(tmp_path: Path, does: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that does this to the file."""
    script = tmp_path / "editor"
    script.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", shlex.quote(str(script)))


def test_changed_rules_are_a_game_with_a_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "save", "La Bûche", "--rules", "pub", "--set", "tiles=10"]) == 0
    assert str(folder / "la-buche.toml") in capsys.readouterr().out
    assert changed_from(variant("pub"), variant(own_name("la buche"))) == {"tiles": "10"}
    assert main(["rules", "check", str(folder / "la-buche.toml")]) == 0
    assert main(["rules", "list"]) == 0
    assert "la-buche" in capsys.readouterr().out


def test_a_long_name_has_a_line_of_its_own_in_the_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for title in ("Eighteen letters 1", "Nineteen letters 12", "Sunday at the Plough"):
        assert main(["rules", "save", title, "--rules", "pub", "--set", "tiles=10"]) == 0
    capsys.readouterr()
    assert main(["rules", "list"]) == 0
    told = "As Pub rules, but Number of tiles: 10."
    assert capsys.readouterr().out.splitlines()[1:6] == [
        f"  eighteen-letters-1  {told}",
        "  nineteen-letters-12",
        f"                      {told}",
        "  sunday-at-the-plough",
        f"                      {told}",
    ]


def test_every_setting_can_be_saved(folder: Path) -> None:
    saved = []
    for name, known in SETTINGS.items():
        for value in known.samples.usual:
            needed = {**known.tried_with(value), name: value}
            rules = with_settings(variant("classic"), needed.items())
            with suppress(RuleFault):
                check(rules)
                saved.append(name)
                given = [f"--set={key}={text}" for key, text in needed.items()]
                assert main(["rules", "save", "Ours", "--force", *given]) == 0
                assert written(variant("ours")) == written(rules), (name, value)
    assert set(saved) == set(SETTINGS)


def test_odds_simulation_and_rules_call_it_by_its_title(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "save", "The Crown", "--rules", "pub", "--set", "tiles=5"]) == 0
    capsys.readouterr()
    for asked in (["rules", "show"], ["odds", "--throw", "1,2", "--rules"], ["rules", "card"]):
        assert main([*asked, "the-crown"]) == 0
        assert "The Crown" in capsys.readouterr().out


@pytest.mark.parametrize("title", ["", " ", "..."])
def test_a_title_without_a_letter_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], title: str
) -> None:
    assert main(["rules", "save", title, "--set", "tiles=10"]) == 2
    assert "has no letter and no figure" in capsys.readouterr().err
    assert not folder.exists()


def test_a_file_is_written_over_only_when_asked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "save", "The Crown", "--set", "tiles=10"]) == 0
    assert main(["rules", "save", "the crown", "--set", "tiles=12"]) == 2
    assert "BX215" in capsys.readouterr().err
    assert variant("the-crown").tiles == 10
    assert main(["rules", "save", "the crown", "--set", "tiles=12", "--force"]) == 0
    assert variant("the-crown").tiles == 12


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["Klackers"], "BX209"),
        (["Ours", "--set", "tils=3"], "BX202"),
        (["Ours", "--set", "tiles=99"], "BX203"),
        (["Ours", "--set", "match=duel", "--set", "opening_tile=2"], "BX204"),
        (["..."], "BX212"),
        (["a\nb"], "BX212"),
        (["x" * 10_000], "BX212"),
        (["Ours", "--to", "/proc"], "BX215"),
        (["Ours", "--to", "/dev/null/x"], "BX215"),
    ],
)
def test_what_cannot_be_saved_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], code: str
) -> None:
    assert main(["rules", "save", *options]) == 2
    assert code in capsys.readouterr().err
    assert not folder.exists() or not list(folder.iterdir())


def test_a_game_based_on_a_file_elsewhere_needs_that_file_no_more(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "bell.toml").write_text(
        'title = "The Bell"\nbased_on = "pub"\n[settings]\ntiles = 7\n', encoding="utf-8"
    )
    bell = str(tmp_path / "bell.toml")
    assert main(["rules", "save", "Late", "--rules", bell, "--set", "stake=50p"]) == 0
    assert 'based_on = "pub"' in (folder / "late.toml").read_text(encoding="utf-8")
    assert variant("late").tiles == 7


def test_a_game_is_changed_in_its_own_file(folder: Path) -> None:
    """It would be based on itself."""
    main(["rules", "save", "The Crown", "--rules", "pub", "--set", "tiles=10"])
    again = ["rules", "save", "The Crown", "--force", "--rules", "The Crown"]
    assert main([*again, "--set", "stake=50p"]) == 0
    changed = changed_from(variant("pub"), variant("the-crown"))
    assert changed == {"tiles": "10", "stake": "0.50 GBP"}
    assert load("the-crown").based_on == "pub"


def test_a_game_is_changed_to_what_is_based_on_it(folder: Path) -> None:
    main(["rules", "save", "The Crown", "--rules", "pub", "--set", "tiles=10"])
    main(["rules", "save", "Late", "--rules", "The Crown", "--set", "stake=50p"])
    assert main(["rules", "save", "The Crown", "--force", "--rules", "Late"]) == 0
    assert variant("the-crown").stake == 50
    assert (load("the-crown").based_on, load("late").based_on) == ("pub", "the-crown")


def test_what_the_editor_leaves_is_checked(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["rules", "save", "The Crown", "--set", "tiles=10"])
    file = folder / "the-crown.toml"
    before = file.read_bytes()
    editor(tmp_path, 'sed -i s/tiles/tils/ "$1"', monkeypatch)
    assert main(["rules", "edit", "the crown"]) == 2
    assert f"{file}:5: there is no setting" in capsys.readouterr().err
    assert file.read_bytes() == before
    editor(tmp_path, 'sed -i "s/tils = 10/tiles = 12/" "$1"', monkeypatch)
    assert main(["rules", "edit", "the crown"]) == 0
    assert variant("the-crown").tiles == 12
    assert [each.name for each in folder.iterdir()] == ["the-crown.toml"]


def test_a_broken_file_can_be_edited_by_its_name(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir(parents=True)
    (folder / "crown.toml").write_bytes(b'title = "\xff"\n')
    editor(tmp_path, 'printf \'title = "Crown"\\n\' > "$1"', monkeypatch)
    assert main(["rules", "edit", "crown"]) == 0
    assert own_name("crown") == "crown"


@pytest.mark.parametrize("does", ["exit 3", 'rm "$1"; mkdir "$1"'])
def test_an_editor_that_fails_changes_nothing(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    does: str,
) -> None:
    main(["rules", "save", "The Crown"])
    editor(tmp_path, does, monkeypatch)
    assert main(["rules", "edit", "the-crown"]) == 2
    assert "BX2" in capsys.readouterr().err
    assert own_name("the crown") == "the-crown"


@pytest.mark.parametrize("place", ["/", "/dev/zero", ".", "/dev/null/x.toml", "/proc/self/mem"])
def test_what_is_no_file_is_neither_edited_nor_checked(
    capsys: pytest.CaptureFixture[str], place: str
) -> None:
    for command in ("edit", "check"):
        assert main(["rules", command, place if "/" in place else f"./{place}"]) == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith("BX210: ")


@pytest.mark.parametrize(
    ("there", "cure"),
    [
        ("vi", "set EDITOR to an editor that is installed, such as EDITOR=vi."),
        ("gone", "install an editor, and set EDITOR to its name."),
    ],
)
def test_an_editor_that_is_missing_is_not_the_one_to_take(
    tmp_path: Path,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    there: str,
    cure: str,
) -> None:
    assert main(["rules", "save", "Crown"]) == 0
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setattr("boxctl.cli.game.house.rules_edit.has_program", lambda name: name == there)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["rules", "edit", "crown"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("BX216: the editor nano has not done it")
    assert said.endswith(f"{cure}\n")
    assert folder.is_dir()


def test_a_name_that_a_game_of_boxctl_has_is_said_without_a_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ((line, said),) = checked(tmp_path / "x.toml", "title = 'Canoga'\n", capsys)
    assert (line, said) == (
        "1",
        'a game of boxctl, canoga, is called "Canoga" too: give yours another name.',
    )


def test_a_page_and_the_list_tell_what_the_house_says_of_its_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.toml"
    file.write_text(
        "title = 'Bell'\nbased_on = 'pub'\nsummary = 'Our evening.'\nexample = 'A 7 stops.'\n"
        "[settings]\ntiles = 10\n[fr]\nsummary = 'Notre soirée.'\n",
        encoding="utf-8",
    )
    for language, said in (("en", "Our evening."), ("fr", "Notre soirée.")):
        assert main(["rules", "show", str(file), "--lang", language]) == 0
        page = capsys.readouterr().out
        assert said in page
        assert "A 7 stops." in page


def test_programs_are_told_what_differs_where_the_house_has_no_summary(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "save", "Bell", "--rules", "pub", "--set", "tiles=10"]) == 0
    assert folder.is_dir()
    capsys.readouterr()
    assert main(["rules", "show", "bell", "--json"]) == 0
    assert (
        json.loads(capsys.readouterr().out)["summary"] == "As Pub rules, but Number of tiles: 10."
    )


def test_a_variant_of_boxctl_is_not_edited(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "edit", "pub"]) == 2
    assert "BX216" in capsys.readouterr().err


def test_check_tells_everything_that_is_wrong_from_the_first_line_to_the_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.toml").write_text(
        "titel = 'x'\n"
        "based_on = 'pubb'\n"
        "other_names = ['klackers']\n"
        "[settings]\n"
        "tils = 3\n"
        "tiles = 99\n"
        "[fr]\n"
        "titre = 'x'\n",
        encoding="utf-8",
    )
    assert main(["rules", "check", str(tmp_path / "x.toml")]) == 2
    said = [line.split(":")[::2][:2] for line in capsys.readouterr().err.splitlines()]
    assert said == [
        ["BX212", "1"],
        ["BX213", "2"],
        ["BX209", "3"],
        ["BX202", "5"],
        ["BX203", "6"],
        ["BX212", "8"],
    ]


def test_check_has_no_word_about_the_title_where_its_key_is_misspelt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.toml").write_text("tittle = 'The Drum'\n", encoding="utf-8")
    assert main(["rules", "check", str(tmp_path / "x.toml")]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.endswith('x.toml:1: there is no key "tittle": did you mean title?')


@pytest.mark.parametrize(
    ("text", "at", "told"),
    [
        ("handicap = 5\n", "2", "a handicap is a player's and no setting of a game"),
        ("[settings]\nhandicap = 5\n", "3", "a handicap is a player's and no setting of a game"),
        ("[FR]\ntitle = 'La Cloche'\n", "2", 'there is no key "FR": did you mean fr?'),
        ("[Deutsch]\ntitle = 'Krone'\n", "2", 'there is no key "Deutsch": did you mean de?'),
        ("tils = 10\n", "2", 'there is no key "tils": did you mean tiles, below [settings]?'),
    ],
)
def test_what_stands_where_it_does_not_belong_is_told_where_it_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, at: str, told: str
) -> None:
    ((line, said),) = checked(tmp_path / "x.toml", f"title = 'X'\n{text}", capsys)
    assert line == at
    assert said.startswith(told)


def test_a_game_that_is_wrong_or_gone_hides_those_based_on_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir(parents=True)
    (folder / "anchor.toml").write_text("title = 'The Anchor'\nstakes = 1\n", encoding="utf-8")
    (folder / "hours.toml").write_text(
        "title = 'After Hours'\nbased_on = 'The Anchor'\n", encoding="utf-8"
    )
    (folder / "late.toml").write_text("title = 'Late'\nbased_on = 'hours'\n", encoding="utf-8")
    assert main(["rules", "check", "anchor"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[-1] == "Left out as well, because based on it: hours and late."
    (folder / "anchor.toml").unlink()
    monkeypatch.setattr(house_folders, "_given", {})  # as in the next command
    assert main(["rules", "list"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert 'hours.toml:2: there is no variant "The Anchor"' in told[0]
    assert told[-1] == "Left out until that is mended: hours and late."


def checked(file: Path, text: str, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str]]:
    """The line and the sentence of each fault of a file with this text."""
    file.write_text(text, encoding="utf-8")
    assert main(["rules", "check", str(file)]) == 2
    told = [line.partition(f"{file}:")[2] for line in capsys.readouterr().err.splitlines()]
    return [
        (line, sentence.strip()) for line, _, sentence in (each.partition(":") for each in told)
    ]


def test_values_without_quotation_marks_are_said_and_the_rest_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(
        tmp_path / "x.toml",
        "title = The Drum\n"
        "based_on = 'puub'\n"
        "[settings]\n"
        "doubles = rethrow # as ever\n"
        "tiles = ten\n"
        "stake = 50p\n"
        "dobules = 'rethrow'\n",
        capsys,
    )
    assert said == [
        ("1", 'a word has no quotation marks: write title = "The Drum".'),
        ("2", 'there is no variant "puub": did you mean pub? boxctl rules list shows them all.'),
        ("4", 'a word has no quotation marks: write doubles = "rethrow".'),
        ("5", 'tiles = "ten" is not possible: it may be a whole number from 1 to 24.'),
        ("6", 'a word has no quotation marks: write stake = "50p".'),
        ("7", 'there is no setting "dobules": did you mean doubles?'),
    ]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("x y z", "the line has no = behind a name"),
        ("tiles = 3", "tiles is written twice"),
        ("title = 'half", "a quotation mark is missing at the end of the line"),
        ("= 3", "a line cannot begin like this"),
        ("[", "a name has a sign that it cannot have"),
        ("a = [[1]", "a list has no end"),
    ],
)
def test_what_stands_before_a_line_that_is_no_toml_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str, why: str
) -> None:
    text = f"based_on = 'puub'\n[settings]\ntils = 4\ntiles = 99\n{wrong}\n\n"
    said = checked(tmp_path / "x.toml", text, capsys)
    assert [line for line, _sentence in said[:3]] == ["1", "3", "4"]
    assert said[3][1].startswith(why)
    assert len(said) == 4


def test_what_a_file_does_not_say_before_such_a_line_may_come_behind_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(tmp_path / "x.toml", "[settings]\nwins = 2\nx y z\n", capsys)
    assert [line for line, _sentence in said] == ["3"]


def test_every_contradiction_is_said_with_both_settings_at_the_one_to_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(
        tmp_path / "x.toml",
        "title = 'The Drum'\nsumary = 'x'\n[settings]\n"
        "match = 'duel'\nopening_tile = 2\ndown = '1-9'\n",
        capsys,
    )
    assert [line for line, _sentence in said] == ["2", "5", "6"]
    assert "match = duel" in said[1][1]
    assert "opening_tile = 2" in said[1][1]
    assert "opening_tile = 2" in said[2][1]
    assert "down = 1-9" in said[2][1]


@pytest.mark.parametrize("match", ["mathc = 'rounds_won'", "match = 'rounds-win'"])
def test_a_contradiction_that_comes_from_another_mistake_is_not_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], match: str
) -> None:
    text = f"title = 'The Drum'\n[settings]\nwins = 2\n{match}\n"
    assert [line for line, _ in checked(tmp_path / "x.toml", text, capsys)] == ["4"]
    text = text.replace(match, "")
    ((line, said),) = checked(tmp_path / "x.toml", text, capsys)
    assert line == "3"
    assert "wins = 2 goes only with match = rounds_won, but match = single" in said


@pytest.mark.parametrize(
    ("title", "cure"), [("Klackers", "give yours another name."), ("Ours", "give one of the two")]
)
def test_a_taken_title_is_cured_where_it_can_be(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], title: str, cure: str
) -> None:
    """Nobody can rename a game of boxctl; of two of the house, either."""
    assert main(["rules", "save", "Ours", "--set", "tiles=10"]) == 0
    ((line, said),) = checked(tmp_path / "x.toml", f"title = '{title}'\n", capsys)
    assert line == "1"
    assert cure in said


def test_whoever_saves_a_taken_title_is_told_to_take_another(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is one file yet, so nothing is said of two."""
    assert main(["rules", "save", "Ours", "--set", "tiles=10"]) == 0
    capsys.readouterr()
    for title, where in (
        ("Klackers", []),
        ("Le dernier en jeu", []),
        ("OURS", ["--to", str(tmp_path)]),
    ):
        assert main(["rules", "save", title, *where]) == 2
        assert capsys.readouterr().err == (
            f'BX209: there is a game that is called "{title}": give yours another title.\n'
        )


def test_a_game_that_is_wrong_is_not_said_to_be_based_on_a_wrong_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "drum.toml").write_text("title = 'The Drum'\nbased_on = 'drum'\nsummry = 1\n")
    assert main(["rules", "check", str(tmp_path / "drum.toml")]) == 2
    circle, key = capsys.readouterr().err.splitlines()
    assert "itself in the end: drum → drum" in circle
    assert "summry" in key


def test_a_game_is_checked_by_any_of_its_names_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["rules", "save", "The Crown", "--set", "tiles=10"])
    file = folder / "the-crown.toml"
    capsys.readouterr()
    for name in ("The Crown", "the-crown", str(file)):
        assert main(["rules", "check", name]) == 0
        assert capsys.readouterr().out == f"{file} is right: The Crown.\n"
    file.write_text("title = 'The Crown'\ntils = 3\n", encoding="utf-8")
    assert main(["rules", "check", "the crown"]) == 2
    assert f"{file}:2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "code"), [("pub", "BX216"), ("nobody's", "BX201"), ("none.toml", "BX210")]
)
def test_what_is_no_game_of_the_house_cannot_be_checked(
    capsys: pytest.CaptureFixture[str], given: str, code: str
) -> None:
    assert main(["rules", "check", given]) == 2
    assert code in capsys.readouterr().err


def test_a_file_with_no_ending_is_checked_where_one_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crown").write_text("title = 'The Crown'\n", encoding="utf-8")
    assert main(["rules", "check", "crown"]) == 0
    assert capsys.readouterr().out == "crown is right: The Crown.\n"


def test_a_list_says_where_the_games_of_a_service_are_that_this_user_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    of_service = tmp_path / "state" / "variants"
    monkeypatch.setattr(house_folders, "OF_SERVICE", str(of_service))
    assert main(["rules", "list"]) == 0
    assert "sudo boxctl rules list" not in capsys.readouterr().err
    of_service.mkdir(parents=True)
    may = os.access
    monkeypatch.setattr(
        "os.access", lambda path, mode: path != str(of_service.parent) and may(path, mode)
    )
    assert main(["rules", "list"]) == 0
    assert f"may be in {of_service}, which this user cannot read" in capsys.readouterr().err
