"""A tournament held by its commands, as a program whose end at any instant can be built.

Run as ``python tournament_evening.py JOURNAL``: it shows each answer in one line of JSON.
"""

from __future__ import annotations

import sys

from boxctl.cli import main

COMMANDS = (
    "begin --names Ann,Bob,Cas,Dee,Eve --system swiss --seed 3",
    "next",
    "result 1 --winner Ann",
    "player Fay late",
    "result 2 --winner Eve",
    "player Bob away",
    "next",
    "correct 1 --winner Cas --reason misread",
)
"""What the organiser does; everything is in the journal when it is answered."""


def hold(journal: str) -> None:
    """Do it all."""
    for command in COMMANDS:
        main(["tournament", *command.split(), "--journal", journal, "--json"])


if __name__ == "__main__":
    hold(sys.argv[1])
