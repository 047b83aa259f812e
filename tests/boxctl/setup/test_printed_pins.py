"""A contact of a USB board is called by what is printed on the board."""

from __future__ import annotations

from boxctl.setup.learner import MistakeFound, WiringMistake
from boxctl.setup.line_watch import printed_on_board
from boxctl.setup.wiring_sentences import line_in_words, mistake_in_words
from hardware.config.pins import Pin
from tests.boxctl.doctor.a_workshop import SMALL_BOX, a_board

SWAPPED = MistakeFound(WiringMistake.SWAPPED, (3, 7), (7,))


def test_a_swapped_lever_of_a_small_box_is_on_d8() -> None:
    printed = printed_on_board(SMALL_BOX)
    assert line_in_words(7, printed) == "D8"
    assert "the first is on D8;" in mistake_in_words(SWAPPED, printed, pins_are_written=False)


def test_a_board_that_is_not_known_has_numbers() -> None:
    printed = printed_on_board(a_board("of mine", tiles=9))
    assert printed == printed_on_board(None) == {}
    assert "the first is on contact 7;" in mistake_in_words(SWAPPED, printed)


def test_a_pin_of_the_pi_is_a_pin() -> None:
    assert line_in_words(Pin(7), {7: "D8"}) == str(Pin(7))
