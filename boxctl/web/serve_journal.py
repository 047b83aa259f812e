"""Serve the pages of a journal in which nobody plays on this machine, or another program does."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boxctl.journal.faults import JournalFault
from boxctl.journal.query import LAST, find_sound_match, newest, reading
from boxctl.rules.faults import RuleFault
from boxctl.web.asking.ask_routes import AskRoutes
from boxctl.web.http.address import Listener, WebAddress
from boxctl.web.http.server import PageServer
from boxctl.web.journal.record_routes import RecordRoutes
from boxctl.web.journal.replays import last_snapshot
from boxctl.web.page_texts import RuleRoutes
from boxctl.web.reading import EventBuffer
from boxctl.web.state import TableSnapshot
from boxctl.web.state_parts import PlayedGame
from groundwork.clock import monotonic_us
from groundwork.language import Language, current

LOOKS_EVERY = 1_000_000
"""Microseconds between two looks at the journal."""


class RecordedSource:
    """Reads how the newest match stands, once a second while pages are served. For one thread.

    ``clock`` is in microseconds.
    """

    def __init__(self, journal: Path, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._journal = journal
        self._stamp: Any = None
        self._snapshot: TableSnapshot | None = None
        self.played: PlayedGame | None = None

    def look(self) -> None:
        """Read it again, if the file has changed; what cannot be read leaves it as it was."""
        stamp = self._stamp_now()
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
        return self._snapshot

    @property
    def due(self) -> int | None:
        """Time at which to look again, in microseconds."""
        return self._clock() + LOOKS_EVERY

    def _stamp_now(self) -> object:
        beside = self._journal.with_name(self._journal.name + "-wal")
        return _stamp(self._journal), _stamp(beside)


def _stamp(path: Path) -> object:
    """Return what differs once a file was written; None without the file."""
    try:
        found = path.stat()
    except OSError:  # The one beside a journal comes and goes with its writer.
        return None
    return found.st_mtime_ns, found.st_size


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
