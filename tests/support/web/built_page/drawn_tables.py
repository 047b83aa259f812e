"""Tables for `boxctl referee`: its options, and the lines that it is given.

The same ones every time, so that two Pythons can be compared line by line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random

from boxctl.rules.variants import names, variant
from tests.boxctl.referee.test_lines import NO_EVENTS
from tests.support.tables.box_script import lines_of, many_actions
from tests.support.two_readings.any_settings import SELDOM_MET, any_settings
from tests.support.two_readings.random_match import random_match

TESTS = Path(__file__).parents[3]

CLASSIC = ("--players", "Ann,Bob")
MOST_LINES = 80
"""Lines of a drawn match: about three rounds of two players."""


@dataclass(frozen=True)
class Table:
    """What `boxctl referee` is given: its options, and its standard input."""

    options: tuple[str, ...]
    told: bytes


def corpus() -> Iterator[Table]:
    """Every file of a match that caused a fault once, and every line that is no event."""
    for path in sorted(TESTS.rglob("corpus/*.jsonl")):
        yield Table(CLASSIC, path.read_bytes())
    for line in NO_EVENTS:
        told = line.encode() if isinstance(line, str) else line
        yield Table(CLASSIC, told + b'\n{"at": 0, "throw": [2, 3]}\n')


def drawn_tables(number: int) -> Iterator[Table]:
    """So many matches: an evening of each variant, then settings of every kind."""
    for name in names():
        yield _evening(Random(f"an evening of {name}"), name)
    # Settings that contradict each other make no table.
    random = Random("matches of the built page")
    any_matches = filter(None, (_any_match(random) for _ in count()))
    yield from islice(any_matches, number - len(names()))


def _evening(random: Random, name: str) -> Table:
    rules = variant(name)
    players = ["Ann", "Bob"] if rules.match in ("duel", "relay") else ["Ann", "Bob", "Cy"]
    lines = lines_of(rules, players, many_actions(random, MOST_LINES))
    options = ("--rules", name, "--players", ",".join(players))
    return Table(options, "".join(f"{json.dumps(line)}\n" for line in lines).encode())


def _any_match(random: Random) -> Table | None:
    fixed = random.choice(SELDOM_MET) if random.random() < 0.2 else {}
    settings = any_settings(random, fixed, random.choice((0.1, 0.3, 0.9)))
    if settings is None:
        return None
    lines, _ruled = random_match(settings.rules, settings.players, random, MOST_LINES)
    return Table(tuple(str(settings).split()), "".join(f"{line}\n" for line in lines).encode())
