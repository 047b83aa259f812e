"""The players at a table."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr
from groundwork.shown_text import look_of


def check_names(players: Sequence[str]) -> None:
    """Raise :class:`RuleFault` (BX206) unless there are players with names of their own.

    A name has at least one character that can be seen, and only printable ones. No two of them look
    alike, so that nobody is paid what another one has won.
    """
    if not players or not all(map(look_of, players)):
        raise RuleFault("BX206", tr("every player needs a name"), tr("write --players Ann,Bob"))
    hidden = next((name for name in players if not name.isprintable()), None)
    if hidden is not None:
        raise RuleFault(
            "BX206",
            tr("the name {hidden} has a character that cannot be shown", hidden=ascii(hidden)),
            tr("write it with letters, figures, signs and plain spaces"),
        )
    seen: dict[str, str] = {}
    for name in players:
        look = look_of(name)
        if look in seen:
            raise _alike(seen[look], name)
        seen[look] = name


def _alike(one: str, other: str) -> RuleFault:
    called = tr('two players are called "{one}"', one=one)
    if one != other:
        called = tr("the names {one} and {other} look the same", one=ascii(one), other=ascii(other))
    return RuleFault("BX206", called, tr("give each another name"))


def usual_players(rules: RuleSet) -> list[str]:
    """Return the default names: two players if the match is for two, else one."""
    return ["Player 1", "Player 2"][: 2 if rules.match in ("duel", "relay") else 1]
