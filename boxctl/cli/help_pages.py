"""Name the pages of the documentation that belong to each command."""

from __future__ import annotations

import os
import sys

from boxctl.cli.commands import COMMANDS
from groundwork.language import current, tr


def folder() -> str:
    """Find the pages: those of the checkout, or those installed with the program."""
    packages = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120
    checkout = os.path.join(packages, "docs")  # noqa: PTH118
    installed = os.path.join(sys.prefix, "share", "doc", "boxctl")  # noqa: PTH118
    return checkout if os.path.isfile(os.path.join(checkout, "play.md")) else installed  # noqa: PTH113, PTH118


def page_in(page: str, language: str) -> str:
    """Return what a page is called in a language: ``faults.md`` is ``faults.de.md`` in ``de``."""
    return page if language == "en" else f"{page.removesuffix('.md')}.{language}.md"


def page_line(command: str) -> str:
    """Return a line that names the page of this command; ``rules show`` has that of ``rules``.

    A page that is not translated into the language in force is the English one.
    """
    page = COMMANDS[command.split()[0]].page
    docs = folder()
    translation = os.path.join(docs, page_in(page, current().code))  # noqa: PTH118
    there = translation if os.path.isfile(translation) else os.path.join(docs, page)  # noqa: PTH113, PTH118
    return tr("read on: {page}", page=there)


def overview() -> str:
    """Return the last lines of ``boxctl --help``: the pages to begin with."""
    return tr(
        "The documentation is in {folder}:\n"
        "  play.md              the game in the terminal\n"
        "  rulebook.md          the rules that a ruling cites, such as R4.5\n"
        "  settle-a-dispute.md  what was ruled, and why\n"
        "  odds.md              what a position is worth\n"
        "  build-a-box.md       a box of your own, step by step\n"
        "  faults.md            what a code such as BX404 means, and what to do",
        folder=folder(),
    )
