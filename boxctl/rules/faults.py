"""A fault in a rule set or in a question about it: one sentence and a cure."""

from __future__ import annotations

from groundwork.faults import Fault
from groundwork.language import tr


class RuleFault(Fault, ValueError):
    """A rule set, a setting, a tile set or a throw is impossible.

    ``sentence`` says what is wrong and ``cure`` what to do about it (empty if the sentence already
    does), both without a full stop. ``text`` joins the two.
    """

    command_is_wrong = True

    def __init__(self, code: str, sentence: str, cure: str = "") -> None:
        super().__init__(code, _joined(sentence, cure))
        self.sentence = sentence
        self.cure = cure

    @property
    def text(self) -> str:
        """The sentence and the cure, with a full stop unless they end in a question mark."""
        return _joined(self.sentence, self.cure)

    def __reduce__(self) -> tuple[type[RuleFault], tuple[str, str, str]]:
        return type(self), (self.code, self.sentence, self.cure)


def _joined(sentence: str, cure: str) -> str:
    text = tr("{sentence}: {cure}", sentence=sentence, cure=cure) if cure else sentence
    return text if text.endswith("?") else f"{text}."
