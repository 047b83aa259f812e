"""A recorded match to be watched: the table as it stood after each of its rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from boxctl.audit.match_list import BadRuling, rulings_in
from boxctl.journal.entry_kinds import TurnOverruled
from boxctl.journal.query import is_match, read_sound_match
from boxctl.presentation.game_names import name_of_match
from boxctl.presentation.journal.recorded_entries import with_all_data
from boxctl.presentation.table_view import TableView, recorded_views
from boxctl.referee.payloads import NO_RULING
from boxctl.referee.referee import Referee
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.laptop.game_choice import GameChoice
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class WatchedMatch:
    """A match: its title, its players, its rulings, and the table after each of them.

    There is at least one ruling; all have what ``boxctl referee`` writes.
    """

    title: str
    rules: RuleSet
    players: tuple[str, ...]
    rulings: tuple[Mapping[str, Any], ...] = field(compare=False)
    views: tuple[TableView, ...]


def watched_as_asked(wanted: str, journal: Path, chosen: GameChoice) -> WatchedMatch:
    """Read a match of the journal, by its number or ``last``, or else a file with lines.

    Raises as :func:`watched_match` and :func:`watched_file` do.
    """
    if is_match(wanted):
        return watched_match(journal, wanted)
    return watched_file(Path(wanted), chosen)


def watched_match(journal: Path, wanted: str) -> WatchedMatch:
    """Read a match of the journal, as it was ruled then.

    Raises :class:`JournalFault`, and :class:`RuleFault` (BX801) for a match without a ruling.
    """
    match = read_sound_match(journal, wanted)
    named = name_of_match(match)
    title = tr("match {match}: {variant}", match=match.number, variant=named)
    rulings = watched_rulings(with_all_data(ruling) for ruling in match.rulings)
    if not rulings:
        raise RuleFault(
            "BX801",
            tr("in match {match} nothing was ruled: there is nothing to watch", match=match.number),
            tr("watch another one: boxctl matches lists them"),
        )
    return WatchedMatch(
        title,
        match.rules,
        match.players,
        rulings,
        recorded_views(match.rules, match.players, rulings),
    )


def watched_file(path: Path, chosen: GameChoice) -> WatchedMatch:
    """Read a file of rulings, or of box events as today's referee rules on them.

    The rules and players of ``chosen`` are those of the lines. Raises :class:`RuleFault`: BX707
    for a file that cannot be read, BX801 for one with nothing to be watched in it.
    """
    try:
        read = rulings_in(path, Referee(chosen.rules, chosen.players))
    except BadRuling as bad:
        raise _nothing_to_watch(
            path, tr("line {line} is no ruling of boxctl referee", line=bad.line)
        ) from None
    rulings = watched_rulings(read)
    if len(rulings) < 2:
        raise _nothing_to_watch(path)
    players = tuple(dict.fromkeys(ruling["player"] for ruling in rulings))
    known = chosen.players if set(players) <= set(chosen.players) else players
    return WatchedMatch(
        path.name, chosen.rules, known, rulings, recorded_views(chosen.rules, known, rulings)
    )


def watched_rulings(rulings: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """Return the rulings without errors and overrulings."""
    unwatched = (NO_RULING, TurnOverruled.kind)
    return tuple(ruling for ruling in rulings if ruling.get("verdict") not in unwatched)


def _nothing_to_watch(path: Path, why: str = "") -> RuleFault:
    return RuleFault(
        "BX801",
        tr("{path} has no match to be watched", path=path) + (f", {why}" if why else ""),
        tr("its lines have to be box events or rulings, as of boxctl referee"),
    )
