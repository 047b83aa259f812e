"""``boxctl web``: the pages of a journal, without a table that is played here."""

from __future__ import annotations

import signal
from threading import Event

from boxctl.cli.journal.table_code import tell_code
from boxctl.cli.options import Options
from boxctl.cli.web_option import USUAL, address_of, what_is_exposed
from boxctl.journal.query import reading
from boxctl.journal.usual_places import place_to_read
from groundwork.language import tr
from groundwork.printing import print_lines

CODE_ASKED = "code"
"""What is given in place of an address to be told the table's code."""


def run(arguments: list[str]) -> int:
    """Serve the pages until Ctrl-C or SIGTERM. Raises :class:`JournalFault` without a journal."""
    given = options().parse_args(arguments)
    if given.address == CODE_ASKED:
        return tell_code(given.journal, anew=given.new)
    if given.new:
        options().error(tr("--new goes with {command}", command="boxctl web code"))
    journal = given.journal or place_to_read()
    address = address_of(given.address)
    with reading(journal):
        pass  # It is there, and it is a journal.
    from boxctl.web.serve_journal import serve_journal

    ended = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    server = serve_journal(address, journal)
    try:
        print_lines(what_is_exposed(server.address), flush=True)
        ended.wait()
    finally:
        server.close()
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("web")
    options.add_argument(
        "address",
        metavar="[HOST:]PORT | code",
        nargs="?",
        default=USUAL,
        help=tr(
            "where the pages are served (default: 8765, on this machine only); code: tell the code "
            "of the table that is played on this machine, and serve nothing"
        ),
    )
    options.add_argument(
        "--new", action="store_true", help=tr("with code: have the table go on with another code")
    )
    options.add_journal_to_read()
    return options
