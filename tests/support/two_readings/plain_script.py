"""Situations told in a few words, for the second reading of the rule book."""

from __future__ import annotations

import json

from tests.support.second_reading import Rules, read


def line(at: float, what: str) -> str:
    """`throw 3 4`, `shut 7`, `open 7`, `press confirm` or nothing, as a line of JSON."""
    verb, *values = what.split() or ["wait"]
    if verb == "throw":
        dice = [None if value == "?" else int(value) for value in values]
        return json.dumps({"at": at, "throw": dice})
    if verb == "press":
        return json.dumps({"at": at, "press": values[0]})
    return json.dumps({"at": at} if verb == "wait" else {"at": at, verb: int(values[0])})


def play(rules: Rules, script: str, players: str = "Ann") -> list[dict[str, object]]:
    """Play `;`-separated events one second apart; `shut 4 3` is two levers."""
    events: list[str] = []
    for part in script.split(";"):
        verb, *values = part.split()
        events += [f"{verb} {value}" for value in values] if verb in ("shut", "open") else [part]
    lines = [line(at, what) for at, what in enumerate(events, start=1)]
    return read(rules, players.split(","), lines)


def told(rulings: list[dict[str, object]]) -> str:
    """The rulings as `verdict rule, verdict rule`."""
    return ", ".join(f"{ruling['verdict']} {ruling.get('rule', '')}".strip() for ruling in rulings)


def last(rulings: list[dict[str, object]], verdict: str) -> dict[str, object]:
    return [ruling for ruling in rulings if ruling["verdict"] == verdict][-1]
