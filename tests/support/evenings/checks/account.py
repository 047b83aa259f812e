"""What the program says of the table, beside what is true of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxctl.journal.entries import Entry
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.input_faults import doubts_in_words
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import (
    JOURNAL,
    LeverPositionAsked,
    MatchContinues,
    MatchInterrupted,
    Notice,
    SensorQuarantined,
    SensorTrusted,
)
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.referee.lines import Event, event_from_json
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import NO_TILES, TileSet, tile, tile_set
from hardware.devices import DeviceBack, DeviceLost
from tests.support.evenings.evening import SECOND, Evening
from tests.support.evenings.roller import Name
from tests.support.evenings.truth import Truth

Tell = Callable[[str], None]


class Account:
    """An evening in the program's words, and in those of the truth.

    ``truth`` is what is to be ruled, ``ruled`` what was ruled, as it is recorded, since the truth
    was last begun anew; ``before_anew`` is called before both are, ``when_it_goes_on`` when a match
    goes on after an interruption. ``shown`` is what was said of it. ``interrupted`` tells whether a
    match waits to go on, ``left`` how many were left. ``taken`` are the throws that the program was
    given and has not lost, ``dropped`` those that it took and did not judge. ``heard`` are the
    events of the match that is played, which began ``match_at`` with the levers so. ``by_word`` are
    the tiles that stand as people say, or said last, since their sensors are in quarantine.
    ``notices`` is what it said of devices. ``clock`` gives the time.
    """

    def __init__(self, evening: Evening, clock: Callable[[], int], tell: Tell) -> None:
        self.truth = Truth(evening.rules, evening.players, evening.quiet)
        self.ruled: list[dict[str, Any]] = []
        self.shown: list[Ruling] = []
        self.notices: list[DeviceLost | DeviceBack] = []
        self.taken: set[Name] = set()
        self.dropped: set[Name] = set()
        self.match_levers: TileSet = 0
        self.match_at = 0
        self.heard: list[Event] = []
        self.by_word: TileSet = NO_TILES
        self.interrupted = False
        self.left = 0
        self.before_anew: Callable[[], None] = lambda: None
        self.when_it_goes_on: Callable[[], None] = lambda: None
        self._clock = clock
        self._tell = tell
        self._judged: set[Name] = set()
        self._begins_anew = True
        self._referee: Referee | None = None

    def program_ends(self) -> None:
        """The program is gone."""
        self.before_anew()
        self.interrupted = False
        self.by_word = NO_TILES
        self.truth.nobody_watches(self._clock())

    def program_begins(self, referee: Referee, match: RecordedMatch | None) -> None:
        """A program begins with this referee; ``match`` is gone on with, if there is one."""
        self._referee = referee
        self._begins_anew = match is None
        if match is not None:
            self.truth.was_recorded(match)
            self.ruled = [kept.body for kept in match.of_kind("ruling")]
            self.match_levers, self.match_at = match.levers, match.at
            self.heard = [heard.event for heard in match.events]

    def finds(self, throws: set[Name]) -> None:
        """These are the throws that are recorded."""
        self.taken = set(throws)
        self._judged = set(throws)

    # What the program has recorded.

    def records(self, entry: Entry) -> None:
        """The program has this entry written."""
        match entry.kind:
            case "ruling":
                self.ruled.append(dict(entry.body))
            case "event":
                self.heard.append(event_from_json(entry.body["event"]))
                how = entry.body.get("how", {})
                self._judged.add((how.get("series", 0), how.get("serial", 0)))
            case "left":
                self._match_is_left()
            case "match":
                self._match_begins(entry)

    def _match_is_left(self) -> None:
        self.before_anew()
        self._begins_anew, self.interrupted = True, False
        self.left += 1
        # What waited to be judged in it never will be.
        self.dropped |= self.taken - self._judged

    def _match_begins(self, header: Entry) -> None:
        self.match_at = round(header.body["at"] * SECOND)
        self.match_levers, self.heard = tile_set(header.body["levers"]), []
        if self._begins_anew:
            self._begins_anew, self.ruled = False, []
            self.truth.begins(self.match_levers, self.match_at, self._clock())

    # What the program says.

    def shows(self, ruling: Ruling) -> None:
        """The program says this to the table."""
        self.shown.append(ruling)
        why = ", ".join(doubts_in_words(ruling.unverified, WRITTEN))
        doubts = f"  ({why})" if why else ""
        self._tell(f"    {ruling.verdict}: {sentence(ruling, WRITTEN)}  [{ruling.rule}]{doubts}")

    def notes(self, notice: Notice) -> None:
        """The program says this beside its rulings."""
        self._tell(f"    {notice_sentence(notice, WRITTEN)}")
        match notice:
            case MatchInterrupted(put_back=back) if back:
                self.interrupted = True
            case MatchInterrupted() | MatchContinues():
                self.interrupted = False
                assert self._referee is not None
                self.truth.goes_on(self._referee.clock, self._clock())
                self.when_it_goes_on()
            case LeverPositionAsked(tile=number) | SensorQuarantined(tile=number):
                self.by_word |= tile(number)
            case SensorTrusted(tile=number):
                self.by_word &= ~tile(number)
            case DeviceLost() | DeviceBack() if notice.device != JOURNAL:
                self.notices.append(notice)
