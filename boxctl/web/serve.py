"""Serve the pages of a table that is played, or of a journal in which nobody plays here."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from boxctl.journal.disk.file import stamp_of
from boxctl.journal.faults import JournalFault
from boxctl.journal.query import LAST, find_sound_match, newest, reading
from boxctl.presentation.drawing.shapes import qr_modules
from boxctl.rules.faults import RuleFault
from boxctl.web.acting.code_file import CodeFile
from boxctl.web.acting.table_code import TableCode
from boxctl.web.asking.ask_routes import AskRoutes
from boxctl.web.http.address import Listener, WebAddress, phone_url
from boxctl.web.http.server import PageServer
from boxctl.web.journal.record_routes import RecordRoutes, evening_of
from boxctl.web.journal.replays import last_snapshot
from boxctl.web.journal.tournament_now import LOOKS_EVERY, TournamentFollower
from boxctl.web.page_texts import RuleRoutes
from boxctl.web.reading import EventBuffer
from boxctl.web.state import TableSnapshot
from boxctl.web.state_parts import PlayedGame
from boxctl.web.table_feed import TableFeed
from boxctl.web.table_pages import TablePages
from groundwork.clock import monotonic_us, utc_now
from groundwork.language import Language, current


def serve_table(
    address: WebAddress,
    feed: TableFeed,
    *,
    code: TableCode | None,
    journal: Path,
    names: frozenset[str] = frozenset(),
) -> PageServer:
    """Serve what goes through ``feed`` (:class:`TablePages`). The caller closes the server.

    ``names`` are further names of this machine. Raises
    :class:`boxctl.web.http.address.WebFault` BX751.
    """
    listening = Listener(address)
    pages = TablePages(
        feed,
        code,
        journal,
        monotonic_us,
        lambda: server.wake(),
        lambda: _modules(listening.address, code) if code is not None else (),
    )
    server = PageServer(
        listening,
        pages.states.first,
        monotonic_us,
        pages.buffer,
        pages.routes,
        names=names,
        translate=pages.states.translate,
        chores=pages.chores,
        is_known=code.is_known if code is not None else lambda _source: False,
    )
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


class RecordedSource:
    """Reads how the newest match stands, once a second while pages are served. For one thread.

    ``clock`` is in microseconds.
    """

    def __init__(self, journal: Path, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._journal = journal
        self._tournament = TournamentFollower(journal, clock)
        self._stamp: object = None
        self._snapshot: TableSnapshot | None = None
        self.played: PlayedGame | None = None

    def look(self) -> None:
        """Read it again, if the file has changed; what cannot be read leaves it as it was."""
        self._tournament.look()
        stamp = stamp_of(self._journal)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            with reading(self._journal) as connection:
                if newest(connection) is None:
                    return
                match = find_sound_match(connection, self._journal, LAST)
                self._snapshot = last_snapshot(match) or self._snapshot
                self.played = PlayedGame(match.variant, match.rules, match.header.house)
        except (JournalFault, RuleFault):
            return

    def snapshot(self) -> TableSnapshot | None:
        """Return how it stood when it was read last."""
        if self._snapshot is None:
            return None
        return replace(self._snapshot, tournament=self._tournament.news)

    @property
    def due(self) -> int | None:
        """Time at which to look again, in microseconds."""
        return self._clock() + LOOKS_EVERY


def serve_journal(address: WebAddress, journal: Path) -> PageServer:
    """Serve what ``journal`` has. The caller closes the server.

    Each client is answered in the language that it asks for, else in the one in use. The state is
    that of the newest match, which is read again while it is written. Nobody can act.
    Raises :class:`boxctl.web.http.address.WebFault` BX751.
    """
    listening = Listener(address)

    def states(language: Language) -> RecordedSource:
        return RecordedSource(journal, monotonic_us)

    source = states(current())
    routes = [
        *RuleRoutes(lambda: source.played).routes,
        *RecordRoutes(journal).routes,
        *AskRoutes().routes,
    ]
    buffer = EventBuffer(secrets.token_hex(4))
    server = PageServer(listening, source, monotonic_us, buffer, routes, translate=states)
    server.start()
    return server
