"""One word for one thing: what a language never says, in whatever message.

The table for translators is in docs/languages.md.
"""

from __future__ import annotations

import re

import pytest

from translation.catalogs import messages_of_source, read

TYPED = re.compile(r"^bench$|^[a-z]+ \| ")
"""Words that people type, which keep their old spelling beside the new one."""

NEVER = {
    "fr": {
        r"\btuiles?\b": "a tile is un clapet",
        r"\bbascul": "to shut is rabattre",
        r"\b[Cc]omme classic\b|\bClassic sous\b": "it is le jeu classique",
        r"\blong game\b": "it is le long jeu à l’anglaise",
        r"\bétabli\b": "the bench is le banc d’essai",
        r"\bgrosses? erreurs?\b": "a blunder is une gaffe",
        r"\bune clapet|\bla clapet|clapets? (?:levée|rabattue)": "clapet is masculine",
        r"\bwiki\b": "a game is not named after its source",
    },
    "de": {
        r"\bWürfelbecher": "the roller is ein Würfler",
        r"\bLEER\b": "the key is LEERTASTE",
        r"\bschließe\b": "it is schließ",
        r"\bWie classic\b|\bClassic unter\b": "it is das klassische Spiel",
        r"\bam besten“": "a robot spielt optimal",
        r"\bin Gebrauch\b": "it is belegt",
        r"\bWikis?\b": "a game is not named after its source",
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
        if message is None or TYPED.search(english):
            continue
        forms = (message.string,) if isinstance(message.string, str) else message.string or ()
        wrong += [
            (form, instead)
            for form in forms
            for never, instead in NEVER[language].items()
            if re.search(never, form, re.IGNORECASE if "wiki" in never else 0)
        ]
    assert wrong == []


def test_english_names_no_game_after_its_source() -> None:
    texts = [text for _context, text in messages_of_source()]
    assert [text for text in texts if re.search(r"\bwiki\b", str(text), re.IGNORECASE)] == []
