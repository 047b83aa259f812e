"""The end of the feed in the loop of a table: it notes what changes, and wakes the server."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

from boxctl.journal.entry_kinds import JournalEntry, MatchBegan, RecordedRuling
from boxctl.presentation.followed_view import FollowedView
from boxctl.presentation.journal.start_sentences import StartRemark
from boxctl.presentation.notices import Notice
from boxctl.presentation.table_view import Invitation
from boxctl.referee.game import Game
from boxctl.referee.ruling import Ruling
from boxctl.table.resume import OpenedMatch
from boxctl.table.runtime import Runtime
from boxctl.web.acting.overruling import ScoreStands, score_stands
from boxctl.web.acting.rules_form import HouseGames
from boxctl.web.acting.table_code import Act, ActConflicts
from boxctl.web.acting.tonight import ChoosableTable
from boxctl.web.reading import HandsReading, TableReading, read_table
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.reader import reading_on_page

MOST_ORDERS = 32
"""How many acts wait for the loop at most; one more is refused."""

MOST_WAITING = 4096
"""How many pieces wait for a reader at most; beyond that the oldest are dropped."""

AT_ONCE = 0


@frozen_dataclass
class Remarked:
    """A sentence of the moment: why what was just tried does nothing."""

    text: str


@frozen_dataclass
class OpeningRemark:
    """A remark when a table is opened."""

    remark: StartRemark


@frozen_dataclass
class MatchTakenUp:
    """A recorded match goes on; ``rulings`` are those recorded so far, ``began`` is its header."""

    number: int
    rulings: tuple[RecordedRuling, ...]
    began: MatchBegan


Piece = (
    TableReading
    | Ruling
    | Notice
    | OpeningRemark
    | Remarked
    | MatchTakenUp
    | MatchBegan
    | ScoreStands
)
"""Anything that goes through the feed: a reading of the table, or what is said there."""


class FeedQueue:
    """Queue of one reader of a feed: the pages, or a broker. In order.

    The loop of the table puts in, the thread of the reader takes out.
    """

    def __init__(self) -> None:
        self._wake: Callable[[], object] = _nobody
        self._waiting: deque[Piece] = deque(maxlen=MOST_WAITING)

    def wakes(self, wake: Callable[[], object]) -> None:
        """Call ``wake`` when something waits: it must neither wait nor raise."""
        self._wake = wake

    def put(self, piece: Piece) -> None:
        """Add a piece."""
        self._waiting.append(piece)
        self._wake()

    def take(self) -> list[Piece]:
        """Return the waiting pieces, in order."""
        taken: list[Piece] = []
        while self._waiting:
            taken.append(self._waiting.popleft())
        return taken


class TableFeed:
    """Takes what a table says, and reads how it stands after each step of its loop.

    All but :meth:`order` belongs to the thread of the loop; nothing there takes longer the more
    pages are open.
    """

    def __init__(self) -> None:
        self._wake_loop: Callable[[], object] = _nobody
        self._orders: deque[Act] = deque()
        self._copies: deque[Callable[[Game], object]] = deque()
        self._invitations: deque[tuple[Invitation | None, int]] = deque()
        self._conflicts = ActConflicts()
        self._variant = ""
        self._first_queue = FeedQueue()
        self._queues: list[FeedQueue] = []
        self._followed: FollowedView | None = None
        self._table: Runtime | None = None
        self._last: TableReading | None = None
        self._ruled = False
        self._looked: TableReading | None = None
        self.page = ""
        """The address of its page for whoever is in the network; empty while it has none."""

    @property
    def has_buttons(self) -> bool:
        """Whether confirm and new can be pressed on a page, beside those of the box."""
        return False

    def new_queue(self) -> FeedQueue:
        """Return a queue of all that comes, for one reader. The first has what came before, too."""
        queue = FeedQueue() if self._queues else self._first_queue
        self._queues.append(queue)
        return queue

    def wakes_loop(self, wake: Callable[[], object]) -> None:
        """Call ``wake``, which any thread may, when the loop has something to do."""
        self._wake_loop = wake

    def opened(self, opened: OpenedMatch, variant: str) -> None:
        """Note that a table was opened, and what is said about that."""
        self._variant = variant
        self._followed = FollowedView(opened.referee.play)
        self._table = None
        if opened.match is not None:
            self._conflicts.match_begins(len(opened.match.rulings))
            match = opened.match
            self._put(MatchTakenUp(match.number, match.rulings, match.header))
            if match.overrulings:
                self._put(score_stands(match))
        for remark in opened.remarks:
            self._put(OpeningRemark(remark))

    def follow(self, table: Runtime) -> None:
        """Read this table from now on."""
        assert self._followed is not None
        self._table = table
        self._followed.follow(table)

    def say(self, ruling: Ruling) -> None:
        """Take a ruling."""
        if self._followed is not None:
            self._followed.say(ruling)
        self._conflicts.ruled()
        self._ruled = True
        self._put(ruling)

    def tell(self, notice: Notice) -> None:
        """Take a notice."""
        if self._followed is not None:
            self._followed.tell(notice)
        self._put(notice)

    def observe(self, fact: JournalEntry) -> None:
        """Take a fact as it is recorded: the beginning of a match matters."""
        if isinstance(fact, MatchBegan):
            self._conflicts.match_begins()
            self._put(fact)

    def remark(self, text: str) -> None:
        """Queue a remark of the moment for the pages."""
        self._put(Remarked(text))

    def unplugged(self) -> None:
        """Note that the box has lost its power."""
        self._table = None
        self._orders.clear()
        if self._last is not None:
            self._note(replace(self._last, activity=None, shows_code=False))

    @property
    def due(self) -> int | None:
        """Time at which to call :meth:`advance`: at once after a change or an order, else None."""
        if self._orders or self._invitations or self._copies:
            return AT_ONCE
        if self._table is None or self._followed is None:
            return None
        self._looked = read_table(
            self._table,
            self._followed.view,
            self._variant,
            self._hands(),
            shows_code=self._invites,
            coaches=self.coaches,
            muted=self.muted,
        )
        return AT_ONCE if self._ruled or self._looked != self._last else None

    def advance(self, now: int) -> None:
        """Do what was ordered, and hand over how the table stands: after a ruling, or a change."""
        while self._invitations:
            invitation, shown_for = self._invitations.popleft()
            self._show_invitation(invitation, now + shown_for if shown_for else None)
        while self._copies:
            take = self._copies.popleft()
            if self._table is not None:
                take(deepcopy(self._table.referee.play))
        while self._orders and self._table is not None:
            act = self._orders.popleft()
            if not self._conflicts.is_too_late(act, now):
                with reading_on_page():
                    self._do(act, self._table, now)
        if self.due == AT_ONCE and self._looked is not None and self._followed is not None:
            self._followed.settle()
            self._note(self._looked)

    @property
    def muted(self) -> bool:
        """Whether voice and sound of a box are switched off."""
        return False

    def _hands(self) -> HandsReading | None:
        """Look at the hands of a simulated box."""
        return None

    def order(self, act: Act) -> bool:
        """Have the loop do this; return False if too much waits. For the thread of the server."""
        if len(self._orders) >= MOST_ORDERS:
            return False
        self._orders.append(act)
        self._wake_loop()
        return True

    def invite(self, invitation: Invitation | None, shown_for: int = 0) -> None:
        """Have the box show how phones take part: between matches, and at once for so long.

        A time is in microseconds. For the thread of the server.
        """
        self._invitations.append((invitation, shown_for))
        self._wake_loop()

    def copy_play(self, take: Callable[[Game], object]) -> None:
        """Have the loop copy its book, and call ``take`` with the copy in its own thread.

        Without a table nothing comes. For the thread of the server.
        """
        self._copies.append(take)
        self._wake_loop()

    def objection(self, act: Act) -> Fault | None:
        """Return why an act cannot be, if that is known before it is tried. Takes a moment.

        Safe from any thread.
        """
        return None

    @property
    def choosable(self) -> ChoosableTable | None:
        """What people may choose as tonight's game; None for nothing. Safe from any thread."""
        return None

    @property
    def house_games(self) -> HouseGames | None:
        """What people may save as games of the house; None for nothing. Safe from any thread."""
        return None

    @property
    def coaches(self) -> bool:
        """Whether the coach of this table can be asked."""
        return False

    @property
    def _invites(self) -> bool:
        """Whether the box has a display that can show an invitation."""
        return False

    def _show_invitation(self, invitation: Invitation | None, until: int | None) -> None:
        """Show how phones take part."""

    def _do(self, act: Act, table: Runtime, now: int) -> None:
        """Do what was ordered."""

    def _note(self, reading: TableReading) -> None:
        if self._ruled or reading != self._last:
            self._last, self._ruled = reading, False
            self._put(reading)

    def _put(self, piece: Piece) -> None:
        for queue in self._queues or [self._first_queue]:
            queue.put(piece)


def _nobody() -> None:
    """Wake nobody: nobody has started yet."""
