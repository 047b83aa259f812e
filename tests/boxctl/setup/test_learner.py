"""The learner: what it makes of levers that are wired right, and of every mistake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.setup.learner import (
    LONGEST_MOVEMENT,
    MOST_BLIPS,
    LearnedContact,
    LearnedWiring,
    Line,
    LineSample,
    WiringLearner,
    WiringMistake,
)
from hardware.config.pins import Pin
from hardware.devices import Contact
from tests.support.setup.miswired import (
    DEAD,
    FIVE,
    FLOATING,
    INVERTED,
    SHORTED,
    SWAPPED,
    Miswired,
    right,
    with_mistakes,
)
from tests.support.soak import SOAK

STEP = 50_000
REACTION = 50_000
PATIENCE = 300_000


class Maker:
    """Does what the learner asks, and says so when nothing moves. Time is virtual."""

    def __init__(self, box: Miswired, learner: WiringLearner, seed: int) -> None:
        self.box = box
        self.learner = learner
        self.random = Random(seed)
        self.shut: set[int] = set()
        self.now = 0
        self._steady: dict[frozenset[int], tuple[dict[Line, bool], list[int]]] = {}

    def sample(self, edges: Mapping[Line, int] | None = None) -> None:
        """Let the learner look at the lines."""
        self.learner.take(LineSample(self.now, self._shown(), edges or {}))
        self.now += STEP

    def does_everything(self) -> LearnedWiring:
        """Follow the learner to the end."""
        while not self.learner.is_over:
            request = self.learner.request
            if request is None:
                self.sample()
                continue
            self._wait(REACTION, request)
            if self.learner.request is not request:
                continue
            self._move(request.contact, release=request.release)
            self._wait(PATIENCE, request)
            if self.learner.request is request:
                self.learner.pass_over()
        return self.learner.findings()

    def _wait(self, pause: int, request: object) -> None:
        end = self.now + pause
        while self.now < end and self.learner.request is request:
            self.sample()

    def _move(self, contact: object, *, release: bool) -> None:
        assert isinstance(contact, int)
        before = self._shown()
        (self.shut.discard if release else self.shut.add)(contact)
        after = self._shown()
        self.sample({line: self.random.choice([1, 3, 5])
                     for line in after if before[line] != after[line]})  # fmt: skip

    def _shown(self) -> dict[Line, bool]:
        shut = frozenset(self.shut)
        if shut not in self._steady:
            self._steady[shut] = self.box.steady(shut)
        levels, loose = self._steady[shut]
        return {**levels, **{line: self.random.random() < 0.5 for line in loose}}


def learned(box: Miswired, *, planned: bool = True, seed: int = 0) -> LearnedWiring:
    """What is learned of this box."""
    tiles = range(1, box.tiles + 1)
    plan: dict[Contact, Line] = {tile: tile for tile in tiles} if planned else {}
    learner = WiringLearner(tiles, plan)
    return Maker(box, learner, seed).does_everything()


Named = tuple[WiringMistake, frozenset[Contact]]


def of(mistake: WiringMistake, *tiles: Contact) -> Named:
    """A mistake of these tiles."""
    return mistake, frozenset(tiles)


def named(wiring: LearnedWiring) -> set[Named]:
    """The mistakes that were found, each with its tiles."""
    return {of(each.mistake, *each.contacts) for each in wiring.mistakes}


def assert_reads_right(wiring: LearnedWiring, box: Miswired) -> None:
    """Whatever was learned shows its tile, however all the tiles stand."""
    random = Random(1)
    for _ in range(40):
        shut = {tile for tile in range(1, box.tiles + 1) if random.random() < 0.5}
        levels = box.levels(shut, random)
        for tile, found in wiring.contacts.items():
            assert isinstance(found.line, int)
            assert (levels[found.line] == found.high_at_rest) == (tile not in shut)


def test_a_box_that_is_wired_right_has_no_mistake() -> None:
    wiring = learned(right(9))
    assert wiring.mistakes == ()
    assert wiring.contacts == {n: LearnedContact(n, high_at_rest=True) for n in range(1, 10)}


def test_without_a_plan_any_order_of_the_wires_is_right() -> None:
    box = replace(right(3), line_of={1: 2, 2: 3, 3: 1})
    wiring = learned(box, planned=False)
    assert wiring.mistakes == ()
    assert {tile: found.line for tile, found in wiring.contacts.items()} == {1: 2, 2: 3, 3: 1}


def test_swapped_levers_are_learned_where_they_are() -> None:
    wiring = learned(replace(right(9), line_of={**right(9).line_of, 3: 5, 5: 3}))
    assert named(wiring) == {of(SWAPPED, 3, 5)}
    assert wiring.contacts[3].line == 5


def test_three_levers_in_a_ring_are_each_named() -> None:
    wiring = learned(replace(right(9), line_of={**right(9).line_of, 3: 4, 4: 5, 5: 3}))
    assert named(wiring) == {
        of(SWAPPED, 3, 4),
        of(SWAPPED, 4, 5),
        of(SWAPPED, 3, 5),
    }


def test_an_inverted_lever_is_learned_the_way_it_is() -> None:
    wiring = learned(replace(right(9), inverted={4}))
    assert named(wiring) == {of(INVERTED, 4)}
    assert wiring.contacts[4] == LearnedContact(4, high_at_rest=False)


def test_levers_that_are_all_the_other_way_round_are_no_mistake() -> None:
    wiring = learned(replace(right(9), inverted=set(range(1, 10))))
    assert wiring.mistakes == ()


def test_a_dead_lever_is_named_and_the_others_are_learned() -> None:
    wiring = learned(replace(right(9), dead={7}))
    assert named(wiring) == {of(DEAD, 7)}
    assert wiring.contacts.keys() == set(range(1, 10)) - {7}


@pytest.mark.parametrize("inverted", [set(), {4}, {5}, {4, 5}])
def test_a_short_is_found_whichever_way_round_its_levers_are(inverted: set[int]) -> None:
    box = replace(right(9), shorts={(4, 5)}, inverted=inverted)
    wiring = learned(box)
    assert named(wiring) == {of(SHORTED, 4, 5)}
    assert wiring.contacts.keys() == set(range(1, 10)) - {4, 5}


def test_a_short_is_found_without_a_plan() -> None:
    assert named(learned(replace(right(9), shorts={(4, 5)}), planned=False)) == {of(SHORTED, 4, 5)}


def test_two_levers_on_one_line_are_a_short() -> None:
    wiring = learned(replace(right(9), line_of={**right(9).line_of, 5: 4}))
    assert named(wiring) == {of(SHORTED, 4, 5)}


@pytest.mark.parametrize("unpulled", [set(), {6}])
def test_a_floating_line_is_named(unpulled: set[int]) -> None:
    wiring = learned(replace(right(9), floating={6}, unpulled=unpulled))
    assert named(wiring) == {of(FLOATING, 6)}


class WireComesLoose(Maker):
    """As Maker; once every lever has been moved, the wire of tile 3 comes loose."""

    def sample(self, edges: Mapping[Line, int] | None = None) -> None:
        if len(self.learner.trials) == 2 * self.box.tiles:
            self.box = replace(right(self.box.tiles), floating={3})
            self._steady.clear()
        super().sample(edges)


def test_a_lever_that_moved_its_line_and_then_floats_is_not_learned() -> None:
    learner = WiringLearner(range(1, 5), {tile: tile for tile in range(1, 5)})
    wiring = WireComesLoose(right(4), learner, seed=0).does_everything()
    assert named(wiring) == {of(FLOATING, 3)}
    assert wiring.contacts.keys() == {1, 2, 4}


def test_a_line_that_begins_to_float_while_a_lever_is_moved_does_not_hold_it_up() -> None:
    learner = WiringLearner([1, 2], {1: 1, 2: 2})
    at = 0

    def shows(one: bool, two: bool) -> None:
        nonlocal at
        learner.take(LineSample(at, {1: one, 2: two}))
        at += STEP

    while learner.request is None:
        shows(one=True, two=True)
    for number in range(2 * LONGEST_MOVEMENT // STEP):
        shows(one=number % 2 == 0, two=True)
    assert learner.floating == {1}
    assert not learner.trials
    for number in range(4):
        shows(one=number % 2 == 0, two=False)
    assert [{**trial.changed} for trial in learner.trials] == [{2: False}]


@pytest.mark.parametrize(("times", "floats"), [(MOST_BLIPS - 1, False), (MOST_BLIPS, True)])
def test_a_line_that_changes_and_changes_back_again_and_again_floats(
    times: int, floats: bool
) -> None:
    """Once or twice may be a lever that was knocked."""
    learner = WiringLearner([1, 2], {1: 1, 2: 2})
    at = 0

    def rests(edges: Mapping[Line, int]) -> None:
        nonlocal at
        for seen in (edges, {}, {}, {}):
            learner.take(LineSample(at, {1: True, 2: True}, seen))
            at += STEP

    while learner.request is None:
        rests({})
    for _ in range(times):
        rests({1: 2})
    assert (1 in learner.floating) == floats
    assert not learner.trials


def test_lines_that_move_together_are_told_in_the_order_of_the_lines() -> None:
    lines = [Pin(line) for line in (4, 17, 27, 22, 5, 6, 13, 19)]
    learner = WiringLearner([1, 2])
    at = 0

    def shows(*, high: bool) -> None:
        nonlocal at
        learner.take(LineSample(at, dict.fromkeys(lines, high)))
        at += STEP

    while learner.request is None:
        shows(high=True)
    while not learner.trials:
        shows(high=False)
    assert [*learner.trials[0].changed] == lines


def test_a_short_to_the_line_of_a_dead_lever_is_named_with_both() -> None:
    wiring = learned(replace(right(5), dead={4}, shorts={(3, 4)}))
    assert named(wiring) == {of(SHORTED, 3, 4)}
    assert wiring.contacts.keys() == {1, 2, 5}


def test_a_lever_that_is_knocked_is_not_taken_for_the_one_that_is_asked_for() -> None:
    learner = WiringLearner([1, 2], {1: 1, 2: 2})
    maker = Maker(right(2), learner, seed=0)
    while learner.request is None:
        maker.sample()
    maker.sample({2: 2})
    for _ in range(10):
        maker.sample()
    assert learner.trials == []
    assert learner.floating == set()


def test_a_button_is_held_and_let_go() -> None:
    learner = WiringLearner(["confirm"])
    now = 0
    for high in [True] * 30 + [False] * 30 + [True] * 30:
        learner.take(LineSample(now, {20: high}))
        now += STEP
    assert learner.is_over
    assert learner.findings().contacts == {"confirm": LearnedContact(20, high_at_rest=True)}


def some_mistakes(tiles: int) -> st.SearchStrategy[list[WiringMistake]]:
    """Mistakes for a box of this size: on a large one there is room for some more than once."""
    if tiles < 24:
        return st.lists(st.sampled_from(FIVE), min_size=1, unique=True)
    return st.lists(st.sampled_from(FIVE), max_size=3).map(lambda more: [*FIVE, *more])


boxes = st.sampled_from([9, 10, 12, 24]).flatmap(
    lambda tiles: st.tuples(st.just(tiles), some_mistakes(tiles))
)


@settings(max_examples=100 * SOAK)
@given(boxes, st.integers(0, 999))
def test_every_mistake_is_named_and_nothing_is_accepted_wrongly(
    drawn: tuple[int, list[WiringMistake]], seed: int
) -> None:
    box = with_mistakes(*drawn, Random(seed))
    wiring = learned(box, seed=seed)
    assert named(wiring) == {of(kind, *tiles) for kind, tiles in box.named}
    assert_reads_right(wiring, box)


@settings(max_examples=200 * SOAK)
@given(st.integers(2, 12), st.integers(0, 9999), st.booleans())
def test_whatever_the_wires_are_like_nothing_is_accepted_wrongly(
    tiles: int, seed: int, planned: bool
) -> None:
    random = Random(seed)
    each = range(1, tiles + 1)

    def some(share: float) -> set[int]:
        return {tile for tile in each if random.random() < share}

    box = Miswired(
        tiles,
        {tile: random.choice(each) if random.random() < 0.3 else tile for tile in each},
        inverted=some(0.3),
        dead=some(0.15),
        stuck=some(0.3),
        shorts={(one, random.choice(each)) for one in some(0.15)},
        floating=some(0.1),
        unpulled=some(0.5),
    )
    assert_reads_right(learned(box, planned=planned, seed=seed), box)
