"""Serve the pages of a table that is played."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from starlette.routing import BaseRoute

from boxctl.presentation.in_language import wording_in_use
from boxctl.web.acting.act_routes import ActRoutes
from boxctl.web.acting.table_code import TableCode
from boxctl.web.event_buffer import EventBuffer
from boxctl.web.http.address import Listener, WebAddress
from boxctl.web.http.server import PageServer
from boxctl.web.record.house_records import HouseRecords
from boxctl.web.record.record_routes import RecordRoutes, newest_match
from boxctl.web.rule_routes import RuleRoutes
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import TableFeed
from groundwork.clock import monotonic_us

EVENING_ENDS = timedelta(hours=6)
"""From six in the morning on it is another evening."""


def serve_table(
    address: WebAddress,
    feed: TableFeed,
    *,
    code: TableCode | None,
    journal: Path,
    names: frozenset[str] = frozenset(),
) -> PageServer:
    """Serve what goes through ``feed``, in the language in use. The caller closes the server.

    Who gives the ``code`` may act; without one nobody may. ``journal`` is the file in which the
    table is recorded, ``names`` are further names of this machine. Raises
    :class:`boxctl.web.http.address.WebFault` BX751.
    """
    listening = Listener(address)
    buffer = EventBuffer(secrets.token_hex(4))
    records = HouseRecords(journal, lambda: server.wake())
    maker = SnapshotMaker(
        feed.take,
        monotonic_us,
        wording_in_use(),
        may_act=code is not None,
        number_of=lambda: newest_match(journal),
        records=records,
    )
    routes: list[BaseRoute] = [
        *RuleRoutes(lambda: maker.played).routes,
        *RecordRoutes(journal).routes,
    ]
    if code is not None:
        routes += ActRoutes(code, feed.order, buffer, monotonic_us).routes
    server = PageServer(listening, maker, monotonic_us, buffer, routes, names=names)
    feed.wakes(server.wake)
    server.start()
    return server


def code_of_the_evening(changed: Callable[[str], object]) -> TableCode:
    """Return a code that changes at six in the morning; ``changed`` is told the new one."""
    return TableCode(monotonic_us, this_evening, changed)


def this_evening() -> object:
    """Return the day on which this evening began, by the clock of the place."""
    return (datetime.fromtimestamp(time.time()) - EVENING_ENDS).date()
