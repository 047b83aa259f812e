"""Serve the pages of a table that is played."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from pathlib import Path

from starlette.routing import BaseRoute

from boxctl.web.acting.act_routes import ActRoutes
from boxctl.web.acting.coach_routes import CoachRoutes
from boxctl.web.acting.code_file import CodeFile
from boxctl.web.acting.code_on_box import CodeOnBox
from boxctl.web.acting.table_code import TableCode
from boxctl.web.evening_tally import Evening
from boxctl.web.event_buffer import EventBuffer
from boxctl.web.http.address import Listener, WebAddress
from boxctl.web.http.phone_address import phone_url, qr_modules
from boxctl.web.http.server import PageServer
from boxctl.web.record.evenings import evening_of
from boxctl.web.record.house_records import HouseRecords
from boxctl.web.record.newest_match import newest_match
from boxctl.web.record.record_routes import RecordRoutes
from boxctl.web.rule_routes import RuleRoutes
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import Piece, TableFeed
from boxctl.web.translated_states import TranslatedStates
from groundwork.clock import monotonic_us, utc_now


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
