"""Views of tables that are played at random, and the faces of displays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import strategies as st

from boxctl.presentation.match_score import MatchScore, RoundScores
from boxctl.presentation.notices import CHATTERING, JOURNAL, LeverPositionAsked, StuckSensorAsked
from boxctl.presentation.table_view import Awaited, TableView, table_view_of
from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import GameSoFar
from boxctl.referee.lines import read_event
from boxctl.referee.payloads import Verdict
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Doubt, DoubtReason, Ruling, as_data
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile_set
from hardware.config.tables.display import LcdTable, Ssd1306Table
from hardware.config.tables.max7219_display import DigitsTable, MatrixTable
from hardware.devices import DeviceLost, Face
from tests.support.tables.box_script import Action, actions, every_variant, lines_of, tables

FACES = {
    "digits": DigitsTable(1, 0, 0, 64).face,
    "two modules": DigitsTable(2, 0, 0, 64).face,
    "matrix": MatrixTable(4, -90, False, False, 0, 0, 64).face,
    "long matrix": MatrixTable(8, -90, False, False, 0, 0, 64).face,
    "lcd": LcdTable(1, 0x27).face,
    "large lcd": LcdTable(1, 0x27, "20x4").face,
    "oled": Ssd1306Table(1, 0x3C, False, 64).face,
    "low oled": Ssd1306Table(1, 0x3C, False, 64, size="128x32").face,
    "narrow oled": Ssd1306Table(1, 0x3C, False, 64, size="96x16").face,
    "small oled": Ssd1306Table(1, 0x3C, False, 64, size="64x48").face,
    "smallest oled": Ssd1306Table(1, 0x3C, False, 64, size="64x32").face,
}
"""Every display with a driver."""

faces = st.one_of(
    st.sampled_from(list(FACES.values())),
    st.builds(Face, st.integers(5, 30), st.integers(1, 9), st.just("ascii"), st.integers(1, 4)),
    st.builds(Face, st.integers(8, 30), st.just(1), st.just("segments")),
)

NAMES = (["Ann", "Bob", "Cy"], ["Bartholomew the Elder", "Zoë", "李"], ["Max", "Kim", "Wim"])


def views_of(
    rules: RuleSet, players: list[str], happened: list[Action]
) -> Iterator[tuple[TableView, GameSoFar, list[Ruling]]]:
    """The view after each event, the book as it then stands, and what was ruled."""
    referee = Referee(rules, players)
    view = table_view_of(referee.play)
    rulings = list(referee.begin())
    for line in [None, *lines_of(rules, players, happened)]:
        if line is not None:
            rulings = list(referee.hear(read_event(json.dumps(line))))
        for ruling in rulings:
            view = view.after(as_data(ruling))
        view = view.asked(referee.play.put_back)
        yield view, referee.play, rulings


@st.composite
def views(draw: st.DrawFn) -> TableView:
    """Any view of any variant, with anything that can go wrong with devices."""
    rules, players = draw(tables(draw(st.sampled_from(every_variant))))
    called = draw(st.sampled_from(NAMES))
    named = [called[place] for place in range(len(players))]
    happened = draw(actions)
    *_before, (view, _book, _rulings) = views_of(rules, named, happened)
    for device in draw(st.lists(st.sampled_from(["roller", "I2C expander", "voice", JOURNAL]))):
        view = view.told(DeviceLost(0, device, "it is gone"))
    return view


tile_sets = st.integers(1, 2**24 - 1)
puts_back = st.builds(
    lambda tiles, up: PutBack(tiles & up, tiles & ~up), tile_sets, st.integers(0, 2**24 - 1)
)


ANN_AND_BOB = TableView(("Ann", "Bob"), player="Ann", open=tile_set(range(1, 10)))

WAITS = ANN_AND_BOB
PLAYS = replace(
    ANN_AND_BOB,
    awaited=Awaited.PLAY,
    throw=(3, 4),
    choices=tuple(tile_set(t) for t in ([7], [6, 1], [5, 2], [4, 3], [4, 2, 1])),
)
PENDS = replace(PLAYS, moved=tile_set([2]))
REFUSED = replace(PLAYS, verdict=Verdict.REFUSED, broken="R4.5", back=PutBack(open=tile_set([9])))
BOTH_WAYS = replace(REFUSED, back=PutBack(tile_set([7]), tile_set([1, 2])))
VOID = replace(WAITS, verdict=Verdict.VOID, rule="R2.4")
TOO_EARLY = replace(PLAYS, verdict=Verdict.VOID, rule="R4.6")
TURN_OVER = replace(
    ANN_AND_BOB,
    awaited=Awaited.TURN_OVER,
    verdict=Verdict.TURN_OVER,
    throw=(1, 2),
    scored=("Ann", 24),
    score=MatchScore(rounds=RoundScores(current={"Ann": 24})),
    back=PutBack(open=tile_set([1, 2, 3, 6, 9])),
)
WON = replace(
    ANN_AND_BOB,
    awaited=Awaited.MATCH_OVER,
    shut_the_box=True,
    score=MatchScore(
        over=True,
        result={"Ann": 24, "Bob": 0},
        winners=("Bob",),
        payout={"Ann": -50, "Bob": 50},
    ),
)
SHARED = replace(
    WON, score=replace(WON.score, winners=("Ann", "Bob"), payout={}), shut_the_box=False
)
DOUBTFUL = replace(WAITS, unverified=(Doubt(DoubtReason.CHATTERED, 3, 1_500_000),))
ROLLER_AWAY = WAITS.told(DeviceLost(0, "roller", "pulled out"))
NO_DISK = PLAYS.told(DeviceLost(0, JOURNAL, "full"))
CUT_OFF = replace(WAITS, interrupted=True, may_declare=True, back=PutBack(shut=tile_set([4])))
ASKED_WHERE = PLAYS.told(LeverPositionAsked(3, CHATTERING))
ASKED_WHICH = PLAYS.told(StuckSensorAsked(24))
