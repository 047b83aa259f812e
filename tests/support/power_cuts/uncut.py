"""An evening that was not cut short: what its journal holds in the end, and what was shown when."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from boxctl.audit.rejudge import as_recorded, without_doubts
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.entries import Entry, RecordedEntry
from boxctl.journal.entry_kinds import RecordedRuling, RulingMade, read_as
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_entries
from boxctl.presentation.journal.recorded_entries import as_contract
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.referee.lines import TimePassed
from boxctl.referee.ruling import from_data
from boxctl.rules.variants import variant
from boxctl.table.resume import restore_match
from tests.support.power_cuts.cuts import Cut, Kind, Log
from tests.support.power_cuts.log_file import Call
from tests.support.screens.plain_prompt import PROMPT

JOURNAL = "journal.db"
"""The journal's name in the directory that is recorded."""

SPEECH = TableSpeech(variant("classic"), can_ask=False, digits=True)

DAMAGE = bytes(100)
"""What is written over the head of a journal where an evening damages it."""

_IN_JSON = '{"at"'
"""How a ruling begins that is shown as the contract has it."""

_BEGINS = "Shut the Box: "
"""How ``boxctl play`` begins."""

_NO_RULING = re.compile(
    r"Shut the Box: |Throw 3 and 4|Enter throws|Type the tiles|The match goes on"
    r"|The journal was damaged|One way: |\d+ ways: |To go: |\w+ is next\. |Interrupted"
    r"|The match is kept|BX\d+|$"
)
"""How the lines of ``boxctl play`` begin that tell something else, besides its prompts."""


class Uncut:
    """The whole of a recorded evening; ``place`` is a directory to build it in.

    ``already`` is how many entries there were before it. Raises ValueError if something was shown
    that is not in the journal.
    """

    def __init__(self, log: Log, place: Path, already: int = 0) -> None:
        self.log = log
        self.already = already
        log.cuts([Kind.KILLED])[-1].build(place)
        self.entries = entries_in(place / JOURNAL)
        self._shown_at = list(self._places_of(log.shown(len(log.entries))))
        self._goes_on: dict[int, str | None] = {}
        self._damaged_at = _first_damage(log)

    def is_damaged(self, cut: Cut) -> bool:
        """Whether by then somebody had damaged the file."""
        return self._damaged_at < cut.after + (cut.torn > 0)

    def needed(self, cut: Cut) -> int:
        """How many entries must have outlasted the cut: those of all rulings shown before it."""
        places = self._shown_at[: len(cut.shown)]
        return max((place + 1 for place in places if place is not None), default=self.already)

    @property
    def rulings_shown(self) -> int:
        """How many of the lines that were shown are rulings."""
        return sum(place is not None for place in self._shown_at)

    @cached_property
    def matches(self) -> dict[int, RecordedMatch]:
        """The matches, by number."""
        return {match.number: match for match in as_matches(self.entries)}

    def written_after(self, count: int, most: int) -> list[Entry]:
        """What the program wrote after so many entries, in order."""
        return [Entry(kept.kind, kept.body) for kept in self.entries[count : count + most]]

    def what_differs_later(self, count: int) -> str | None:
        """Take up the match that is played after ``count`` entries, and play on as in the evening.

        None if all is ruled as it was then; else what is not.
        """
        if count not in self._goes_on:
            self._goes_on[count] = self._played_on(count)
        return self._goes_on[count]

    def _played_on(self, count: int) -> str | None:
        *_, begun = as_matches(self.entries[:count])
        whole = self.matches[begun.number]
        taken = restore_match(begun)
        rulings = [*taken.resumption.unsaid]
        for heard in whole.events[len(begun.events) :]:
            rulings += taken.referee.hear(heard.event, heard.line)
        wanted = [
            without_doubts(_as_json(ruling)) for ruling in whole.rulings[len(begun.rulings) :]
        ]
        while len(rulings) < len(wanted) and taken.referee.due is not None:
            rulings += taken.referee.hear(TimePassed(taken.referee.due))
        made = [as_recorded(ruling) for ruling in rulings]
        if made == wanted:
            return None
        first = next(i for i in range(len(wanted) + 1) if made[i : i + 1] != wanted[i : i + 1])
        return f"{made[first : first + 1]} is ruled instead of {wanted[first : first + 1]}"

    def _places_of(self, lines: tuple[str, ...]) -> Iterator[int | None]:
        """For each line the entry of the ruling it shows, None if it shows none."""
        place = 0
        typed = any(line.startswith(_BEGINS) for line in lines)
        for line in lines:
            if not (_is_told(line) if typed else line.startswith(_IN_JSON)):
                yield None
                continue
            while place < len(self.entries) and not _shows(line, self.entries[place]):
                place += 1
            if place == len(self.entries):
                raise ValueError(f"shown and not recorded: {line}")
            yield place
            place += 1


def _first_damage(log: Log) -> int:
    """Return the index of the first entry that damages the journal's header, or how many."""
    files = {e.file for e in log.entries if e.call is Call.CREATED and e.name == JOURNAL}
    heads = (
        (at, entry.data)
        for at, entry in enumerate(log.entries)
        if entry.call is Call.WROTE and entry.file in files and entry.number == 0
    )
    return next((at for at, head in heads if head[:1] not in b"S"), len(log.entries))


def _is_told(line: str) -> bool:
    """Whether a line of ``boxctl play`` tells a ruling."""
    return not (_NO_RULING.match(line) or PROMPT.match(line))


def _shows(line: str, kept: RecordedEntry) -> bool:
    if kept.kind != RulingMade.kind:
        return False
    if line.startswith(_IN_JSON):
        return bool(json.loads(line) == _as_json(read_as(kept, RulingMade).ruling))
    # A doubt may follow.
    return bool(words := _told(kept.body)) and line.startswith(words)


def _as_json(ruling: RecordedRuling) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(as_contract(ruling)))
    return read


def _told(body: dict[str, Any]) -> str:
    """A ruling of the classic game as ``boxctl play`` tells it in lines, without its doubts."""
    ruling = replace(from_data(body), unverified=())
    return " ".join(filter(None, (SPEECH.of_ruling(ruling), SPEECH.request_after(ruling))))


def entries_in(path: Path) -> list[RecordedEntry]:
    """All entries of a journal, in order."""
    connection = open_to_read(path)
    try:
        return [
            entry for number in numbers_in(connection) for entry in read_entries(connection, number)
        ]
    finally:
        connection.close()


def as_matches(entries: list[RecordedEntry]) -> Iterator[RecordedMatch]:
    """The matches that these entries make."""
    for number, of_match in groupby(entries, attrgetter("match")):
        yield RecordedMatch(number, tuple(of_match))
