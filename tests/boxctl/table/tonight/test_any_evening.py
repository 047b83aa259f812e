"""Whatever people press, throw and choose at once: no match is lost, and the menu never sticks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.audit.rejudge import Rejudger
from boxctl.journal.entry_kinds import ChosenBy, GameChosen, MatchLeft, RulingMade
from boxctl.rules.faults import RuleFault
from boxctl.table.referee_feed import counts_a_throw
from boxctl.table.states import MenuState
from boxctl.table.tonight.menu import MENU_PATIENCE
from boxctl.table.tonight.offers import WantedGame
from hardware.devices import ButtonName
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, VirtualTable

Step = Callable[[VirtualTable], None]

GAMES = ("two-to-go", "thai", "pub", "long-game", "full-house")


def presses(button: ButtonName, held: float) -> Step:
    return lambda table: table.presses(button, held)


def throws(*values: int) -> Step:
    return lambda table: table.throws(*values)


def makes_ready(table: VirtualTable) -> None:
    table.makes_ready()


def moves(number: int) -> Step:
    def move(table: VirtualTable) -> None:
        (table.shuts if table.runtime.seen & 1 << (number - 1) else table.opens)(number)

    return move


def on_phone(name: str, age: int) -> Step:
    def choose(table: VirtualTable) -> None:
        chooser = table.runtime.chooser
        assert chooser is not None
        before = chooser.chosen
        try:
            chooser.choose(WantedGame(name, seen=before - age), ChosenBy.PHONE)
        except RuleFault:
            assert chooser.chosen == before
        table.until(table.now + SECOND)

    return choose


steps = st.one_of(
    st.builds(presses, st.sampled_from(["new", "confirm"]), st.sampled_from([100, 800])),
    st.builds(presses, st.just("new"), st.sampled_from([100, 800])),
    st.builds(throws, st.integers(1, 6), st.integers(1, 6)),
    st.just(makes_ready),
    st.builds(moves, st.integers(1, 9)),
    st.builds(on_phone, st.sampled_from(GAMES), st.sampled_from([0, 0, 1])),
)


@settings(deadline=None)
@given(
    st.lists(steps, max_size=25),
    st.sampled_from([("confirm", "new"), ("new",), ("confirm",), ()]),
)
def test_no_match_is_lost_and_the_menu_closes(
    happened: list[Step], buttons: tuple[ButtonName, ...]
) -> None:
    with TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.db"
        table = VirtualTable(
            "two-to-go", "Ann,Bob", wood=PERFECT_WOOD, menu=GAMES, buttons=buttons, journal=journal
        )
        for step in happened:
            step(table)
        table.until(table.now + MENU_PATIENCE + SECOND)
        assert table.runtime.state.menu is MenuState.CLOSED
        assert table.runtime.chooser is not None
        assert table.runtime.chooser.shown is None
        last = _check_every_match(table)
        assert table.runtime.variant == last
        # Play goes on: what was thrown is answered, or the next match begins.
        play = table.runtime.referee.play
        if play.throw_awaited and not play.put_back:
            table.throws(*[1] * play.counts[-1])
            assert table.new
        table.close()


def _check_every_match(table: VirtualTable) -> str:
    """Check the record match by match; return the variant of the last one."""
    number, variant, chosen = 1, "", ""
    newest = table.read().number
    while number <= newest:
        match = table.read(number)
        judged = Rejudger(match)
        for kept in match.entries[1:]:
            judged.follow(kept)
        thrown = any(counts_a_throw(made.ruling.verdict) for _n, made in match.read(RulingMade))
        left = any(True for _n, _left in match.read(MatchLeft))
        # A match in which a throw has counted is played to its end, however people choose.
        assert match.over or not left or not thrown
        assert number == newest or match.over or left
        assert match.variant == (chosen or "two-to-go")
        variant = match.variant
        for _entry, choice in match.read(GameChosen):
            chosen = choice.variant
        number += 1
    return variant
