"""Everything that a box has to tell people with is told, each once and in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from boxctl.presentation.notices import Notice, SensorTrusted
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variants import variant
from boxctl.table.outputs import Outputs
from boxctl.table.runtime import Runtime
from hardware.devices import Box, DeviceBack, DeviceLost, Face, Manner, TextLine
from hardware.virtual import VirtualBox

BOX = VirtualBox(9, lambda _event: None)
BARE = Box(BOX.tiles, BOX.buttons, BOX.lamps, 5_000, 5_000)


class Told:
    """A display and a voice that note what they are given; so does the console."""

    def __init__(self) -> None:
        self.face = Face(20, 4)
        self.all: list[str] = []

    def show(self, lines: Sequence[TextLine]) -> None:
        self.all.append(f"display: {lines[0].text}")

    def say(self, words: str, manner: Manner) -> None:
        self.all.append(f"voice: {words}")

    def ruled(self, ruling: Ruling) -> None:
        self.all.append(f"console: {ruling.verdict}")

    def noticed(self, notice: Notice) -> None:
        self.all.append(f"console: {type(notice).__name__}")


def audience_of(box: Box, told: Told) -> Outputs:
    rules = variant("classic")
    referee = Referee(rules, ["Ann"], rules.in_play)
    audience = Outputs(box, referee.play, told.ruled, told.noticed, can_ask=True)
    table = Runtime(box, referee, BARE.read(), 0, audience.say, audience.tell)
    audience.follow(table)
    audience.advance(0)
    return audience


def test_a_box_with_nothing_tells_the_console() -> None:
    told = Told()
    audience = audience_of(BARE, told)
    audience.tell(SensorTrusted(7))
    audience.ask_to_begin()
    assert told.all == ["console: ready", "console: SensorTrusted"]
    assert audience.due is None


def test_the_display_changes_when_the_step_is_done() -> None:
    told = Told()
    audience_of(replace(BARE, display=told), told)
    assert told.all == ["console: ready", "display: Ann"]


def test_the_voice_says_rulings_notices_and_how_it_stands() -> None:
    told = Told()
    audience = audience_of(replace(BARE, voice=told), told)
    ruled, *spoken = told.all
    assert ruled == "console: ready"
    assert spoken and all("Ann" in words for words in spoken[:1])
    told.all.clear()
    audience.tell(SensorTrusted(7))
    assert [words.split(":")[0] for words in told.all] == ["console", "voice"]
    told.all.clear()
    audience.ask_to_begin()
    assert told.all == []


@pytest.mark.parametrize(
    ("rules", "levers", "asked"),
    [
        (
            replace(variant("classic"), first_player="highest"),
            0b111111111,
            "voice: Ann throws one die, to see who starts.",
        ),
        (variant("classic"), 0b011111111, "voice: Ann is next. Stand up nine."),
    ],
)
def test_the_voice_asks_for_what_a_match_waits_for_before_any_ruling(
    rules: RuleSet, levers: int, asked: str
) -> None:
    told = Told()
    box = replace(BARE, voice=told)
    referee = Referee(rules, ["Ann", "Bob"], levers)
    audience = Outputs(box, referee.play, told.ruled, told.noticed, can_ask=True)
    audience.ask_to_begin()
    assert told.all == [asked]


def test_a_board_that_answers_at_the_start_was_never_away() -> None:
    told = Told()
    audience = audience_of(replace(BARE, voice=told), told)
    told.all.clear()
    answers = DeviceBack(0, "board", "small_box, firmware 1.4, 9 tiles, lamps")
    audience.tell(answers)
    assert told.all == ["console: DeviceBack"]
    told.all.clear()
    audience.tell(DeviceLost(1, "board", "it does not answer any more"))
    audience.tell(answers)
    assert told.all == [
        "console: DeviceLost",
        "voice: The board does not answer.",
        "console: DeviceBack",
        "voice: The board answers again.",
    ]
