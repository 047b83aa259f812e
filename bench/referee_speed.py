"""Rulings per second, on the recorded lines of a thousand matches, beside bare JSON."""

from __future__ import annotations

import json

from bench.ratio import beside
from bench.recorded import recorded_matches
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.referee.referee import Referee


def report() -> str:
    """Measure judging every line, beside reading the lines and writing the rulings as JSON."""
    matches = recorded_matches()
    ruled = [
        [json.loads(line) for line in referee_lines(Referee(m.rules, m.players), m.lines)]
        for m in matches
    ]
    rulings, lines = sum(map(len, ruled)), sum(len(match.lines) for match in matches)

    def referee() -> None:
        for match in matches:
            for _ruling in referee_lines(Referee(match.rules, match.players), match.lines):
                pass

    def bare_json() -> None:
        for match, said in zip(matches, ruled, strict=True):
            for line in match.lines:
                json.loads(line)
            for ruling in said:
                json.dumps(ruling)

    times = beside(referee, bare_json)
    return (
        f"referee: {len(matches)} matches, {lines} lines, {rulings} rulings: "
        f"{rulings / times.thing:,.0f} rulings a second, "
        f"{times.ratio:.1f} times bare JSON of the same lines and rulings"
    )
