"""Start the program in the worker of a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from starlette.routing import BaseRoute

from boxctl.browser.box_file_route import BoxFileRoute
from boxctl.browser.host import Host, KeptByHost, SignedByHost
from boxctl.browser.kept_records import KeptRecords
from boxctl.browser.local_pages import LocalPages
from boxctl.browser.local_table import LocalTable, call_later
from boxctl.browser.thinking import Thinker
from boxctl.journal.proof import keys
from boxctl.screens.laptop.laptop_table import AsyncioTicker
from boxctl.web.acting.table_code import TableCode
from boxctl.web.laptop_feed import LaptopFeed
from groundwork.clock import monotonic_us
from groundwork.language import code_of_locale, language, use
from groundwork.reader import read_on_page


def start(
    host: Host, folder: str, locale: str, clock: Callable[[], int] = monotonic_us
) -> LocalPages:
    """Open the table whose record is in this folder; return what answers the pages.

    ``locale`` is the language of the browser, as ``de-AT``; ``clock`` is in microseconds. Call it
    in the running loop. Raises :class:`groundwork.faults.Fault` if nothing can be recorded.
    """
    use(language(code_of_locale({"LANG": locale.replace("-", "_")})))
    keys.use(SignedByHost(host))
    read_on_page()
    records = KeptRecords(Path(folder), host)
    journal = records.in_play
    feed = LaptopFeed(taps=True, journal=journal)

    def box_of_file(code: TableCode) -> list[BaseRoute]:
        return BoxFileRoute(journal.parent, code, lambda game: table.begin(game)).routes

    thinker = Thinker(host)
    pages = LocalPages(host, feed, records, clock, box_of_file, thinker)
    table = LocalTable(
        journal, KeptByHost(host), feed, AsyncioTicker(clock), call_later, thinker.think
    )
    pages.look()
    return pages
