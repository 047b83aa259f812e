"""The players at a table: their names, and who of them starts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.printing import look_of
from groundwork.reader import for_reader


def check_names(players: Sequence[str]) -> None:
    """Raise :class:`RuleFault` (BX206) unless there are players with names of their own.

    A name has at least one character that can be seen, and only printable ones. No two of them look
    alike, so that nobody is paid what another one has won.
    """
    if not players or not all(map(look_of, players)):
        write = for_reader(
            tr("write --players Ann,Bob"), page=tr("write it, or leave the seat empty")
        )
        raise RuleFault("BX206", tr("every player needs a name"), write)
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


MOST_HANDICAP = 999
"""The highest handicap (R7.16)."""


def handicaps_by_seat(told: Iterable[tuple[str, str]], players: Sequence[str]) -> tuple[int, ...]:
    """Return the handicaps of these players, each told as a name and a number; () for all 0.

    Raises :class:`RuleFault` (BX203) for a name that nobody has, one that is told twice, and for
    what is no whole number from 0 to 999.
    """
    found: dict[str, int] = {}
    for name, number in told:
        if name not in players:
            raise RuleFault(
                "BX203",
                tr('handicap = {name}={number}: nobody called "{name}" plays',
                   name=name, number=number),
                tr("it is for one of {players}", players=", ".join(players)),
            )  # fmt: skip
        if name in found:
            raise RuleFault(
                "BX203",
                tr("handicap names {name} twice", name=name),
                tr("give each player one handicap"),
            )
        if not _is_handicap(number):
            raise RuleFault(
                "BX203",
                tr("handicap = {name}={number} is not possible", name=name, number=number),
                tr("it may be a whole number from 0 to {most}", most=MOST_HANDICAP),
            )
        found[name] = int(number)
    return tuple(found.get(name, 0) for name in players) if any(found.values()) else ()


def _is_handicap(number: str) -> bool:
    digits = number.isascii() and number.isdigit() and len(number) <= 9
    return digits and int(number) <= MOST_HANDICAP


ToldHandicaps = tuple[tuple[str, str], ...]
"""Names of players, and numbers as text."""

_WITH_HANDICAP = re.compile(r"(.*\S)\s+\+\s*(\d{1,9})")


def typed_players(typed: Iterable[str]) -> tuple[tuple[str, ...], ToldHandicaps]:
    """Return the names of players, and the handicaps typed behind them: ``Ann +5``."""
    players, handicaps = [], []
    for text in typed:
        if (found := _WITH_HANDICAP.fullmatch(text)) is not None:
            handicaps.append((found[1], found[2]))
        players.append(text if found is None else found[1])
    return tuple(players), tuple(handicaps)


def as_typed(players: Iterable[str], handicaps: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the players as :func:`typed_players` takes them."""
    given = dict(handicaps)
    return tuple(f"{name} +{given[name]}" if name in given else name for name in players)


def handicaps_by_name(rules: RuleSet, players: Sequence[str]) -> dict[str, int]:
    """Return the handicaps of those who have one, in seat order."""
    return {
        name: handicap for name, handicap in zip(players, rules.handicaps, strict=False) if handicap
    }


def handicaps_kept(
    given: Mapping[str, str], before: Sequence[str], players: Sequence[str]
) -> ToldHandicaps:
    """Return the handicaps of these players, who follow those of ``before`` at the same table.

    ``given`` are numbers as text, by name. A handicap goes with the name. A new name in the seat
    of somebody who has gone is the same player renamed, if everybody else has stayed (R7.16).
    """
    gone, new = [set(one) - set(other) for one, other in ((before, players), (players, before))]
    renamed: dict[str, str] = {}
    if len(gone) == len(new) == 1 and len(before) == len(players):
        renamed = dict(zip(new, gone, strict=True))
    named = ((name, renamed.get(name, name)) for name in players)
    return tuple((name, given[old]) for name, old in named if old in given)


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
