"""A match to be watched: what a screen shows after each of its rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from boxctl.audit.match_file import BadRuling, rulings_in
from boxctl.journal.entries import OVERRULED
from boxctl.journal.query import LAST, read_sound_match
from boxctl.presentation.english import ENGLISH
from boxctl.presentation.phrases import is_shown
from boxctl.presentation.record.recorded_rulings import as_contract
from boxctl.presentation.wording import Wording
from boxctl.referee.referee import Referee
from boxctl.referee.ruling_data import in_microseconds
from boxctl.referee.verdict import NO_RULING, Verdict
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, tile_set
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.pictures.view_model import LogLine
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class WatchedMatch:
    """A match: its title, its players, and the table after each ruling."""

    title: str
    rules: RuleSet
    players: tuple[str, ...]
    moments: tuple[Moment, ...]


@frozen_dataclass
class Moment:
    """How the table stood when a ruling had been made; ``at`` is in microseconds.

    ``standing`` are the tiles that stood open, ``moved`` those of the answer to the throw,
    ``asked`` those that had to be moved. Scores, totals and money are by player.
    """

    at: int
    said: LogLine
    player: str
    standing: TileSet
    moved: TileSet = NO_TILES
    asked: TileSet = NO_TILES
    dice: tuple[int | None, ...] = ()
    over: bool = False
    scores: Mapping[str, int] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    payout: Mapping[str, int] = field(default_factory=dict)
    out: tuple[str, ...] = ()


def watched_match(journal: Path, wanted: str, wording: Wording = ENGLISH) -> WatchedMatch:
    """Read a match of the journal, as it was ruled then. Raises :class:`JournalFault`."""
    match = read_sound_match(journal, wanted)
    title = tr("match {match}: {variant}", match=match.number, variant=match.variant)
    rulings = (as_contract(ruling, wording) for ruling in match.rulings)
    return WatchedMatch(title, match.rules, match.players, moments(rulings, wording))


def watched_file(path: Path, chosen: GameChoice, wording: Wording = ENGLISH) -> WatchedMatch:
    """Read a file of rulings, or of box events as today's referee rules on them.

    The rules and players of ``chosen`` are those of the lines. Raises :class:`RuleFault`: BX707
    for a file that cannot be read, BX801 for one with nothing to be watched in it.
    """
    try:
        rulings = rulings_in(path, Referee(chosen.rules, chosen.players), wording)
    except BadRuling as bad:
        raise _nothing_to_watch(path, f"line {bad.line} is no ruling of boxctl referee") from None
    seen = moments(rulings, wording)
    if len(seen) < 2:
        raise _nothing_to_watch(path)
    players = tuple(dict.fromkeys(moment.player for moment in seen))
    known = chosen.players if set(players) <= set(chosen.players) else players
    return WatchedMatch(path.name, chosen.rules, known, seen)


def is_match(wanted: str) -> bool:
    """Return whether a match of the journal is meant; write a file of such a name ``./3``."""
    return wanted == LAST or (wanted.isascii() and wanted.isdigit())


def moments(rulings: Iterable[Mapping[str, Any]], wording: Wording = ENGLISH) -> tuple[Moment, ...]:
    """Return the table after each ruling, in order, without errors and overrulings."""
    found: list[Moment] = []
    for ruling in rulings:
        if ruling.get("verdict") not in (NO_RULING, OVERRULED):
            before = found[-1] if found else Moment(0, LogLine(""), "", NO_TILES)
            found.append(_after(before, ruling, wording))
    return tuple(found)


def _after(before: Moment, ruling: Mapping[str, Any], wording: Wording) -> Moment:
    verdict, book = str(ruling["verdict"]), tile_set(ruling["open"])
    doubts = wording.mark(ruling.get("unverified") or ())
    said = LogLine(ruling.get("text", "") + doubts, ruling["rule"], verdict)
    now = replace(before, at=in_microseconds(ruling["at"]), said=said, player=ruling["player"])
    if verdict == Verdict.READY and before.over:
        now = replace(now, over=False, scores={}, totals={}, payout={}, out=())
    if ruling.get("throw") is not None and verdict != Verdict.COMMITTED:
        dice = tuple(value if is_shown(value) else None for value in ruling["throw"])
        now = replace(now, dice=dice)
    return _counted(_moved(now, verdict, book, ruling), verdict, ruling)


def _moved(now: Moment, verdict: str, book: TileSet, ruling: Mapping[str, Any]) -> Moment:
    """The levers: the book, but for what is moved in answer and what stands wrong."""
    if verdict in (Verdict.PENDING, Verdict.PROVISIONAL, Verdict.TAKEN_BACK):
        moved = tile_set(ruling["tiles"])
        return replace(now, standing=book ^ moved, moved=moved, asked=NO_TILES)
    if verdict in (Verdict.REFUSED, Verdict.DISTURBED, Verdict.TURN_OVER):
        moved = NO_TILES if verdict == Verdict.TURN_OVER else now.moved
        back = ruling["put_back"]
        up, down = tile_set(back["open"]), tile_set(back["shut"])
        standing = (book ^ moved) & ~up | down
        return replace(now, standing=standing, moved=moved, asked=up | down)
    if verdict == Verdict.RESTORED:
        return replace(now, standing=book ^ now.moved, asked=NO_TILES)
    if verdict in (Verdict.READY, Verdict.THROW, Verdict.COMMITTED):
        return replace(now, standing=book, moved=NO_TILES, asked=NO_TILES)
    return now


def _counted(now: Moment, verdict: str, ruling: Mapping[str, Any]) -> Moment:
    if verdict == Verdict.TURN_OVER:
        return replace(now, scores={**now.scores, now.player: ruling["score"]})
    if verdict == Verdict.ROUND_OVER:
        out = (*now.out, *ruling["out"])
        return replace(now, totals=dict(ruling["totals"]), out=out)
    if verdict == Verdict.MATCH_OVER:
        payout = {player: money for player, money in ruling["payout"].items() if money}
        return replace(now, over=True, payout=payout)
    return now


def _nothing_to_watch(path: Path, why: str = "") -> RuleFault:
    return RuleFault(
        "BX801",
        tr("{path} has no match to be watched", path=path) + (f", {why}" if why else ""),
        tr("its lines have to be box events or rulings, as of boxctl referee"),
    )
