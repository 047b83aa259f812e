"""``boxctl web code``: the code of the table whose pages are served on this machine."""

from __future__ import annotations

import errno
from pathlib import Path

from boxctl.cli import BadOption
from boxctl.cli.web_option import CODE, needs_web
from boxctl.journal.usual_places import OF_SERVICE, usual_place
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
    from boxctl.web.serve_table import link_to_act

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
