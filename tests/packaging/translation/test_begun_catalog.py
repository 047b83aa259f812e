"""A language whose translation has begun is offered, says how far it is, and mixes no sentence."""

from __future__ import annotations

import json
import random
import re
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from zlib import crc32

import pytest

from boxctl.cli import main
from boxctl.web.http import guard
from boxctl.web.http.guard import known_code, preferred
from boxctl.web.page_texts import own_names
from groundwork import language
from groundwork.language import (
    ENGLISH,
    code_of_locale,
    is_complete,
    known_languages,
    listed_languages,
    share_translated,
    with_share,
)

pytest.importorskip("babel", reason="make dev installs it")


from groundwork.languages.text_with_english import PLACEHOLDER
from translation.catalogs import (
    LanguageCatalog,
    messages_of_source,
    parsed,
    problems,
    texts,
    written,
)

HEADER = 'msgid ""\nmsgstr ""\n"X-Status: {}\\n"\n"X-Percent: {}\\n"\n\n'


@pytest.fixture
def catalogs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that has all catalogs; there are none yet."""
    folder = tmp_path / "languages"
    folder.mkdir()
    monkeypatch.setattr(language, "CATALOGS", str(folder))
    monkeypatch.setattr(language, "_languages", {"en": ENGLISH})
    monkeypatch.setattr(guard, "_known", known_languages)
    return folder


def test_a_begun_language_is_listed_with_its_share(catalogs: Path) -> None:
    (catalogs / "es.po").write_text(HEADER.format("begun", 1))
    (catalogs / "de.po").write_text(HEADER.format("complete", ""))
    assert known_languages() == ("en", "de", "es")
    assert listed_languages() == "en, de, es (1%)"
    assert with_share("es", "Español") == "Español (1%)"
    assert own_names()["es"] == "es (1%)"


def test_help_and_pages_offer_a_begun_language(
    catalogs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = 'msgctxt "the name of the language of this catalog"\nmsgid "English"\nmsgstr "Español"\n'
    (catalogs / "es.po").write_text(HEADER.format("begun", 1) + name)
    with pytest.raises(SystemExit):
        main(["legal", "--help"])
    assert "the language: en, es (1%)" in capsys.readouterr().out
    assert own_names() == {"en": "English", "es": "Español (1%)"}
    assert preferred("es;q=0.9, en;q=0.5") == "en"
    assert known_code("es-MX") == "es"


@pytest.mark.parametrize("header", ["", 'msgid ""\nmsgstr ""\n"X-Percent: many\\n"\n', "nonsense"])
def test_a_catalog_that_does_not_say_how_far_it_is_has_begun(catalogs: Path, header: str) -> None:
    (catalogs / "es.po").write_text(header)
    assert not is_complete("es")
    assert share_translated("es") == 0


def test_a_begun_language_is_spoken_only_where_it_is_named(
    catalogs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (catalogs / "es.po").write_text(
        HEADER.format("begun", 1) + 'msgid "Nobody wins."\nmsgstr "No gana nadie."\n'
    )
    assert code_of_locale({"LANG": "es_ES.UTF-8"}) == "en"
    assert main(["legal", "--throw", "3,4", "--lang", "es"]) == 0
    assert language.current().tr("Nobody wins.") == "No gana nadie."
    assert main(["legal", "--lang", "it"]) == 2
    assert "known are en, es (1%)." in capsys.readouterr().err


def test_a_begun_catalog_may_lack_what_it_likes_but_what_it_has_is_right() -> None:
    begun = parsed(
        b'msgid "{player} scores {score}."\nmsgstr "{jugador} hace {score}."\n\n'
        b'msgid "Nobody wins."\nmsgstr ""\n\n'
        b'#, fuzzy\nmsgid "{player} is out."\nmsgstr "fuera"\n',
        "es",
    )
    assert list(problems(begun)) == [
        "unknown placeholder ['jugador'] in '{jugador} hace {score}.'",
        "lost placeholder ['player'] in '{jugador} hace {score}.'",
    ]
    begun.is_complete = True
    told = list(problems(begun))
    assert "not translated: 'Nobody wins.'" in told
    assert "to be confirmed, then without its line fuzzy: '{player} is out.'" in told
    assert sum(line.startswith("missing: ") for line in told) > 1000


def test_a_catalog_says_in_its_header_how_far_it_is() -> None:
    begun = LanguageCatalog("es")
    assert b"X-Status: begun" in written(begun)
    assert b"X-Percent: 0" in written(begun)
    begun.add("Nobody wins.", "No gana nadie.")
    assert b"X-Percent: 1\\n" in written(begun)
    assert written(parsed(written(begun), "es")) == written(begun)
    begun.is_complete = True
    assert b"X-Status: complete" in written(begun)
    assert b"X-Percent" not in written(begun)


@pytest.mark.parametrize("half", range(3))
def test_no_sentence_of_a_begun_language_is_in_two(
    half: int, catalogs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The language is English in capitals, of which a part of the messages is missing."""
    (catalogs / "eo.po").write_bytes(written(_in_capitals(half)))
    game = random.Random(half)
    told = []
    for rules in ("canoga", "relay"):
        events = BytesIO("\n".join(_anything(game, 150)).encode())
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(events))
        main(["referee", "--rules", rules, "--players", "1,2", "--lang", "eo"])
        told += [json.loads(line).get("text", "") for line in capsys.readouterr().out.splitlines()]
        play = ["play", "--plain", "--rules", rules, "--players", "highest-first,random"]
        main([*play, "--seed", str(half), "--journal", str(tmp_path / "j.db"), "--lang", "eo"])
        told += capsys.readouterr().out.splitlines()
    sentences = [part for text in told for part in re.split(r"(?<=[.!?;]) ", text) if part]
    loud = [sentence for sentence in sentences if _words(sentence, capitals=True)]
    assert 40 < len(loud) < len(sentences) - 40
    assert [sentence for sentence in loud if _words(sentence, capitals=False)] == []


def _in_capitals(part: int) -> LanguageCatalog:
    catalog = LanguageCatalog("eo")
    for (context, text), message in messages_of_source().items():
        if crc32(f"{part} {context} {text}".encode()) % 3:
            loud = tuple(map(_loud, texts(text)))
            string = loud if isinstance(text, tuple) else loud[0]
            catalog.add(message.id, string, context=message.context)
    return catalog


def _loud(text: str) -> str:
    """Return a message in capitals, but for its placeholders."""
    return "".join(
        part if PLACEHOLDER.fullmatch(part) else part.upper()
        for part in re.split(r"(\{\w+\})", text)
    )


def _anything(chance: random.Random, throws: int) -> list[str]:
    """Return box events of players who keep to the rules now and then."""
    events: list[dict[str, object]] = []
    for _ in range(throws):
        one, other = chance.randint(1, 6), chance.randint(1, 6)
        tile = chance.choice([min(one + other, 9), one, other, chance.randint(1, 9)])
        events += [{"throw": [one, other]}, {"shut": tile}]
        if chance.random() < 0.6:
            events.append({"open": tile})
        if chance.random() < 0.2:
            events.append({"press": chance.choice(["confirm", "new"])})
    return [json.dumps({"at": 2 * number, **event}) for number, event in enumerate(events)]


def _words(sentence: str, *, capitals: bool) -> list[str]:
    """Return the words of a sentence that are all in capitals, or those that are not."""
    words: list[str] = re.findall(
        r"[^\W\d_]{2,}",
        re.sub(r"(?i:robot (?:max|rory))|classic|canoga|relay|BX\d+", "", sentence),
    )
    return [word for word in words if word.isupper() == capitals]
