"""Serve the pages of a table that is played, in any number of languages, from one feed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from starlette.routing import BaseRoute

from boxctl.journal.entry_kinds import MatchBegan
from boxctl.presentation.journal.recorded_entries import as_contract
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.referee.ruling import Ruling
from boxctl.web.acting.act_routes import ActRoutes, CoachRoutes
from boxctl.web.acting.code_file import CodeFile
from boxctl.web.acting.our_rules import OurRulesRoutes
from boxctl.web.acting.table_code import CodeOnBox, TableCode
from boxctl.web.acting.tonight import TonightRoutes
from boxctl.web.http.address import Listener, WebAddress, phone_url, qr_modules
from boxctl.web.http.server import PageServer
from boxctl.web.journal.house_records import HouseRecords, newest_match
from boxctl.web.journal.record_routes import RecordRoutes, evening_of
from boxctl.web.page_texts import RuleRoutes
from boxctl.web.reading import EventBuffer, TableReading
from boxctl.web.snapshots import Evening, SnapshotMaker
from boxctl.web.table_feed import MatchTakenUp, Piece, TableFeed
from groundwork.clock import monotonic_us, utc_now
from groundwork.language import Language, speaking

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
        """Return what waits; those who have joined get it too."""
        taken = list(self._pieces())
        for piece in taken:
            self._keep(piece)
        for waiting in self._waiting:
            waiting += taken
        return taken

    def join(self) -> Callable[[], list[Piece]]:
        """Return what returns what is new, at first all since the match began."""
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
        with speaking(language):
            maker = self._make(self._so_far.join(), True)
            maker.catch_up()
        return maker


def serve_table(
    address: WebAddress,
    feed: TableFeed,
    *,
    code: TableCode | None,
    journal: Path,
    names: frozenset[str] = frozenset(),
) -> PageServer:
    """Serve what goes through ``feed``. The caller closes the server.

    Each client is answered in the language that it asks for, else in the one in use. Who gives the
    ``code`` may act; without one nobody may. ``journal`` is the file in which the table is
    recorded, ``names`` are further names of this machine. Raises
    :class:`boxctl.web.http.address.WebFault` BX751.
    """
    listening = Listener(address)
    buffer = EventBuffer(secrets.token_hex(4))
    records = HouseRecords(journal, lambda: server.wake())
    evening = Evening()

    def states(pieces: Callable[[], Iterable[Piece]], translates: bool) -> SnapshotMaker:
        return SnapshotMaker(
            pieces,
            monotonic_us,
            may_act=code is not None,
            number_of=lambda: newest_match(journal),
            records=records,
            evening=evening,
            translates=translates,
        )

    queue = feed.new_queue()
    made = TranslatedStates(queue.take, states)
    routes: list[BaseRoute] = [
        *RuleRoutes(lambda: made.first.played).routes,
        *RecordRoutes(journal).routes,
    ]
    chores: list[Callable[[], object]] = []
    if code is not None:
        on_box = CodeOnBox(code, feed, monotonic_us, lambda: _modules(listening.address, code))
        routes += ActRoutes(
            code, feed.order, buffer, monotonic_us, on_box.ask, feed.objection
        ).routes
        chores.append(on_box.look)
        routes += TonightRoutes(lambda: feed.choosable).routes
        routes += OurRulesRoutes(code, lambda: feed.house_games, monotonic_us).routes
        if feed.coaches:
            routes += CoachRoutes(code, feed, lambda: made.rulings).routes
    server = PageServer(
        listening,
        made.first,
        monotonic_us,
        buffer,
        routes,
        names=names,
        translate=made.translate,
        chores=chores,
        is_known=code.is_known if code is not None else lambda _source: False,
    )
    queue.wakes(server.wake)
    server.start()
    return server


def _modules(address: WebAddress, code: TableCode) -> tuple[str, ...]:
    link = link_to_act(phone_url(address), code.link_word)
    return qr_modules(link) if link else ()


def link_to_act(url: str, word: str) -> str:
    """Return the link that opens the page for whoever may act; empty without a ``url``."""
    return f"{url}#{word}" if url else ""


def code_of_the_evening(kept: CodeFile, changed: Callable[[str], object]) -> TableCode:
    """Return the code that is ``kept`` for the evening; ``changed`` is told each new one."""
    return TableCode(monotonic_us, kept, changed)


def this_evening() -> str:
    """Return the day on which this evening began, by the clock of the place."""
    return evening_of(utc_now()).isoformat()
