"""Name the pages of the documentation that belong to each command."""

from __future__ import annotations

import os
import sys

from groundwork.language import current, tr

PAGES = {
    "play": "play.md",
    "setup": "setup.md",
    "run": "build-a-box.md",
    "monitor": "monitor.md",
    "audits": "monitor.md",
    "doctor": "faults.md",
    "service": "service.md",
    "dark": "service.md",
    "wiring": "wiring.md",
    "referee": "contracts.md",
    "legal": "settle-a-dispute.md",
    "odds": "odds.md",
    "analyse": "odds.md",
    "matches": "settle-a-dispute.md",
    "history": "play.md",
    "ledger": "money.md",
    "replay": "settle-a-dispute.md",
    "dispute": "settle-a-dispute.md",
    "overrule": "settle-a-dispute.md",
    "verify": "journal.md",
    "head": "journal.md",
    "web": "web.md",
    "key": "journal.md",
    "roller": "build-a-box.md",
    "firmware": "build-a-box.md",
    "explain": "faults.md",
    "rules": "rulebook.md",
    "simulate": "odds.md",
    "completion": "play.md",
}
"""The page of each command."""


def folder() -> str:
    """Find the pages: those of the checkout, or those installed with the program."""
    packages = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120
    checkout = os.path.join(packages, "docs")  # noqa: PTH118
    installed = os.path.join(sys.prefix, "share", "doc", "boxctl")  # noqa: PTH118
    return checkout if os.path.isfile(os.path.join(checkout, "play.md")) else installed  # noqa: PTH113, PTH118


def page_in(page: str, language: str) -> str:
    """Return what a page is called in a language: ``faults.md`` is ``faults.de.md`` in ``de``."""
    return page if language == "en" else f"{page.removesuffix('.md')}.{language}.md"


def read_on(command: str) -> str:
    """Return a line that names the page of this command; ``rules show`` has that of ``rules``.

    A page that is not translated into the language in force is the English one.
    """
    page = PAGES[command.split()[0]]
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
