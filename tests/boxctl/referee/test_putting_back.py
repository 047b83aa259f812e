"""Whoever does what ``put_back`` says comes out of every muddle, whatever the levers have done."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.referee.lines import LeverMoved, Pressed, Thrown, TimePassed
from boxctl.referee.payloads import Disturbed, Refused
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers
from boxctl.rules.variants import names
from groundwork.times import MatchTime
from tests.support.soak import SOAK, tried
from tests.support.tables.box_script import BoxScript, many_actions, tables

PACES = (0, 1, 30, 79, 80, 81, 149, 150, 151, 400, 999, 1000, 1001, 2000)
"""Milliseconds from one lever to the next: within an act, between two, and at the edges."""

TIMES = 2
"""So often one may be asked.

Levers that are moved while a knock is to be put back are judged as if the knocked ones stood back
(R4.11). So one of these may be refused, and be asked for again once the knock is put back.
"""


class Hands:
    """Somebody who does what the box asks, in any order, at any pace."""

    def __init__(self, referee: Referee, chance: Random) -> None:
        self.referee = referee
        self._chance = chance
        self._rulings: list[Ruling] = []

    def puts_all_back(self) -> None:
        """Do what is asked until nothing is, or the turn is over."""
        self._hears(TimePassed(self._after(3000)))
        turn = self._turn()
        for _ in range(TIMES):
            if self._turn() != turn or not self.referee.play.put_back:
                return
            self._puts_back()
        assert self._turn() != turn or not self.referee.play.put_back, self._rulings

    def _puts_back(self) -> None:
        asked = self.referee.play.put_back
        levers = [(number, True) for number in numbers(asked.open)]
        levers += [(number, False) for number in numbers(asked.shut)]
        self._chance.shuffle(levers)
        pace = self._chance.choice((*PACES, None))
        for number, open in levers:
            at = self._after(self._chance.choice(PACES) if pace is None else pace)
            self._hears(LeverMoved(at, number, open=open))
            if self._chance.random() < 0.1:
                self._hears(self._chance.choice((Thrown(at, (0,)), Pressed(at, "new"))))
            tried("levers put back as asked")
        self._hears(TimePassed(self._after(3000)))

    def _turn(self) -> tuple[object, ...]:
        play = self.referee.play
        return play.over, play.seat, play.sheet, play.making_ready

    def _after(self, milliseconds: int) -> MatchTime:
        return MatchTime(self.referee.clock + milliseconds * 1000)

    def _hears(self, event: Any) -> None:
        for ruling in self.referee.hear(event):
            self._rulings.append(ruling)
            payload = ruling.payload
            if isinstance(payload, Disturbed | Refused):
                assert payload.put_back, f"nothing is asked by {ruling}"
                assert not payload.put_back.open & payload.put_back.shut


def goes_on(referee: Referee) -> bool:
    """Whether a throw would count, or a lever that is not asked back could answer one."""
    play = referee.play
    if play.over or play.throw_awaited:
        return True
    return play.answer is not None and bool(play.answer.moves_with_moved)


@pytest.mark.parametrize("name", names())
def test_doing_what_is_asked_leads_out_of_every_muddle(name: str) -> None:
    @settings(deadline=None, max_examples=8 * SOAK)
    @given(tables(name), st.integers(0, 2**32))
    def whatever_happens(table: tuple[RuleSet, list[str]], seed: int) -> None:
        chance = Random(seed)
        rules, players = table
        script = BoxScript(Referee(rules, players))
        for action in many_actions(chance, 40):
            script.does(action)
            if script.referee.play.put_back and chance.random() < 0.5:
                comes_out(deepcopy(script.referee), chance)
        comes_out(script.referee, chance)

    whatever_happens()


def comes_out(referee: Referee, chance: Random) -> None:
    """Nothing more happens but what is asked, and then play goes on."""
    hands = Hands(referee, chance)
    hands.puts_all_back()
    if referee.play.making_ready:
        hands.puts_all_back()
    assert goes_on(referee)
