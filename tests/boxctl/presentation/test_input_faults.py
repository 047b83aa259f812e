"""A line that is refused is told why, and a doubt is put in words where it is shown or said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxctl.presentation.input_faults import doubt_in_words, refusal_in_words
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sound.spoken_phrases import SPOKEN
from boxctl.referee.acts import MOST_WAITING
from boxctl.referee.fields import WrongValue
from boxctl.referee.lines import MOST_BYTES, InputFault, InputRefused, read_event
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Doubt, DoubtReason, doubt_as_data, doubt_from_data
from boxctl.rules.variants import variant

REFUSED = {
    InputFault.TOO_LONG: (" " * (MOST_BYTES + 1), "the line is longer than 1000000 bytes"),
    InputFault.BLANK: (" ", "the line is blank"),
    InputFault.NOT_JSON: ("{", "the line is not JSON"),
    InputFault.NO_JSON_CONSTANT: ('{"at": NaN}', "the line is not JSON, which has no NaN"),
    InputFault.NO_OBJECT: (
        "[]",
        'the line is not a JSON object such as {"at": 1.2, "shut": 7}',
    ),
    InputFault.KEY_TWICE: (
        '{"at": 1, "shut": 1, "shut": 2}',
        '"shut" is given twice: give each event its own line',
    ),
    InputFault.UNKNOWN_KEY: (
        '{"at": 1, "flip": 3}',
        'unknown key "flip": known are at, throw, shut, open, press',
    ),
    InputFault.TWO_EVENTS: (
        '{"at": 1, "shut": 1, "open": 2}',
        "two events in one line (shut and open): give each its own line",
    ),
    InputFault.NO_TIME: ('{"shut": 1}', 'there is no time: add "at", in seconds'),
    InputFault.TIME_NO_NUMBER: ('{"at": true}', "the time true is not a number of seconds"),
    InputFault.TIME_NOT_FINITE: (
        '{"at": 1e999}',
        "the time is not a finite number of seconds",
    ),
    InputFault.TIME_GOES_BACK: ('{"at": 1}', "the time goes back"),
    InputFault.NO_THROW: ('{"at": 9, "throw": 3}', "the throw 3 is not a list such as [3, 4]"),
    InputFault.NO_TILE_NUMBER: (
        '{"at": 9, "shut": {}}',
        "there is no tile dict: tiles are whole numbers",
    ),
    InputFault.NOT_ON_THE_BOX: (
        '{"at": 9, "shut": 99}',
        "there is no tile 99: the box has tiles 1 to 9",
    ),
    InputFault.TOO_MANY_WAIT: (
        '{"at": 5, "press": "new"}',
        "too many throws and presses wait for the bump time of a lever: give their lines later "
        "times",
    ),
    InputFault.UNKNOWN_BUTTON: (
        '{"at": 9, "press": "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd"}',
        'there is no button "aaaaaaaaaabbbbbbbbbbccccccccccdddddd…: known are confirm, new',
    ),
}


def test_every_fault_is_here() -> None:
    assert set(REFUSED) == set(InputFault)


@pytest.mark.parametrize("fault", InputFault)
def test_a_refused_line_is_told_why(fault: InputFault) -> None:
    line, words = REFUSED[fault]
    referee = Referee(variant("classic"), ["Ann"])
    referee.hear(read_event('{"at": 5, "shut": 7}'))
    referee.hear(read_event(f'{{"at": 5, "throw": {[1] * MOST_WAITING}}}'))
    with pytest.raises(InputRefused) as refusal:
        referee.hear(read_event(line))
    assert refusal.value.fault is fault
    assert refusal_in_words(refusal.value) == words


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
