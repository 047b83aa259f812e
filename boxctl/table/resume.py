"""Resume an interrupted match from its record: the same events give the same state."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from boxctl.journal.entry_kinds import DeviceChanged
from boxctl.journal.evidence import SensorFault, sensor_of
from boxctl.journal.faults import (
    Damaged,
    JournalFault,
    being_played,
    not_to_be_resumed,
    tampered_with,
)
from boxctl.journal.proof.integrity import ChainBreak, first_break
from boxctl.journal.query import past_matches, reading
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.journal.session import Journal
from boxctl.presentation.journal.start_sentences import (
    MatchesNotResumed,
    NotResumedReason,
    StartRemark,
)
from boxctl.presentation.notices import CHATTERING, STUCK
from boxctl.referee.referee import Referee
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from boxctl.rules.tiles import TileSet, numbers
from boxctl.rules.variant_file import Variant
from boxctl.rules.variants import stand_in
from boxctl.table.check_rules import check_box_file, journal_of, name_of
from boxctl.table.interruption import Resumption
from boxctl.table.referee_feed import counts_a_throw
from boxctl.table.sensors.doubts import AnswerDoubts
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.box_file import BoxFile, BoxFileFault
from hardware.config.read import read_box

MOST_NAMED = 3
"""The most matches that are named because they wait."""


@frozen_dataclass
class OpenedMatch:
    """The players and the state of a match: a new one or a resumed one (``match``).

    ``variant`` names its rules.
    """

    referee: Referee
    remarks: tuple[StartRemark, ...] = ()
    match: RecordedMatch | None = None
    resumption: Resumption | None = None
    variant: str = ""


def resume_or_begin(
    journal: Journal,
    rules: RuleSet,
    players: Sequence[str],
    levers: TileSet,
    *,
    anew: bool,
    own_rules: bool = False,
    played_last: int | None = None,
    by_number: bool = False,
    end_stays: bool = False,
    guided: bool = False,
    keeps_its_rules: Callable[[RecordedMatch], bool] = lambda _match: False,
) -> OpenedMatch:
    """Resume the newest match of this table that nobody plays, or begin another.

    A match of this table has these rules and players; with ``own_rules`` any of the box has, and so
    has one that ``keeps_its_rules``; but a ``guided`` match and any other are never the same. One
    that has ended since stands for those before it, unless it is newer than the match of the number
    ``played_last``, in which this table was interrupted and which goes first. ``levers`` are the
    tiles that stand open now. ``anew`` begins another match in any case. Others that are not played
    to their end are named, the newest ones; ``by_number`` is whether people can resume those, too.
    With ``end_stays`` the newest match stays on the table, over, if it was played to its end.
    """
    fresh = Referee(rules, players, levers & rules.on_the_box)

    def wanted(match: RecordedMatch) -> bool:
        if guided is not bool(match.header.guided):
            return False
        return own_rules or keeps_its_rules(match) or goes_on(match, rules, players)

    choice = _choose(journal, wanted, anew=anew, played_last=played_last, end_stays=end_stays)
    newest = journal.found.match
    if newest is not None and choice.number not in (None, newest.number):
        journal.turn_to(choice.number)
    found, match = journal.found, journal.found.match
    about_record = (journal.salvaged, found.broken, *found.further_findings)
    remarks: list[StartRemark] = [remark for remark in about_record if remark is not None]
    remarks += choice.remarks(by_number=by_number)
    if match is None or choice.number is None or match.left or (match.over and not end_stays):
        return OpenedMatch(fresh, tuple(remarks))
    if not journal.take(match):
        remarks.append(MatchesNotResumed((match.number,), NotResumedReason.PLAYED_ELSEWHERE))
    elif (restored := _restored(match)) is None:
        remarks.append(MatchesNotResumed((match.number,), NotResumedReason.RULED_OTHERWISE))
    else:
        return OpenedMatch(restored.referee, tuple(remarks), match, restored.resumption)
    return OpenedMatch(fresh, tuple(remarks))


@frozen_dataclass
class _MatchChosen:
    """The ``number`` of the match to resume, None for a new one, and those that were passed over.

    Those that can be resumed ``wait``; ``elsewhere`` are those that other programs play.
    """

    number: int | None
    wait: tuple[int, ...]
    elsewhere: tuple[int, ...]

    def remarks(self, *, by_number: bool) -> Iterator[StartRemark]:
        """Yield a remark on each that was passed over."""
        if self.elsewhere:
            yield MatchesNotResumed(self.elsewhere, NotResumedReason.PLAYED_ELSEWHERE)
        if self.wait:
            reason = NotResumedReason.WAITS if by_number else NotResumedReason.NOT_ASKED_FOR
            yield MatchesNotResumed(self.wait[:MOST_NAMED], reason)


def _choose(
    journal: Journal,
    wanted: Callable[[RecordedMatch], bool],
    *,
    anew: bool,
    played_last: int | None,
    end_stays: bool,
) -> _MatchChosen:
    """Choose the match to resume, as :func:`resume_or_begin` says."""
    elsewhere: list[int] = []
    wait: list[int] = []
    newer: list[int] = []
    chosen = None
    with closing(journal.past_matches()) as newest_first:
        for past in newest_first:
            number, ours = past.number, _is(wanted, past.header)
            is_newer = played_last is not None and number > played_last
            if past.ended and ours and not is_newer:
                is_newest = journal.found.match is not None and number == journal.found.match.number
                chosen = number if end_stays and is_newest and not anew else None
                break
            if past.ended:
                continue
            if journal.is_played_elsewhere(number):
                elsewhere.append(number)
            elif ours and not anew and not is_newer:
                chosen = number
                break
            else:
                wait.append(number)
                newer += [number] if ours and not anew else []
    if chosen is None and newer:
        chosen = newer[0]
        wait.remove(chosen)
    return _MatchChosen(chosen, tuple(wait), tuple(elsewhere))


def _is(wanted: Callable[[RecordedMatch], bool], header: RecordedMatch) -> bool:
    """Return whether this match is wanted; one with unknown settings never is."""
    try:
        return wanted(header)
    except (RuleFault, ValueError):
        return False


def why_not_resumed(number: int, remarks: Sequence[StartRemark]) -> JournalFault:
    """Return the fault of a match that had to be resumed and was not, as the remarks tell."""
    for remark in remarks:
        if isinstance(remark, ChainBreak):
            return tampered_with(remark.match, remark.number)
        if not isinstance(remark, MatchesNotResumed) or number not in remark.matches:
            continue
        match remark.reason:
            case NotResumedReason.PLAYED_ELSEWHERE:
                return being_played(number)
            case NotResumedReason.RULED_OTHERWISE:
                why = tr(
                    "this version of boxctl rules otherwise on what happened in it (boxctl "
                    "verify tells where)"
                )
                return not_to_be_resumed(number, why)
            case NotResumedReason.NOT_ASKED_FOR | NotResumedReason.WAITS:
                return not_to_be_resumed(number, tr("it has other rules or players"))
    return not_to_be_resumed(number, tr("it has ended"))


@frozen_dataclass
class RestoredMatch:
    """The referee as the record leaves it, and what has still to be said."""

    referee: Referee
    resumption: Resumption


def goes_on(match: RecordedMatch, rules: RuleSet, players: Sequence[str]) -> bool:
    """Return whether the match is played by these rules and players."""
    if match.players != tuple(players):
        return False
    if not match.knows_acts:
        rules = replace(rules, act_ms=match.rules.act_ms)
    same = match.rules.handicaps == rules.handicaps
    return same and _in_force(match.rules) == _in_force(rules)


def _in_force(rules: RuleSet) -> dict[str, str]:
    """Return the settings in force, the tiles that begin shut by their numbers."""
    # Earlier records have the numbers where a variant now says odd or even.
    return written(replace(rules, down=rules.down_tiles))


def _restored(match: RecordedMatch) -> RestoredMatch | None:
    """Return the match as it stood; None if today's referee rules otherwise."""
    from boxctl.audit.rejudge import RulingsDiffer

    try:
        return restore_match(match)
    except RulingsDiffer:
        return None


def restore_match(match: RecordedMatch) -> RestoredMatch:
    """Bring a referee to where the recorded match stood. Raises :class:`RulingsDiffer`.

    A ruling that had been made and not recorded is made again, and is among those to be said.
    """
    # Imported only here: a new match does not need it, and a box has to start fast.
    from boxctl.audit.rejudge import Rejudger

    judging, doubts = Rejudger(match), AnswerDoubts(match.rules)
    events = {heard.entry: heard for heard in match.events}
    for kept in match.entries[1:]:
        ruling, heard = judging.follow(kept), events.get(kept.number)
        if ruling is not None:
            doubts.ruled(ruling)
        elif heard is not None:
            doubts.heard(heard.line, heard.event, heard.how.doubts)
    last_line = match.events[-1].line if match.events else match.line
    unsaid = judging.unsaid()
    thrown = any(counts_a_throw(ruling.verdict) for ruling in (*match.rulings, *unsaid))
    return RestoredMatch(
        judging.referee, Resumption(last_line, unsaid, _quarantined(match), doubts, thrown)
    )


def _quarantined(match: RecordedMatch) -> dict[int, SensorFault]:
    """Return the tiles whose sensors were in quarantine when the record ends, and why."""
    tiles = {sensor_of(number): number for number in numbers(match.rules.on_the_box)}
    quarantined: dict[int, SensorFault] = {}
    for _entry, changed in match.read(DeviceChanged):
        number = tiles.get(changed.device)
        if number is None:
            continue
        quarantined.pop(number, None)
        if not changed.answers:
            quarantined[number] = changed.fault or _fault_of_layout_2(changed.says)
    return quarantined


def _fault_of_layout_2(says: str | None) -> SensorFault:
    """Read the fault from one of the two fixed texts of the second layout and before."""
    return CHATTERING if says == "it chatters" else STUCK


OF_A_GAME = "rules.variant"
"""The key of a box.toml that names the game."""


def read_box_to_go_on(path: Path, journal: Path | None) -> BoxFile:
    """Read and check box.toml, with the game of an interrupted match in place of its file.

    Whoever opens the table says what is wrong with that file. Raises :class:`BoxFileFault` (BX3xx)
    as :func:`read_box` does.
    """
    try:
        return read_box(path, check_box_file)
    except BoxFileFault as fault:
        if not all(problem.key.startswith(OF_A_GAME) for problem in fault.problems):
            raise
        played = _game_of_interrupted(path, journal)
        if played is None:
            raise
        stand_in(played)
        try:
            return read_box(path, check_box_file)
        except BoxFileFault:
            raise fault from None


def _game_of_interrupted(path: Path, journal: Path | None) -> Variant | None:
    """Return the game of the house whose match on this box was interrupted last, if one was."""
    box_file = read_box(path)
    file = journal or journal_of(box_file)
    try:
        with reading(file, may_be_missing=True) as connection:
            for past in past_matches(connection, name_of(box_file)):
                if past.ended or past.header.header.house is None:
                    continue
                match = read_match(connection, past.number)
                if match is not None and first_break(match) is None:
                    return match.played
    except (Fault, Damaged, sqlite3.Error, ValueError, KeyError, TypeError):
        pass  # Whoever opens it next says what is wrong with it.
    return None
