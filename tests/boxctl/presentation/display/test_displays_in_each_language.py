"""What a display of few letters shows, in each language."""

from __future__ import annotations

from dataclasses import fields

import pytest

from boxctl.presentation.display.display_words import SingleLineWords, display_words
from groundwork.language import known_languages, language, use
from hardware.config.tables.display import spelled

VALUES = {
    "count": 2, "tile": 12, "rest": 12, "name": "J1", "device": "voice", "short": "Ton",
    "code": "204713", "number": 28,
}  # fmt: skip

LANGUAGES = known_languages()

ROOM = 8
"""The characters of a usual row of seven-segment digits."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", [field.name for field in fields(SingleLineWords)])
def test_seven_segments_can_show_each_word(name: str, code: str) -> None:
    use(language(code))
    ways = getattr(display_words().single_line, name)
    written = [spelled(way.format(**VALUES), "segments") for way in ways]
    assert any(text is not None and len(text) <= ROOM for text in written), ways


@pytest.mark.parametrize("code", LANGUAGES)
def test_seven_segments_can_show_which_device_is_lost(code: str) -> None:
    use(language(code))
    for device, name in display_words().short_devices.items():
        assert spelled(name, "segments") is not None, device


@pytest.mark.parametrize("code", LANGUAGES)
def test_seven_segments_can_show_what_must_move(code: str) -> None:
    use(language(code))
    words = display_words()
    for label in (words.up, words.down):
        assert any(spelled(way, "segments") is not None for way in label), label
    assert spelled(words.seat.format(seat=1), "segments") is not None


def test_typographic_signs_are_spelled_with_plain_ones() -> None:
    assert spelled("L’as\u00a0: «\u00a0un\u00a0»", "ascii") == 'L\'as : " un "'
    assert spelled("1\u202f000\u00a0!", "ascii") == "1 000 !"
