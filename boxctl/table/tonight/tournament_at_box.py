"""Tonight's tournament at a box: what is over counts by itself, and the next pairing is offered.

It is looked at between matches, in a thread of its own, so that no lamp waits for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from boxctl.journal.disk.file import stamp_of
from boxctl.journal.faults import JournalFault
from boxctl.journal.query import reading
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.tournament_tonight import TournamentFinder
from boxctl.presentation.menu_notices import BoxLack, PairingCounted, PairingNext
from boxctl.presentation.sentences.menu import lack_in_words
from boxctl.referee.game import Game
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variant_titles import variant_title
from boxctl.table.interruption import Tell
from boxctl.table.solo_best import HasPlay, Work
from boxctl.table.tonight.offers import PlannedMatch
from groundwork.clock import utc_now
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

if TYPE_CHECKING:
    from boxctl.table.tonight.pairings import BoxInHouse, SettledTournament

LOOKS_EVERY = 1_000_000
"""Microseconds between two looks at the journal."""


class TableOfPairings(Protocol):
    """The table at which pairings are played."""

    @property
    def referee(self) -> HasPlay:
        """The referee of the match that is played; each match has its own."""
        ...

    @property
    def thrown(self) -> bool:
        """Whether anything was thrown in the match."""
        ...

    @property
    def may_be_overruled(self) -> bool:
        """Whether the record has all that has happened."""
        ...

    def play_next(self, plan: PlannedMatch, *, at_once: bool = False) -> bool:
        """Play this match next; return whether it takes the place of the one that is played."""
        ...


@frozen_dataclass
class _Look:
    """What a look has found: a tournament, or none, or why it cannot be gone on with."""

    settled: SettledTournament | None = None
    fault: Fault | None = None


class TournamentAtBox:
    """Takes the results of a box's matches into tonight's tournament, and plans the next pairing.

    ``here`` is the box; ``lack`` returns what it lacks for rules. ``usual`` returns the match that
    is played where no pairing is. ``work`` looks and then calls ``wake``: when a match is opened,
    first thrown in and over, and between matches once a second if the journal was written. What was
    found counts in the next :meth:`advance` (:class:`boxctl.table.loop.Timed`). ``remark`` is told
    each fault once. Not thread-safe.
    """

    def __init__(
        self,
        journal: Path,
        here: Callable[[], BoxInHouse],
        lack: Callable[[RuleSet], BoxLack | None],
        usual: Callable[[], PlannedMatch],
        tell: Tell,
        remark: Callable[[str], object],
        wake: Callable[[], object],
        work: Work,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._journal = journal
        self._here = here
        self._lack = lack
        self._usual = usual
        self._tell = tell
        self._remark = remark
        self._wake = wake
        self._work = work
        self._clock = clock
        self._finder = TournamentFinder()
        # Any thread may append to it.
        self._found: deque[_Look] = deque()
        self._looks = False
        self._asked = True
        self._stamp: object = None
        self._due = 0
        self._table: TableOfPairings | None = None
        self._stood: tuple[Game, bool, bool] | None = None
        self._remarked = ""
        self._offered: tuple[int, int, PlannedMatch] | None = None
        self.planned: PlannedMatch | None = None
        """The match of the next pairing here, None without one."""

    def is_of_pairing(self, match: RecordedMatch) -> bool:
        """Return whether an interrupted match is that of the next pairing here."""
        try:
            number = self._tonight()
            if number is None:
                return False
            from boxctl.table.tonight.pairings import is_of_open_pairing

            return is_of_open_pairing(self._journal, number, self._here(), match)
        except (JournalFault, RuleFault):
            return False  # The first look says what is wrong.

    def follow(self, table: TableOfPairings) -> None:
        """Play the pairings at this table."""
        self._table = table

    def look_again(self) -> None:
        """Plan the next match anew: another one was planned meanwhile."""
        self._asked, self._offered = True, None

    @property
    def due(self) -> int | None:
        """The box time at which to call :meth:`advance`; None while a match is played."""
        if self._found:
            return 0
        if self._looks or not (self._asked or self._is_between):
            return None
        return self._due

    def advance(self, now: int) -> None:
        """Take what was found, and look again if it is time to."""
        if self._table is None:
            return
        while self._found:
            self._looks = False
            self._take(self._found.popleft(), now)
        play = self._table.referee.play
        stands = play, self._table.thrown, play.over
        if stands != self._stood:
            if play.over:
                self._offered = None
            self._stood, self._asked, self._due = stands, True, now
        if now < self._due or self._looks or not (self._asked or self._is_between):
            return
        if not self._table.may_be_overruled:
            self._due = now + LOOKS_EVERY // 20
            return
        self._due = now + LOOKS_EVERY
        stamp = stamp_of(self._journal), self._clock().hour
        if self._asked or stamp != self._stamp:
            self._asked, self._looks, self._stamp = False, True, stamp
            self._work(self._look)

    @property
    def _is_between(self) -> bool:
        return self._table is not None and (self._table.referee.play.over or not self._table.thrown)

    def _tonight(self) -> int | None:
        with reading(self._journal, may_be_missing=True) as connection:
            found = self._finder.find(connection, self._clock())
        return None if found is None else found.number

    def _look(self) -> None:
        try:
            number = self._tonight()
            if number is None:
                look = _Look()
            else:
                # Only a box at which a tournament is played loads it.
                from boxctl.table.tonight.pairings import settle

                look = _Look(settle(self._journal, number, self._here()))
        except (JournalFault, RuleFault) as fault:
            look = _Look(fault=fault)
        self._found.append(look)
        self._wake()

    def _take(self, look: _Look, now: int) -> None:
        if look.fault is not None:
            self._asked, self._due = True, now + LOOKS_EVERY
            # Whoever tells something of it now is done in a moment.
            if look.fault.code != "BX609":
                self._remark_once(str(look.fault))
            return
        settled = look.settled
        for pairing in () if settled is None else settled.counted:
            assert settled is not None
            self._tell(PairingCounted(pairing.number, pairing.names, pairing.winner))
        if settled is None or settled.pairing is None or settled.planned is None:
            self._plans_nothing()
            return
        lack = self._lack(settled.planned.rules)
        if lack is not None:
            self._plans_nothing()
            game = variant_title(settled.planned.variant)
            cannot = tr("the tournament is played with {game}, and not on this box", game=game)
            self._remark_once(str(RuleFault("BX461", cannot, lack_in_words(lack))))
            return
        self._remarked = ""
        self._plan(settled.number, settled.pairing.number, settled.planned)

    def _remark_once(self, words: str) -> None:
        if words != self._remarked:
            self._remarked = words
            self._remark(words)

    def _plans_nothing(self) -> None:
        if self._table is not None and self.planned is not None:
            self._table.play_next(self._usual())
        self.planned = self._offered = None

    def _plan(self, number: int, pairing: int, plan: PlannedMatch) -> None:
        """Play this pairing next: at once in the place of a match in which nothing is thrown."""
        assert self._table is not None
        self.planned, offered = plan, (number, pairing, plan)
        play = self._table.referee.play
        is_played = (
            not play.over and play.rules == plan.rules and tuple(play.players) == plan.players
        )
        is_new, self._offered = offered != self._offered, offered
        begins = self._table.play_next(plan, at_once=is_new and not is_played)
        if is_new and not is_played:
            self._tell(PairingNext(pairing, plan.players, begins, plan.handicap))
