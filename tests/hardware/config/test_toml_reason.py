"""Why a text is no TOML is said in the language of the program."""

from __future__ import annotations

import pytest

from groundwork.language import is_complete, known_languages, language, use
from hardware.config.toml_lines import KNOWN_REASONS, place_and_reason


def test_in_english_it_is_as_python_says_it() -> None:
    at_a_line = ValueError("Cannot declare ('box',) twice (at line 3, column 5)")
    assert place_and_reason(at_a_line) == (3, "Cannot declare ('box',) twice")
    at_the_end = ValueError("Unclosed array (at end of document)")
    assert place_and_reason(at_the_end) == (None, "Unclosed array")
    assert place_and_reason(RecursionError("too deep")) == (None, "too deep")


@pytest.mark.parametrize("code", [code for code in known_languages()[1:] if is_complete(code)])
def test_every_known_reason_is_translated(code: str) -> None:
    use(language(code))
    said = {
        place_and_reason(ValueError(f"{known} (at line 1, column 1)"))[1] for known in KNOWN_REASONS
    }
    assert said.isdisjoint(KNOWN_REASONS)


def test_a_reason_keeps_what_it_is_about() -> None:
    use(language("de"))
    found = ValueError("Illegal character '\\x00' (at line 2, column 1)")
    assert place_and_reason(found) == (2, "unerlaubtes Zeichen '\\x00'")


def test_a_reason_that_is_not_known_stays_as_it_is() -> None:
    use(language("de"))
    assert place_and_reason(ValueError("Odd (at line 2, column 1)")) == (2, "Odd")
