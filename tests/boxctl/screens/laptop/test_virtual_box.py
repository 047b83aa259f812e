"""The display of a box that is simulated is drawn below the table."""

from __future__ import annotations

from dataclasses import replace

from boxctl.screens.app.table_overlays import BoxDisplay
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.virtual_box import DrawnDisplay, SimulatedParts
from hardware.devices import Face, TextLine
from tests.support.screens.game_pilot import GamePilot, a_game, in_loop

LCD = Face(16, 2)
CLASSIC = GameChoice("classic", (), ("Ann", "Bob"), 3)


def with_display(face: Face) -> GameChoice:
    return replace(CLASSIC, parts=SimulatedParts(0x1FF, 5_000, (), face))


def drawn(table: GamePilot) -> str:
    return "".join(str(each.render()) for each in table.at.query(BoxDisplay) if each.display)


@in_loop
async def test_it_shows_what_the_display_of_the_box_shows() -> None:
    async with a_game(with_display(LCD), size=(80, 30), bench=True) as table:
        table.comes_to_rest()
        assert drawn(table).splitlines()[0] == f"╭{'─' * 16}╮"
        await table.press("space")
        assert "4+3=7" in drawn(table)
        await table.press("p")
        assert table.table.session is None
        assert not set(drawn(table)) & set("0123456789")


@in_loop
async def test_a_small_window_and_a_box_without_display_show_none() -> None:
    async with a_game(with_display(Face(21, 8)), size=(80, 24)) as table:
        table.comes_to_rest()
        assert drawn(table) == ""
    async with a_game(CLASSIC, size=(80, 40)) as table:
        table.comes_to_rest()
        assert drawn(table) == ""


def test_large_letters_stand_apart_and_the_frame_is_full() -> None:
    display = DrawnDisplay(Face(9, 3))
    display.show([TextLine("3+4", 2), TextLine("shut 7")])
    assert display.rows() == (
        "╭─────────╮",
        "│3 + 4    │",
        "│         │",
        "│shut 7   │",
        "╰─────────╯",
    )
    display.darken()
    assert display.rows(ascii_only=True) == ("+---------+", *["|         |"] * 3, "+---------+")
