"""Sources of answers: people who type, a file, or the proposals themselves."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from boxctl.setup.output_questions import EVERY_QUESTION
from groundwork.faults import Fault
from groundwork.language import all_of, tr
from groundwork.os_reason import os_reason
from groundwork.small_file import read_small_file
from hardware.config.kinds import nearest
from hardware.config.toml_lines import key_lines
from hardware.config.toml_reason import place_and_reason
from hardware.config.toml_text import MOST_BYTES


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
        """Return what the other source says."""
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
        line, why = place_and_reason(error)
        place = path if line is None else f"{path}:{line}"
        raise AnswerFault(
            "BX330", tr("{file}: this is not TOML ({why})", file=place, why=why)
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
