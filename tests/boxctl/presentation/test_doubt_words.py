"""A doubt is recorded as data, and put in words where it is shown or said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxctl.presentation.input_faults import doubt_in_words
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sound.spoken_phrases import SPOKEN
from boxctl.referee.fields import WrongValue
from boxctl.referee.ruling import Doubt, DoubtReason, doubt_as_data, doubt_from_data

DOUBTS = [
    (Doubt(DoubtReason.DEVICE_LOST, "roller"), "the roller did not answer"),
    (Doubt(DoubtReason.SENSOR_QUARANTINED, 7), "the sensor of tile 7 is in quarantine"),
    (Doubt(DoubtReason.NOT_SHOWN, 7), "the sensor of tile 7 did not show this"),
    (Doubt(DoubtReason.CHATTERED, 7, 1_230_000), "the sensor of tile 7 chattered for 1.2 s"),
    (
        Doubt(DoubtReason.CHATTERED, "confirm", 12_000_000),
        "the button confirm chattered for 12.0 s",
    ),
    (Doubt(DoubtReason.TIME_UNKNOWN, 5), "the sensor of tile 5 did not tell when it changed"),
    (Doubt(DoubtReason.UNOBSERVED, 5), "nobody looked while tile 5 may have been moved and back"),
    (
        Doubt(DoubtReason.THROWN_UNHEARD),
        "the throw was made while the roller could not be heard",
    ),
    (
        Doubt(DoubtReason.HOST_SLEPT, "", 61_000_000),
        "the throw may be 61.0 s old, as the computer slept",
    ),
    (
        Doubt(DoubtReason.OTHER_ROLLER),
        "the throw came from another roller than the match began with",
    ),
    (Doubt(DoubtReason.DECLARED), "declared by the players after an interruption"),
    (Doubt(DoubtReason.IN_WORDS, "the roller was asleep"), "the roller was asleep"),
]


def test_every_reason_has_its_words() -> None:
    assert {doubt.reason for doubt, _words in DOUBTS} == set(DoubtReason)


@pytest.mark.parametrize(("doubt", "words"), DOUBTS)
def test_a_doubt_comes_back_from_the_journal_and_is_worded(doubt: Doubt, words: str) -> None:
    assert doubt_from_data(json.loads(json.dumps(doubt_as_data(doubt)))) == doubt
    assert doubt_in_words(doubt, WRITTEN) == words


@pytest.mark.parametrize("doubt", [doubt for doubt, _words in DOUBTS])
def test_a_doubt_is_said_without_digits(doubt: Doubt) -> None:
    assert not any(letter.isdigit() for letter in doubt_in_words(doubt, SPOKEN))


def test_seconds_are_said_with_their_point() -> None:
    said = doubt_in_words(Doubt(DoubtReason.CHATTERED, 7, 12_300_000), SPOKEN)
    assert said == "the sensor of tile seven chattered for twelve point three s"


@pytest.mark.parametrize(
    "data",
    [
        None,
        7,
        {},
        {"reason": "unheard of"},
        {"reason": 7},
        {"reason": "in_words", "source": "x"},
        {"reason": "device_lost"},
        {"reason": "device_lost", "source": 3},
        {"reason": "sensor_quarantined", "source": 25},
        {"reason": "sensor_quarantined", "source": True},
        {"reason": "not_shown", "source": "roller"},
        {"reason": "chattered", "source": 7, "seconds": "long"},
        {"reason": "chattered", "source": 7, "seconds": float("inf")},
        {"reason": "chattered", "source": [7]},
        {"reason": "declared", "source": "Ann"},
    ],
)
def test_what_is_no_doubt_is_refused(data: Any) -> None:
    with pytest.raises(WrongValue):
        doubt_from_data(data)


@pytest.mark.parametrize(
    "reason", [reason for reason in DoubtReason if reason is not DoubtReason.IN_WORDS]
)
def test_every_reason_is_explained_to_people(reason: DoubtReason) -> None:
    page = (Path(__file__).parents[3] / "docs/settle-a-dispute.md").read_text(encoding="utf-8")
    words = [words for doubt, words in DOUBTS if doubt.reason is reason]
    assert any(f"| {said} |" in page for said in words)
