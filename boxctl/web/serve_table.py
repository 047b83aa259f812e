"""Serve the pages of a table that is played."""

from __future__ import annotations

from boxctl.presentation.in_language import wording_in_use
from boxctl.web.address import WebAddress
from boxctl.web.server import PageServer
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import TableFeed
from groundwork.clock import monotonic_us


def serve_table(address: WebAddress, feed: TableFeed) -> PageServer:
    """Serve what goes through ``feed``, in the language in use. The caller closes the server.

    Raises :class:`boxctl.web.address.WebFault` BX751.
    """
    maker = SnapshotMaker(monotonic_us, wording_in_use(), may_act=False)
    server = PageServer(address, feed.take, maker, monotonic_us)
    feed.wakes(server.wake)
    server.start()
    return server
