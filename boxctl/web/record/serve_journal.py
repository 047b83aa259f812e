"""Serve the pages of a journal in which nobody plays here."""

from __future__ import annotations

import secrets
from pathlib import Path

from boxctl.presentation.in_language import wording_in_use
from boxctl.web.event_buffer import EventBuffer
from boxctl.web.http.address import Listener, WebAddress
from boxctl.web.http.server import PageServer
from boxctl.web.record.record_routes import RecordRoutes
from boxctl.web.record.recorded_source import RecordedSource
from boxctl.web.rule_routes import RuleRoutes
from groundwork.clock import monotonic_us


def serve_journal(address: WebAddress, journal: Path) -> PageServer:
    """Serve what ``journal`` has, in the language in use. The caller closes the server.

    The state is that of the newest match, which is read again while it is written. Nobody can act.
    Raises :class:`boxctl.web.http.address.WebFault` BX751.
    """
    listening = Listener(address)
    source = RecordedSource(journal, wording_in_use(), monotonic_us)
    routes = [
        *RuleRoutes(lambda: source.played).routes,
        *RecordRoutes(journal).routes,
    ]
    server = PageServer(listening, source, monotonic_us, EventBuffer(secrets.token_hex(4)), routes)
    server.start()
    return server
