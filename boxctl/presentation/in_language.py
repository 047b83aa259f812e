"""The wording of a language. What few commands need is loaded when it is first used."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from boxctl.presentation.doubt_words import doubt_in_words
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.phrases import WRITTEN, make_ready, unverified
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.sentences.ruling import sentence
from boxctl.presentation.wording import RecordWords, Speech, Wording
from boxctl.referee.put_back import PutBack
from boxctl.rules.ruleset import RuleSet
from groundwork.language import Language, current, tr

if TYPE_CHECKING:
    from boxctl.presentation.display.display_words import DisplayWords
    from boxctl.presentation.record.start_remarks import StartRemark
    from boxctl.referee.input_faults import InputRefused


@cache
def wording_in(language: Language) -> Wording:
    """Return the wording of everything in this language."""
    return Wording(
        ruling=partial(sentence, style=WRITTEN),
        doubt=partial(doubt_in_words, style=WRITTEN),
        mark=unverified,
        refusal=_refusal,
        notice=partial(notice_sentence, style=WRITTEN),
        start_remark=_start_remark,
        to_begin=_to_begin,
        speech=_speech,
        display=_display,
        record=_record,
    )


def wording_in_use() -> Wording:
    """Return the wording in the language of this program."""
    return wording_in(current())


def _refusal(line: int, refusal: InputRefused) -> str:
    from boxctl.presentation.input_faults import refusal_in_words

    return tr("line {line}: {why}.", line=line, why=refusal_in_words(refusal))


def _start_remark(remark: StartRemark) -> str:
    from boxctl.presentation.record.start_remarks import start_remark_in_words

    return start_remark_in_words(remark)


def _to_begin(back: PutBack) -> str:
    if not back:
        return tr("the box is ready for play")
    return tr("to begin, {request}", request=make_ready(back, WRITTEN))


def _speech(
    rules: RuleSet,
    can_ask: bool,
    by_themselves: frozenset[str] = frozenset(),
    controls: Controls = Controls.BUTTONS,
) -> Speech:
    from boxctl.presentation.sound.spoken import TableSpeech

    return TableSpeech(rules, can_ask, by_themselves=by_themselves, controls=controls)


def _display() -> DisplayWords:
    from boxctl.presentation.display.display_words import display_words

    return display_words()


def _record() -> RecordWords:
    from boxctl.presentation.record import audit_sentences as audit
    from boxctl.presentation.record import recorded_entries as recorded
    from boxctl.presentation.record.evening_sentences import evening_in_words
    from boxctl.presentation.record.proof_sentences import finding_in_words

    return RecordWords(
        entry=recorded.entry_in_words,
        event=recorded.event_in_words,
        evidence=recorded.evidence_in_words,
        overruling=recorded.overruling_in_words,
        overruled_mark=recorded.overruled_mark,
        result=audit.result_sentence,
        owed=audit.what_is_owed,
        state_lines=audit.state_lines,
        holds=audit.match_holds,
        broken=audit.match_is_broken,
        unproved=audit.match_is_unproved,
        why_broken=audit.why_broken,
        finding=finding_in_words,
        evening=evening_in_words,
        ruled_otherwise=audit.ruled_otherwise,
        ruled_otherwise_today=audit.match_is_ruled_otherwise,
        obstacle=audit.obstacle_in_words,
        match_missing=audit.match_is_missing,
        no_such_hash=audit.no_such_hash(),
    )
