"""A sentence of a language that has begun is in that language, or in English: never in both."""

from __future__ import annotations

import pytest

from groundwork.language import BegunLanguage, all_of, any_of, decimal, speaking, tr, use, whole
from groundwork.languages.catalog import read_catalog
from groundwork.languages.text_with_english import made_of

CATALOG = """
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);"

msgid "the {tile}"
msgstr "el {tile}"

msgid "{tile} is more than the {total} you threw"
msgstr "{tile} es más que el {total} que tiraste"

msgid "{all_but_last} and {last}"
msgstr "{all_but_last} y {last}"

msgid "one die"
msgid_plural "{number} dice"
msgstr[0] "un dado"
msgstr[1] "{number} dados"

msgctxt "decimal point"
msgid "."
msgstr ","

msgctxt "numbers"
msgid "one two three"
msgstr "uno dos tres"
"""
SPANISH = BegunLanguage("es", read_catalog(CATALOG))


def test_a_sentence_all_of_whose_parts_are_translated_is_said() -> None:
    tile = SPANISH.tr("the {tile}", tile=7)
    said = SPANISH.tr("{tile} is more than the {total} you threw", tile=tile, total=5)
    assert said == "el 7 es más que el 5 que tiraste"


def test_a_translated_part_of_a_sentence_that_is_not_is_in_english() -> None:
    back = SPANISH.tr("put {up} back up", up=SPANISH.tr("the {tile}", tile=7))
    assert back == "put the 7 back up"


def test_a_translated_sentence_one_of_whose_parts_is_not_is_in_english() -> None:
    why = SPANISH.tr("{tile} is more than the {total} you threw", tile="7", total=5)
    back = SPANISH.tr("put {up} back up", up=SPANISH.tr("the {tile}", tile=7))
    whole_sentence = SPANISH.tr("{label}: {text}", label=why, text=back)
    assert whole_sentence == "7 is more than the 5 you threw: put the 7 back up"


def test_a_list_is_in_one_language() -> None:
    use(SPANISH)
    tiles = [SPANISH.tr("the {tile}", tile=number) for number in (1, 2, 4)]
    assert all_of(tiles) == "el 1, el 2 y el 4"
    assert any_of(tiles) == "the 1, the 2 or the 4"
    assert all_of([*tiles, SPANISH.tr("the board")]) == "the 1, the 2, the 4 and the board"
    assert all_of(map(str, tiles[:1])) == "el 1"


@pytest.mark.parametrize(("count", "said"), [(1, "un dado"), (2, "2 dados")])
def test_a_plural_is_said(count: int, said: str) -> None:
    assert SPANISH.tr_n("one die", "{number} dice", count, number=count) == said
    assert SPANISH.tr_n("one box", "{number} boxes", 2, number=count) == f"{count} boxes"


def test_the_words_of_one_message_know_their_english() -> None:
    two = SPANISH.tr_as("numbers", "one two three").split()[1]
    assert two == "dos"
    assert SPANISH.tr("{number} boxes", number=two) == "two boxes"
    unknown = SPANISH.tr_as("numbers", "four five").split()[0]
    assert SPANISH.tr("the {tile}", tile=unknown) == "the four"


def test_signs_need_no_translation() -> None:
    assert SPANISH.tr("{label}: {text}", label=SPANISH.tr("the {tile}", tile=7), text=5) == (
        "el 7: 5"
    )


def test_a_number_is_written_as_the_rest_of_its_sentence() -> None:
    with speaking(SPANISH):
        assert decimal(7.5, 1) == "7,5"
        assert tr("the {tile}", tile=decimal(7.5, 1)) == "el 7,5"
        assert tr("in {seconds} s", seconds=decimal(7.5, 1)) == "in 7.5 s"
        assert whole(12_000) == "12,000"


def test_what_is_made_of_a_part_knows_its_english() -> None:
    tile = SPANISH.tr("the {tile}", tile=7)
    loud = made_of(lambda parts: parts[0].upper(), tile)
    assert loud == "EL 7"
    assert SPANISH.tr("put {up} back up", up=loud) == "put THE 7 back up"
    assert made_of(lambda parts: parts[0].upper(), "plain") == "PLAIN"
