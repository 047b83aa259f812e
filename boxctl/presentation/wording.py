"""A wording: one language, for everything that people read or hear about a table and a record.

What shows something to people takes a :class:`Wording`, :data:`boxctl.presentation.english.ENGLISH`
if none is given. Another language is another instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from boxctl.presentation.notices import Notice
from boxctl.presentation.sentences.controls import Controls
from boxctl.referee.doubt import Doubt
from boxctl.referee.events import Event
from boxctl.referee.payloads import MatchOver
from boxctl.referee.play import Play
from boxctl.referee.put_back import PutBack
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass

if TYPE_CHECKING:
    from boxctl.journal.disk.appender import Head
    from boxctl.journal.proof.evening_contents import EveningUnfit
    from boxctl.journal.proof.findings import ProofFinding
    from boxctl.journal.proof.integrity import ChainBreak
    from boxctl.journal.proof.unproved import UnprovedEnd
    from boxctl.journal.recorded_match import RecordedEvent
    from boxctl.presentation.display.display_words import DisplayWords
    from boxctl.presentation.record.audit_findings import Obstacle
    from boxctl.presentation.record.start_remarks import StartRemark
    from boxctl.referee.input_faults import InputRefused


class Speech(Protocol):
    """The words that are said aloud at one table."""

    def of_ruling(self, ruling: Ruling) -> str:
        """Return the words of a ruling; empty if the rulings around it say it."""
        ...

    def request_after(self, ruling: Ruling) -> str:
        """Return what must be done after a result; empty if nothing must."""
        ...

    def of_notice(self, notice: Notice) -> str:
        """Return the words of a notice."""
        ...


class MakeSpeech(Protocol):
    """Makes the words that are said aloud at one table."""

    def __call__(
        self,
        rules: RuleSet,
        can_ask: bool,
        by_themselves: frozenset[str] = frozenset(),
        controls: Controls = Controls.BUTTONS,
    ) -> Speech:
        """Return the words for a game by these rules.

        ``can_ask``: the box has a button to ask with. Of the players in ``by_themselves`` only the
        throws and moves are said. ``controls`` are what people have to answer with.
        """
        ...


class WordNotice(Protocol):
    """Words a notice."""

    def __call__(self, notice: Notice, *, controls: Controls = Controls.BUTTONS) -> str:
        """Return the words for people who have these ``controls``."""
        ...


@frozen_dataclass
class RecordWords:
    """The wording of a journal's entries, and of the findings of an audit.

    Each field is a function; :mod:`boxctl.presentation.record.recorded_entries` and
    :mod:`boxctl.presentation.record.audit_sentences` have the English ones, with what they promise.
    """

    entry: Callable[[str, dict[str, Any]], str]
    event: Callable[[Event], str]
    evidence: Callable[[RecordedEvent, bool], tuple[str, ...]]
    overruling: Callable[[dict[str, Any]], str]
    overruled_mark: Callable[[int], str]
    result: Callable[[MatchOver, Sequence[int]], str]
    owed: Callable[[Play], str]
    state_lines: Callable[[Play], Iterable[str]]
    holds: Callable[[int, int, Head | None, bytes], str]
    broken: Callable[[int, ChainBreak], str]
    unproved: Callable[[int, int, UnprovedEnd], str]
    why_broken: Callable[[ChainBreak], str]
    finding: Callable[[ProofFinding], str]
    evening: Callable[[EveningUnfit], str]
    ruled_otherwise: Callable[
        [
            tuple[int, int],
            tuple[str, Mapping[str, Any] | None],
            tuple[str, Mapping[str, Any] | None],
            Obstacle | None,
        ],
        str,
    ]
    ruled_otherwise_today: Callable[[int, str], str]
    obstacle: Callable[[Obstacle | None], str]
    match_missing: Callable[[int], str]
    no_such_hash: str

    def finding_sentences(self, found: Iterable[ProofFinding]) -> list[str]:
        """Return what does not fit the box's signatures, one sentence each."""
        return [f"{self.finding(each)}." for each in found]


@frozen_dataclass
class Wording:
    """One language.

    ``ruling`` returns the sentence of a ruling without its doubts, ``doubt`` a clause, ``mark`` the
    bracket with a ruling's doubts, which goes behind its sentence (empty for none). ``refusal``
    says why the input line of this number is refused, ``notice`` and ``start_remark`` what people
    are told besides rulings, ``to_begin`` what has to be done before the first turn. ``speech``
    makes the words that are said aloud. ``display`` and ``record`` load words that few commands
    need.
    """

    ruling: Callable[[Ruling], str]
    doubt: Callable[[Doubt], str]
    mark: Callable[[Iterable[str]], str]
    refusal: Callable[[int, InputRefused], str]
    notice: WordNotice
    start_remark: Callable[[StartRemark], str]
    to_begin: Callable[[PutBack], str]
    speech: MakeSpeech
    display: Callable[[], DisplayWords]
    record: Callable[[], RecordWords]

    def doubts(self, doubts: Iterable[Doubt] | None) -> tuple[str, ...]:
        """Return each doubt in words; none for None."""
        return tuple(map(self.doubt, doubts or ()))

    def with_doubts(self, ruling: Ruling) -> str:
        """Return the sentence of a ruling, and its doubts in a bracket."""
        return self.ruling(ruling) + self.mark(self.doubts(ruling.unverified))
