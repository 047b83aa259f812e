"""Everything that is seen of a match while it is played and once it is recorded, piece by piece."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from boxctl.presentation.display.pages import layout
from boxctl.screens.coaching.coach import Coach
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.laptop.laptop_view import TableDrawing, TypedTile
from boxctl.screens.pictures.picture import Picture
from boxctl.web.journal.house_records import newest_match
from boxctl.web.laptop_feed import LaptopFeed
from boxctl.web.reading import EventBuffer
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import Piece
from boxctl.web.table_pages import TranslatedStates
from groundwork.language import Language, language, speaking
from tests.support.screens.plain_typist import PlainTypist, typing_at
from tests.support.seen.drawn_match import PlayersWhoErr, drawn_match
from tests.support.seen.seen_record import seen_of_record
from tests.support.some_views import FACES

SIZES = ((80, 24), (120, 40))
"""The screens that the table is drawn for."""

SHOWN_ON = ("digits", "lcd", "large lcd", "oled")
"""The displays that the table is laid out for."""

COMES_LATE = 15
"""After so many lines somebody opens the pages in another language."""

Seen = dict[str, list[str]]
"""What is seen, by where it is seen: events, lines, pictures, one after the other."""


def seen_of_match(number: int, folder: Path) -> Seen:
    """Play the match of this number, recorded in ``folder``; return all that is seen of it."""
    drawn = drawn_match(number)
    feed, journal = LaptopFeed(), folder / "journal.db"
    chosen, players = drawn.chosen, PlayersWhoErr(drawn)
    with (
        speaking(language(drawn.language)),
        typing_at(
            chosen.variant,
            ",".join(chosen.players),
            seed=chosen.seed,
            settings=dict(chosen.changes),
            journal_file=journal,
            bench=drawn.bench,
            motion=False,
            watcher=feed,
        ) as typist,
    ):
        pages = SeenPages(feed, typist.ticker.now, journal)
        screen = SeenScreen(typist.game.table)
        for typed in range(drawn.lines):
            if typed == COMES_LATE:
                pages.opens_in(language(drawn.other_language))
            typist.types(players.line(typist.game.table))
            screen.looks(typist.ticker.now())
        lines = _printed(typist)
        seen = {**pages.seen, "lines": lines, **screen.seen}
        for match in range(1, (newest_match(journal) or 0) + 1):
            for where, pieces in seen_of_record(journal, match).items():
                seen.setdefault(where, []).extend(pieces)
        return seen


def _printed(typist: PlainTypist) -> list[str]:
    typist.types("quit")
    return typist.printed.splitlines()


class SeenPages:
    """The feed of the pages, event by event, and that of one who comes late."""

    def __init__(self, feed: LaptopFeed, clock: Callable[[], int], journal: Path) -> None:
        self.seen: Seen = {"feed": [], "display": []}
        self._feed = feed
        self._clock = clock
        self._journal = journal
        self._queue = feed.new_queue()
        self._waiting: deque[Piece] = deque()
        self._made = TranslatedStates(self._next_piece, self._states)
        self._events = SeenEvents(self.seen["feed"])
        self._late: tuple[Language, SnapshotMaker, SeenEvents] | None = None
        self._queue.wakes(self._look)
        self._look()

    def opens_in(self, spoken: Language) -> None:
        """Open the pages in another language."""
        self.seen["late-feed"] = []
        maker = self._made.translate(spoken)
        self._late = spoken, maker, SeenEvents(self.seen["late-feed"])

    def _states(self, pieces: Callable[[], Iterable[Piece]], translates: bool) -> SnapshotMaker:
        return SnapshotMaker(
            pieces,
            self._clock,
            may_act=True,
            number_of=lambda: newest_match(self._journal),
            translates=translates,
        )

    def _next_piece(self) -> Iterator[Piece]:
        if self._waiting:
            yield self._waiting.popleft()

    def _look(self) -> None:
        self._waiting.extend(self._queue.take())
        while self._waiting:
            self._made.first.look()
            self._events.publish(self._made.first)
            if self._late is not None:
                spoken, maker, events = self._late
                with speaking(spoken):
                    maker.look()
                    events.publish(maker)
        self._look_at_displays()

    def _look_at_displays(self) -> None:
        if (followed := self._feed._followed) is None:
            return
        for name in SHOWN_ON:
            pages = layout(followed.view, FACES[name]).pages
            shown = "\n".join(line.text for page in pages for line in page)
            if f"{name}: {shown}" not in self.seen["display"][-len(SHOWN_ON) :]:
                self.seen["display"].append(f"{name}: {shown}")


class SeenEvents:
    """Keeps each event of a feed."""

    def __init__(self, seen: list[str]) -> None:
        self._seen = seen
        self._buffer = EventBuffer("run")

    def publish(self, maker: SnapshotMaker) -> None:
        """Take the state that it has now, if there is one."""
        snapshot, before = maker.snapshot(), self._buffer.last_id
        if snapshot is not None and self._buffer.publish(snapshot):
            self._seen += [event.text for event in self._buffer.after(before)]


class SeenScreen:
    """The pictures of the full screen, one after the other."""

    def __init__(self, table: LaptopTable) -> None:
        self.seen: Seen = {"screen": []}
        rules, players = table.chosen.rules, table.chosen.players
        self._drawings = [TableDrawing(table, Coach(rules, players)) for _size in SIZES]
        self._typed = TypedTile(rules.tiles)

    def looks(self, now: int) -> None:
        """Draw the table as it stands."""
        for drawing, size in zip(self._drawings, SIZES, strict=True):
            if (picture := drawing.picture(now, size, self._typed)) is not None:
                self.seen["screen"].append(in_writing(picture))


def in_writing(picture: Picture) -> str:
    """A picture as text with its inks and grounds, a line for each row."""
    return "\n".join(
        "|".join(f"{text}<{ink},{ground}>" for text, ink, ground in row) for row in picture
    )
