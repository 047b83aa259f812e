"""What somebody with the code does from a page: at a real box, and at a simulated one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from boxctl.presentation.table_view import Invitation
from boxctl.rules.tiles import tile_set
from boxctl.screens.dice_tray import HandTray
from boxctl.screens.laptop.virtual_box import SimulatedParts
from boxctl.web.acting.table_code import Act
from boxctl.web.laptop_feed import BoxFeed, LaptopFeed
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state import TableSnapshot
from hardware.devices import Face
from tests.boxctl.screens.laptop.test_real_dice import RealDice
from tests.boxctl.table.throws.test_dice_entry import ByHand
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.screens.plain_typist import PlainTypist, typing_at
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, box_feed, served

# At a real box: `boxctl run`.


@contextmanager
def a_box(a_table: BuildTable, name: str = "classic", **parts: object) -> Iterator[ServedTable]:
    """The pages of a box, to somebody who has given the code."""
    feed = BoxFeed(has_buttons=True)
    table = a_table(name, players="Ann,Bob", watcher=feed, wood=PERFECT_WOOD, **parts)
    with served(table, box_feed(table, feed)) as pages:
        assert pages.enters(pages.code.code)[0] == 200
        yield pages


def test_a_throw_of_the_pubs_own_dice_is_typed(a_table: BuildTable) -> None:
    with a_box(a_table, wiring=ByHand()) as pages:
        assert pages.state["dice"]["real"]
        assert pages.acts("type_throw", text="3 4") == 202
        assert pages.state["dice"]["values"] == [3, 4]
        assert pages.state["phase"] == "play"


def test_a_sensor_is_reported_and_its_lever_known_by_word(a_table: BuildTable) -> None:
    with a_box(a_table) as pages:
        table = pages.table
        table.throws(3, 4)
        table.shuts(9)
        table.wood.stick(9)
        table.opens(9)
        assert pages.state["tiles"][8]["asked"] == "open"
        assert pages.acts("report") == 202
        assert (
            pages.state["tiles"][8] | {"state": "unknown", "asked": ""} == (pages.state["tiles"][8])
        )
        assert pages.state["rulings"][-1]["verdict"] == "restored"


@pytest.mark.parametrize(("answer", "stands"), [("new", True), ("confirm", False)])
def test_the_question_about_a_sensor_is_answered(
    a_table: BuildTable, answer: str, stands: bool
) -> None:
    with a_box(a_table) as pages:
        table = pages.table
        table.throws(3, 4)
        table.wood.chatter(7, table.now, 6_000_000)
        table.waits(5_000)
        assert pages.state["question"] == {"tile": 7, "where": True}
        assert {"confirm", "new"} <= set(pages.state["actions"])
        assert pages.acts(answer) == 202
        assert pages.state["question"] is None
        assert bool(table.runtime.standing & tile_set((7,))) is stands


def test_a_new_match_is_begun_by_the_players_that_were_named(a_table: BuildTable) -> None:
    # Two tiles stand, and neither player can play a 2.
    with a_box(a_table, down="1-7") as pages:
        assert "new" not in pages.state["actions"]
        assert pages.acts("names", names=["Cleo", "Dan", "Eve"]) == 202
        for _ in range(2):
            pages.table.throws(1, 1)
        assert pages.state["over"]
        assert pages.acts("new") == 202
        assert not pages.state["over"]
        assert [line["name"] for line in pages.state["players"]] == ["Cleo", "Dan", "Eve"]


# At a simulated box: `boxctl play`, and the box of a box.toml by `boxctl play --config`.

LCD = SimulatedParts(tile_set(range(1, 10)), 5_000, (), Face(16, 2))


class Page:
    """A page of a laptop's table."""

    def __init__(self, feed: LaptopFeed, typist: PlainTypist) -> None:
        self.feed, self.typist = feed, typist
        self._maker = SnapshotMaker(feed.new_queue().take, typist.ticker.now, may_act=True)

    def acts(self, do: str, **what: object) -> TableSnapshot:
        """Act, if that can be done now; return what the page shows two seconds later."""
        assert do in self.shown.actions
        assert self.feed.order(Act(do, **what))  # type: ignore[arg-type]
        self.typist.passes(2)
        return self.shown

    @property
    def shown(self) -> TableSnapshot:
        """What the page shows."""
        self.typist.passes(0.1)
        self._maker.look()
        found = self._maker.snapshot()
        assert found is not None
        return found

    @property
    def display(self) -> str:
        """What the display of the box shows."""
        self.typist.passes(0.1)
        drawn = self.typist.game.table.box.display
        return "" if drawn is None else "\n".join(drawn.rows())


@contextmanager
def a_page(name: str = "classic", players: str = "Ann,Bob", **table: object) -> Iterator[Page]:
    """A page of a laptop's table from its start."""
    feed = LaptopFeed()
    with typing_at(name, players, watcher=feed, **table) as typist:  # type: ignore[arg-type]
        yield Page(feed, typist)


PARTS = pytest.mark.parametrize("parts", [None, LCD], ids=["play", "play --config"])


@PARTS
def test_a_move_is_confirmed(parts: SimulatedParts | None) -> None:
    with a_page("canoga", parts=parts) as page:
        shown = page.acts("throw")
        several = next(move for move in shown.moves if len(move) == 2)
        first = page.acts("move", tile=several[0])
        assert first.phase in ("will_do", "play")
        if first.phase == "will_do":
            assert page.acts("confirm").rulings[-1].verdict == "committed"


@PARTS
def test_a_stuck_sensor_is_reported(parts: SimulatedParts | None) -> None:
    with a_page(parts=parts) as page:
        wrong = next(t.number for t in page.acts("throw").tiles if not t.may_move)
        page.acts("move", tile=wrong)
        bench = page.typist.game.table.bench
        bench.pick("stick")
        bench.use_on(wrong, page.typist.ticker.now())
        assert page.acts("move", tile=wrong).tiles[wrong - 1].asked == "open"
        assert page.acts("report").rulings[-1].verdict == "restored"
        assert page.shown.tiles[wrong - 1].state == "unknown"


@PARTS
@pytest.mark.parametrize("answer", ["confirm", "new"])
def test_the_question_about_a_chattering_sensor_is_answered(
    parts: SimulatedParts | None, answer: str
) -> None:
    with a_page(parts=parts) as page:
        page.acts("throw")
        wood = page.typist.game.table.box.wood
        wood.chatter(7, page.typist.ticker.now(), 6_000_000)
        page.typist.passes(5)
        assert page.shown.question is not None
        assert page.acts(answer).question is None


@PARTS
def test_a_new_match_begins_with_other_players(parts: SimulatedParts | None) -> None:
    with a_page(settings={"down": "1-8"}, parts=parts) as page:
        for _ in range(20):
            if page.shown.over:
                break
            page.acts("throw" if "throw" in page.shown.actions else "put_back")
        assert page.acts("new").match == 2
        page.acts("match", variant="canoga", names=("Cleo", "Dan"))
        another = page.typist.game.another
        assert another is not None
        # The box stays the one of the file.
        assert (another.players, another.parts) == (("Cleo", "Dan"), parts)


def test_real_dice_at_a_laptop_are_typed_on_the_page() -> None:
    tray: HandTray = RealDice()
    with a_page(tray=tray, parts=LCD) as page:
        assert page.shown.dice.real
        assert "throw" not in page.shown.actions
        assert page.acts("type_throw", text="3 4").dice.values == (3, 4)


def test_the_code_is_shown_on_the_display_of_a_simulated_box() -> None:
    with a_page(parts=LCD) as page:
        assert page.shown.shows_code
        page.feed.invite(Invitation("314159"), 15_000_000)
        assert "314159" in page.display
        page.typist.passes(15)
        assert "314159" not in page.display


def test_between_matches_the_display_shows_the_code_by_itself() -> None:
    with a_page(settings={"down": "1-8"}, parts=LCD) as page:
        page.feed.invite(Invitation("314159"))
        seen = ""
        for _ in range(60):
            do = "throw" if "throw" in page.shown.actions else "put_back"
            if do in page.shown.actions:
                page.acts(do)
            seen += page.display
        assert "314159" in seen


def test_a_box_that_has_its_power_back_invites_again() -> None:
    with a_page(parts=LCD) as page:
        page.feed.invite(Invitation("271828"))
        shows = []
        for command in ("bench", "pull the plug", "plug"):
            page.typist.types(command)
            shows.append(page.shown.shows_code)
        assert shows == [True, False, True]
        page.feed.invite(Invitation("271828"), 15_000_000)
        assert "271828" in page.display


def test_a_simulated_box_without_display_shows_no_code() -> None:
    with a_page() as page:
        assert not page.shown.shows_code
