"""What is wrong with a rule set or a question about it, in one sentence."""

from __future__ import annotations


class RuleFault(ValueError):
    """A rule set, a setting, a tile set or a throw that cannot be.

    ``code`` is stable and explained in ``docs/faults.md``; ``str(fault)`` is the line for people.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence

    def __reduce__(self) -> tuple[type[RuleFault], tuple[str, str]]:
        return type(self), (self.code, self.sentence)
