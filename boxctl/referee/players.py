"""The players at a table: their names, and who of them starts."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.printing import look_of


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


@frozen_dataclass
class FirstThrows:
    """The throws that decide who starts (R7.9): each player throws one die, the highest starts.

    ``waiting`` are the seats that have still to throw, ``thrown`` what the others threw in this
    round; ties throw again.
    """

    waiting: tuple[int, ...]
    thrown: tuple[tuple[int, int], ...] = ()

    @property
    def seat(self) -> int:
        """The seat that throws next."""
        return self.waiting[0]

    def throw(self, value: int) -> FirstThrows:
        """Return the state after the next seat has thrown this value; if seats tie, they wait."""
        thrown = (*self.thrown, (self.seat, value))
        if len(self.waiting) > 1:
            return FirstThrows(self.waiting[1:], thrown)
        highest = max(value for _, value in thrown)
        tied = tuple(seat for seat, value in thrown if value == highest)
        return FirstThrows(waiting=tied) if len(tied) > 1 else FirstThrows((), thrown)

    @property
    def starter(self) -> int | None:
        """The seat that starts, once it is known."""
        if self.waiting:
            return None
        return max(self.thrown, key=lambda seat_and_value: seat_and_value[1])[0]
