"""A line that is refused is told why, whatever is wrong with it."""

from __future__ import annotations

import pytest

from boxctl.presentation.input_faults import refusal_in_words
from boxctl.referee.acts import MOST_WAITING
from boxctl.referee.lines import MOST_BYTES, InputFault, InputRefused, read_event
from boxctl.referee.referee import Referee
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
