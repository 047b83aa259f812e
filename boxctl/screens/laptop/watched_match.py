"""A match to be watched: the table as it stood after each of its rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from boxctl.audit.match_file import BadRuling, rulings_in
from boxctl.journal.entry_kinds import TurnOverruled
from boxctl.journal.query import LAST, read_sound_match
from boxctl.presentation.phrases import is_shown, unverified
from boxctl.presentation.record.recorded_rulings import as_contract
from boxctl.presentation.rule_page.title import listed_title
from boxctl.referee.fields import in_microseconds
from boxctl.referee.referee import Referee
from boxctl.referee.verdict import NO_RULING, Verdict
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, tile_set
from boxctl.screens.commentary.announcement import announcement_of
from boxctl.screens.commentary.round_scores import RoundScores
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.pictures.view_model import Announcement
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class WatchedMatch:
    """A match: its title, its players, its rulings, and the table after each of them.

    There is at least one ruling; all are as ``boxctl referee`` writes them.
    """

    title: str
    rules: RuleSet
    players: tuple[str, ...]
    rulings: tuple[Mapping[str, Any], ...] = field(compare=False)
    moments: tuple[Moment, ...]


@frozen_dataclass
class Moment:
    """The table as it stood after a ruling; ``at`` is in microseconds.

    ``player`` is that of the ruling, ``turn`` whose turn it was then. ``standing`` are the tiles
    that stood open, ``moved`` those of the answer to the throw, ``asked`` those that had to be
    moved. ``totals`` are those after the last round; they and money are by player.
    """

    at: int
    said: Announcement
    verdict: str
    player: str
    turn: str
    standing: TileSet
    moved: TileSet = NO_TILES
    asked: TileSet = NO_TILES
    dice: tuple[int | None, ...] = ()
    over: bool = False
    scores: RoundScores = RoundScores()
    totals: Mapping[str, int] = field(default_factory=dict)
    payout: Mapping[str, int] = field(default_factory=dict)
    out: tuple[str, ...] = ()

    def total(self, player: str) -> int | None:
        """Return what a player has in all, this round among it; None before his first score."""
        made = self.scores.current.get(player)
        before = self.totals.get(player)
        return before if made is None else (before or 0) + made


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
    named = listed_title(match.variant)
    title = tr("match {match}: {variant}", match=match.number, variant=named)
    rulings = watched_rulings(as_contract(ruling) for ruling in match.rulings)
    if not rulings:
        raise RuleFault(
            "BX801",
            tr("in match {match} nothing was ruled: there is nothing to watch", match=match.number),
            tr("watch another one: boxctl matches lists them"),
        )
    return WatchedMatch(title, match.rules, match.players, rulings, moments(rulings))


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
    seen = moments(rulings)
    if len(seen) < 2:
        raise _nothing_to_watch(path)
    players = tuple(dict.fromkeys(moment.player for moment in seen))
    known = chosen.players if set(players) <= set(chosen.players) else players
    return WatchedMatch(path.name, chosen.rules, known, rulings, seen)


def is_match(wanted: str) -> bool:
    """Return whether a match of the journal is meant; write a file of such a name ``./3``."""
    return wanted == LAST or (wanted.isascii() and wanted.isdigit())


def watched_rulings(rulings: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """Return the rulings without errors and overrulings."""
    unwatched = (NO_RULING, TurnOverruled.kind)
    return tuple(ruling for ruling in rulings if ruling.get("verdict") not in unwatched)


def moments(rulings: Sequence[Mapping[str, Any]]) -> tuple[Moment, ...]:
    """Return the table after each ruling, in order."""
    found: list[Moment] = []
    for place, ruling in enumerate(rulings):
        before = found[-1] if found else first_moment(tile_set(ruling["open"]))
        after = moment_after(before, ruling)
        found.append(replace(after, turn=_whose_turn(rulings, place)))
    return tuple(found)


def _whose_turn(rulings: Sequence[Mapping[str, Any]], place: int) -> str:
    """Return whose turn it is after a ruling: the end of a turn names the player that it ends."""
    if rulings[place]["verdict"] in _ENDS_A_TURN:
        for later in rulings[place + 1 :]:
            if later["verdict"] not in _ENDS_A_TURN:
                return str(later["player"])
    return str(rulings[place]["player"])


_ENDS_A_TURN = (Verdict.TURN_OVER, Verdict.ROUND_OVER)


def first_moment(standing: TileSet) -> Moment:
    """Return the table before anything is ruled, with these tiles open."""
    return Moment(0, Announcement(""), "", "", "", standing)


def moment_after(before: Moment, ruling: Mapping[str, Any]) -> Moment:
    """Return the table after a ruling; whose turn it is then is left as it was."""
    verdict, book = str(ruling["verdict"]), tile_set(ruling["open"])
    said = announcement_of(ruling, unverified(ruling.get("unverified") or ()))
    now = replace(
        before,
        at=in_microseconds(ruling["at"]),
        said=said,
        verdict=verdict,
        player=ruling["player"],
    )
    if before.over and verdict in (Verdict.READY, Verdict.FIRST_THROW):
        now = replace(now, over=False, scores=RoundScores(), totals={}, payout={}, out=())
    now = replace(now, scores=now.scores.after(ruling))
    if ruling.get("throw") is not None and verdict != Verdict.COMMITTED:
        dice = tuple(value if is_shown(value) else None for value in ruling["throw"])
        now = replace(now, dice=dice)
    return _counted(_moved(now, verdict, book, ruling), verdict, ruling)


def _moved(now: Moment, verdict: str, book: TileSet, ruling: Mapping[str, Any]) -> Moment:
    """Return the moment with its levers: the book, but for S and the tiles that stand wrong."""
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
    if verdict in (Verdict.READY, Verdict.FIRST_THROW, Verdict.THROW, Verdict.COMMITTED):
        return replace(now, standing=book, moved=NO_TILES, asked=NO_TILES)
    return now


def _counted(now: Moment, verdict: str, ruling: Mapping[str, Any]) -> Moment:
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
