"""The picture of the box in the menu keeps its place while one types, in every language."""

from __future__ import annotations

import pytest

from boxctl.screens.app.menu.menu_widgets import CardWidget, FieldHint
from groundwork.language import language, speaking
from tests.support.screens.game_pilot import GamePilot, choosing, in_loop
from tests.support.screens.picture_text import text_of

SMALL = (80, 24)


def box(chooser: GamePilot) -> list[str]:
    """The lines of the card from the lamps of the box down to its lower edge."""
    lines = text_of(chooser.screen.query_one("#card", CardWidget).picture).splitlines()
    ends = [at for at, line in enumerate(lines) if not line.strip("▄▐▌●▗▖ 0123456789")]
    return lines[: max(ends) + 1]


@pytest.mark.parametrize(
    ("code", "no_stake", "pool"),
    [
        ("en", "nobody plays for money", "the pool is £1.00"),
        ("de", "niemand spielt um Geld", "im Topf sind 1,00 £"),
        ("fr", "sans argent", "le pot est de 1,00 £"),
    ],
)
@in_loop
async def test_what_a_stake_comes_to_is_said_in_one_line(
    code: str, no_stake: str, pool: str
) -> None:
    with speaking(language(code)):
        async with choosing(size=SMALL) as chooser:
            hint = chooser.screen.query_one("#stake-hint", FieldHint)
            assert (hint.said, hint.size.height) == (no_stake, 1)
            await chooser.types("tab", *"Ann", "comma", *"Bob")
            await chooser.until(lambda: chooser.screen.query_one("#kind").size.height == 1)
            before = box(chooser)
            await chooser.types("tab", *"50p")
            assert hint.said.replace("\xa0", " ").replace("\u202f", " ") == pool
            assert (box(chooser), hint.size.height) == (before, 1)


@in_loop
async def test_a_fault_hides_words_of_the_card_and_nothing_of_the_box() -> None:
    with speaking(language("de")):
        async with choosing(size=SMALL) as chooser:
            before = box(chooser)
            await chooser.types("tab", "tab", "x")
            assert chooser.screen.query_one("#fault").size.height > 1
            assert box(chooser) == before


@in_loop
async def test_on_a_large_screen_the_box_is_in_the_middle_and_every_name_is_told() -> None:
    async with choosing(size=(200, 55)) as chooser:
        card = chooser.screen.query_one("#card", CardWidget)
        lines = text_of(card.picture).splitlines()
        _title, *names = lines[: lines.index("")]
        assert "…" not in "".join(names)
        assert "klappenspiel" in " ".join(names)
        rail = max((line for line in lines if not line.strip("▄ ")), key=len)
        margins = len(rail) - len(rail.lstrip()), card.content_size.width - len(rail.rstrip())
        assert abs(margins[0] - margins[1]) <= 1
