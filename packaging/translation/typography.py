"""The typography of each language: its spaces, apostrophes and quotation marks.

A French text has a no-break space (U+00A0) before ``: ; ! ?`` and inside « », so that no line
breaks there. French and German texts have the apostrophe ’, and one before a percent sign, too.
Quotation marks are « » in French, „ “ in German and " in English; code keeps its own signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_LETTER = r"[^\W\d_]"

_EVERYWHERE = {
    rf"(?<={_LETTER})'(?={_LETTER}|[«„{{])": "an apostrophe is ’",
    r"[\d}][ \u202f]?%(?![\w(])": "a no-break space stands before %",
    r"\u202f": "a narrow no-break space is missing in many fonts of terminals",
}

_WRONG: dict[str, dict[str, str]] = {
    "en": {r"[‘’“”„«»]": "English texts have straight quotation marks and apostrophes"},
    "fr": _EVERYWHERE
    | {
        r"(?<=[^\s|]) [:;!?](?!\w)": "a no-break space stands before : ; ! ?",
        r"(?<=[^\s\u00a0:;!?])[:;!?](?=\s|$)": "a no-break space stands before : ; ! ?",
        r"«(?!\u00a0)|(?<!\u00a0)»": "a no-break space stands inside « »",
        r"[“”„]": "quotation marks are « »",
    },
    "de": _EVERYWHERE
    | {
        r"(?<=\w)[ \u00a0][:;!?](?!\w)": "no space stands before : ; ! ?",
        r"„(?![^„“]*“)|^[^„]*“|[”«»]": "quotation marks are „ “",
    },
}
"""By language, what must not be in a text, and why."""

_CODE = re.compile(r"```.*?```|`[^`]*`|^ {4}.*$|<!--.*?-->", re.MULTILINE | re.DOTALL)


def typography_problems(language: str, text: str) -> Iterator[str]:
    """Yield what a text in this language has against its typography, a line for each place."""
    for pattern, why in _WRONG.get(language, {}).items():
        for found in re.finditer(pattern, text):
            near = text[max(0, found.start() - 20) : found.end() + 20]
            yield f"{why}: {near!r}"


def typography_problems_of_page(language: str, markdown: str) -> Iterator[str]:
    """Yield the same of a page in Markdown. What is code there counts as a letter."""
    return typography_problems(language, _CODE.sub("x", markdown))
