"""No evening of a translator is lost because somebody mends an English sentence."""

from __future__ import annotations

import pytest

pytest.importorskip("babel", reason="make dev installs it")

from babel.messages.catalog import Catalog

from translation import catalogs, rewording
from translation.catalogs import LanguageCatalog, parsed, problems, written
from translation.rewording import NEXT, bring_up_to_date

OLD, NEW = "The match is over.", "The match is over now."


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> Catalog:
    """The messages of a program, which a test changes."""
    program = Catalog()
    monkeypatch.setattr(catalogs, "extracted", lambda: program)
    monkeypatch.setattr(rewording, "most_said_first", list)
    return program


def complete(*translated: tuple[str, str]) -> LanguageCatalog:
    catalog = LanguageCatalog("es", is_complete=True)
    for text, string in translated:
        catalog.add(text, string)
    return catalog


def updated(catalog: LanguageCatalog) -> tuple[LanguageCatalog, list[str]]:
    """Bring a catalog up to date; return what its file then has, and what is said of it."""
    told = list(bring_up_to_date(catalog))
    return parsed(written(catalog), "es"), told


def test_a_reworded_sentence_keeps_its_translation_until_somebody_confirms_it(
    source: Catalog,
) -> None:
    source.add(NEW)
    catalog, told = updated(complete((OLD, "La partida terminó.")))
    assert told == [f"reworded, to be confirmed: {NEW!r} was {OLD!r}"]
    assert catalog[NEW].string == "La partida terminó."
    assert catalog[NEW].fuzzy
    assert list(problems(catalog)) == [f"to be confirmed, then without its line fuzzy: {NEW!r}"]
    again, told = updated(catalog)
    assert told == [] and written(again) == written(catalog)

    again[NEW].flags.discard("fuzzy")
    confirmed, told = updated(again)
    assert told == [] and list(problems(confirmed)) == []


def test_a_sentence_that_goes_and_comes_back_is_translated_again(source: Catalog) -> None:
    source.add("Nobody wins.")
    catalog, told = updated(complete((OLD, "La partida terminó."), ("Nobody wins.", "Nadie.")))
    assert told == [f"dropped, and kept at the end of the file: {OLD!r}"]
    assert b'#~ msgid "The match is over."\n#~ msgstr "La partida termin' in written(catalog)
    assert updated(catalog)[1] == []

    source.add(OLD)
    again, told = updated(catalog)
    assert told == [f"back, as it was translated before: {OLD!r}"]
    assert again[OLD].string == "La partida terminó." and not again[OLD].fuzzy
    assert list(problems(again)) == [] and b"#~" not in written(again)


def test_a_rewording_that_is_taken_back_leaves_no_trace(source: Catalog) -> None:
    before = complete((OLD, "La partida terminó."))
    source.add(NEW)
    catalog, _told = updated(before)
    source.delete(NEW)
    source.add(OLD)
    again, told = updated(catalog)
    assert told == [f"back, as it was translated before: {OLD!r}"]
    assert written(again) == written(complete((OLD, "La partida terminó.")))


def test_a_message_that_was_never_in_the_source_is_named_and_kept(source: Catalog) -> None:
    source.add("Something else entirely, with a lever.")
    catalog, told = updated(complete(("Nobdy wins.", "No gana nadie.")))
    assert told == ["dropped, and kept at the end of the file: 'Nobdy wins.'"]
    assert [message.string for message in catalog.obsolete.values()] == ["No gana nadie."]


def test_a_plural_keeps_its_forms_and_a_context_its_own(source: Catalog) -> None:
    source.add(("{n} tile is shut.", "{n} tiles are shut."))
    source.add("new", context="a button")
    catalog = complete()
    catalog.add(("{n} tile shut.", "{n} tiles shut."), ("{n} ficha.", "{n} fichas."))
    catalog.add("new", "nueva")
    catalog, told = updated(catalog)
    assert catalog["{n} tile is shut."].string == ("{n} ficha.", "{n} fichas.")
    assert [each.string for each in catalog if each.context == "a button"] == [""]
    assert len(told) == 2


def test_a_begun_catalog_has_what_is_next_and_a_complete_one_everything(source: Catalog) -> None:
    for number in range(NEXT + 10):
        source.add(f"sentence {number}")
    catalog = LanguageCatalog("es")
    catalog.add("sentence 3", "frase 3")
    begun, _told = updated(catalog)
    assert [message.id for message in begun if message.id and message.string] == ["sentence 3"]
    assert sum(bool(message.id) for message in begun) == 1 + NEXT
    begun.is_complete = True
    whole, _told = updated(begun)
    assert sum(bool(message.id) for message in whole) == NEXT + 10
