"""Puzzles line by line: a question, an answer, what is said of it, and the next one."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.rules.faults import RuleFault
from boxctl.rules.variant_names import folded
from boxctl.screens.plain.line_output import LineOutput
from boxctl.screens.puzzles.puzzle_session import PuzzleSession
from groundwork.language import message, tr

QUIT, NEXT = message("quit"), message("next")
"""Words that can be typed instead of an answer, in the language in use or in English."""


class PuzzleLines:
    """Asks the puzzles of a session on ``output``."""

    def __init__(self, session: PuzzleSession, output: LineOutput) -> None:
        self._session, self._output = session, output

    def run(self, typed: Iterator[str]) -> None:
        """Ask until people leave, or the input ends; of a week only its one puzzle."""
        tell, session = self._output.tell, self._session
        tell(session.heading)
        tell(session.question)
        while (line := self._line(typed)) is not None:
            if _means(line, NEXT) or not line.strip():
                session.ask_next()
            else:
                try:
                    verdict = session.answer(line)
                except RuleFault as fault:
                    tell(fault.text)
                    continue
                for said in verdict.lines:
                    tell(said.text)
                tell(session.score)
                if session.week:
                    return
                self._output.ask(tr("Enter for the next puzzle, or quit"))
                after = next(typed, None)
                if after is None:
                    self._output.leave_prompt()
                    return
                self._output.typed(after)
                if _means(after, QUIT):
                    return
                session.ask_next()
            tell(session.heading)
            tell(session.question)

    def _line(self, typed: Iterator[str]) -> str | None:
        """Return the next line that is typed; None if people leave."""
        self._output.ask(tr("Your tiles, such as 6+1, or next or quit"))
        line = next(typed, None)
        if line is None:
            self._output.leave_prompt()
            return None
        self._output.typed(line)
        return None if _means(line, QUIT) else line


def _means(line: str, word: str) -> bool:
    typed = folded(line)
    return typed in (word, word[:1], folded(tr(word)))
