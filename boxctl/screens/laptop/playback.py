"""A recorded match to be watched, and its playback: forward, back, faster, slower, halted. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from boxctl.audit.match_list import BadRuling, rulings_in
from boxctl.journal.entry_kinds import TurnOverruled
from boxctl.journal.query import is_match, read_sound_match
from boxctl.presentation.game_names import name_of_match
from boxctl.presentation.journal.recorded_entries import with_all_data
from boxctl.presentation.match_score import pool_in_words
from boxctl.presentation.phrases import shown_player
from boxctl.presentation.table_view import TableView, recorded_views
from boxctl.referee.fields import in_microseconds
from boxctl.referee.payloads import NO_RULING
from boxctl.referee.referee import Referee
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.pictures.build_view import (
    Celebration,
    FallingTiles,
    next_frame,
    sheet_rows,
    tile_looks,
)
from boxctl.screens.pictures.view_model import TableViewModel
from boxctl.view.announcement import BANNERS, Announcement, announcement_of
from boxctl.view.score_sheet import score_sheet
from boxctl.view.turn_log import LogLine, TurnLog
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_as


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

    @property
    def last(self) -> int:
        """The place of the last ruling; that of the first is 0."""
        return len(self.views) - 1


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


SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)

LONGEST = 2_500_000
"""The longest wait between two rulings, in microseconds, whatever the players took."""

SHORTEST = 400_000
"""The shortest wait, in microseconds, so that rulings made at once can be read one by one."""


class Playback:
    """The place in a match; it moves on by itself unless ``halted``. Times are microseconds."""

    def __init__(self, watched: WatchedMatch, now: int, *, motion: bool = True) -> None:
        self._watched = watched
        self._place = 0
        self._since = now
        self._speed = SPEEDS.index(1.0)
        self.halted = False
        self._motion = motion
        self._falling = FallingTiles(self.view.standing, motion=motion)
        self.celebration = Celebration()
        self._log, self._logged = self._new_log(), 0

    @property
    def rules(self) -> RuleSet:
        """The rules of the match."""
        return self._watched.rules

    @property
    def view(self) -> TableView:
        """The table after the ruling that is shown."""
        return self._watched.views[self._place]

    @property
    def said(self) -> Announcement:
        """The announcement of the ruling that is shown."""
        return announcement_of(self._watched.rulings[self._place])

    @property
    def so_far(self) -> Sequence[Mapping[str, Any]]:
        """Every ruling up to the one that is shown."""
        return self._watched.rulings[: self._place + 1]

    @property
    def log(self) -> list[LogLine]:
        """The log up to the ruling that is shown."""
        if self._logged > self._place + 1:
            self._log, self._logged = self._new_log(), 0
        for ruling in self._watched.rulings[self._logged : self._place + 1]:
            self._log.ruled(ruling)
        self._logged = self._place + 1
        return self._log.lines

    def _new_log(self) -> TurnLog:
        return TurnLog(self._watched.rules, self._watched.players)

    @property
    def at_end(self) -> bool:
        """Whether the last ruling is shown."""
        return self._place == self._watched.last

    def move_with(self, *, motion: bool) -> None:
        """Let tiles fall and wins be celebrated from now on, or not."""
        self._motion = motion
        self._falling.move_with(motion=motion)

    # What people do.

    def step(self, steps: int, now: int) -> None:
        """Go on or back by so many rulings, and halt there."""
        self.halted = True
        self._go_to(self._place + steps, now)

    def go_to_end(self, now: int, *, first: bool = False) -> None:
        """Go to the last ruling, or the first."""
        self._go_to(0 if first else self._watched.last, now)

    def halt_or_go_on(self, now: int) -> None:
        """Halt, or go on; at the end, from the beginning."""
        if self.at_end:
            self._go_to(0, now)
            self.halted = False
        else:
            self.halted = not self.halted
        self._since = now

    def faster(self, steps: int) -> None:
        """Go up by so many speeds, or down."""
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + steps))

    # Time.

    def due(self, now: int) -> int | None:
        """Return when the picture changes by itself; None if it does not."""
        moves = self._falling.moving or self.celebration.share(now) is not None
        times = [next_frame(now)] if moves else []
        if not self.halted and not self.at_end:
            times.append(self._since + self._wait)
        return min(times, default=None)

    def advance(self, now: int) -> None:
        """Move on to the ruling that is due by now."""
        while not self.halted and not self.at_end and now >= self._since + self._wait:
            self._go_to(self._place + 1, self._since + self._wait)

    @property
    def _wait(self) -> int:
        this, following = self._watched.rulings[self._place : self._place + 2]
        took = in_microseconds(following["at"]) - in_microseconds(this["at"])
        return round(max(SHORTEST, min(LONGEST, took)) / SPEEDS[self._speed])

    def _go_to(self, place: int, now: int) -> None:
        self._place = max(0, min(self._watched.last, place))
        self._since = now

    # What is seen.

    def look(self, now: int) -> TableViewModel:
        """Return the table as it stood."""
        view, score, said = self.view, self.view.score, self.said
        rules, players = self._watched.rules, self._watched.players
        self._falling.now_standing(view.standing, now)
        if self._motion:
            is_banner = said.kind in BANNERS
            self.celebration.now_announced(said if is_banner else None, now)
        place = tr("{number} of {last}", number=self._place + 1, last=len(self._watched.views))
        return TableViewModel(
            title=f"boxctl  {self._watched.title}",
            turn=tr("The match is over") if score.over else shown_player(view.player),
            tiles=tile_looks(
                rules,
                self._falling,
                now,
                levers=view.standing,
                lit=view.standing,
                moved=view.moved,
                to_be_put=view.back.open | view.back.shut,
            ),
            dice=score.dice,
            sides=rules.dice.sides,
            rolling=False,
            announcement=said,
            hint=tr(
                "{state}  {place}  speed x{speed}",
                state=self._state,
                place=place,
                speed=f"{SPEEDS[self._speed]:g}",
            ),
            sheet=sheet_rows(score_sheet(rules, players, score, view.player)),
            pool=pool_in_words(rules, players, score),
            over=score.over,
            celebration=self.celebration.share(now),
            rounds=score.rounds.columns,
            log_title=tr("Throw by throw"),
        )

    @property
    def _state(self) -> str:
        if self.halted:
            return tr_as("playing a match back", "halted")
        if self.at_end:
            return tr_as("playing a match back", "the end")
        return tr_as("playing a match back", "playing")
