"""How words are joined, in English and in the language of the program."""

from __future__ import annotations

import pytest

from groundwork.language import ENGLISH, all_of, any_of, clauses, labelled, language, use


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
    assert ENGLISH.all_of(words) == all_words
    assert ENGLISH.any_of(words) == any_words


def test_a_label_and_clauses_have_the_signs_of_english() -> None:
    assert ENGLISH.labelled("Ann", 7) == "Ann: 7"
    assert ENGLISH.clauses(["the box was out", "a lever was lost"]) == (
        "the box was out; a lever was lost"
    )


def test_words_are_joined_in_the_language_of_the_program() -> None:
    use(language("fr"))
    assert labelled("Ann", 7) == "Ann\u00a0: 7"
    assert clauses(["boîte éteinte", "levier perdu"]) == "boîte éteinte\u00a0; levier perdu"
    assert all_of(str(number) for number in (1, 2, 4)) == "1, 2 et 4"
    assert any_of(str(number) for number in (1, 2, 4)) == "1, 2 ou 4"
