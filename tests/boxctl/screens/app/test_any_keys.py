"""Whatever is pressed, clicked and waited for at the table, it never crashes or hints in vain."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.binding import Binding
from textual.geometry import Offset

from boxctl.screens.app.table_screen import TableScreen
from boxctl.screens.pictures.view_model import FooterKey
from boxctl.view.announcement import AnnouncementKind
from tests.support.screens.game_pilot import GamePilot, at_table
from tests.support.soak import SOAK

SIZE = (120, 40)

KEYS = sorted(
    {binding.key.split(",")[0] for binding in TableScreen.BINDINGS if isinstance(binding, Binding)}
    - {"q", "escape"}
)  # leaving is tested in test_leaving

NAMES = {"SPACE": "space", "ENTER": "enter", "BACKSPACE": "backspace", "?": "question_mark",
         "PGUP": "pageup", "PGDN": "pagedown", "F5": "f5"}  # fmt: skip

Deed = tuple[str, Any]

DEEDS = st.one_of(
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("key"), st.sampled_from(["space", "enter", "backspace", *"123456789"])),
    st.tuples(st.just("click"), st.tuples(st.integers(0, 119), st.integers(0, 39))),
    st.tuples(st.just("wait"), st.sampled_from([0.05, 0.5, 3.0])),
    st.tuples(st.just("rest"), st.none()),
    st.tuples(st.just("footer"), st.integers(0, 20)),
)


@pytest.mark.parametrize("bench", [False, True])
@settings(max_examples=3 * SOAK)
@given(
    st.sampled_from(["classic", "canoga", "full-house", "high-rollers", "long-game", "pub"]),
    st.sampled_from(["Ann,Bob", "Ann,random"]),
    st.integers(1, 1000),
    st.lists(DEEDS, min_size=5, max_size=40),
)
def test_any_keys_and_clicks(
    bench: bool, name: str, players: str, seed: int, deeds: list[Deed]
) -> None:
    asyncio.run(_play(bench, name, players, seed, deeds))


async def _play(bench: bool, name: str, players: str, seed: int, deeds: list[Deed]) -> None:
    async with at_table(name, players, seed=seed, bench=bench, size=SIZE) as table:
        for deed, what in deeds:
            await _do(table, deed, what)
            if not table.at.is_open:
                return
        await _back_at_the_table(table)
        _drains(table)


async def _do(table: GamePilot, deed: str, what: Any) -> None:
    match deed:
        case "key":
            await table.pilot.press(what)
        case "click":
            await _back_at_the_table(table)
            await table.pilot.click(offset=Offset(*what))
            await _back_at_the_table(table)
        case "wait":
            table.passes(what)
        case "rest":
            table.comes_to_rest()
        case "footer":
            await _press_a_key_of_the_footer(table, what)


async def _back_at_the_table(table: GamePilot) -> None:
    for _ in range(3):
        if table.screen is table.at:
            return
        await table.pilot.press("escape")
        await table.pilot.pause()
    assert table.screen is table.at


async def _press_a_key_of_the_footer(table: GamePilot, place: int) -> None:
    """A key that the footer names does something: at once, or when all is at rest."""
    await _back_at_the_table(table)
    table.comes_to_rest()
    footer = table.at.drawing.footer
    key: FooterKey = footer[place % len(footer)]
    before = _seen(table)
    await table.pilot.press(NAMES.get(key.key, key.key.lower()))
    await table.pilot.pause()
    at_once = _seen(table)
    table.comes_to_rest()
    assert (at_once, _seen(table)) != (before, before), key
    await _back_at_the_table(table)


def _seen(table: GamePilot) -> tuple[object, ...]:
    hands = table.table.hands
    return (
        table.shown, tuple(map(type, table.app.screen_stack)), table.app.theme,
        table.table.table_log.told, hands.rolling is None, table.table.play.levers,
    )  # fmt: skip


def _drains(table: GamePilot) -> None:
    """Nothing waits to be read for ever, and a question is not hidden."""
    table.passes(60)
    announcer = table.table.table_log.announcer
    if not table.table.by_itself:
        assert not announcer.busy(table.ticker.now())
    if table.table.hands.question is not None and table.table.session is not None:
        assert announcer.shown.kind is AnnouncementKind.ASKS
