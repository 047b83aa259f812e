"""The display of the box shows the table's code: between matches, and when a phone asks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from boxctl.presentation.table_view import Invitation
from boxctl.web.acting.table_code import ASKED_EVERY, SHOWN_FOR, CodeOnBox, TableCode
from boxctl.web.laptop_feed import BoxFeed
from hardware.devices import Face
from tests.boxctl.presentation.display.test_display_presenter import Slate
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.kept_secret import SecretInMemory
from tests.support.web.served_table import ServedTable, box_feed, served


class Shown:
    """What a display was given to show, and for how long."""

    def __init__(self) -> None:
        self.invitations: list[tuple[Invitation | None, int]] = []

    def invite(self, invitation: Invitation | None, shown_for: int = 0) -> None:
        self.invitations.append((invitation, shown_for))


class Evening:
    """A code, the display, and a clock that a test sets."""

    def __init__(self) -> None:
        self.now, self.evening = 0, 1
        self.told: list[str] = []
        self.shown = Shown()
        self.code = TableCode(
            lambda: self.now, SecretInMemory(lambda: self.evening), self.told.append
        )
        self.on_box = CodeOnBox(self.code, self.shown, lambda: self.now, lambda: ("#",))


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_the_new_code_of_a_morning_is_shown_and_said_though_nobody_acts(evening: Evening) -> None:
    evening.on_box.look()
    evening.on_box.look()
    first = evening.code.code
    assert evening.shown.invitations == [(Invitation(first, ("#",)), 0)]
    evening.evening += 1
    evening.on_box.look()
    (new,) = evening.told
    assert evening.shown.invitations[-1] == (Invitation(new, ("#",)), 0)


def test_a_phone_that_asks_sees_it_at_once_but_not_all_the_time(evening: Evening) -> None:
    assert evening.on_box.ask()
    assert evening.shown.invitations[-1][1] == SHOWN_FOR
    assert not evening.on_box.ask()
    evening.now += ASKED_EVERY
    assert evening.on_box.ask()


@pytest.fixture
def with_display(a_table: BuildTable) -> Iterator[tuple[ServedTable, Slate]]:
    """The pages of a box with a display of two lines."""
    feed, slate = BoxFeed(has_buttons=True), Slate(Face(16, 2))
    table = a_table(players="Ann,Bob", watcher=feed, display=slate.display())
    with served(table, box_feed(table, feed)) as pages:
        table.waits(100)
        yield pages, slate


def test_the_code_appears_on_the_box_when_a_phone_asks(
    with_display: tuple[ServedTable, Slate],
) -> None:
    pages, slate = with_display
    assert pages.state["shows_code"]
    status, body = pages.sends("/show-code", {})
    assert status == 202
    assert not body
    pages.table.waits(100)
    assert pages.code.code in slate.written[-1]
    assert pages.code.code not in re.sub(r"\s", "", str(pages.state))
    assert pages.sends("/show-code", {})[0] == 429


def test_a_page_from_elsewhere_cannot_ask(with_display: tuple[ServedTable, Slate]) -> None:
    pages, slate = with_display
    assert pages.sends("/show-code", {}, Origin="http://evil.example")[0] == 403
    pages.table.waits(100)
    assert not any(pages.code.code in written for written in slate.written)


def test_a_box_without_display_says_that_it_cannot(pages: ServedTable) -> None:
    assert not pages.state["shows_code"]
    assert pages.sends("/show-code", {})[0] == 409
