"""Serve the pages of a table that is played, in any number of languages, from one feed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from boxctl.web.acting.code_file import CodeFile
from boxctl.web.acting.table_code import TableCode
from boxctl.web.http.address import Listener, WebAddress, phone_url, qr_modules
from boxctl.web.http.server import PageServer
from boxctl.web.journal.record_routes import evening_of
from boxctl.web.table_feed import TableFeed
from boxctl.web.table_pages import TablePages
from groundwork.clock import monotonic_us, utc_now


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
