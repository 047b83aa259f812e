"""The names of the coach's modes, as people type them in the plain game."""

from __future__ import annotations

import pytest

from boxctl.screens.coaching.advice import CoachMode, mode_called
from groundwork.language import language, use


@pytest.mark.parametrize(
    ("code", "word", "mode"),
    [
        ("en", "on", "on"),
        ("en", "immer", None),
        ("de", "immer", "on"),
        ("de", "FEHLER", "blunders"),
        ("de", "off", "off"),
        ("fr", "apres", "after"),
        ("fr", "", None),
    ],
)
def test_a_mode_goes_by_its_name_in_the_language_and_in_english(
    code: str, word: str, mode: CoachMode | None
) -> None:
    use(language(code))
    assert mode_called(word) == mode
