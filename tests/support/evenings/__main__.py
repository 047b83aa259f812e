"""Plays simulated evenings, and says which seed breaks something.

python -m tests.support.evenings --matches 10000
python -m tests.support.evenings --seed 1427 -v
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import count

from boxctl import INTERRUPTED
from tests.support.evenings.checks.account import Tell
from tests.support.evenings.evening import evening
from tests.support.evenings.play import Played, play
from tests.support.evenings.total import Total

SAID_EVERY = 100
"""So many matches apart, it is said how far it has come."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as asked; 1 if something broke."""
    asked = _arguments().parse_args(arguments)
    if asked.seed is not None:
        return _one(asked.seed, print if asked.verbose else None)
    return _many(asked.first, asked.matches)


def _arguments() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser("python -m tests.support.evenings", description=__doc__)
    arguments.formatter_class = argparse.RawDescriptionHelpFormatter
    arguments.add_argument("--seed", type=int, help="play the evening of this seed only")
    arguments.add_argument("-v", "--verbose", action="store_true", help="print every event")
    arguments.add_argument("--matches", type=int, default=1000, help="play so many (1000)")
    arguments.add_argument("--first", type=int, default=0, help="begin with this seed (0)")
    return arguments


def _one(seed: int, tell: Tell | None = None) -> int:
    played = _held(seed, tell)
    if played is None:
        return 1
    total = Total()
    total.add(played)
    print(f"seed {seed} ({evening(seed)}): {total}; all hold")
    return 0


def _many(first: int, matches: int) -> int:
    total, broken = Total(), 0
    try:
        for played in _evenings(first, matches):
            said = total.matches // SAID_EVERY
            if played is None:
                broken += 1
            else:
                total.add(played)
            if total.matches // SAID_EVERY > said:
                print(f"{total.matches} of {matches} matches …", flush=True)
    except KeyboardInterrupt:
        print(f"stopped: {total}; {broken} seeds broke until then")
        return INTERRUPTED
    print(f"{total}; {broken} seeds broke")
    return 1 if broken else 0


def _evenings(first: int, matches: int) -> Iterator[Played | None]:
    """One evening after the other, until so many matches are played; None for one that broke."""
    done = 0
    for seed in count(first):
        if done >= matches:
            return
        played = _held(seed)
        # One that broke would have been a match at least.
        done += played.matches if played is not None else 1
        yield played


def _held(seed: int, tell: Tell | None = None) -> Played | None:
    try:
        return play(evening(seed), tell=tell)
    except AssertionError as broken:
        _say_again(seed, str(broken))
        return None
    except KeyboardInterrupt:
        raise
    except BaseException:
        _say_again(seed, "did not come to its end")
        raise


def _say_again(seed: int, why: str) -> None:
    print(f"seed {seed} ({evening(seed)}):\n   {why}", file=sys.stderr)
    print(f"   again: {sys.executable} -m tests.support.evenings --seed {seed} -v", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
