"""Reasons for which Python refuses a text as TOML, in the language of this program."""

from __future__ import annotations

import re

from groundwork.language import message, tr

KNOWN_REASONS = (
    message("Cannot overwrite a value"),
    message("Escaped character is not a Unicode scalar value"),
    message("Expected '=' after a key in a key/value pair"),
    message("Expected ']' at the end of a table declaration"),
    message("Expected ']]' at the end of an array declaration"),
    message("Expected newline or end of document after a statement"),
    message("Invalid date or datetime"),
    message("Invalid hex value"),
    message("Invalid initial character for a key part"),
    message("Invalid statement"),
    message("Invalid value"),
    message("Unclosed array"),
    message("Unclosed inline table"),
    message("Unescaped '\\' in a string"),
    message("Unterminated string"),
)
"""Reasons in the words of ``tomllib``; any other stays as it is."""

REASONS_ABOUT = (
    (re.compile("Cannot declare (.*) twice"), message("Cannot declare {what} twice")),
    (re.compile("Found invalid character (.*)"), message("Found invalid character {what}")),
    (re.compile("Illegal character (.*)"), message("Illegal character {what}")),
    (re.compile("Duplicate inline table key (.*)"), message("Duplicate inline table key {what}")),
)
"""Reasons that name a key or a character, as ``repr`` writes it."""


_AT = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)")


def place_and_reason(error: Exception) -> tuple[int | None, str]:
    """Return the line that ``tomllib`` names, None for the end of the text, and the reason."""
    found = _AT.fullmatch(str(error))
    if found is None:
        return None, str(error)
    return int(found[2]) if found[2] else None, _in_words(found[1])


def _in_words(reason: str) -> str:
    for pattern, words in REASONS_ABOUT:
        if (about := pattern.fullmatch(reason)) is not None:
            return tr(words, what=about[1])
    return tr(reason)
