"""What the pages of a table are answered from: its states in every language, and its addresses."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from starlette.routing import BaseRoute

from boxctl.journal.entry_kinds import MatchBegan
from boxctl.presentation.journal.recorded_entries import as_contract
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.referee.payloads import MatchOver
from boxctl.referee.ruling import Ruling
from boxctl.web.acting.act_routes import ActRoutes, CoachRoutes, WorkOut
from boxctl.web.acting.our_rules import OurRulesRoutes
from boxctl.web.acting.table_code import CodeOnBox, TableCode
from boxctl.web.acting.tonight import TonightRoutes
from boxctl.web.asking.ask_routes import AskRoutes
from boxctl.web.journal.house_records import HouseRecords, Later, newest_match
from boxctl.web.journal.record_routes import RecordRoutes
from boxctl.web.journal.tournament_now import TournamentFollower
from boxctl.web.page_texts import RuleRoutes
from boxctl.web.reading import EventBuffer, TableReading
from boxctl.web.snapshots import Evening, SnapshotMaker
from boxctl.web.table_feed import MatchTakenUp, Piece, TableFeed
from groundwork.language import Language, speaking
from groundwork.reader import reading_on_page

MakeStates = Callable[[Callable[[], Iterable[Piece]], bool], SnapshotMaker]
"""Makes the states from what a function returns; the flag: it translates those of another."""


class MatchSoFar:
    """All that a table has said since its match began, for readers that come at any time.

    ``pieces`` returns what waits in the feed; :meth:`take` it for the first reader.
    """

    def __init__(self, pieces: Callable[[], Iterable[Piece]]) -> None:
        self._pieces = pieces
        self._said: list[Piece] = []
        self._reading: TableReading | None = None
        self._said_before_reading = 0
        self._waiting: list[list[Piece]] = []

    def take(self) -> list[Piece]:
        """Return the waiting pieces; those who have joined get them, too."""
        taken = list(self._pieces())
        for piece in taken:
            self._keep(piece)
        for waiting in self._waiting:
            waiting += taken
        return taken

    def join(self) -> Callable[[], list[Piece]]:
        """Return the function that tells the news: first the match so far, then what is new."""
        waiting = self._said.copy()
        if self._reading is not None:
            # Behind a newer ruling it would pass for the reading that this ruling awaits.
            waiting.insert(self._said_before_reading, self._reading)
        self._waiting.append(waiting)

        def take() -> list[Piece]:
            taken = waiting.copy()
            waiting.clear()
            return taken

        return take

    @property
    def said(self) -> tuple[Piece, ...]:
        """All but how the table stands."""
        return tuple(self._said)

    def _keep(self, piece: Piece) -> None:
        if isinstance(piece, TableReading):
            self._reading, self._said_before_reading = piece, len(self._said)
            return
        if isinstance(piece, MatchBegan | MatchTakenUp):
            self._said.clear()
            self._said_before_reading = 0
        self._said.append(piece)


def rulings_among(pieces: Iterable[Piece]) -> list[Mapping[str, Any]]:
    """Return the rulings among what a table has said, as ``boxctl referee`` writes them."""
    found: list[Mapping[str, Any]] = []
    for piece in pieces:
        if isinstance(piece, Ruling):
            found.append(ruling_as_json(piece))
        elif isinstance(piece, MatchTakenUp):
            found += map(as_contract, piece.rulings)
    return found


class TranslatedStates:
    """The states of a table in the language in use (``first``), and in any other."""

    def __init__(self, pieces: Callable[[], Iterable[Piece]], make: MakeStates) -> None:
        self._so_far = MatchSoFar(pieces)
        self._make = make
        self.first = make(self._so_far.take, False)

    @property
    def rulings(self) -> list[Mapping[str, Any]]:
        """The rulings of the match that is played."""
        return rulings_among(self._so_far.said)

    def translate(self, language: Language) -> SnapshotMaker:
        """Return the same states in another language."""
        with speaking(language), reading_on_page():
            maker = self._make(self._so_far.join(), True)
            maker.catch_up()
        return maker


def reading_routes(
    states: TranslatedStates, work_out: WorkOut = asyncio.to_thread
) -> list[BaseRoute]:
    """Return the addresses of a table that anybody may read, but for its feed and its record."""
    return [*RuleRoutes(lambda: states.first.played).routes, *AskRoutes(work_out).routes]


def acting_routes(
    feed: TableFeed,
    states: TranslatedStates,
    code: TableCode,
    on_box: CodeOnBox,
    buffer: EventBuffer,
    clock: Callable[[], int],
    *,
    coaches: bool,
    work_out: WorkOut = asyncio.to_thread,
) -> list[BaseRoute]:
    """Return the addresses at which those who have given the ``code`` act, and where they give it.

    With ``coaches`` they may ask the coach, whose advice is found by ``work_out``. ``clock`` is in
    microseconds.
    """
    acts = ActRoutes(code, feed.order, buffer, clock, on_box.ask, feed.objection)
    tonight = TonightRoutes(lambda: feed.choosable)
    ours = OurRulesRoutes(code, lambda: feed.house_games, clock)
    coach = CoachRoutes(code, feed, lambda: states.rulings, work_out).routes if coaches else []
    return [*acts.routes, *tonight.routes, *ours.routes, *coach]


class TablePages:
    """All that the pages of a table are answered from: its states, its addresses, its chores.

    The states come through ``feed``, by ``clock`` (microseconds), and ``wake`` is called when there
    is something new. Each client is answered in the language that it asks for, else in the one in
    use. Who gives the ``code`` may act; without one nobody may. ``journal`` is the file in which
    the table is recorded; ``modules`` returns those of a QR code of the page. ``later`` calls what
    takes long, in small steps, where there are no threads; odds are found by ``work_out``.
    ``evening`` are the results of this evening before the program was started.
    """

    def __init__(
        self,
        feed: TableFeed,
        code: TableCode | None,
        journal: Path,
        clock: Callable[[], int],
        wake: Callable[[], object],
        modules: Callable[[], tuple[str, ...]] = tuple,
        later: Later | None = None,
        work_out: WorkOut = asyncio.to_thread,
        evening: Iterable[MatchOver] = (),
    ) -> None:
        self.buffer = EventBuffer(secrets.token_hex(4))
        self.routes: list[BaseRoute] = []
        self.chores: list[Callable[[], object]] = []
        self._journal = journal
        self._clock = clock
        self._may_act = code is not None
        self._records = HouseRecords(journal, wake, later)
        self._evening = Evening()
        # Where there are no threads there is nobody else either who could tell something.
        self._tournament = TournamentFollower(journal, clock) if later is None else None
        for result in evening:
            self._evening.match_over(result)
        queue = feed.new_queue()
        self.states = TranslatedStates(queue.take, self._make)
        self.routes += reading_routes(self.states, work_out)
        self.routes += RecordRoutes(journal).routes
        if code is not None:
            on_box = CodeOnBox(code, feed, clock, modules)
            self.chores.append(on_box.look)
            self.routes += acting_routes(
                feed,
                self.states,
                code,
                on_box,
                self.buffer,
                clock,
                coaches=feed.coaches,
                work_out=work_out,
            )
        queue.wakes(wake)

    def _make(self, pieces: Callable[[], Iterable[Piece]], translates: bool) -> SnapshotMaker:
        return SnapshotMaker(
            pieces,
            self._clock,
            may_act=self._may_act,
            number_of=lambda: newest_match(self._journal),
            records=self._records,
            evening=self._evening,
            translates=translates,
            tournament=self._tournament,
        )
