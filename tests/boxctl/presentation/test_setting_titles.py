"""The settings as people read them, in every language."""

from __future__ import annotations

import re

import pytest

from boxctl.presentation.game_names import (
    SETTING_ROOM,
    settings_in_words,
    value_in_words,
)
from boxctl.rules.settings import SETTINGS
from groundwork.cell_width import columns_of
from groundwork.language import known_languages, language, tr, use
from tests.support.setting_samples import every_sample


@pytest.mark.parametrize("code", known_languages())
def test_every_title_and_value_has_room_on_the_screen_of_the_settings(code: str) -> None:
    use(language(code))
    titles = [tr(setting.title) for setting in SETTINGS.values()]
    values = [
        value_in_words(name, value)
        for name, setting in SETTINGS.items()
        for value in setting.kind.words
    ]
    assert [words for words in (*titles, *values) if columns_of(words) > SETTING_ROOM] == []


@pytest.mark.parametrize("code", known_languages())
@pytest.mark.parametrize("name", SETTINGS)
def test_no_setting_is_told_by_names_that_only_programs_have(name: str, code: str) -> None:
    use(language(code))
    changes = [(name, value) for value in every_sample(name)]
    told = [*settings_in_words(changes), tr(SETTINGS[name].meaning)]
    assert [text for text in told if re.search(r"[a-z]_[a-z]", text)] == []


def test_a_changed_setting_is_told_by_its_title() -> None:
    changes = (("stake", "50p"), ("doubles", "rethrow"))
    assert list(settings_in_words(changes)) == ["Stake: 50p", "Doubles: thrown again"]


@pytest.mark.parametrize(
    ("code", "typed", "told"),
    [
        ("en", "1,50 €", "€1.50"),
        ("fr", "£1.50", "1,50\u00a0£"),
        ("de", "50p", "50 p"),
        ("de", "50", "50"),
    ],
)
def test_a_stake_is_told_as_the_language_writes_amounts(code: str, typed: str, told: str) -> None:
    use(language(code))
    assert value_in_words("stake", typed) == told
