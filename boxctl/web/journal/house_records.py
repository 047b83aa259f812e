"""What the pages show of the house between matches: its records, and the last box that was shut."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock, Thread

from boxctl.audit.match_list import MatchSummary, list_match
from boxctl.journal.entry_kinds import RulingMade, read_as
from boxctl.journal.faults import JournalFault
from boxctl.journal.query import newest, numbers_in, reading, rulings_in
from boxctl.journal.recorded_match import read_entries, read_header
from boxctl.presentation.phrases import shown_player
from boxctl.presentation.ways_to_play import robots_among
from boxctl.referee.fields import WrongValue
from boxctl.referee.payloads import Verdict
from boxctl.rules.ruleset import RuleSet
from boxctl.web.state import HouseRecord, HouseState, ShutBox
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_n
from groundwork.local_time import told_day
from groundwork.system.threads import start_thread

MOST_LOOKED_AT = 300
"""How many matches are looked at: the newest."""

OF_ONE_TURN = ("single", "solo")
"""The kinds of match in which each player has one turn, so that scores compare."""


@frozen_dataclass
class LowestScore:
    """The lowest score of one turn, who made it, and on which day (ISO 8601)."""

    score: int
    player: str
    day: str


@frozen_dataclass
class FoundRecords:
    """The records of a house: ``most_wins`` is a player and how many matches he has won.

    ``shut`` is the newest shut box, of whatever variant.
    """

    lowest: LowestScore | None = None
    most_wins: tuple[str, int] | None = None
    shut: ShutBox | None = None


Later = Callable[[float, Callable[[], object]], object]
"""Calls something after so many seconds."""


class HouseRecords:
    """Looks the records up in a thread of its own. Safe from any thread.

    ``found`` is called there when they are known. Where there are no threads, ``later`` calls what
    looks at the next match, so that nobody waits for all of them.
    """

    def __init__(
        self, journal: Path, found: Callable[[], object], later: Later | None = None
    ) -> None:
        self._journal = journal
        self._found = found
        self._later = later
        self._busy = Lock()
        self._records = FoundRecords()

    @property
    def lines(self) -> tuple[str, ...]:
        """The records as they were found last, a sentence each in the language in use."""
        return tuple(record_lines(self._records))

    @property
    def state(self) -> HouseState | None:
        """The same in figures, with the last shut box; None where there is neither."""
        shut = self._records.shut
        found = HouseState(
            tuple(records_in_figures(self._records)),
            None if shut is None else replace(shut, player=shown_player(shut.player)),
        )
        return None if found == HouseState() else found

    def look_up(self, variant: str, rules: RuleSet) -> None:
        """Begin to look the records by such rules up, unless that is being done."""
        if not self._busy.acquire(blocking=False):
            return
        if self._later is not None:
            self._look_in_steps(self._steps(variant, rules))
        else:
            look = Thread(target=self._look, args=(variant, rules), name="records", daemon=True)
            try:
                start_thread(look)
            except Fault:
                self._busy.release()  # The page shows the records found before.

    def _look(self, variant: str, rules: RuleSet) -> None:
        with self._know(variant, rules) as seen, reading(self._journal) as connection:
            numbers = _newest(connection)
            seen.matches += (list_match(connection, self._journal, n) for n in numbers)
            shut = (shut_box_in(connection, number) for number in reversed(numbers))
            seen.shut = next(filter(None, shut), None)

    def _look_in_steps(self, steps: Iterator[None]) -> None:
        assert self._later is not None
        if next(steps, self) is None:
            self._later(0, lambda: self._look_in_steps(steps))

    def _steps(self, variant: str, rules: RuleSet) -> Iterator[None]:
        """Look the records up; yield before each match."""
        with self._know(variant, rules) as seen:
            with reading(self._journal) as connection:
                numbers = _newest(connection)
            for number in reversed(numbers):
                yield
                # Anew for each: whoever is asked in between may write.
                with reading(self._journal) as connection:
                    seen.matches.insert(0, list_match(connection, self._journal, number))
                    seen.shut = seen.shut or shut_box_in(connection, number)

    @contextmanager
    def _know(self, variant: str, rules: RuleSet) -> Iterator[_Seen]:
        """Have the matches listed; then the records among them are known."""
        seen = _Seen()
        try:
            yield seen
            records = found_records(seen.matches, variant, rules)
            self._records = replace(records, shut=seen.shut)
        except JournalFault:
            self._records = FoundRecords()
        finally:
            self._busy.release()
        self._found()


@dataclass
class _Seen:
    """What was seen of a journal so far: its matches, the oldest first, and the newest shut box."""

    matches: list[MatchSummary] = field(default_factory=list)
    shut: ShutBox | None = None


def _newest(connection: sqlite3.Connection) -> list[int]:
    return list(numbers_in(connection))[-MOST_LOOKED_AT:]


def found_records(matches: Iterable[MatchSummary], variant: str, rules: RuleSet) -> FoundRecords:
    """Return the records of these matches: of this variant the lowest score, and the most wins."""
    wins: Counter[str] = Counter()
    best: LowestScore | None = None
    for match in matches:
        header, told = match.header, match.as_json()
        if header is None or header.variant != variant or told["scores"] is None:
            continue
        if header.guided:
            continue
        people = set(header.players) - robots_among(header.players)
        wins.update(people & set(told["winners"] or ()))
        if rules.match in OF_ONE_TURN:
            made = [(told["scores"][name], name) for name in people if name in told["scores"]]
            lowest = min(made, default=None)
            if lowest is not None and (best is None or lowest[0] < best.score):
                best = LowestScore(*lowest, told_day(header.began))
    return FoundRecords(best, wins.most_common(1)[0] if wins else None)


def shut_box_in(connection: sqlite3.Connection, number: int) -> ShutBox | None:
    """Return the last box that was shut in this match; None if none was, or it cannot be read."""
    header = read_header(connection, number)
    told = f'"verdict":"{Verdict.SHUT_THE_BOX}"'
    which = "kind = ? AND instr(body, ?)"
    found = next(
        read_entries(connection, number, which, (RulingMade.kind, told), "id DESC LIMIT 1"), None
    )
    if header is None or found is None:
        return None
    with suppress(WrongValue):
        ruling = read_as(found, RulingMade).ruling
        return ShutBox(
            number,
            rulings_in(connection, number, until=found.number),
            ruling.player,
            told_day(header.began),
        )
    return None


def records_in_figures(found: FoundRecords) -> Iterator[HouseRecord]:
    """Yield the records as large figures, named in the language in use."""
    if (best := found.lowest) is not None:
        yield HouseRecord(tr("Lowest score"), best.score, shown_player(best.player), best.day)
    if found.most_wins is not None:
        player, count = found.most_wins
        yield HouseRecord(tr("Most matches won"), count, shown_player(player))


def record_lines(found: FoundRecords) -> Iterator[str]:
    """Yield the records, a sentence each in the language in use."""
    if (best := found.lowest) is not None:
        yield tr(
            "Lowest score: {score}, {player}, {day}",
            score=best.score,
            player=shown_player(best.player),
            day=best.day,
        )
    if found.most_wins is not None:
        player, count = found.most_wins
        yield tr_n(
            "Most matches won: {player}, {count} match",
            "Most matches won: {player}, {count} matches",
            count,
            player=shown_player(player),
            count=count,
        )


def newest_match(journal: Path) -> int | None:
    """Return the number of the newest match of a journal; None without one that can be read."""
    try:
        with reading(journal) as connection:
            return newest(connection)
    except JournalFault:
        return None
