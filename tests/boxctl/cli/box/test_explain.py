"""What a fault code means, in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.box import explain
from boxctl.presentation.sentences.objections import rule_phrase
from boxctl.rules.rulebook import rule_texts
from groundwork.language import known_languages, use
from groundwork.language import language as make_language
from tests.boxctl.cli.test_commands import Captured, answer, refusal

DOCUMENT = Path(__file__).parents[4] / "docs/faults.md"


def text(capsys: Captured, *arguments: str) -> list[str]:
    assert main(["explain", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("typed", ["BX404", "bx404", "404", " BX 404", "bx-404", "BX404:"])
def test_the_page_of_a_code(capsys: Captured, typed: str) -> None:
    told = text(capsys, typed)
    assert told[0] == "BX404  A line is in use"
    assert any("sudo lsof /dev/gpiochip*" in line for line in told)
    assert told[-1] == f"read on: {DOCUMENT}"


def test_all_codes_by_group(capsys: Captured) -> None:
    told = text(capsys)
    titles = [line[3:] for line in DOCUMENT.read_text().splitlines() if line.startswith("## BX")]
    assert [line.split()[0] for line in told if line.startswith("  BX")] == [
        title.split()[0] for title in titles
    ]
    assert told[0] == "Commands and their output"
    assert told.index("The journal and the key") < told.index("  BX601  The journal cannot be used")
    assert "Others" not in told


def test_for_programs(capsys: Captured) -> None:
    assert answer(capsys, "explain", "404")["title"] == "A line is in use"
    faults = answer(capsys, "explain")["faults"]
    assert {"code": "BX404", "title": "A line is in use"} in faults


@pytest.mark.parametrize("wrong", ["BX000", "404 roller", "R4.9.1", ""])
def test_a_code_that_is_none(capsys: Captured, wrong: str) -> None:
    said = refusal(capsys, "explain", wrong)
    assert said == f'BX101: there is no fault "{wrong}": boxctl explain lists them all.\n'


@pytest.mark.parametrize("wrong", ["BX4O4", "B404", "BX494"])
def test_a_code_that_is_misspelt_has_those_near_it_named(capsys: Captured, wrong: str) -> None:
    said = refusal(capsys, "explain", wrong)
    assert said.startswith(f'BX101: there is no fault "{wrong}", but ')
    assert "BX404 (A line is in use)" in said


def test_faults_of_the_pages_are_no_odds(capsys: Captured) -> None:
    told = text(capsys)
    group = told.index("The pages and the broker")
    assert told.index("The odds") < group < told.index("  BX751  Pages cannot be served")
    assert told.index("Watching a match") > told.index("  BX762  The broker does not answer")
    assert told[group + 1].startswith("  BX751")


@pytest.fixture
def docs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A documentation of two faults, of which one is translated into French."""
    monkeypatch.setattr(explain, "docs_folder", lambda: str(tmp_path))
    (tmp_path / "faults.md").write_text(
        "## BX404 A line is in use\nText.\nWhat to do: look.\n\n## BX405 No such line\nMore.\n"
    )
    (tmp_path / "faults.fr.md").write_text(
        "## BX404 Une ligne est prise\n<!-- English 1a2b3c4d -->\n"
        "Texte.\nQue faire\u00a0: regarder.\n",
        encoding="utf-8",
    )
    return tmp_path


def test_a_page_in_the_language_goes_before_the_english_one(capsys: Captured, docs: Path) -> None:
    *page, where = text(capsys, "404", "--lang", "fr")
    assert page == [
        "BX404  Une ligne est prise", "", "Texte.", "Que faire\u00a0: regarder.", "",
    ]  # fmt: skip
    assert where.endswith(str(docs / "faults.fr.md"))
    assert text(capsys, "404")[:4] == ["BX404  A line is in use", "", "Text.", "What to do: look."]


def test_a_section_that_is_not_translated_is_english_and_says_so(
    capsys: Captured, docs: Path
) -> None:
    *page, note, where = text(capsys, "405", "--lang", "fr")
    assert page == ["BX405  No such line", "", "More.", ""]
    assert "anglais" in note
    assert where.endswith(str(docs / "faults.md"))
    assert [line for line in text(capsys, "--lang", "fr") if line.startswith("  BX")] == [
        "  BX404  Une ligne est prise", "  BX405  No such line",
    ]  # fmt: skip


def test_a_language_without_a_page_has_the_english_one(capsys: Captured, docs: Path) -> None:
    told = text(capsys, "404", "--lang", "de")
    assert told[:4] == ["BX404  A line is in use", "", "Text.", "What to do: look."]
    assert "Englisch" in told[-2]
    assert "Commands and their output" not in text(capsys, "--lang", "de")


def test_the_locale_chooses_the_page_but_not_that_of_programs(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, docs: Path
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert text(capsys, "404")[0] == "BX404  Une ligne est prise"
    assert answer(capsys, "explain", "404")["title"] == "A line is in use"
    assert answer(capsys, "explain", "404", "--lang", "fr")["title"] == "Une ligne est prise"


def test_without_the_documentation(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(explain, "docs_folder", lambda: str(tmp_path))
    monkeypatch.setattr(explain, "DISTRIBUTION", "no-such-distribution")
    said = refusal(capsys, "explain", "404")
    assert said.startswith(f"BX101: {tmp_path / 'faults.md'} cannot be read: ")


def test_the_page_fits_the_terminal(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, text(capsys, "409")[:-1])) <= 50


@pytest.mark.parametrize("typed", ["R3.3", "r3.3", " R 3.3", "(R3.3)", "R3.3:", "3.3", "R3,3"])
def test_a_rule_of_the_rule_book(capsys: Captured, typed: str) -> None:
    first, blank, *told = text(capsys, typed)
    assert (first, blank) == (
        "R3.3  the dice's own two tiles, or one with their sum, product or difference", "",
    )  # fmt: skip
    assert " ".join(told) == rule_texts()["R3.3"]


@pytest.mark.parametrize("language", known_languages())
@pytest.mark.parametrize("rule", rule_texts())
def test_every_rule_in_every_language(capsys: Captured, rule: str, language: str) -> None:
    told = answer(capsys, "explain", rule, "--lang", language)
    assert told == {
        "code": rule,
        "title": rule_phrase(rule),
        "text": rule_texts(language)[rule],
    }
    assert told["title"]
    assert text(capsys, rule, "--lang", language)[0] == f"{rule}  {told['title']}"


def test_no_two_rules_have_one_phrase() -> None:
    for code in known_languages():
        use(make_language(code))
        phrases = [rule_phrase(rule) for rule in rule_texts()]
        assert len(set(phrases)) == len(phrases)
        assert max(map(len, phrases)) <= 100


def test_a_rule_that_speaks_of_s_says_what_that_is(capsys: Captured) -> None:
    assert "S is the set of tiles moved since the throw" in " ".join(text(capsys, "R4.5"))
    assert "S is the set" not in " ".join(text(capsys, "R4.9"))


def test_a_section_lists_its_rules(capsys: Captured) -> None:
    told = text(capsys, "r4")
    assert told[0] == "R4  The move on a real box"
    assert told[2].startswith("Levers are judged by where they stand")
    listed = [line.split()[0] for line in told if line.startswith("R")][1:]
    assert listed == [rule for rule in rule_texts() if rule.startswith("R4.")]
    found = answer(capsys, "explain", "R4", "--lang", "fr")
    assert (found["code"], found["title"]) == ("R4", "Le coup sur une vraie boîte")
    assert [rule["code"] for rule in found["rules"]] == listed
    assert found["rules"][0]["text"] == rule_texts("fr")["R4.1"]


def test_all_sections(capsys: Captured) -> None:
    told = text(capsys, "R", "--lang", "de")
    assert told[0] == "  R1  Die Box am Anfang"
    assert answer(capsys, "explain", "R")["sections"][3] == {
        "code": "R4", "title": "The move on a real box",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("R8.3", "there is no rule R8.3, but R8.1 (the winner takes the pool) and "
         "R8.2 (a shut box is paid double): boxctl explain R8 lists them all."),
        ("R3.0", "there is no rule R3.0, but R3.1 "),
        ("R9", "there is no section R9 in the rule book, but R1, R2, "),
        ("R9.1", "there is no section R9 in the rule book, but R1, R2, "),
    ],
)  # fmt: skip
def test_a_rule_that_is_not_there(capsys: Captured, wrong: str, said: str) -> None:
    refused = refusal(capsys, "explain", wrong)
    assert refused.startswith(f"BX101: {said}")
    assert refused.count("\n") == 1
