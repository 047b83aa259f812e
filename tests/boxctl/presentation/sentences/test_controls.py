"""A laptop has no buttons: nothing that is written or said there asks for one, nor the other way.

Every kind of notice is tried, and all that is ruled on a long evening.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from boxctl.journal.evidence import SensorFault
from boxctl.presentation.menu_notices import (
    BoxLack,
    MenuClosed,
    MenuKeys,
    MenuNotice,
    MenuNotNow,
    MenuShown,
    MenuStep,
    OtherDice,
    PairingCounted,
    PairingNext,
    TonightChosen,
    TooFewTiles,
)
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import (
    DiceCounted,
    LeverPositionAsked,
    LeversNotMoved,
    MatchContinues,
    MatchInterrupted,
    NoSensorQuarantined,
    Notice,
    Reminder,
    SensorQuarantined,
    SensorsTogether,
    SensorTrusted,
    SoloBest,
    StuckSensorAsked,
    TypedThrowRefused,
)
from boxctl.presentation.phrases import WRITTEN, Style
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.presentation.sound.spoken_phrases import SPOKEN
from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import GameState, game_state
from boxctl.referee.lines import read_event
from boxctl.referee.payloads import VoidReason, VoidThrow
from boxctl.referee.referee import Referee
from boxctl.rules import rule_ids
from boxctl.rules.money import Money
from boxctl.rules.ruleset import Dice
from boxctl.rules.variants import variant
from hardware.devices import DeviceBack, DeviceLost
from tests.support.every_variant import UNLIKE_EACH_OTHER
from tests.support.soak import chance
from tests.support.tables.box_script import lines_of, many_actions

CLASSIC = variant("classic")

BUTTONS = re.compile(r"[Pp]ress (confirm|new)|[Hh]old confirm|button")
ASKS_FOR = {
    Controls.BUTTONS: BUTTONS,
    Controls.TAPS: BUTTONS,
    Controls.KEYS: re.compile(r"\bENTER\b|\bESC\b|\b[A-Z] (if|for|says)\b|[Pp]ress [A-Z]\b"),
    Controls.WORDS: re.compile(r"\b[Tt]ype (confirm|new|report)\b|\bEnter does it|\breport says"),
}
"""What only people with these controls can be asked for."""


def standing(*, over: bool) -> GameState:
    return replace(game_state(Referee(CLASSIC, ["Ann", "Bob"]).play), over=over)


def all_notices() -> Iterator[Notice]:
    """Every kind of notice, in each of its forms."""
    back, more = PutBack(open=0b100), PutBack(open=0b100, shut=0b11)
    yield DeviceLost(0, "roller", "unplugged")
    yield DeviceLost(0, "lamps", "too old", refused=True)
    yield DeviceBack(0, "roller", "plugged in")
    for stands in (standing(over=False), standing(over=True)):
        yield Reminder(stands)
        for declared in (True, False):
            yield MatchContinues("Ann", declared, stands)
        for put_back in (PutBack(), back, more):
            for may_declare in (True, False):
                yield MatchInterrupted("Ann", put_back, stands, may_declare)
    for fault in SensorFault:
        for flag in (True, False):
            yield LeverPositionAsked(3, fault, flag)
            yield SensorQuarantined(3, fault, flag)
    yield StuckSensorAsked(3)
    yield NoSensorQuarantined()
    for put_back in (back, more):
        for by_buttons in (True, False):
            yield LeversNotMoved(put_back, by_buttons)
    yield from (SensorTrusted(3), SensorTrusted(3, left_out=True), SensorsTogether())
    yield from (SoloBest(3), SoloBest(3, 2), SoloBest(None, 2))
    yield from (DiceCounted(()), DiceCounted((3, None)), TypedThrowRefused((1, 2), 6))
    yield from all_of_the_menu()


def all_of_the_menu() -> Iterator[MenuNotice]:
    lacks: list[BoxLack | None] = [
        None,
        TooFewTiles(12, 9),
        OtherDice(Dice(1, 20), Dice(2, 6)),
        OtherDice(Dice(1, 20), Dice(2, 6), shown=True),
    ]
    for step, keys, lack in product(MenuStep, MenuKeys, lacks):
        shown = MenuShown(step, 2, 3, "thai", Money(50, "GBP"), ("Ann", "Bob"), keys, lack)
        yield from (shown, replace(shown, begins=True))
    of_bob = replace(shown, step=MenuStep.POINTS, lack=None, whose="Bob", handicap={"Bob": 305})
    for figure, begins in product((None, 0, 100, 10, 1), (True, False)):
        yield replace(of_bob, figure=figure, begins=begins)
    yield from (MenuClosed(), MenuClosed(by_throw=True), MenuNotNow(True), MenuNotNow(False))
    yield from (TonightChosen("thai", Money(0), ("Ann",), begins) for begins in (True, False))
    two = ("Ann", "Bob")
    yield from (PairingNext(3, two, begins, {"Bob": 4}) for begins in (True, False))
    yield from (PairingCounted(3, two, winner) for winner in ("Ann", None))


OF_SENSORS = (LeverPositionAsked, SensorQuarantined, StuckSensorAsked)


def notices_with(controls: Controls) -> Iterator[Notice]:
    """The notices that people with these controls may get: what is tapped has no sensors."""
    tapped = controls is Controls.TAPS
    return (each for each in all_notices() if not (tapped and isinstance(each, OF_SENSORS)))


def test_every_kind_of_notice_is_tried() -> None:
    assert {type(notice) for notice in all_notices()} == set(get_args(Notice))


def strangers(words: str, controls: Controls) -> list[Controls]:
    """The controls that these words ask for, and that people do not have."""
    others = (each for each in Controls if ASKS_FOR[each] is not ASKS_FOR[controls])
    return [each for each in others if ASKS_FOR[each].search(words)]


@pytest.mark.parametrize("controls", Controls)
@pytest.mark.parametrize("style", [WRITTEN, SPOKEN], ids=["written", "said"])
def test_a_notice_asks_for_what_people_have(style: Style, controls: Controls) -> None:
    for notice in notices_with(controls):
        words = notice_sentence(notice, style, controls)
        assert not strangers(words, controls), words


@pytest.mark.parametrize("controls", Controls)
def test_the_voice_asks_for_what_people_have(controls: Controls) -> None:
    speech = TableSpeech(CLASSIC, can_ask=controls is Controls.BUTTONS, controls=controls)
    asked = set()
    for notice in notices_with(controls):
        words = speech.of_notice(notice)
        assert not strangers(words, controls), words
        if ASKS_FOR[controls].search(words):
            asked.add(type(notice))
    # What asks people for something says how, and not only what it is not.
    of_the_box = {MenuShown, MenuNotNow} if controls is Controls.BUTTONS else set()
    of_sensors = set() if controls is Controls.TAPS else set(OF_SENSORS)
    assert asked == of_the_box | of_sensors | {
        LeversNotMoved,
        MatchContinues,
        MatchInterrupted,
        Reminder,
    }


@pytest.mark.parametrize("name", sorted(UNLIKE_EACH_OTHER))
def test_a_ruling_says_to_the_ear_what_people_have(name: str) -> None:
    rules = variant(name)
    referee = Referee(rules, ["Ann", "Bob"])
    ruled = referee.begin()
    lines = lines_of(rules, ["Ann", "Bob"], many_actions(chance(f"controls of {name}"), 120))
    for line in lines:
        ruled += referee.hear(read_event(json.dumps(line)))
    for controls in Controls:
        speech = TableSpeech(rules, can_ask=False, controls=controls)
        for ruling in ruled:
            words = f"{speech.of_ruling(ruling)} {speech.request_after(ruling)}"
            assert not strangers(words, controls), words


def test_a_throw_after_the_match_says_how_another_begins() -> None:
    ruling = Referee(CLASSIC, ["Ann"]).begin()[0]
    void = replace(
        ruling, rule=rule_ids.THROW_NOT_NOW, payload=VoidThrow((3, 4), VoidReason.MATCH_OVER)
    )
    said = {
        controls: TableSpeech(CLASSIC, controls=controls).of_ruling(void).rpartition(", ")[2]
        for controls in Controls
    }
    assert said == {
        Controls.BUTTONS: "press new for another.",
        Controls.TAPS: "press new for another.",
        Controls.KEYS: "press N for another.",
        Controls.WORDS: "type new for another.",
    }
