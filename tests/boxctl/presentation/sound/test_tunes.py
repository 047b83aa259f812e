"""Tunes that can be told apart, by their tones and by their rhythm alone."""

from __future__ import annotations

from itertools import combinations

import pytest

from boxctl.presentation.sound import speech_presenter as tunes
from boxctl.presentation.sound.speech_presenter import (
    BOX_SHUT,
    MATCH_OVER,
    PUT_BACK,
    THROWN,
    TURN_OVER,
)
from hardware.devices import Tune
from tests.support.tables.referee_alone import RefereeAlone

EVERY = {
    name: tune
    for name, tune in vars(tunes).items()
    if name.isupper() and isinstance(tune, tuple) and name[0] != "_"
}


def tunes_of(table: RefereeAlone) -> list[Tune]:
    return [tune for ruling in table.new if (tune := tunes.tune_of_ruling(ruling)) is not None]


def rhythm(tune: Tune) -> list[tuple[bool, int]]:
    """What is heard of a tune that has only one tone: on and off, and how long."""
    parts: list[tuple[bool, int]] = []
    for note in tune:
        on = note.hertz > 0
        if parts and parts[-1][0] == on:
            parts[-1] = (on, parts[-1][1] + note.milliseconds)
        else:
            parts.append((on, note.milliseconds))
    return parts


def beats(tune: Tune) -> str:
    """A rhythm as a person hears it: short and long ones."""
    return "".join("–" if long >= 200 else "." for on, long in rhythm(tune) if on)


def test_there_is_a_tune_for_each_kind_of_news() -> None:
    assert sorted(EVERY) == [
        "BOX_SHUT",
        "COMMITTED",
        "MATCH_OVER",
        "PUT_BACK",
        "THROWN",
        "TROUBLE",
        "TURN_OVER",
        "WELL_AGAIN",
    ]


@pytest.mark.parametrize(("one", "other"), list(combinations(sorted(EVERY), 2)))
def test_any_two_differ_in_rhythm_and_in_melody(one: str, other: str) -> None:
    assert beats(EVERY[one]) != beats(EVERY[other])
    melodies = [[note.hertz for note in EVERY[name] if note.hertz] for name in (one, other)]
    assert melodies[0] != melodies[1]


@pytest.mark.parametrize("name", sorted(EVERY))
def test_a_tune_is_short_begins_and_ends_with_a_tone_and_suits_a_small_buzzer(name: str) -> None:
    tune = EVERY[name]
    assert sum(note.milliseconds for note in tune) <= 1200
    assert tune[0].hertz and tune[-1].hertz
    assert all(note.hertz == 0 or 300 <= note.hertz <= 5000 for note in tune)
    assert all(note.milliseconds >= 50 for note in tune)


def test_what_is_heard_in_a_match() -> None:
    table = RefereeAlone("classic", "Ann,Bob")
    assert tunes_of(table) == []
    table.throws(1, 1)
    assert tunes_of(table) == [THROWN]
    table.shuts(9)
    assert tunes_of(table) == [PUT_BACK]
    table.opens(9)
    assert tunes_of(table) == []
    table.shuts(2)
    assert tunes_of(table) == [tunes.COMMITTED]
    table.throws(1, 1)
    assert tunes_of(table) == [TURN_OVER]


def test_a_shut_box_is_heard_before_the_match_is_over() -> None:
    table = RefereeAlone("classic", "Ann", tiles=3)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 2)
    table.shuts(3)
    table.throws(1)
    table.shuts(1)
    assert tunes_of(table) == [tunes.COMMITTED, BOX_SHUT, MATCH_OVER]
