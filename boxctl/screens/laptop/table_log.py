"""Collect what is said at a laptop's table: announcements, the log, the log of the bench."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from boxctl.journal.entry_kinds import EventHeard, JournalEntry, MatchBegan, RecordedRuling
from boxctl.presentation.journal.recorded_entries import as_contract, with_all_data
from boxctl.presentation.journal.start_sentences import StartRemark, start_remark_in_words
from boxctl.presentation.match_score import MatchScore
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import Notice
from boxctl.presentation.phrases import WRITTEN, capital
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.ways_to_play import among_people
from boxctl.referee.payloads import MatchOver, Verdict
from boxctl.referee.players import handicaps_by_name
from boxctl.referee.ruling import Ruling, as_data
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.laptop.fault_bench import heard, ruled
from boxctl.view.announcement import (
    Announcement,
    AnnouncementKind,
    Announcer,
    announcement_of,
    announcement_of_notice,
    needs_a_word,
)
from boxctl.view.turn_log import MOST_KEPT, LogLine, TurnLog


class TableLog:
    """All that is said in one session, match after match. ``clock`` is in microseconds.

    ``rulings`` are those of the match that is played, as ``boxctl referee`` writes them, and
    ``score`` is that of the match after the last of them; ``bench_lines`` are what the referee
    heard and ruled, in a few words; ``purse`` is what people have won among each other; ``told``
    counts everything; ``guided`` is whether the match is somebody's first.
    """

    def __init__(self, rules: RuleSet, players: Sequence[str], clock: Callable[[], int]) -> None:
        self._clock = clock
        self._turns = TurnLog(rules, players)
        self.announcer = Announcer()
        self.bench_lines: deque[LogLine] = deque(maxlen=MOST_KEPT)
        self.rulings: list[dict[str, Any]] = []
        self.score = MatchScore(handicap=handicaps_by_name(rules, players))
        self.purse: Counter[str] = Counter()
        self.last_said = Announcement("")
        self.guided = False
        self.told = 0

    @property
    def lines(self) -> list[LogLine]:
        """The log, the oldest line first."""
        return self._turns.lines

    @property
    def result(self) -> str:
        """Who has won the match, in a sentence; empty while it is played."""
        if not self.rulings or self.rulings[-1]["verdict"] != Verdict.MATCH_OVER:
            return ""
        return str(self.rulings[-1]["text"])

    def show_resumed(self, rulings: Iterable[RecordedRuling], *, guided: bool = False) -> None:
        """Log the recorded rulings of a match that is resumed; only the last one is announced."""
        self.guided = guided
        for kept in rulings:
            self._note(as_contract(kept), with_all_data(kept))
        if self.rulings:
            self._announce(announcement_of(self.rulings[-1]))
            self.announcer.skip(self._clock())

    def opened(self, remark: StartRemark) -> None:
        """Announce what is said when the table is opened, and log it."""
        self._say(Announcement(capital(start_remark_in_words(remark))))

    def observe(self, fact: JournalEntry) -> None:
        """Note the beginning of a match, and each event that the referee hears."""
        if isinstance(fact, MatchBegan):
            self.rulings.clear()
            self.score = MatchScore(dice=self.score.dice, handicap=fact.handicap or {})
            self.guided = bool(fact.guided)
        elif isinstance(fact, EventHeard) and (words := heard(fact.event)):
            self.told += 1
            self.bench_lines.append(LogLine(words))

    def say(self, ruling: Ruling) -> None:
        """Announce a ruling, and log it. A throw ends the reading of what was before it."""
        if ruling.throw is not None:
            self.announcer.skip(self._clock())
        ruled_as_json = ruling_as_json(ruling)
        self._note(ruled_as_json, as_data(ruling))
        self._announce(announcement_of(ruled_as_json))
        kind = AnnouncementKind.DOUBT if ruling.unverified else AnnouncementKind.PLAIN
        self.bench_lines.append(LogLine(f"  {ruled(ruling)}", kind=kind))
        if isinstance(ruling.payload, MatchOver):
            self.purse.update(among_people(ruling.payload.payout))

    def tell(self, notice: Notice) -> None:
        """Announce a notice."""
        if needs_a_word(notice):
            sentence = notice_sentence(notice, WRITTEN, controls=Controls.KEYS)
            self._say(announcement_of_notice(notice, sentence))

    def remark(self, text: str) -> None:
        """Say something of the moment, such as that a key does nothing now."""
        self.told += 1
        self.announcer.remark(Announcement(text, AnnouncementKind.REFUSED), self._clock())

    def note(self, text: str) -> None:
        """Add a line to the log, and announce nothing."""
        self.told += 1
        self._turns.remark(text, AnnouncementKind.PLAIN)

    def _say(self, announcement: Announcement) -> None:
        self._turns.remark(announcement.text, announcement.kind)
        self._announce(announcement)

    def _announce(self, announcement: Announcement) -> None:
        self.told += 1
        self.last_said = announcement
        self.announcer.announce(announcement, self._clock())

    def _note(self, ruling: Mapping[str, Any], with_all: Mapping[str, Any] | None = None) -> None:
        self.rulings.append(dict(ruling))
        self._turns.ruled(ruling)
        self.score = self.score.after(with_all or ruling)
