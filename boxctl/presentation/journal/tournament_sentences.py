"""What a tournament and its matches say differently, for people."""

from __future__ import annotations

from shlex import quote

from boxctl.presentation.tournament.table_lines import winner_in_words
from groundwork.language import tr


def overruled_in_words(pairing: int, match: int, was: str | None, now: str | None) -> str:
    """Say that the match of a pairing has another winner now than then; None for a draw."""
    how = "--draw" if now is None else f"--winner {quote(now)}"
    return tr(
        "Pairing {pairing}: {before}; match {match} was overruled since, and by it: {now}. To take "
        "that over: {command}",
        pairing=pairing,
        match=match,
        before=winner_in_words(was),
        now=winner_in_words(now),
        command=f"boxctl tournament correct {pairing} {how} --reason TEXT",
    )
