"""One word for one thing: what a language never says, in whatever message.

The table for translators is in docs/languages.md.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from translation.catalogs import messages_of_source, read

DOCS = Path(__file__).parents[3] / "docs"

TYPED = re.compile(r"^bench$|^[a-z]+ \| ")
"""Words that people type, which keep their old spelling beside the new one."""

SEVEN_SEGMENTS = "on seven segments"
"""They lack letters, so another word may have to do there."""

NEVER = {
    "fr": {
        r"\btuiles?\b": "a tile is un clapet",
        r"\bbascul": "to shut is rabattre",
        r"\b[Cc]omme classic\b|\bClassic sous\b": "it is le jeu classique",
        r"\blong game\b": "it is le long jeu à l’anglaise",
        r"\bétabli\b": "the bench is le banc d’essai",
        r"\bgrosses? erreurs?\b": "a blunder is une gaffe",
        r"\b(?:une|la|la même|ma|sa) clapet": "clapet is masculine",
        r"clapets? (?:\w+ ){0,2}(?:(?:re)?levé|rabattu|câblé|déplacé)es?\b": "clapet is masculine",
        r"clapets? (?:\w+ ){0,2}(?:resté|revenu|lu|pair|égal)es?\b": "clapet is masculine",
        r"\{(?:tiles?|wired)\} (?:sont )?(?:levé|rabattu|bloqué|câblé)es?\b": "clapet is masculine",
        r"\blevées\b|\b[Tt]outes sont\b": "clapet is masculine",
        r"\b(?:de|que|aucun) \{(?:players?|name|winners)\}": "before Ann it would be d’, qu’",
        r"\bmicrologiciel": "the firmware is le microprogramme",
        r"\bcagnotte\b": "the pool is le pot",
        r"\benjeu\b": "the stake is la mise",
        r"\bprocès-verba": "a record is un enregistrement",
        r"\bThe 300\b": "a game has its title in the language",
        r"\bwiki\b": "a game is not named after its source",
        r"\b(?:im)?paires\b": "clapet is masculine",
        r"\b[Aa]baisse[rz]? (?:le|les|un) (?:clapet|levier)": "to shut is rabattre",
        r"\btermine(?:r|z)? la boîte": "who shuts the box la ferme",
        r"\béliminatoire": "a knockout is une partie à élimination",
        r"\bl’extra\b|\bl’option qui\b": "an extra is un paquet complémentaire",
        r"\bhors jeu\b": "who is out est éliminé",
        r"\b(?:le|être le) bois\b, ": "at the bench one is la boîte",
    },
    "de": {
        r"\bWürfelbecher": "the roller is ein Würfler",
        r"\bLEER\b": "the key is LEERTASTE",
        r"\bschließe\b": "it is schließ",
        r"\bWie classic\b|\bClassic unter\b": "it is das klassische Spiel",
        r"\bam besten“": "a robot spielt optimal",
        r"\bin Gebrauch\b": "it is belegt",
        r"\bWürfel kippt?\b|\bWürfel kippen|\bauf der Kante\b": "a cocked die is auf Kippe",
        r"\bbeendet die Box\b": "who shuts the box macht sie zu",
        r"\bThe 300\b": "a game has its title in the language",
        r"\bWikis?\b": "a game is not named after its source",
        r"\b[Kk]lapp\b.* um\b|\b[Uu]mlegen\b|\bumzulegen\b|\bzu(?:ge|zu)klapp": "it is schließen",
        r"\b[Mm]einst du\b": "it is meintest du",
        r"\((?:Vorgabe|sonst): ": "Vorgabe is a handicap",
        r"\b(?:[Ss]chreib|[Ss]etz|[Ww]ähl|[Ff]ühr|versuch|[Vv]ergleich)e\b": "it is schreib",
        r"\b[Nn]enn\b|\b[Tt]ipp\b": "it is nenne, tippe",
        r"\bdas Extra\b": "an extra is ein Zusatzpaket",
        r"\bdas Holz\b.*\bsein|\bsei das Holz\b": "at the bench one is die Box",
    },
}
"""What is never said, and what is said instead."""


@pytest.mark.parametrize("language", NEVER)
def test_a_language_has_one_word_for_one_thing(language: str) -> None:
    catalog = read(language)
    wrong = []
    for context, text in messages_of_source():
        english = text if isinstance(text, str) else text[0]
        message = catalog.get(english, context or None)
        if message is None or TYPED.search(english) or context == SEVEN_SEGMENTS:
            continue
        forms = (message.string,) if isinstance(message.string, str) else message.string or ()
        wrong += [
            (form, instead)
            for form in forms
            for never, instead in NEVER[language].items()
            if re.search(never, form, re.IGNORECASE if "wiki" in never else 0)
        ]
    assert wrong == []


@pytest.mark.parametrize("language", NEVER)
def test_the_rule_book_has_the_words_of_the_messages(language: str) -> None:
    book = (DOCS / f"rulebook.{language}.md").read_text(encoding="utf-8")
    rules, listed, _variants = book.partition("| `classic` |")
    assert listed, "the table of the variants, where each has its English name, too"
    assert [
        (found.group(0), instead)
        for never, instead in NEVER[language].items()
        for found in re.finditer(never, rules)
    ] == []


def test_a_turn_is_not_called_a_move_in_german() -> None:
    catalog = read("de")
    wrong = []
    for context, text in messages_of_source():
        english = " ".join(text) if isinstance(text, tuple) else str(text)
        message = catalog.get(text if isinstance(text, str) else text[0], context or None)
        if message is None or "move" in english or " | " in english:
            continue
        if not re.search(r"\bturns?\b", english):
            continue
        wrong += re.findall(r"\b(?:Zug|Zugs|Zuges|Züge)\b", str(message.string))
    assert wrong == []


def test_english_names_no_game_after_its_source() -> None:
    texts = [text for _context, text in messages_of_source()]
    assert [text for text in texts if re.search(r"\bwiki\b", str(text), re.IGNORECASE)] == []
