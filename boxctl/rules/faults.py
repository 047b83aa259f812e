"""A fault in a rule set or in a question about it: one sentence and a cure."""

from __future__ import annotations


class RuleFault(ValueError):
    """A rule set, a setting, a tile set or a throw is impossible.

    ``code`` is stable and explained in ``docs/faults.md``. ``sentence`` says what is wrong and
    ``cure`` what to do about it (empty if the sentence already does), both without a full stop.
    ``text`` joins the two; ``str(fault)`` is the line for people, code first.
    """

    def __init__(self, code: str, sentence: str, cure: str = "") -> None:
        self.code = code
        self.sentence = sentence
        self.cure = cure
        super().__init__(f"{code}: {self.text}")

    @property
    def text(self) -> str:
        """The sentence and the cure, with a full stop unless they end in a question mark."""
        text = f"{self.sentence}: {self.cure}" if self.cure else self.sentence
        return text if text.endswith("?") else f"{text}."

    def __reduce__(self) -> tuple[type[RuleFault], tuple[str, str, str]]:
        return type(self), (self.code, self.sentence, self.cure)
