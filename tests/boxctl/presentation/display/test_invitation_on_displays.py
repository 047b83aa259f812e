"""The table's code for phones on the display of a box, and a QR code where it can draw."""

from __future__ import annotations

import pytest
import segno

from boxctl.presentation.display.pages import DisplayPresenter, layout, qr_dots
from boxctl.presentation.table_view import Awaited, Invitation, TableView, TileQuestion
from boxctl.referee.fields import PutBack
from boxctl.referee.referee import Referee
from boxctl.rules.tiles import tile_set
from boxctl.rules.variants import variant
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import language, use
from hardware.devices import Face, TextLine
from tests.boxctl.presentation.display.test_display_presenter import Slate
from tests.support.some_views import FACES

SECOND = 1_000_000
MODULES = tuple(
    "".join("#" if module else " " for module in row)
    for row in segno.make_qr("http://192.168.1.20:8765/", error="l", boost_error=False).matrix
)
OLED = Face(21, 8, largest=4, dots=(128, 64))
SMALL_OLED = Face(21, 4, largest=2, dots=(128, 32))


def over(invitation: Invitation) -> TableView:
    return TableView(("Ann",), awaited=Awaited.MATCH_OVER, player="Ann", invitation=invitation)


def written(face: Face, view: TableView, code: str = "en") -> list[str]:
    use(language(code))
    pages = layout(view, face).pages
    return [" | ".join(line.text for line in page) for page in pages]


@pytest.mark.parametrize("code", ["en", "fr", "de"])
@pytest.mark.parametrize("face", FACES)
def test_every_display_shows_the_whole_code(face: str, code: str) -> None:
    shown = FACES[face]
    use(language(code))
    pages = layout(over(Invitation("204713")), shown).pages
    assert "204713" in "".join(line.text for page in pages for line in page)
    for page in pages:
        assert sum(line.size for line in page) <= shown.rows
        assert all(len(line.text) * line.size <= shown.columns for line in page)


def test_seven_segments_say_what_it_is() -> None:
    assert written(Face(8, 1, "segments"), over(Invitation("204713")))[-1] == "c 204713"


def test_the_code_that_a_phone_asks_for_comes_first() -> None:
    view = TableView(("Ann",), player="Ann", invitation=Invitation("204713", asked=True))
    assert written(Face(16, 2), view) == ["code for phones | 204713", "Ann: throw"]


@pytest.mark.parametrize(
    "urgent",
    [
        {"question": TileQuestion(3, where=True)},
        {"back": PutBack(open=tile_set([3]))},
        {"interrupted": True},
    ],
)
def test_nothing_that_people_have_to_do_is_hidden(urgent: dict[str, object]) -> None:
    asked = Invitation("204713", asked=True)
    view = TableView(("Ann",), player="Ann", invitation=asked, **urgent)  # type: ignore[arg-type]
    assert not any("204713" in page for page in written(Face(16, 2), view))


def test_a_display_that_draws_shows_the_qr_code_beside_the_code() -> None:
    (page,) = layout(over(Invitation("204713", MODULES)), OLED).pages[-1:]
    assert [(line.text, line.size) for line in page] == [("204", 3), ("713", 3)]
    assert len(page[0].dots) == 64
    assert module_rows(page[0].dots) == MODULES


def module_rows(dots: tuple[str, ...]) -> tuple[str, ...]:
    """Read the modules of a drawn code: two dots each, dark ones are not lit."""
    dark = [row for row in dots if " " in row]
    left = min(row.index(" ") for row in dark)
    return tuple(
        "".join("#" if row[left + 2 * place] == " " else " " for place in range(len(MODULES)))
        for row in dark[::2]
    )


def test_a_small_display_does_not_draw_what_no_phone_can_read() -> None:
    assert qr_dots(MODULES, SMALL_OLED) == ()
    assert written(SMALL_OLED, over(Invitation("204713", MODULES)))[-1].endswith("204713")


def test_a_picture_of_dots_stands_at_the_left() -> None:
    pytest.importorskip("luma.core")
    from hardware.display.oled import picture

    drawn = qr_dots(MODULES, OLED)
    image = picture((TextLine("204", 3, drawn), TextLine("713", 3)), 128, 64)
    rows = tuple(
        "".join("#" if image.getpixel((x, y)) else " " for x in range(64)) for y in range(64)
    )
    assert rows == drawn
    assert image.crop((64, 0, 128, 64)).getbbox() is not None


@frozen_dataclass
class StandingTable:
    """A table at which nothing happens."""

    referee: Referee
    put_back: PutBack = PutBack()


def test_the_code_is_shown_for_as_long_as_it_was_asked_for() -> None:
    slate = Slate(Face(16, 2))
    rules = variant("classic")
    referee = Referee(rules, ("Ann",), rules.on_the_box)
    presenter = DisplayPresenter(referee.play, slate.display())
    presenter.follow(StandingTable(referee))
    presenter.advance(0)
    presenter.invite(Invitation("204713"))
    assert presenter.due is None or "204713" not in slate.written[-1]
    presenter.invite(Invitation("204713"), until=15 * SECOND)
    presenter.advance(SECOND)
    assert slate.written[-1] == "code for phones | 204713"
    presenter.advance(15 * SECOND)
    assert "204713" not in slate.written[-1]
    assert presenter.due is None
