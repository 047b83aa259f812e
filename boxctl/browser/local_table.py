"""The table in a browser: one match after another, recorded as at any table.

Its box is simulated, or a real one without sensors that people tap on the page. A throw that was
tapped and does not count yet is kept in a file beside the record, so that it outlives a page that
is loaded anew; it counts a moment after the page is back, and until then can be taken back.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from boxctl.browser.box_file_route import box_kept_in
from boxctl.journal.disk.writer import Keeping, UnthreadedWriter
from boxctl.journal.session import Journal
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Throw
from boxctl.rules.tiles import TileSet
from boxctl.screens.background_thinking import Think
from boxctl.screens.dice_tray import HAND, tray_at
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.laptop.house_habits import LastChoice, recall, remember
from boxctl.screens.laptop.laptop_table import GameSetup, LaptopTable, Ticker
from boxctl.screens.laptop.virtual_box import parts_of
from boxctl.web.laptop_feed import LaptopFeed
from groundwork.faults import Fault
from groundwork.system.files import read_small_file, write_whole

FIRST_GAME = GameChoice("classic", (), ("Ann", "Bob"))
"""What is on the table when somebody comes for the first time."""

Later = Callable[[float, Callable[[], object]], object]
"""Calls something after so many seconds."""


class LocalTable:
    """Plays at one table after another; the match that was interrupted goes on.

    ``journal`` is the file of its record, which ``keeping`` makes durable; ``feed`` follows it.
    ``later`` calls something after so many seconds, ``think`` is how robots think. Raises
    :class:`Fault` if nothing can be recorded.
    """

    def __init__(
        self,
        journal: Path,
        keeping: Keeping,
        feed: LaptopFeed,
        ticker: Ticker,
        later: Later,
        think: Think,
    ) -> None:
        self._journal = journal
        self._feed = feed
        self._ticker = ticker
        writer = partial(UnthreadedWriter, keeping=keeping, later=later)
        self._setup = GameSetup(
            journal,
            lambda resume: Journal(journal, BOX, resume, writer),
            lambda rules: tray_at(self._dice, rules.dice, None),
            ticker,
            think=think,
            watcher=feed,
            end_stays=True,
        )
        self._dice: str | None = None
        self._ordered: GameChoice | None = None
        last = recall(journal)
        chosen = (None if last is None else last.chosen) or FIRST_GAME
        if (box_file := box_kept_in(journal.parent)) is not None:
            chosen = replace(chosen, parts=parts_of(box_file))
        self.table = self._open(chosen, anew=False)
        self._throw = KeptThrow(journal, keeping)
        self._throw.bring_back(self.table, ticker.now())
        ticker.start(self._beat)
        ticker.wake()

    def _open(
        self, chosen: GameChoice, *, anew: bool, standing: TileSet | None = None
    ) -> LaptopTable:
        self._remember(chosen)
        self._dice = HAND if chosen.by_hand else None
        return LaptopTable(self._setup, chosen, anew=anew, standing=standing)

    def _remember(self, chosen: GameChoice) -> None:
        self._remembered = chosen
        remember(self._journal, LastChoice(chosen))

    def begin(self, game: GameChoice | None) -> None:
        """Begin a match of this game at its box; with None the game goes on at a whole box."""
        self._ordered = replace(self.table.chosen, parts=None) if game is None else game
        self._ticker.wake()

    def _beat(self) -> None:
        self.table.step()
        self._throw.look(self.table)
        if self._remembered.guided is not self.table.guided:
            # The match after a guided one is guided no more, and goes on as what it is.
            self._remember(replace(self._remembered, guided=self.table.guided))
        wanted, self._ordered = self._ordered or self.table.take_wanted(), None
        if wanted is not None:
            self._change_to(wanted)
        self._ticker.beat_at(self.table.due)

    def _change_to(self, wanted: GameChoice) -> None:
        try:
            wanted.check()
        except RuleFault as fault:
            self._feed.remark(str(fault))
            return
        before = self.table.chosen
        standing = self._stays_standing(wanted)
        # The page has asked, where something is lost: nobody goes on in this match.
        self.table.leave()
        self.table.close()
        try:
            self.table = self._open(wanted, anew=True, standing=standing)
        except Fault as fault:
            # The pages have asked before whether it can be played: something else is wrong.
            self.table = self._open(before, anew=False)
            self._feed.remark(str(fault))

    def _stays_standing(self, wanted: GameChoice) -> TileSet | None:
        """Return the tiles that stand on the wood of before: no page stands those of a real box up.

        None where the next match has another box.
        """
        before = self.table.chosen
        if before.tapped is None or wanted.tapped is None:
            return None
        there, next_box = before.rules.on_the_box, wanted.rules
        return (self.table.box.levers & next_box.on_the_box) | (next_box.in_play & ~there)


def call_later(seconds: float, do: Callable[[], object]) -> None:
    """Call something after so many seconds, in the loop that runs."""
    asyncio.get_running_loop().call_later(seconds, do)


FILE = "tapped-throw.json"
MOST_BYTES = 1 << 10


class KeptThrow:
    """Keeps the throw that waits at a table, in the folder of its ``journal``."""

    def __init__(self, journal: Path, keeping: Keeping) -> None:
        self._path = journal.parent / FILE
        self._keeping = keeping
        self._kept: Throw = ()

    def look(self, table: LaptopTable) -> None:
        """Keep the throw that waits now, or forget the one that does not wait any more."""
        tapped = table.hands.tapped
        waits = () if tapped is None else tapped.values
        if waits == self._kept:
            return
        self._kept = waits
        with suppress(OSError):
            if waits:
                kept = {"of": _moment(table), "throw": " ".join(map(str, waits))}
                write_whole(self._path, json.dumps(kept).encode())
            else:
                self._path.unlink(missing_ok=True)
            self._keeping.keep(lambda _trouble: None)

    def bring_back(self, table: LaptopTable, now: int) -> None:
        """Tap the throw again that waited, unless the match has gone on without it."""
        try:
            kept = json.loads(read_small_file(self._path, MOST_BYTES))
            throw = str(kept["throw"]) if kept["of"] == _moment(table) else ""
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return
        if throw and table.hands.real_dice is not None:
            table.hands.tell_throw(throw, now)


def _moment(table: LaptopTable) -> list[int]:
    """Return numbers that differ once anything has happened at a table."""
    session = table.session
    return [] if session is None else [session.match or 0, session.runtime.line]
