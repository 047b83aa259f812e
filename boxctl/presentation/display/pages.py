"""Lay a view out on a display of any size: what matters first, then page by page. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boxctl.presentation.display import multi_line, single_line
from boxctl.presentation.display.display_words import DisplayWords, display_words
from boxctl.presentation.display.invitation_pages import invitation_pages
from boxctl.presentation.display.text_items import TextItem, cut
from boxctl.presentation.display.words import has_stopped
from boxctl.presentation.doubt_words import doubts_in_words
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.table_view import TableView
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Face, TextLine

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
    urgent = has_stopped(view) or view.question is not None or view.interrupted or view.back
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
