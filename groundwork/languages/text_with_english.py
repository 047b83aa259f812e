"""Texts of a language whose translation has only begun: each has its English with it.

So a sentence of which one part is not translated can be said in English as a whole, although its
other parts have been translated before.
"""

from __future__ import annotations

import re
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Self, SupportsIndex


PLACEHOLDER = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")


class TextWithEnglish(str):
    """A text, and the same in English; ``translated`` is whether all of it is translated.

    If it is not, it is the English one. What is made of such texts with ``join``, ``split`` and
    :func:`made_of` knows its English, too. A sentence ends where it is put into a plain ``str``.
    """

    __slots__ = ("english", "translated")

    english: str
    translated: bool

    def __new__(cls, text: str | None, english: str) -> Self:
        """Make the text; without ``text`` it is not translated."""
        made = super().__new__(cls, english if text is None else text)
        made.english, made.translated = english, text is not None
        return made

    def __str__(self) -> str:
        return self

    def join(self, parts: Iterable[str], /) -> str:
        """Join parts of a sentence."""
        return made_of(lambda texts: str.join(texts[0], texts[1:]), self, *parts)

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        """Split a message that is several words."""
        words, english = super().split(sep, maxsplit), self.english.split(sep, maxsplit)
        if not self.translated:
            return [TextWithEnglish(None, word) for word in english]
        if len(words) != len(english):
            return words
        return [TextWithEnglish(*each) for each in zip(words, english, strict=True)]


def said(text: str | None, english: str, values: Mapping[str, Any]) -> str:
    """Put values into a message that is translated as ``text``; None if it is not.

    The English one is taken if a value is not translated, either. Signs alone, such as a comma, are
    the same in a language that has no others.
    """
    if text is None and not has_words(english):
        text = english
    in_english = {name: english_of(value) for name, value in values.items()}
    if text is None or not all(map(is_translated, values.values())):
        return TextWithEnglish(None, english.format_map(in_english) if values else english)
    if not values:
        return TextWithEnglish(text, english)
    return TextWithEnglish(text.format_map(values), english.format_map(in_english))


@lru_cache
def has_words(message: str) -> bool:
    """Whether there is anything to translate in a message besides signs and what it is told."""
    return any(map(str.isalpha, PLACEHOLDER.sub("", message)))


def made_of(make: Callable[[list[str]], str], *parts: str) -> str:
    """Return the sentence that ``make`` makes of parts, with its English if they have theirs."""
    if not any(isinstance(part, TextWithEnglish) for part in parts):
        return make(list(parts))
    english = make(list(map(english_of, parts)))
    if not all(map(is_translated, parts)):
        return TextWithEnglish(None, english)
    return TextWithEnglish(make(list(map(plain, parts))), english)


def english_of(value: Any) -> Any:
    """Return the English of a value, which is the value itself if it is no such text."""
    return value.english if isinstance(value, TextWithEnglish) else value


def is_translated(value: Any) -> bool:
    """Whether a value may stand in a translated sentence, as names and numbers may."""
    return not isinstance(value, TextWithEnglish) or value.translated


def plain(text: str) -> str:
    """Return a text without its English."""
    return str.__str__(text)
