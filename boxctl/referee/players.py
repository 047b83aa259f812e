"""Who sits at the table."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet


def check_names(players: Sequence[str]) -> None:
    """Raise :class:`RuleFault` (BX206) unless there are players with names of their own.

    A name has at least one character, and only printable ones.
    """
    if not players or not all(name.strip() for name in players):
        raise RuleFault("BX206", "every player needs a name", "write --players Ann,Bob")
    hidden = next((name for name in players if not name.isprintable()), None)
    if hidden is not None:
        raise RuleFault(
            "BX206",
            f"the name {hidden!a} has a character that cannot be shown",
            "write it with letters, figures, signs and plain spaces",
        )
    seen: set[str] = set()
    for name in players:
        if name in seen:
            raise RuleFault("BX206", f'two players are called "{name}"', "give each another name")
        seen.add(name)


def usual_players(rules: RuleSet) -> list[str]:
    """Return the default names: two players if the match is for two, else one."""
    return ["Player 1", "Player 2"][: 2 if rules.match in ("duel", "relay") else 1]
