"""The chart of a match, read back as a program that reads XML takes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from boxctl.odds.aims import AimName, aim
from boxctl.odds.post_mortem import AnalysedTurn, RulingExcerpt, post_mortem
from boxctl.odds.turn import solve
from boxctl.presentation.analysis_chart import DARK, DASHES, LIGHT, WIDTH, analysis_chart
from boxctl.rules.tiles import tile_range, tile_set
from boxctl.rules.variants import variant

PLAYED = [
    RulingExcerpt("ready", "Ann", tile_range(9)),
    RulingExcerpt("throw", "Ann", tile_range(9), (2, 6)),
    RulingExcerpt("committed", "Ann", tile_set((3, 4, 6, 7, 8, 9)), (2, 6), tile_set((1, 2, 5))),
    RulingExcerpt("turn_over", "Ann", tile_set((3, 4, 6, 7, 8, 9)), (1, 1)),
    RulingExcerpt("ready", "Bob", tile_range(9)),
    RulingExcerpt("throw", "Bob", tile_range(9), (4, 4)),
    RulingExcerpt("committed", "Bob", tile_range(9) & ~tile_set((8,)), (4, 4), tile_set((8,))),
]


def turns(scored: AimName = "golf") -> tuple[AnalysedTurn, ...]:
    odds = solve(variant("classic"), aim(scored))
    return post_mortem(PLAYED, lambda turn, opens: odds)


def chart(scored: AimName = "golf", title: str = "a < b") -> ElementTree.Element:
    told = aim(scored).shown
    return ElementTree.fromstring(analysis_chart(turns(scored), scored, told, title))


def all_of(root: ElementTree.Element, tag: str, kind: str = "") -> list[ElementTree.Element]:
    return [
        one
        for one in root.iter()
        if one.tag.rpartition("}")[2] == tag and one.get("class", "").startswith(kind)
    ]


def written(root: ElementTree.Element) -> Iterator[str]:
    return (one.text or "" for one in root.iter())


def heights(line: ElementTree.Element) -> list[float]:
    return [float(point.split(",")[1]) for point in line.get("points", "").split()]


def test_a_line_a_turn_and_a_ring_a_mistake() -> None:
    root = chart()
    assert len(all_of(root, "polyline")) == 2
    (legend, *mistakes) = reversed(all_of(root, "circle", "lost"))
    assert legend is not None
    assert len(mistakes) == 1
    assert "lost 12.57: 8 was best" in next(iter(mistakes[0])).text  # type: ignore[operator]


def test_the_axes_have_labels_and_numbers_and_the_players_a_legend() -> None:
    root = chart()
    labels = [one.text for one in all_of(root, "text", "label")]
    assert labels == ["score to expect; up is better", "throw by throw, one line for each turn"]
    ticks = [float(one.text or "") for one in all_of(root, "text", "soft tick")]
    assert ticks == sorted(ticks)
    assert len(ticks) >= 4
    steps = {round(b - a, 6) for a, b in pairwise(ticks)}
    assert len(steps) == 1
    keys = [text.text for key in all_of(root, "g", "key") for text in key if text.text]
    assert keys == ["Ann", "Bob", "another choice was better", "changed most"]


@pytest.mark.parametrize("scored", ["golf", "shut"])
def test_up_is_better_for_scores_and_chances_alike(scored: AimName) -> None:
    line = all_of(chart(scored), "polyline")[0]
    turn = turns(scored)[0]
    worths = [turn.expected, *(step.after for step in turn.steps)]
    assert sorted(heights(line)) == [
        height for _worth, height in sorted(zip(worths, heights(line), strict=True), reverse=True)
    ]


def test_it_can_be_read_on_a_light_page_and_on_a_dark_one() -> None:
    root = chart()
    page = all_of(root, "rect", "page")
    assert [one.get("width") for one in page] == [str(WIDTH)]
    (style,) = all_of(root, "style")
    light, _, dark = (style.text or "").partition("@media (prefers-color-scheme:dark)")
    for colours, there, ground in ((LIGHT, light, "#fdfcf8"), (DARK, dark, "#1d1c19")):
        assert f".page{{fill:{ground}}}" in there
        assert all(f".c{at} .dot{{fill:{colour}}}" in there for at, colour in enumerate(colours))
        assert all(contrast(colour, ground) >= 3 for colour in colours)


def test_players_differ_in_more_than_colour() -> None:
    assert len(set(DASHES)) == len(DASHES) == len(LIGHT) == len(DARK)
    lines = [line.get("stroke-dasharray") for line in all_of(chart(), "polyline")]
    assert len(set(lines)) == 2


def test_nothing_lies_outside_the_page() -> None:
    root = chart()
    width, height = (float(side) for side in root.get("viewBox", "").split()[2:])
    for one in root.iter():
        assert 0 <= float(one.get("x", 0)) <= width
        assert 0 <= float(one.get("y", 0)) <= height


def test_no_turn_at_all() -> None:
    drawn = analysis_chart((), "golf", aim("golf").shown, "classic")
    assert "classic" in set(written(ElementTree.fromstring(drawn)))


def test_a_title_that_is_no_text_leaves_the_chart_whole() -> None:
    root = chart(title="\x1b[2J<b>\u202eclassic\x00</b>")
    assert "\ufffd[2J<b>\ufffdclassic\ufffd</b>" in set(written(root))


def test_so_does_a_name_that_is_no_text() -> None:
    named = tuple(replace(turn, player="<b>&\x00") for turn in turns())
    root = ElementTree.fromstring(analysis_chart(named, "golf", aim("golf").shown, ""))
    assert "<b>&\ufffd" in set(written(root))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG: 1 to 21."""

    def light(colour: str) -> float:
        parts = [int(part, 16) / 255 for part in re.findall("[0-9a-f]{2}", colour)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
