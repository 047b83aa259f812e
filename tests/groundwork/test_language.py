"""How words are joined, in English and in the language of the program."""

from __future__ import annotations

import pytest

from groundwork.language import (
    ENGLISH,
    all_of,
    any_of,
    clauses,
    current,
    kept_by_language,
    labelled,
    language,
    speaking,
    use,
)


@pytest.mark.parametrize(
    ("words", "all_words", "any_words"),
    [
        ([], "", ""),
        (["7"], "7", "7"),
        (["2", "5"], "2 and 5", "2 or 5"),
        (["1", "2", "4"], "1, 2 and 4", "1, 2 or 4"),
    ],
)
def test_words_are_joined(words: list[str], all_words: str, any_words: str) -> None:
    assert all_of(words) == all_words
    assert any_of(words) == any_words


def test_a_label_and_clauses_have_the_signs_of_english() -> None:
    assert labelled("Ann", 7) == "Ann: 7"
    assert clauses(["the box was out", "a lever was lost"]) == ("the box was out; a lever was lost")


def test_words_are_joined_in_the_language_of_the_program() -> None:
    use(language("fr"))
    assert labelled("Ann", 7) == "Ann\u00a0: 7"
    assert clauses(["boîte éteinte", "levier perdu"]) == "boîte éteinte\u00a0; levier perdu"
    assert all_of(str(number) for number in (1, 2, 4)) == "1, 2 et 4"
    assert any_of(str(number) for number in (1, 2, 4)) == "1, 2 ou 4"


def test_one_part_of_a_program_speaks_another_language() -> None:
    use(language("de"))
    with speaking(language("fr")):
        assert labelled("Ann", 7) == "Ann\u00a0: 7"
        with speaking(ENGLISH):
            assert current() is ENGLISH
        assert current().code == "fr"
    assert current().code == "de"


def test_what_is_kept_is_kept_for_each_language() -> None:
    made = []

    @kept_by_language(8)
    def both(first: str, second: str) -> str:
        made.append(first)
        return all_of([first, second])

    assert [both("2", "5"), both("2", "5")] == ["2 and 5", "2 and 5"]
    with speaking(language("fr")):
        assert both("2", "5") == "2 et 5"
    assert both("2", "5") == "2 and 5"
    assert made == ["2", "2"]
