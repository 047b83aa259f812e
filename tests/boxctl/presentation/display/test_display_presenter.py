"""The display is kept at what there is to be seen, once for each thing that happens."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.presentation.display.pages import AT_ONCE, PAGE, DisplayPresenter
from boxctl.presentation.notices import (
    CHATTERING,
    LeverPositionAsked,
    LeversNotMoved,
    SensorQuarantined,
    SensorTrusted,
)
from boxctl.referee.fields import PutBack
from boxctl.referee.referee import Referee
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import tile_set
from boxctl.rules.variants import variant
from hardware.devices import DeviceBack, DeviceLost, Face, TextLine
from tests.support.some_views import FACES
from tests.support.tables import displayed_match
from tests.support.tables.displayed_match import DirectDisplay
from tests.support.tables.virtual_table import VirtualTable


class Slate:
    """What is written on a display, thing after thing."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.written: list[str] = []

    def show(self, lines: Sequence[TextLine]) -> None:
        self.written.append(" | ".join(line.text for line in lines))

    def display(self) -> DirectDisplay:
        return DirectDisplay(self.face, self.show, lambda: None)

    def news(self) -> list[str]:
        new, self.written = self.written, []
        return new


def table_with(face: str) -> tuple[VirtualTable, Slate]:
    slate = Slate(FACES[face])
    return displayed_match.table_with(slate.display()), slate


def test_a_turn_is_followed() -> None:
    table, slate = table_with("lcd")
    assert slate.news() == ["Ann: throw | open 1-9"]
    table.throws(3, 4)
    assert slate.news() == ["Ann: 3+4=7 | play 7, 6+1 .."]
    table.shuts(9)
    assert slate.news() == ["UP 9 | 3+4=7"]
    table.opens(9)
    table.shuts(7)
    assert slate.news() == ["Ann: 3+4=7 | play 7, 6+1 ..", "Ann: throw | open 1-6 8 9"]


def test_what_is_put_back_leaves_the_list_at_once() -> None:
    table, slate = table_with("lcd")
    table.throws(6, 6)
    table.shuts(9, 3)
    table.throws(6, 6)
    table.shuts(8, 4)
    slate.news()
    table.throws(6, 6)
    table.shuts(7, 5)
    table.throws(6, 6)
    table.opens(3, 4)
    assert slate.news()[-3:] == [
        "Ann scores 9 | UP 3-5 7-9",
        "Ann scores 9 | UP 4 5 7-9",
        "Ann scores 9 | UP 5 7-9",
    ]


def test_pages_are_turned_while_nothing_happens() -> None:
    table, slate = table_with("digits")
    table.throws(3, 4)
    table.shuts(9)
    slate.news()
    table.until(table.now + 2 * PAGE)
    assert slate.news() == ["3 4 = 7", "UP 9"]


def test_nothing_is_due_while_nothing_changes() -> None:
    table, slate = table_with("digits")
    assert table.presenter.due is None
    table.waits(60_000)
    assert slate.news() == ["Ann roLL"]


class Desk:
    """An announcer without a box."""

    def __init__(self, face: str) -> None:
        self.slate = Slate(FACES[face])
        self.put_back = PutBack()
        self.referee = self.match("Ann", "Bob")
        self.presenter = DisplayPresenter(self.referee.play, self.slate.display())
        self.presenter.follow(self)

    @staticmethod
    def match(*players: str, **settings: str) -> Referee:
        rules = with_settings(variant("classic"), list(settings.items()))
        return Referee(rules, players, rules.in_play)

    def due(self) -> int | None:
        return self.presenter.due


def test_devices_that_fail_are_shown_and_told() -> None:
    desk = Desk("large lcd")
    lost = DeviceLost(0, "roller", "pulled out")
    desk.presenter.tell(lost)
    desk.presenter.advance(5)
    back = DeviceBack(9, "roller", "here")
    desk.presenter.tell(back)
    desk.presenter.advance(10)
    assert desk.slate.news() == [
        "Ann | throw | no answer: roller | open 1-9",
        "Ann | throw | open 1-9",
    ]


def test_what_has_to_be_put_back_is_asked_for() -> None:
    desk = Desk("lcd")
    desk.presenter.advance(0)
    assert desk.due() is None
    desk.put_back = PutBack(open=tile_set([9]))
    assert desk.due() == AT_ONCE
    desk.presenter.advance(1)
    assert desk.presenter.view.back == PutBack(open=tile_set([9]))
    assert desk.slate.news()[-1] == "UP 9 | to begin"


def test_another_match_is_seen_even_if_no_ruling_tells_of_it() -> None:
    desk = Desk("lcd")
    away = DeviceLost(0, "roller", "pulled out")
    desk.presenter.tell(away)
    desk.referee = desk.match("Cy", "Di", first_player="highest")
    desk.presenter.advance(0)
    assert desk.slate.news() == ["Cy: throw | highest starts"]
    view = desk.presenter.view
    assert view.players == ("Cy", "Di") and view.troubles == (("roller", "pulled out"),)


def test_what_people_are_asked_comes_before_all_else() -> None:
    desk = Desk("large lcd")
    for notice in (
        LeverPositionAsked(3, CHATTERING),
        SensorQuarantined(3, CHATTERING, stands=True),
        SensorTrusted(3),
    ):
        desk.presenter.tell(notice)
        desk.presenter.advance(0)
    assert desk.slate.news() == [
        "3: up or down? | confirm: down | new: up",
        "Ann | throw | open 1-9 | by word: 3",
        "Ann | throw | open 1-9",
    ]


def test_what_to_do_when_the_box_does_not_see_a_lever_move() -> None:
    desk = Desk("large lcd")
    desk.put_back = PutBack(open=tile_set([9]))
    desk.presenter.advance(0)
    desk.presenter.tell(LeversNotMoved(desk.put_back))
    desk.presenter.advance(1)
    desk.put_back = PutBack()
    desk.presenter.advance(2)
    assert desk.slate.news() == [
        "UP 9 | to begin",
        "UP 9 | moved? hold confirm | to begin",
        "Ann | throw | open 1-9",
    ]
