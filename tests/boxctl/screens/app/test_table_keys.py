"""The page of the keys, in every language."""

from __future__ import annotations

import pytest

from boxctl.screens.app.table_keys import HELP, help_screen
from groundwork.language import known_languages, language, tr, use


@pytest.mark.parametrize("code", known_languages())
def test_every_key_stands_apart_from_what_it_does(code: str) -> None:
    use(language(code))
    lines = help_screen().paragraphs
    told = [(tr(key), tr(does)) for _, keys in HELP for key, does in keys]
    starts = {
        line.index(does) for key, does in told for line in lines if line.startswith(f"  {key}  ")
    }
    assert len(starts) == 1
    assert all(any(line.startswith(f"  {key}  ") for line in lines) for key, _ in told)
