"""Serve the pages of a journal in which nobody plays here."""

from __future__ import annotations

import secrets
from pathlib import Path

from boxctl.web.event_buffer import EventBuffer
from boxctl.web.http.address import Listener, WebAddress
from boxctl.web.http.server import PageServer
from boxctl.web.record.record_routes import RecordRoutes
from boxctl.web.record.recorded_source import RecordedSource
from boxctl.web.rule_routes import RuleRoutes
from groundwork.clock import monotonic_us
from groundwork.language import Language, current


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
    ]
    buffer = EventBuffer(secrets.token_hex(4))
    server = PageServer(listening, source, monotonic_us, buffer, routes, translate=states)
    server.start()
    return server
