"""A day at a stall held by its commands, as a program whose end at any instant can be built.

Run as ``python stall_day.py JOURNAL``: it shows each answer in one line of JSON.
"""

from __future__ import annotations

import sys

from boxctl.cli import main

COMMANDS = (
    "begin --go 50p --prize £2.50 --pot 5p --best £1 --float £20",
    "go Ann --score 9",
    "go Bob --score 0",
    "pay",
    "go Cy --score 12",
    "correct 3 --void --reason fell",
    "close --counted £18.45",
    "begin",
)
"""What the keeper does; everything is in the journal when it is answered."""


def hold(journal: str) -> None:
    """Do it all."""
    for command in COMMANDS:
        main(["stall", *command.split(), "--journal", journal, "--json"])


if __name__ == "__main__":
    hold(sys.argv[1])
