"""Ask the questions of a set-up until each has an answer that goes with the others.

Answers come from people who type, from a file, or are the proposals themselves.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

from boxctl.setup.answer_kinds import WrongAnswer
from boxctl.setup.box_values import box_values
from boxctl.setup.questions import EVERY_QUESTION, SetupQuestion
from boxctl.setup.setup_state import SetupState
from boxctl.table.check_rules import check_box_file
from groundwork.faults import Fault, os_reason
from groundwork.language import all_of, clauses, tr
from groundwork.printing import as_text
from groundwork.system.files import read_small_file
from groundwork.toml.faults import toml_fault
from groundwork.toml.lines import key_lines
from hardware.config.box_file import Problem
from hardware.config.kinds import nearest
from hardware.config.read import MOST_BYTES, problems_in
from hardware.config.write import box_toml


class AnswerFault(Fault):
    """An answer that is missing or impossible, and cannot be asked for again (BX330, BX331)."""

    command_is_wrong = True


class AnswerSource(Protocol):
    """Gives the answer to each question as text; an empty text accepts the proposal."""

    @property
    def asks_again(self) -> bool:
        """Whether the last answer was typed, so that it can be asked for again."""
        ...

    @property
    def is_watched(self) -> bool:
        """Whether somebody is at the terminal, who can say that a lever was pushed."""
        ...

    def answer(self, key: str, prompt: str) -> str:
        """Return the answer to the question of this key. Raises :class:`AnswerFault`."""
        ...

    def refuse(self, key: str, why: str) -> Fault:
        """Return the fault for a wrong last answer that cannot be asked for again."""
        ...

    def is_nudged(self) -> bool:
        """Return whether somebody has pressed Enter without being asked. Never waits."""
        ...


class ProposedAnswers:
    """Accepts every proposal (``--yes``)."""

    asks_again = False
    is_watched = False

    def answer(self, _key: str, _prompt: str) -> str:
        """Accept the proposal."""
        return ""

    def refuse(self, key: str, why: str) -> Fault:
        """Return the fault that a proposal is not possible (BX330)."""
        return AnswerFault(
            "BX330", tr("{key}: {why} Answer this in a file (--answers).", key=key, why=why)
        )

    def is_nudged(self) -> bool:
        """Return False: there is nobody to press Enter."""
        return False


class TypedAnswers:
    """Answers that are typed, or come through a pipe, which are shown behind their questions."""

    asks_again = True

    def __init__(
        self,
        read_line: Callable[[], str],
        show: Callable[[str], None],
        *,
        is_terminal: bool,
        has_line: Callable[[], bool] = lambda: False,
    ) -> None:
        self._read_line = read_line
        self._show = show
        self._has_line = has_line
        self.is_watched = is_terminal

    def answer(self, key: str, prompt: str) -> str:
        """Ask, and wait for a line. Raises :class:`AnswerFault` (BX331) when there is none."""
        self._show(prompt)
        line = self._read_line()
        if not self.is_watched:
            self._show(f"{line.rstrip()}\n")
        if not line.endswith("\n") and not line.strip():
            raise AnswerFault(
                "BX331",
                tr(
                    "the answers end before the question {key}; give more lines, or --yes to take "
                    "what is proposed",
                    key=key,
                ),
            )
        return line.strip()

    def refuse(self, key: str, why: str) -> Fault:
        """Return the fault (BX330). Not used while answers are typed: they are asked for again."""
        return AnswerFault("BX330", f"{key}: {why}")

    def is_nudged(self) -> bool:
        """Return whether a line was typed at the terminal, and take it."""
        if self.is_watched and self._has_line():
            self._read_line()
            return True
        return False


class FiledAnswers:
    """The answers of a TOML file by the keys of the questions; ``others`` gives the rest."""

    def __init__(self, path: Path, others: AnswerSource) -> None:
        self._path = path
        self._others = others
        text = _text_of(path)
        self._answers = _parsed(path, text)
        self._lines = key_lines(text)
        self._from_file = False
        self.is_watched = others.is_watched

    @property
    def asks_again(self) -> bool:
        """Whether the last answer was typed."""
        return not self._from_file and self._others.asks_again

    def answer(self, key: str, prompt: str) -> str:
        """Return the answer of the file, or ask for it."""
        self._from_file = key in self._answers
        return self._answers[key] if self._from_file else self._others.answer(key, prompt)

    def is_nudged(self) -> bool:
        """Ask the other source."""
        return self._others.is_nudged()

    def refuse(self, key: str, why: str) -> Fault:
        """Return the fault, with the line of the file if it is one of its answers (BX330)."""
        if not self._from_file:
            return self._others.refuse(key, why)
        line = self._lines.get((key,))
        place = f"{self._path}:{line}" if line else str(self._path)
        return AnswerFault("BX330", f"{place}: {key}: {why}")


def _text_of(path: Path) -> str:
    try:
        return read_small_file(path, MOST_BYTES).decode()
    except (OSError, UnicodeDecodeError) as error:
        why = os_reason(error) if isinstance(error, OSError) else tr("it is not UTF-8")
        raise AnswerFault(
            "BX330",
            tr("{file}: the answers cannot be read ({why})", file=path, why=why),
        ) from error


def _parsed(path: Path, text: str) -> dict[str, str]:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        found = toml_fault(error, text)
        raise AnswerFault(
            "BX330", f"{path}:{found.line}: {found.sentence}; {found.cure}"
        ) from error
    known = [question.key for question in EVERY_QUESTION]
    for key in data:
        if key not in known:
            near = nearest(key, known)
            cure = (
                tr("did you mean {near}?", near=near)
                if near
                else tr("known are {names}", names=all_of(known))
            )
            raise AnswerFault(
                "BX330",
                tr("{file}: there is no question {key}; {cure}", file=path, key=key, cure=cure),
            )
    return {key: _as_typed(value) for key, value in data.items()}


def _as_typed(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


MISSING = "BX304"
"""The code of a missing table or key: while questions are asked, most are missing."""

Say = Callable[[str], None]
"""Shows a line to people."""


class Interview:
    """Asks questions of a source, and keeps the answers in ``state``.

    ``answered`` is called with the key of each question that has its answer, and may refuse the
    answer: it raises :class:`WrongAnswer`.
    """

    def __init__(
        self,
        state: SetupState,
        source: AnswerSource,
        say: Say,
        answered: Callable[[str], None] = lambda _key: None,
    ) -> None:
        self._state = state
        self._source = source
        self._say = say
        self._answered = answered

    def ask_all(self, questions: Iterable[SetupQuestion]) -> None:
        """Ask the questions that apply, in order. Raises :class:`AnswerFault`."""
        for question in questions:
            if question.applies(self._state):
                self.ask(question)

    def ask(self, question: SetupQuestion) -> Any:
        """Ask until the answer is possible, keep it and return it. Raises :class:`AnswerFault`."""
        proposal = question.kind.write(question.default(self._state))
        prompt = _prompt(question, proposal)
        while True:
            typed = self._source.answer(question.key, prompt) or proposal
            if not self._source.asks_again:
                self._say(f"{tr(question.asks)} {typed}")
            try:
                self._take(question, question.kind.read(typed))
                self._answered(question.key)
            except WrongAnswer as wrong:
                self._state.answers.pop(question.key, None)
                if not self._source.asks_again:
                    raise self._source.refuse(question.key, str(wrong)) from wrong
                self._say(str(wrong))
                prompt = f"{tr(question.asks)} [{as_text(proposal)}] "
            else:
                return self._state[question.key]

    def _take(self, question: SetupQuestion, value: Any) -> None:
        """Keep the answer. Raises :class:`WrongAnswer` if it makes box.toml wrong."""
        before = {(problem.code, problem.sentence) for problem in problems_so_far(self._state)}
        self._state.answers[question.key] = value
        for problem in problems_so_far(self._state):
            if (problem.code, problem.sentence) not in before:
                said = clauses([problem.sentence, problem.cure])
                raise WrongAnswer(f"{problem.code}: {said}.")


def problems_so_far(state: SetupState) -> list[Problem]:
    """Return the faults of the answers so far, apart from answers that are still missing."""
    text = box_toml(box_values(state))
    found = problems_in(text, Path("box.toml"), check_box_file)
    return [problem for problem in found if problem.code != MISSING]


def _prompt(question: SetupQuestion, proposal: str) -> str:
    """Return the question with the possible answers, and the proposal in brackets."""
    asks, choices = tr(question.asks), question.kind.choices
    if choices is None:
        hint = question.kind.hint()
        return f"{asks}{f' ({hint})' if hint else ''} [{as_text(proposal)}] "
    words = choices()
    width = max(map(len, words)) + 2
    lines = [asks, *(f"  {name:<{width}}{tr(meaning)}" for name, meaning in words.items())]
    return "\n".join([*lines, f"[{proposal}] "])
