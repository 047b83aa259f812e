"""The wording of a language. What few commands need is loaded when it is first used."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from boxctl.presentation.doubt_words import doubt_in_words
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.phrases import Style, eye, make_ready, unverified
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.sentences.ruling import sentence
from boxctl.presentation.wording import RecordWords, Speech, Wording
from boxctl.referee.put_back import PutBack
from boxctl.rules.ruleset import RuleSet
from groundwork.language import Language, current

if TYPE_CHECKING:
    from boxctl.presentation.display.display_words import DisplayWords
    from boxctl.presentation.record.start_remarks import StartRemark
    from boxctl.referee.input_faults import InputRefused


@cache
def wording_in(language: Language) -> Wording:
    """Return the wording of everything in this language."""
    style = eye(language)
    return Wording(
        ruling=partial(sentence, style=style),
        doubt=partial(doubt_in_words, style=style),
        mark=partial(unverified, style=style),
        refusal=partial(_refusal, style=style),
        notice=partial(notice_sentence, style=style),
        start_remark=partial(_start_remark, style=style),
        to_begin=partial(_to_begin, style=style),
        speech=partial(_speech, language),
        display=partial(_display, language),
        record=partial(_record, style),
    )


def wording_in_use() -> Wording:
    """Return the wording in the language of this program."""
    return wording_in(current())


def _refusal(line: int, refusal: InputRefused, style: Style) -> str:
    from boxctl.presentation.input_faults import refusal_in_words

    return style.tr("line {line}: {why}.", line=line, why=refusal_in_words(refusal, style))


def _start_remark(remark: StartRemark, style: Style) -> str:
    from boxctl.presentation.record.start_remarks import start_remark_in_words

    return start_remark_in_words(remark, style)


def _to_begin(back: PutBack, style: Style) -> str:
    if not back:
        return style.tr("the box is ready for play")
    return style.tr("to begin, {request}", request=make_ready(back, style))


def _speech(
    language: Language,
    rules: RuleSet,
    can_ask: bool,
    by_themselves: frozenset[str] = frozenset(),
    controls: Controls = Controls.BUTTONS,
) -> Speech:
    from boxctl.presentation.sound.spoken import TableSpeech

    return TableSpeech(rules, can_ask, language, by_themselves=by_themselves, controls=controls)


def _display(language: Language) -> DisplayWords:
    from boxctl.presentation.display.display_words import display_words

    return display_words(language)


def _record(style: Style) -> RecordWords:
    from boxctl.presentation.record import audit_sentences as audit
    from boxctl.presentation.record import recorded_entries as recorded
    from boxctl.presentation.record.evening_sentences import evening_in_words
    from boxctl.presentation.record.proof_sentences import finding_in_words

    return RecordWords(
        entry=partial(recorded.entry_in_words, style=style),
        event=partial(recorded.event_in_words, style=style),
        evidence=partial(recorded.evidence_in_words, style=style),
        overruling=partial(recorded.overruling_in_words, style=style),
        overruled_mark=partial(recorded.overruled_mark, style=style),
        result=partial(audit.result_sentence, style=style),
        owed=partial(audit.what_is_owed, style=style),
        state_lines=partial(audit.state_lines, style=style),
        holds=partial(audit.match_holds, style=style),
        broken=partial(audit.match_is_broken, style=style),
        unproved=partial(audit.match_is_unproved, style=style),
        why_broken=partial(audit.why_broken, style=style),
        finding=partial(finding_in_words, style=style),
        evening=partial(evening_in_words, style=style),
        ruled_otherwise=partial(audit.ruled_otherwise, style=style),
        ruled_otherwise_today=partial(audit.match_is_ruled_otherwise, style=style),
        obstacle=partial(audit.obstacle_in_words, style=style),
        match_missing=partial(audit.match_is_missing, style=style),
        no_such_hash=audit.no_such_hash(style),
    )
