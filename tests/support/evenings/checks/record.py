"""What has to hold of the record, after every cut and at the end."""

from __future__ import annotations

from contextlib import closing
from functools import cached_property

from boxctl.audit.rejudge import first_difference
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.entries import as_text
from boxctl.journal.entry_kinds import (
    DeviceChanged,
    LeversDeclared,
    MatchBegan,
    RecordedRuling,
    RulingMade,
)
from boxctl.journal.evidence import sensor_of
from boxctl.journal.proof.integrity import chain_break
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.presentation.journal.audit_sentences import break_in_words
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Doubt, DoubtReason, as_data
from boxctl.table.sensors.doubts import ON_ANSWER, ON_THROW
from groundwork.limits import MOST_TILES
from tests.support.evenings.checks.broken import Broken
from tests.support.evenings.checks.reading import Reading, as_told
from tests.support.evenings.program import Program
from tests.support.evenings.world import World

Line = tuple[str, str]
"""An entry's kind and text; a header without what is added as it is written."""

FOREVER = 1 << 62


class Record:
    """The journal's file, held against what the program had written and what it has shown."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._before: list[Line] = []
        self._shown = 0

    def hold_after_a_cut(self, program: Program, lied: int) -> None:
        """Raises :class:`Broken` if the file is not the first part of what was written.

        And if anything is missing in it that was shown, or said to be durable; but for a disk that
        has ``lied`` about so many entries.
        """
        there = self._in_the_file()
        if there != self._told(program)[: len(there)]:
            raise Broken("the file is not what was written")
        if not lied:
            self._nothing_shown_is_lost(program, len(there))
        self._before, self._shown = there, len(self._world.account.shown)

    def hold_at_the_end(self, program: Program) -> None:
        """Raises :class:`Broken` if the file lacks anything, or is to be read in another way."""
        there = self._in_the_file()
        self._nothing_shown_is_lost(program, len(there))
        if there != self._told(program):
            raise Broken("the file is not what was written")
        faults: set[Doubt] = set()
        for match in self.matches:
            if (found := chain_break(match)) is not None:
                raise Broken(break_in_words(found))
            _replays(match)
            faults |= _faults(match)
            _every_doubt_has_its_fault(match, faults)

    @cached_property
    def matches(self) -> tuple[RecordedMatch, ...]:
        """Every match in the file, at the end."""
        with closing(open_to_read(self._world.disk.path)) as connection:
            found = [read_match(connection, number) for number in numbers_in(connection)]
        return tuple(match for match in found if match is not None)

    def _nothing_shown_is_lost(self, program: Program, there: int) -> None:
        kept = there - len(self._before)
        if kept < program.writing.durable:
            raise Broken("something was said to be durable, and is lost")
        ruled = [
            entry.body for entry in program.writing.told[:kept] if entry.kind == RulingMade.kind
        ]
        shown = [as_data(ruling) for ruling in self._world.account.shown[self._shown :]]
        if shown != ruled[: len(shown)]:
            raise Broken("something was shown, and is not recorded")

    def _told(self, program: Program) -> list[Line]:
        return self._before + [(entry.kind, as_text(entry.body)) for entry in program.writing.told]

    def _in_the_file(self) -> list[Line]:
        with closing(open_to_read(self._world.disk.path)) as connection:
            return connection.execute(
                "SELECT kind, iif(kind = ?, json_remove(body, '$.after', '$.journal'), body) "
                "FROM entry ORDER BY id",
                (MatchBegan.kind,),
            ).fetchall()


def _replays(match: RecordedMatch) -> None:
    """Today's referee makes the same rulings of the events, to the byte, and so does the other."""
    if (difference := first_difference(match)) is not None:
        raise Broken(difference.in_words())
    recorded = [as_told(kept.body) for kept in match.of_kind(RulingMade.kind)]
    if Reading.of(match).rulings(FOREVER)[: len(recorded)] != recorded:
        raise Broken(f"match {match.number} is ruled otherwise by the second reading")


def _faults(match: RecordedMatch) -> set[Doubt]:
    lost = (changed.device for _entry, changed in match.read(DeviceChanged) if not changed.answers)
    return {_OF_SENSORS.get(device, Doubt(DoubtReason.DEVICE_LOST, device)) for device in lost}


_OF_SENSORS = {
    sensor_of(number): Doubt(DoubtReason.SENSOR_QUARANTINED, number)
    for number in range(1, MOST_TILES + 1)
}


def _every_doubt_has_its_fault(match: RecordedMatch, known: set[Doubt]) -> None:
    heard = {heard.line: set(heard.how.doubts) for heard in match.events}
    # The lines of the last valid throw before a ruling, of the ruling before, and of its own.
    thrown = before = 0
    for ruling in match.rulings:
        marked, line = set(ruling.unverified or ()), ruling.line
        if _on_throw(ruling):
            thrown = line
        elif ruling.verdict in ON_ANSWER and not heard.get(thrown, set()) <= marked:
            raise Broken("a ruling on the answer to a doubtful throw is not marked")
        answered = ruling.verdict in ON_ANSWER
        # Any lever of the act may be the one.
        first = min(thrown if answered else before + 1, line)
        before = line
        told = {doubt for other in heard if first <= other <= line for doubt in heard[other]}
        if stray := marked - known - told:
            raise Broken(f"a ruling is unverified, and no fault tells why: {stray}")
    said = any(
        doubt.reason is DoubtReason.DECLARED for doubts in heard.values() for doubt in doubts
    )
    if said and not any(True for _kept in match.of_kind(LeversDeclared.kind)):
        raise Broken("a lever is taken as declared, and nobody has declared it")


def _on_throw(ruling: RecordedRuling) -> bool:
    ends_turn = ruling.verdict is Verdict.TURN_OVER and ruling.throw is not None
    return ends_turn or ruling.verdict in ON_THROW
