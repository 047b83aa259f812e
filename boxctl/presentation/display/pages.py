"""Show a view on a display of any size, up to date: what matters first, then page by page.

Between matches it invites phones: the table's code, and a QR code where the display can draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from boxctl.presentation.display import multi_line, single_line
from boxctl.presentation.display.display_words import DisplayWords, display_words
from boxctl.presentation.display.words import FittedText, TextItem, cut, filled, has_stopped
from boxctl.presentation.followed_view import FollowedView, ObservedTable
from boxctl.presentation.input_faults import doubts_in_words
from boxctl.presentation.notices import Notice
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.table_view import Awaited, Invitation, TableView
from boxctl.referee.game import Game
from boxctl.referee.ruling import Ruling
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Display, Face, TextLine

SMALLEST_MODULE = 2
"""Dots of a side of a module of a QR code: phones do not read smaller ones on a small display."""

NARROWEST_MARGIN = 1
"""Light modules round the code at least."""

LARGE_DIGITS = 3


def invitation_pages(
    invitation: Invitation, face: Face, words: DisplayWords
) -> Iterator[tuple[TextLine, ...]]:
    """Yield the pages that invite phones to take part."""
    code = invitation.code
    halves = code[: len(code) // 2], code[len(code) // 2 :]
    drawn = qr_dots(invitation.modules, face)
    if drawn and _fits_beside(halves, face, drawn):
        yield TextLine(halves[0], LARGE_DIGITS, drawn), TextLine(halves[1], LARGE_DIGITS)
        return
    if drawn:
        yield (TextLine("", 1, drawn),)
    if face.rows > 1:
        title = FittedText(words.multi_line.code).lines(face)
        yield *title, *FittedText((code,), face.largest).lines(face)
    elif face.columns < len(code):
        yield tuple(FittedText(words.single_line.code).lines(face))
        yield from ((TextLine(half),) for half in halves)
    else:
        labelled = (*filled(words.single_line.code_is, code=code), code)
        yield tuple(FittedText(labelled).lines(face))


def qr_dots(modules: tuple[str, ...], face: Face) -> tuple[str, ...]:
    """Return a QR code as dots of a display, dark on lit ground; empty if it cannot be drawn."""
    width, height = face.dots
    side = height // (len(modules) + 2 * NARROWEST_MARGIN)
    if not modules or side < SMALLEST_MODULE or width < height:
        return ()
    margin = (height - side * len(modules)) // 2
    blank = "#" * height
    rows = []
    for row in modules:
        drawn = "".join(side * (" " if module == "#" else "#") for module in row)
        rows += side * [f"{'#' * margin}{drawn}".ljust(height, "#")]
    return (*[blank] * margin, *rows, *[blank] * (height - margin - len(rows)))


def _fits_beside(halves: tuple[str, str], face: Face, drawn: tuple[str, ...]) -> bool:
    width, _ = face.dots
    # Letters are as wide as the display has dots for each of its columns.
    columns = (width - len(drawn[0])) * (face.columns + 1) // (width + 1)
    longest = max(map(len, halves)) * LARGE_DIGITS
    return longest <= columns and face.rows >= 2 * LARGE_DIGITS


PAGE = 2_000_000
"""Microseconds for which each of several pages is shown."""

Page = tuple[TextLine, ...]


@frozen_dataclass
class Layout:
    """The pages of a view on one display, each of which fits; there is at least one.

    They are shown in turn for as long as the view is. Times are in microseconds of box time.
    """

    pages: tuple[Page, ...]

    def page(self, since: int, now: int) -> Page:
        """Return the page to show now, of a view shown since ``since``."""
        return self.pages[(now - since) // PAGE % len(self.pages)]

    def next_page(self, since: int, now: int) -> int | None:
        """Return when the next page is due; None if there is only one."""
        if len(self.pages) == 1:
            return None
        return since + ((now - since) // PAGE + 1) * PAGE


def layout(view: TableView, face: Face) -> Layout:
    """Lay the view out for a display with this face."""
    words = display_words()
    table = _table(view, face, words)
    invited = _invitation(view, face, words)
    if view.invitation is not None and view.invitation.asked:
        return Layout((*invited, *table.pages))
    return Layout((*table.pages, *invited))


def _invitation(view: TableView, face: Face, words: DisplayWords) -> tuple[Page, ...]:
    """Return the pages of the invitation; none while people are needed for something else."""
    asked = view.question is not None or view.menu is not None
    urgent = has_stopped(view) or asked or view.interrupted or view.back
    if view.invitation is None or urgent:
        return ()
    return tuple(invitation_pages(view.invitation, face, words))


def _table(view: TableView, face: Face, words: DisplayWords) -> Layout:
    doubts = doubts_in_words(view.unverified, WRITTEN)
    if face.rows == 1:
        return Layout(tuple((line,) for line in _lines(single_line.pages(view, face, words), face)))
    pages = _pages(_lines(multi_line.needed(view, face, words, doubts), face), face)
    room = face.rows - _rows(pages[-1])
    for item in multi_line.further(view, words):
        lines = cut(item.lines(face), room, face.columns)
        pages[-1] += lines
        room -= _rows(lines)
    return Layout(tuple(map(tuple, pages)))


def _lines(items: Iterable[TextItem], face: Face) -> list[TextLine]:
    return [line for item in items for line in item.lines(face)]


def _pages(lines: Iterable[TextLine], face: Face) -> list[list[TextLine]]:
    """Fill page after page; return at least one."""
    pages: list[list[TextLine]] = [[]]
    for line in lines:
        if _rows([*pages[-1], line]) > face.rows:
            pages.append([])
        pages[-1].append(line)
    return pages


def _rows(lines: Sequence[TextLine]) -> int:
    return sum(line.size for line in lines)


AT_ONCE = 0


class DisplayPresenter:
    """Shows the table view on the display.

    ``play`` is the table at the start. The loop calls :meth:`advance` when it is :attr:`due`
    (:class:`boxctl.table.loop.Timed`). Only that changes the display or turns its pages, so a
    display changes at most once in a step of the loop. Not thread-safe.
    """

    def __init__(self, play: Game, display: Display) -> None:
        self._followed = FollowedView(play)
        self._display = display
        self._shown: TableView | None = None
        self._layout = Layout(((),))
        self._since = 0
        self._next_page: int | None = None
        self._invitation: Invitation | None = None
        self._invites_until: int | None = None

    def invite(self, invitation: Invitation | None, until: int | None = None) -> None:
        """Show this invitation between matches, and until the time ``until`` in a match, too.

        ``until`` is in microseconds of box time. None is no invitation.
        """
        self._invitation, self._invites_until = invitation, until

    def say(self, ruling: Ruling) -> None:
        """Show a ruling."""
        self._followed.say(ruling)

    def tell(self, notice: Notice) -> None:
        """Show a notice."""
        self._followed.tell(notice)

    def follow(self, table: ObservedTable) -> None:
        """Take the levers to put back, and the current match, from this table."""
        self._followed.follow(table)

    @property
    def view(self) -> TableView:
        """The view to show."""
        return self._with_invitation(self._followed.view)

    def _with_invitation(self, view: TableView) -> TableView:
        asked = self._invites_until is not None
        if self._invitation is None or not (asked or view.awaited is Awaited.MATCH_OVER):
            return view
        return replace(view, invitation=replace(self._invitation, asked=asked))

    @property
    def due(self) -> int | None:
        """When to call :meth:`advance`, in microseconds of box time; None for never."""
        if self.view != self._shown:
            return AT_ONCE
        times = (self._next_page, self._invites_until)
        return min((time for time in times if time is not None), default=None)

    def advance(self, now: int) -> None:
        """Change the display if that is due."""
        due = self.due
        if due is None or due > now:
            return
        if self._invites_until is not None and now >= self._invites_until:
            self._invites_until = None
        view = self._with_invitation(self._followed.settle())
        if view != self._shown:
            self._shown = view
            laid_out = layout(view, self._display.face)
            if laid_out != self._layout:
                self._layout, self._since = laid_out, now
        self._display.show(self._layout.page(self._since, now))
        self._next_page = self._layout.next_page(self._since, now)
