"""The lines of many matches, as a box would have given them, for benchmarks."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boxctl.odds.sampling import AtRandom
from boxctl.referee.lines import write_event
from boxctl.referee.referee import Referee
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variants import names, variant
from boxctl.simulation.players import PolicyPlayer, play_match

MATCHES = 1000


@dataclass(frozen=True, slots=True)
class Recorded:
    """A match: its rules, its players and the lines of its box."""

    rules: RuleSet
    players: tuple[str, ...]
    lines: tuple[bytes, ...]


def recorded_matches(count: int = MATCHES, seed: int = 1) -> list[Recorded]:
    """Return this many matches, the variants in turn."""
    known = names()
    return [_record(known[at % len(known)], Random(f"{seed} {at}")) for at in range(count)]


def _record(name: str, random: Random) -> Recorded:
    rules, players = variant(name), ("Ann", "Bob")
    played = play_match(Referee(rules, players), PolicyPlayer(random, AtRandom()), random)
    lines = tuple(write_event(event).encode() for event, _rulings in played if event is not None)
    return Recorded(rules, players, lines)
