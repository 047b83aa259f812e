"""Every command that takes ``--rules`` calls a game of the house by the same name."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.options import all_options
from boxctl.rules import variants
from boxctl.rules.house.folders import folder_of_user
from groundwork.language import language, use
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable

TITLE = "The Plough"

TAKING_RULES = {
    options.command: {word for action in options._actions for word in action.option_strings}
    for options in all_options()
    if "--rules" in options._option_string_actions
}
"""The options of each command that takes ``--rules``."""

TOLD = {
    "play": ["--plain", "--seed", "1"],
    "puzzle": [],
    "judge": ["throw 2 1", "shut 3"],
    "legal": ["--throw", "2,3"],
    "referee": [],
    "odds": ["--throw", "2,3"],
    "simulate": ["--games", "20", "--player", "random"],
    "analyse": ["lines"],
    "rules save": ["The Plough at noon"],
    "tournament begin": ["--names", "Ann,Bob,Cas", "--system", "swiss"],
    "stall odds": ["--go", "50p", "--prize", "£1"],
    "stall begin": ["--go", "50p", "--prize", "£1"],
    "history": ["--journal", "journal.db"],
}
"""What each is asked; a command that is added has to be added here."""

SILENT = {"judge", "legal", "referee"}
"""Those whose answer for people is about a move."""


@pytest.fixture(autouse=True)
def _plough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, a_table: BuildTable) -> None:
    """A game of the house that was played, and whose file has another name than its title."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(variants, "_standing_in", {})
    Path(folder_of_user()).mkdir(parents=True)
    (Path(folder_of_user()) / "xyzzy.toml").write_text(
        f'title = "{TITLE}"\nbased_on = "golf"\n'
        '[settings]\ntiles = 4\n[fr]\ntitle = "La Charrue"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lines").write_text('{"at": 0, "throw": [1, 2]}\n', encoding="utf-8")
    table = a_table("xyzzy", players="Ann", wood=PERFECT_WOOD, journal=True)
    table.throws(5, 6)
    table.close()


def answer(command: str, *more: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says on standard output when it is asked about the game by its title."""
    if command in ("tournament begin", "stall begin"):
        pytest.importorskip("cryptography", reason="what begins one is signed")
    if command == "stall begin":
        # A day begins when the one before it is closed.
        main(["stall", "close"])
        capsys.readouterr()
    asked = [*command.split(), *TOLD[command], "--rules", TITLE, *more]
    status = main(asked)
    said = capsys.readouterr()
    assert status in (0, 1), said.err
    return said.out


def test_every_command_that_takes_rules_is_asked() -> None:
    assert set(TOLD) == set(TAKING_RULES)


@pytest.mark.parametrize("command", TAKING_RULES)
def test_people_are_told_the_title_and_never_the_name_of_the_file(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = answer(command, capsys=capsys)
    assert "xyzzy" not in said
    assert (TITLE in said) == (command not in SILENT)


@pytest.mark.parametrize(
    "command", [command for command, known in TAKING_RULES.items() if "--json" in known]
)
def test_programs_are_told_its_own_name_and_its_title(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        for code, title in (("en", TITLE), ("fr", "La Charrue")):
            document = json.loads(answer(command, "--json", "--lang", code, capsys=capsys))
            if command == "history":
                ((document,),) = (each["games"] for each in document["players"])
            assert (document["rules"], document["title"]) == ("xyzzy", title)
    finally:
        use(language("en"))


@pytest.mark.parametrize("command", ["odds", "simulate", "legal", "analyse", "judge"])
def test_what_is_changed_is_told_behind_the_title(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = answer(command, "--set", "tiles=9", "--json", capsys=capsys)
    assert json.loads(said)["title"] == "The Plough (changed: Number of tiles: 9)"


def test_among_the_answers_of_all_variants_it_has_its_title(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["legal", "--every-variant", "--throw", "2,3", "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)["variants"]
    titles = {each["rules"]: each["title"] for each in answers}
    assert titles["xyzzy"] == TITLE
    assert titles["relay"] == "The French long game"
