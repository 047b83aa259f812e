"""Name the pages of the documentation that belong to each command."""

from __future__ import annotations

import os
import sys

from groundwork.language import tr

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


def read_on(command: str) -> str:
    """Return a line that names the page of this command; ``rules show`` has that of ``rules``."""
    page = os.path.join(folder(), PAGES[command.split()[0]])  # noqa: PTH118
    return tr("read on: {page}", page=page)


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
