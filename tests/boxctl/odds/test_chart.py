"""The chart of a match, as a program that reads XML takes it."""

from __future__ import annotations

from xml.etree import ElementTree

from boxctl.odds.chart import chart


def test_a_title_that_is_no_text_leaves_the_chart_whole() -> None:
    drawn = chart((), lambda worth: worth, "\x1b[2J<b>\u202eclassic\x00</b>")
    written = [element.text for element in ElementTree.fromstring(drawn).iter()]
    assert "\ufffd[2J<b>\ufffdclassic\ufffd</b>" in written
