"""Ask questions until each has an answer that goes with the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from boxctl.setup.answer_kinds import WrongAnswer
from boxctl.setup.answer_sources import AnswerSource
from boxctl.setup.box_values import box_values
from boxctl.setup.questions import SetupQuestion
from boxctl.setup.setup_state import SetupState
from boxctl.table.check_rules import check_box_file
from groundwork.language import clauses, tr
from groundwork.shown_text import as_text
from hardware.config.checks.problems import Problem
from hardware.config.read import problems_in
from hardware.config.write import box_toml

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
    """Return what is wrong with the answers so far, apart from what is still missing."""
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
