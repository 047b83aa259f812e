"""``boxctl web``: the pages of a journal without a table here, and the code of a table's pages."""

from __future__ import annotations

import errno
import signal
from pathlib import Path
from threading import Event

from boxctl.cli import BadOption
from boxctl.cli.options import Options
from boxctl.cli.web_option import CODE, USUAL, address_of, needs_web, what_is_exposed
from boxctl.journal.disk.private_files import OF_SERVICE, place_to_read, usual_place
from boxctl.journal.query import reading
from groundwork.faults import os_reason
from groundwork.language import tr
from groundwork.printing import print_lines
from groundwork.system.users import is_root


def tell_code(journal: Path | None, *, anew: bool) -> int:
    """Print page, code and link of the table that is recorded in ``journal``, or in a usual place.

    With ``anew`` the table goes on with another code, and whoever had the old one has to give it.
    Raises :class:`BadOption` where there is no such table, or it is another user's.
    """
    needs_web()
    from boxctl.web.acting.code_file import change_code, code_being_served
    from boxctl.web.serve import link_to_act

    places = [journal] if journal is not None else [usual_place(), OF_SERVICE]
    for place in places:
        try:
            found = change_code(place) if anew else code_being_served(place)
        except OSError as problem:
            raise BadOption(_why_unread(place, problem)) from None
        if found is not None:
            print_lines(
                tr("The page of the table: {url}", url=found.url),
                tr(CODE, code=found.secret.code),
                tr(
                    "Without typing it: {link}", link=link_to_act(found.url, found.secret.link_word)
                ),
            )
            return 0
    raise BadOption(
        tr(
            "no table on this machine shows pages with a code now; if it records elsewhere, name "
            "its journal with --journal."
        )
    )


def _why_unread(journal: Path, problem: OSError) -> str:
    from boxctl.web.acting.code_file import path_of_code

    if problem.errno == errno.EACCES and not is_root():
        return tr(
            "the code of the table at {path} is its user's: try sudo boxctl web code.",
            path=str(journal.parent),
        )
    return tr(
        "the code of the table cannot be read: {path}: {why}.",
        path=str(path_of_code(journal)),
        why=os_reason(problem),
    )


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
    from boxctl.web.serve import serve_journal

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
