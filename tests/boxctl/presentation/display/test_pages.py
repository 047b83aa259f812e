"""What displays of every size show of a view."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.presentation.display.pages import PAGE, Layout, layout
from boxctl.presentation.table_view import Awaited, TableView
from boxctl.referee.fields import PutBack
from boxctl.referee.payloads import Verdict
from boxctl.rules.tiles import tile_set
from hardware.config.tables.display import REPERTOIRE
from hardware.devices import Face, TextLine
from tests.support.soak import SOAK
from tests.support.some_views import (
    ANN_AND_BOB,
    ASKED_WHERE,
    ASKED_WHICH,
    BOTH_WAYS,
    CUT_OFF,
    DOUBTFUL,
    FACES,
    NO_DISK,
    PENDS,
    PLAYS,
    REFUSED,
    ROLLER_AWAY,
    SHARED,
    TOO_EARLY,
    TURN_OVER,
    VOID,
    WAITS,
    WON,
    faces,
    puts_back,
    views,
)


def shown(view: TableView, face: str) -> list[str]:
    """The pages, each with its lines; a large line says how large."""
    return [" | ".join(map(_written, page)) for page in layout(view, FACES[face]).pages]


def _written(line: TextLine) -> str:
    return line.text if line.size == 1 else f"{line.text} x{line.size}"


@settings(deadline=None, max_examples=35 * SOAK)
@given(views(), faces)
def test_every_view_fits_every_display(view: TableView, face: Face) -> None:
    pages = layout(view, face).pages
    assert pages
    for page in pages:
        assert sum(line.size for line in page) <= face.rows
        for line in page:
            assert 1 <= line.size <= face.largest
            assert len(line.text) * line.size <= face.columns
            assert set(line.text) <= set(REPERTOIRE[face.letters])


@settings(deadline=None, max_examples=35 * SOAK)
@given(puts_back, faces, st.sampled_from([Awaited.THROW, Awaited.TURN_OVER]))
def test_all_that_has_to_be_put_back_is_shown_in_full(
    back: PutBack, face: Face, awaited: Awaited
) -> None:
    view = replace(
        ANN_AND_BOB, back=back, awaited=awaited, verdict=Verdict.TURN_OVER, scored=("Ann", 12)
    )
    assert _tiles_behind(("UP ", "^"), view, face) == back.open
    assert _tiles_behind(("DOWN ", "dn ", "v"), view, face) == back.shut


def _tiles_behind(labels: tuple[str, ...], view: TableView, face: Face) -> int:
    texts = [line.text for page in layout(view, face).pages for line in page]
    found = [re.sub(r"^\D+", "", text) for text in texts if text.startswith(labels)]
    tiles = set()
    for word in " ".join(found).split():
        first, _, last = word.partition("-")
        tiles |= set(range(int(first), int(last or first) + 1))
    return tile_set(tiles)


@settings(deadline=None, max_examples=35 * SOAK)
@given(
    st.lists(st.integers(1, 20), min_size=1, max_size=4),
    faces,
    st.sampled_from(["Ann", "Bartholomew"]),
)
def test_the_throw_that_is_owed_is_shown_in_full(throw: list[int], face: Face, player: str) -> None:
    view = TableView((player, "Bob"), player=player, awaited=Awaited.PLAY, throw=tuple(throw))
    texts = [line.text for page in layout(view, face).pages for line in page]
    words = re.sub(r"[+=:]", " ", " ".join(texts)).split()
    dice = [str(value) for value in throw]
    assert any(words[at : at + len(dice)] == dice for at in range(len(words)))


def test_pages_are_turned_with_time() -> None:
    a, b = (TextLine("a"),), (TextLine("b"),)
    since = 17
    turning = Layout((a, b))
    assert turning.page(since, since) == turning.page(since, since + PAGE - 1) == a
    assert turning.next_page(since, since) == since + PAGE
    assert turning.page(since, since + PAGE) == b
    assert turning.next_page(since, since + PAGE) == since + 2 * PAGE
    assert turning.page(since, since + 2 * PAGE) == a
    assert Layout((a,)).next_page(since, since) is None


def test_neighbours_stay_together_as_far_as_there_is_room() -> None:
    back = PutBack(open=tile_set([1, 2, 3, 5, 13, 14, 15]))
    assert shown(replace(ANN_AND_BOB, back=back), "matrix") == ["^1-3", "^5 13", "^14", "^15"]
    assert shown(replace(ANN_AND_BOB, back=back), "digits") == ["UP 1-3 5", "UP 13-15"]


@pytest.mark.parametrize(
    ("view", "pages"),
    [
        (WAITS, ["Ann roLL"]),
        (PLAYS, ["3 4 = 7"]),
        (PENDS, ["3 4 = 7", "And 5"]),
        (REFUSED, ["UP 9", "3 4 = 7"]),
        (BOTH_WAYS, ["UP 7", "dn 1 2", "3 4 = 7"]),
        (VOID, ["bAd roLL", "Ann roLL"]),
        (replace(WAITS, markers=2), ["Ann roLL", "ChiP 2"]),
        (TOO_EARLY, ["not YEt", "3 4 = 7"]),
        (TURN_OVER, ["Ann = 24", "UP 1-3 6", "UP 9"]),
        (WON, ["1St bob", "Ann = 24", "bob = 0", "PAY", "Ann -50", "bob = 50"]),
        (DOUBTFUL, ["Ann roLL", "doubt"]),
        (ROLLER_AWAY, ["Ann roLL", "no dicE"]),
        (NO_DISK, ["PAUSE", "no diSc"]),
        (CUT_OFF, ["rEStorE", "dn 4"]),
        (ASKED_WHERE, ["tiLE 3", "UP or dn"]),
        (ASKED_WHICH, ["tiLE 24", "YES no", "hoLd 0"]),
    ],
)
def test_on_seven_segments(view: TableView, pages: list[str]) -> None:
    assert [page.upper() for page in shown(view, "digits")] == [page.upper() for page in pages]


@pytest.mark.parametrize(
    ("view", "pages"),
    [
        (WAITS, ["Ann", "throw"]),
        (replace(WAITS, markers=1), ["Ann", "throw", "ch 1"]),
        (PLAYS, ["3+4=7"]),
        (replace(PLAYS, throw=(6, 6)), ["6 6", "=12"]),
        (PENDS, ["3+4=7", "and 5"]),
        (REFUSED, ["UP 9", "3+4=7"]),
        (BOTH_WAYS, ["UP 7", "dn 1", "dn 2", "3+4=7"]),
        (TURN_OVER, ["Ann", "24", "^1-3", "^6 9"]),
        (WON, ["Bob", "wins", "Ann", "24", "Bob 0", "pay", "Ann", "-50", "Bob", "50"]),
        (NO_DISK, ["PAUSE", "disk"]),
        (ASKED_WHERE, ["t 3", "up/dn"]),
        (ASKED_WHICH, ["t 24", "y/n", "none"]),
    ],
)
def test_on_four_blocks_of_leds(view: TableView, pages: list[str]) -> None:
    assert shown(view, "matrix") == pages


@pytest.mark.parametrize(
    ("view", "pages"),
    [
        (WAITS, ["Ann: throw | open 1-9"]),
        (replace(WAITS, markers=2), ["Ann: throw | markers: 2"]),
        (PLAYS, ["Ann: 3+4=7 | play 7, 6+1 .."]),
        (PENDS, ["Ann: 3+4=7 | then 5, 4+1"]),
        (REFUSED, ["UP 9 | 3+4=7"]),
        (BOTH_WAYS, ["UP 7 | DOWN 1 2", "3+4=7 | not a move"]),
        (VOID, ["does not count | Ann: throw"]),
        (TURN_OVER, ["Ann scores 24 | UP 1-3 6 9"]),
        (WON, ["Bob WINS! | shut the box", "Ann 24, Bob 0 | Ann -50, Bob +50"]),
        (SHARED, ["shared by | Ann, Bob", "Ann 24, Bob 0"]),
        (DOUBTFUL, ["Ann: throw | unverified"]),
        (ROLLER_AWAY, ["Ann: throw | no roller"]),
        (NO_DISK, ["PLAY PAUSES | the disk fails"]),
        (CUT_OFF, ["interrupted | DOWN 4"]),
        (ASKED_WHERE, ["3: up or down? | conf=down new=up"]),
        (ASKED_WHICH, ["is it the 24? | conf=yes new=no", "hold: none"]),
    ],
)
def test_on_a_small_lcd(view: TableView, pages: list[str]) -> None:
    assert shown(view, "lcd") == pages


@pytest.mark.parametrize(
    ("view", "pages"),
    [
        (WAITS, ["Ann x3 | throw x3 | open 1-9"]),
        (replace(WAITS, markers=2), ["Ann x3 | throw x3 | markers: 2 | open 1-9"]),
        (PLAYS, ["Ann x2 | 3+4=7 x4 | play 7, 6+1, 5+2, 4+3 | 4+2+1"]),
        (REFUSED, ["UP 9 x3 | 3+4=7 x2 | not a move"]),
        (TURN_OVER, ["Ann 24 x3 | UP 1-3 6 9 x2 | no move for 1+2"]),
        (
            WON,
            ["Bob WINS! x2 | shut the box | score Ann 24, Bob 0 | pay Ann -50, Bob +50"],
        ),
        (CUT_OFF, ["interrupted | DOWN 4 x3 | or press confirm"]),
        (replace(CUT_OFF, may_declare=False), ["interrupted | DOWN 4 x3 | or press new"]),
    ],
)
def test_on_an_oled(view: TableView, pages: list[str]) -> None:
    assert shown(view, "oled") == pages


DOUBLE = replace(PLAYS, throw=(3, 3), choices=(tile_set([6]), tile_set([5, 1])), rethrows=True)


@pytest.mark.parametrize(
    ("face", "pages"),
    [
        ("digits", ["3 3 = 6", "or again"]),
        ("matrix", ["3+3=6", "again"]),
        ("lcd", ["Ann: 3+3=6 | or throw again", "Ann: 3+3=6 | play 6, 5+1"]),
        ("large lcd", ["Ann | 3+3=6 | or throw again | play 6, 5+1"]),
        ("oled", ["Ann x2 | 3+3=6 x4 | or throw again | play 6, 5+1"]),
    ],
)
def test_a_double_that_may_be_thrown_again(face: str, pages: list[str]) -> None:
    """R5.7: it is offered until a tile is moved for it, and the moves are shown as well."""
    assert [page.lower() for page in shown(DOUBLE, face)] == [page.lower() for page in pages]
    moved = replace(DOUBLE, moved=tile_set([5]))
    wrong = replace(DOUBLE, back=PutBack(open=tile_set([9])))
    assert "again" not in " ".join(shown(moved, face) + shown(wrong, face))
