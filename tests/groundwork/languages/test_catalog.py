"""A catalog is read as translators write it, by hand or with an editor."""

from __future__ import annotations

import pytest

from groundwork.languages.catalog import in_context, read_catalog

HEADER = 'msgid ""\nmsgstr ""\n"Language: xx\\n"\n"Plural-Forms: {}\\n"\n\n'
TWO_FORMS = HEADER.format("nplurals=2; plural=(n != 1);")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('msgid "yes"\nmsgstr "oui"', "oui"),
        ('#. what it is\n#: somewhere.py:7\nmsgid "yes"\nmsgstr ""\n"o"\n"ui"\n', "oui"),
        ('msgid ""\n"y"\n"es"\nmsgstr "oui"\n\n\n', "oui"),
        ('msgid "no"\nmsgstr "non"\nmsgid "yes"\nmsgstr "oui"\n', "oui"),
        ('msgid "no"\nmsgstr "non"\nmsgctxt "a"\nmsgid "yes"\nmsgstr "si"', None),
        ('msgid "yes"\nmsgstr "« \\"oui\\"\\t\\\\n »\\n"', '« "oui"\t\\n »\n'),
        ('msgid "yes"\nmsgid_plural "all"\nmsgstr[0] "oui"\nmsgstr[1] "ouis"', "oui"),
        ('msgid "yes"\nmsgstr ""', None),
        ('#, fuzzy\nmsgid "yes"\nmsgstr "oui"', None),
        ('#, python-brace-format, fuzzy\n#| msgid "yep"\nmsgid "yes"\nmsgstr "oui"', None),
        ('#, fuzzy\n#~ msgid "no"\n#~ msgstr "non"\n\nmsgid "yes"\nmsgstr "oui"', "oui"),
        ('#~ msgid "yes"\n#~ msgstr "oui"', None),
    ],
)
def test_an_entry_is_read(entry: str, said: str | None) -> None:
    assert read_catalog(TWO_FORMS + entry).messages.get("yes") == said


def test_a_context_tells_meanings_apart() -> None:
    catalog = read_catalog(
        TWO_FORMS + 'msgctxt "a button"\nmsgid "new"\nmsgstr "nouvelle"\n\n'
        'msgid "new"\nmsgstr "neuf"\n'
    )
    assert catalog.messages == {in_context("a button", "new"): "nouvelle", "new": "neuf"}


@pytest.mark.parametrize(
    ("rule", "forms"),
    [
        ("nplurals=2; plural=(n != 1);", "101"),
        ("nplurals=2; plural=(n > 1);", "001"),
        ("nplurals=1; plural=0;", "000"),
        # What cannot be understood is as in English.
        ("nplurals=2; plural=two;", "101"),
        ("", "101"),
    ],
)
def test_the_form_of_a_plural_is_that_of_the_language(rule: str, forms: str) -> None:
    catalog = read_catalog(
        HEADER.format(rule) + 'msgid "tile"\nmsgid_plural "tiles"\nmsgstr[0] "0"\nmsgstr[1] "1"\n'
    )
    assert "".join(catalog.plural("tile", number) or "" for number in (0, 1, 2)) == forms


def test_a_plural_without_the_form_for_a_number_is_not_translated() -> None:
    catalog = read_catalog(TWO_FORMS + 'msgid "tile"\nmsgid_plural "tiles"\nmsgstr[0] "Klappe"\n')
    assert catalog.plural("tile", 2) is None
    assert catalog.plural("die", 1) is None


def test_what_a_merge_has_left_in_a_catalog_stops_nothing() -> None:
    catalog = read_catalog(
        TWO_FORMS + '<<<<<<< ours\nmsgid "a"\nmsgstr "A"\n=======\nnonsense\n>>>>>>> theirs\n'
        'msgid "b"\nmsgstr "B"\n'
    )
    assert catalog.messages == {"a": "A", "b": "B"}
