"""The fault: what went wrong, in one sentence that a person can act on.

A :class:`Fault` is the only exception that the commands show to people. Its text says what is
wrong, where (file, line, key, pin or port) and how to mend it, behind a code that never changes
its meaning; ``docs/faults.md`` has a section for every code.
"""

from __future__ import annotations


class Fault(Exception):
    """A fault of the box, its wiring, its files or its roller.

    ``code`` is stable (``BX501``); ``str(fault)`` is the whole line for people, code first.
    ``command_is_wrong`` is true for a wrong command or a wrong file that it names (exit status 2),
    false for a box at fault (exit status 1).
    """

    command_is_wrong = False

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence

    @property
    def lines(self) -> tuple[str, ...]:
        """The text for people, a line for each problem."""
        return (str(self),)
