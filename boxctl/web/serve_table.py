"""Serve the pages of a table that is played."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from pathlib import Path

from starlette.routing import BaseRoute

from boxctl.presentation.in_language import wording_in
from boxctl.web.acting.act_routes import ActRoutes
from boxctl.web.acting.coach_routes import CoachRoutes
from boxctl.web.acting.code_on_box import CodeOnBox
from boxctl.web.acting.table_code import TableCode
from boxctl.web.event_buffer import EventBuffer
from boxctl.web.http.address import Listener, WebAddress
from boxctl.web.http.phone_address import phone_url, qr_modules
from boxctl.web.http.server import PageServer
from boxctl.web.record.evenings import evening_of
from boxctl.web.record.house_records import HouseRecords
from boxctl.web.record.newest_match import newest_match
from boxctl.web.record.record_routes import RecordRoutes
from boxctl.web.rule_routes import RuleRoutes
from boxctl.web.sheet import Evening
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import Piece, TableFeed
from boxctl.web.translated_states import TranslatedStates
from groundwork.clock import monotonic_us, utc_now
from groundwork.language import Language


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

    def states(
        pieces: Callable[[], Iterable[Piece]], language: Language, translates: bool
    ) -> SnapshotMaker:
        return SnapshotMaker(
            pieces,
            monotonic_us,
            wording_in(language),
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
        on_box = CodeOnBox(code, feed, monotonic_us, lambda: _modules(listening.address))
        routes += ActRoutes(
            code, feed.order, buffer, monotonic_us, on_box.ask, feed.objection
        ).routes
        chores.append(on_box.look)
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
    )
    queue.wakes(server.wake)
    server.start()
    return server


def _modules(address: WebAddress) -> tuple[str, ...]:
    url = phone_url(address)
    return qr_modules(url) if url else ()


def code_of_the_evening(changed: Callable[[str], object]) -> TableCode:
    """Return a code that changes at six in the morning; ``changed`` is told the new one."""
    return TableCode(monotonic_us, this_evening, changed)


def this_evening() -> object:
    """Return the day on which this evening began, by the clock of the place."""
    return evening_of(utc_now())
