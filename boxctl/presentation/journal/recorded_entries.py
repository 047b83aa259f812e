"""The entries of a journal in words, rulings among them. Pure.

A journal keeps what was ruled, not how it was worded, so the sentence is made from the data
again. Journals of the second layout and before kept the sentence and only part of the data:
their sentence is shown as it was, and never read.
"""

from __future__ import annotations

from typing import Any

from boxctl.journal.entry_kinds import (
    DeviceChanged,
    EntriesUnsigned,
    EventHeard,
    GameChosen,
    HeadMissing,
    JournalEntry,
    KeyIntroduced,
    LedgerGone,
    LeftReason,
    LeversDeclared,
    LeversRestored,
    MatchLeft,
    MatchResumed,
    RecordedRuling,
    ThrowWithdrawn,
    TurnOverruled,
)
from boxctl.journal.evidence import Evidence, ReportedBy, sensor_of
from boxctl.journal.recorded_match import RecordedEvent
from boxctl.presentation.game_names import title_recorded
from boxctl.presentation.input_faults import button_name, doubts_in_words, sensor_fault
from boxctl.presentation.journal.proof_sentences import fingerprint, ledger_loss
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.phrases import WRITTEN, dice, put_back, shown_player, the_tile
from boxctl.presentation.sentences.menu import seated_in_words, stake_in_words, who_chose
from boxctl.presentation.sentences.ruling import sentence
from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.ruling import DoubtReason, Ruling, as_data
from boxctl.referee.ruling import as_contract as ruling_as_contract
from boxctl.rules.money import Money
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from groundwork.language import decimal, tr, tr_n
from groundwork.limits import MOST_TILES
from groundwork.local_time import told_time
from hardware.devices import DeviceBack, DeviceLost

_TILE_OF_SENSOR = {sensor_of(number): number for number in range(1, MOST_TILES + 1)}


def entry_in_words(entry: JournalEntry | None, kind: str) -> str:
    """Say what an entry records, if it is no ruling; None is one of an unknown ``kind``."""
    match entry:
        case EventHeard():
            return event_in_words(entry.event)
        case DeviceChanged():
            return _device(entry)
        case MatchResumed():
            return _resumed(entry)
        case LeversRestored():
            return tr("the levers are right: the match goes on ({time})", time=told_time(entry.now))
        case LeversDeclared():
            return tr("the players declare the levers to be right as they stand: the match goes on")
        case GameChosen():
            return _chosen(entry)
        case ThrowWithdrawn():
            return _withdrawn(entry)
        case MatchLeft():
            return tr("the match is left: {why}", why=_why_left(entry))
        case TurnOverruled():
            return overruling_in_words(entry)
        case KeyIntroduced():
            return _new_key(entry)
        case HeadMissing():
            return tr(
                "the journal is older than its key, or another: entry {entry} of match {match}, "
                "signed at {time}, is missing",
                entry=entry.entries - 1,
                match=entry.match,
                time=told_time(entry.signed),
            )
        case LedgerGone():
            return tr(
                "the ledger of the box's key could not be used ({why}): the journal can have been "
                "older than its key",
                why=ledger_loss(entry.why),
            )
        case EntriesUnsigned():
            return _signed_late(entry.signed)
        case _:
            return tr("{kind}: something that this version of boxctl does not know", kind=kind)


def _signed_late(signed: int) -> str:
    if not signed:
        return tr(
            "no key of this box had signed any of this match when it was taken up again: somebody "
            "can have written it"
        )
    return tr(
        "no key of this box had signed this match beyond entry {last} when it was taken up again: "
        "somebody can have written the rest",
        last=signed - 1,
    )


def _new_key(entry: KeyIntroduced) -> str:
    key = fingerprint(entry.key)
    if entry.before is None:
        return tr("from here on the key {key} signs", key=key)
    before = fingerprint(entry.before)
    if entry.signed_by_before:
        return tr(
            "from here on the key {key} signs, after {before}, which has signed that",
            key=key,
            before=before,
        )
    return tr(
        "from here on the key {key} signs, after {before}, which has not signed that",
        key=key,
        before=before,
    )


def _chosen(entry: GameChosen) -> str:
    rules = with_settings(RuleSet(), entry.rules.items())
    return tr(
        "{game} is chosen {by}, with {stake}; {players}",
        game=title_recorded(entry.variant, entry.house),
        by=who_chose(entry.by),
        stake=stake_in_words(Money(rules.stake, rules.currency), WRITTEN),
        players=seated_in_words(entry.players, entry.handicap or {}, WRITTEN),
    )


def _withdrawn(entry: ThrowWithdrawn) -> str:
    return tr(
        "{player} takes back what was tapped, {dice}, before it counts",
        player=shown_player(entry.player),
        dice=dice(entry.throw, WRITTEN),
    )


def _device(entry: DeviceChanged) -> str:
    name, answers = entry.device, entry.answers
    if name in _TILE_OF_SENSOR:
        number = str(_TILE_OF_SENSOR[name])
        sensor, why = (
            tr("the sensor of tile {number}", number=number),
            _why_sensor(entry),
        )
        if answers:
            return tr("{sensor} is out of quarantine: {why}", sensor=sensor, why=why)
        return tr("{sensor} is in quarantine: {why}", sensor=sensor, why=why)
    notice = (DeviceBack if answers else DeviceLost)(0, name, entry.says or "")
    return notice_sentence(notice, WRITTEN)


def _why_sensor(entry: DeviceChanged) -> str:
    if entry.says is not None:
        # An early journal, which kept the words.
        return entry.says
    if entry.fault is not None:
        return tr("it {fault}", fault=sensor_fault(entry.fault, WRITTEN))
    if entry.left_out:
        return tr("its tile is not played with")
    return tr("it is believed again")


def _why_left(entry: MatchLeft) -> str:
    match entry.reason:
        case None:
            # An early journal, which kept the words.
            return entry.why or ""
        case LeftReason.PLAYERS_LEFT:
            return tr("the players have left")
        case LeftReason.NEW_MATCH:
            return tr("a new match was asked for")


def event_in_words(event: Event) -> str:
    """Say what happened: ``the 7 goes down``, ``3 and 4 are thrown``, ``confirm is pressed``."""
    match event:
        case Thrown(values=values):
            shown = dice(values, WRITTEN)
            return tr_n("{dice} is thrown", "{dice} are thrown", len(values), dice=shown)
        case LeverMoved(tile=number, open=True):
            return tr("{tile} goes up", tile=the_tile(number, WRITTEN))
        case LeverMoved(tile=number):
            return tr("{tile} goes down", tile=the_tile(number, WRITTEN))
        case Pressed(button=button):
            return tr("{button} is pressed", button=button_name(button, WRITTEN))
        case _:
            return tr("time passes")


def overruled_mark(score: int) -> str:
    """Mark a ruling, behind its sentence, as overruled with the score that stands now."""
    return tr(" (overruled: {score})", score=score)


def overruling_in_words(entry: TurnOverruled) -> str:
    """Say who overruled what, and why."""
    values = {
        "player": shown_player(entry.player),
        "entry": entry.ruling,
        "score": entry.score,
        "was": entry.was,
        "reason": entry.reason,
    }
    if entry.by:
        return tr(
            "overruled by {by}: the turn of {player} that ended with ruling {entry} scores {score} "
            "instead of {was}: {reason}",
            by=entry.by,
            **values,
        )
    return tr(
        "overruled: the turn of {player} that ended with ruling {entry} scores {score} instead of "
        "{was}: {reason}",
        **values,
    )


def evidence_in_words(
    heard: RecordedEvent, never_moved: bool, *, tapped: bool = False
) -> tuple[str, ...]:
    """Say how the table came to know of an event, without the doubts about it.

    If ``never_moved``, the lever went back within the bump time (R4.7). What people told was
    ``tapped`` at a table that senses nothing.
    """
    how, said = heard.how, []
    if never_moved:
        said.append(tr("went back within the bump time, so it never moved (R4.7)"))
    if tapped and how.reported_by is ReportedBy.PEOPLE:
        said.append(tr("as it was tapped"))
    elif isinstance(heard.event, Thrown):
        said.append(_throw_evidence(how))
    elif how.edges:
        said.append(_edges(how.edges, (how.lasted or 0) / 1000))
    else:
        said.append(_without_edges(how))
    if how.seat:
        said.append(tr("asked for from the seat of {player}", player=shown_player(how.seat)))
    return tuple(said)


def _throw_evidence(how: Evidence) -> str:
    if how.reported_by is ReportedBy.PEOPLE:
        return tr("typed in by people")
    if not how.series:
        return tr("without a number of the roller")
    return tr(
        "the roller's throw {number} of series {series}",
        number=how.serial,
        series=how.series,
    )


def _without_edges(how: Evidence) -> str:
    match how.reported_by:
        case ReportedBy.PEOPLE:
            return tr("no edge was seen, people said so")
        case ReportedBy.SENSOR:
            return tr("no edge was seen, the sensor showed it when it was believed again")
    if any(doubt.reason is DoubtReason.IN_WORDS for doubt in how.doubts):
        # An early journal, which did not keep who told of it; its doubts say so in words.
        return tr("no edge was seen")
    return tr("no edge was seen, only a reading tells of it: it can have been later")


def _edges(edges: int, lasted: float) -> str:
    written = decimal(max(lasted, 1), 0)
    return tr_n("one edge", "{edges} edges within {lasted} ms", edges, edges=edges, lasted=written)


def _resumed(entry: MatchResumed) -> str:
    if not entry.put_back:
        return tr("the program was started again ({time})", time=told_time(entry.now))
    return tr(
        "the program was started again ({time}): {request}",
        time=told_time(entry.now),
        request=put_back(entry.put_back, WRITTEN),
    )


def sentence_of(ruling: RecordedRuling) -> str:
    """Return the sentence of a recorded ruling, without its doubts."""
    return sentence(ruling, WRITTEN) if isinstance(ruling, Ruling) else ruling.text


def as_contract(ruling: RecordedRuling) -> dict[str, Any]:
    """Return a recorded ruling as ``boxctl referee`` writes it, with sentence and doubts."""
    doubts = doubts_in_words(ruling.unverified, WRITTEN)
    return ruling_as_contract(ruling, sentence_of(ruling), doubts)


def with_all_data(ruling: RecordedRuling) -> dict[str, Any]:
    """Return a recorded ruling as in the contract, with all else that the record has of it.

    Who sees a table needs it: that a tie is played off is not in the contract.
    """
    recorded = as_data(ruling) if isinstance(ruling, Ruling) else {}
    return {**recorded, **as_contract(ruling)}
