"""Lines that are watched, and those that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import pytest

from boxctl.setup.answer_sources import TypedAnswers
from boxctl.setup.learning import open_watch
from boxctl.setup.line_watch import BoardWatch, GpioWatch, HearBoard, PinsToWatch
from boxctl.setup.setup_state import SetupState
from boxctl.setup.survey import Survey
from firmware_bridge.link.events import BoardState, RollerDown
from firmware_bridge.protocol.constants import Health
from firmware_bridge.protocol.messages import State
from groundwork.faults import Fault
from hardware.config.pins import ChipName, Pin
from hardware.gpio.open_chip import OpenChip
from tests.support.chips.mock_chips import MockChips


def watch(chips: MockChips, *wanted: PinsToWatch) -> GpioWatch:
    return GpioWatch(chips(ExitStack()), wanted, clock=lambda: 7, pause=lambda _seconds: None)


class NoChips:
    """Says which chip it was asked for."""

    def __init__(self, closing: ExitStack) -> None:
        self.closing = closing

    def open(self, name: ChipName) -> OpenChip:
        raise Fault("BX402", f"there is no chip {name}")


@pytest.mark.parametrize(
    ("old", "asked"), [({}, "auto"), ({"gpio": {"chip": 0}}, "0"), ({"gpio": {"chip": "x"}}, "x")]
)
def test_plain_numbers_are_lines_of_the_chip_that_the_old_file_names(
    old: dict[str, object], asked: str
) -> None:
    with pytest.raises(Fault, match=f"there is no chip {asked}$"):
        open_watch(SetupState(Survey(), old), NoChips)


@pytest.mark.parametrize(("connects_to", "high"), [("ground", True), ("3v3", False)])
def test_free_lines_are_pulled_away_from_where_contacts_connect_them_to(
    connects_to: str, high: bool
) -> None:
    chips = MockChips()
    answers = {"board": "pi", "tiles": 9, "connects_to": connects_to}
    state = SetupState(Survey(header=chips.header.info), answers=answers)
    levels = open_watch(state, chips, pause=lambda _seconds: None).sample().levels
    assert {*levels.values()} == {high}


def test_levels_and_edges_of_both_chips_come_together() -> None:
    chips = MockChips()
    watched = watch(chips, PinsToWatch(None, [4, 17]), PinsToWatch("mcp23017", [3]))
    chips.pin(17).drive(high=False)
    chips.pin(17).drive(high=True)
    chips.pin("mcp23017:3").drive(high=False)
    sample = watched.sample()
    lever = Pin(3, "mcp23017")
    assert sample.levels == {Pin(4): True, Pin(17): True, lever: False}
    assert dict(sample.edges) == {Pin(17): 2, lever: 1}
    assert not watched.sample().edges
    watched.close()
    assert chips.pin(4).held == ""


def test_a_line_that_another_program_has_is_left_out_and_named() -> None:
    chips = MockChips()
    chips.header.users[17] = "spi0 CS1"
    watched = watch(chips, PinsToWatch(None, [4, 17]))
    assert watched.sample().levels.keys() == {Pin(4)}
    assert watched.left_out == ["pin 17 is used by spi0 CS1, and is not looked at"]


def test_an_expander_without_an_interrupt_is_left_out_with_its_code() -> None:
    chips = MockChips()
    chips.expander.gives_no_edges = True
    watched = watch(chips, PinsToWatch(None, [4]), PinsToWatch("mcp23017", [3]))
    assert watched.sample().levels.keys() == {Pin(4)}
    assert watched.left_out[0].startswith("BX406: ")


def test_an_expander_whose_cable_is_loose_is_named_until_it_is_fast() -> None:
    chips = MockChips()
    watched = watch(chips, PinsToWatch(None, [4]), PinsToWatch("mcp23017", [3]))
    assert watched.lost is None
    chips.expander.is_away = True
    assert watched.sample().levels.keys() == {Pin(4)}
    assert str(watched.lost).startswith("BX407: line mcp23017:3 of a lever cannot be used")
    chips.expander.is_away = False
    watched.sample()
    assert watched.lost is None


def test_a_board_that_does_not_answer_is_a_fault() -> None:
    now = [0]

    def pause(seconds: float) -> None:
        now[0] += round(seconds * 1_000_000)

    with pytest.raises(Fault, match="BX511"):
        BoardWatch(
            "/dev/ttyUSB0",
            [1, 2],
            open_board=lambda _port, _hear: lambda: None,
            clock=lambda: now[0],
            pause=pause,
        )


def test_a_board_that_is_unplugged_is_named_until_it_answers() -> None:
    state = State(1, 0, 0, Health.GOOD, 0, 0, 0, 0)
    heard: list[HearBoard] = []

    def opened(_port: str, hear: HearBoard) -> Callable[[], None]:
        heard.append(hear)
        hear(BoardState(0, 0b11, state))
        return lambda: None

    watched = BoardWatch("/dev/ttyUSB0", [1, 2], open_board=opened, pause=lambda _seconds: None)
    (hear,) = heard
    hear(RollerDown(1, "the port has hung up"))
    assert watched.sample().levels == {1: True, 2: True}
    assert str(watched.lost) == "BX511: the board does not answer: the port has hung up"
    hear(BoardState(2, 0b10, state))
    assert watched.sample().levels == {1: False, 2: True}
    assert watched.lost is None


def test_enter_without_a_question_says_that_a_lever_was_pushed() -> None:
    lines = ["\n"]
    source = TypedAnswers(
        lambda: lines.pop(), lambda _text: None, is_terminal=True, has_line=lambda: bool(lines)
    )
    assert source.is_nudged()
    assert not source.is_nudged()
