"""A fault in a rule set, in a question about it, or in the file of a house's own variant."""

from __future__ import annotations

from groundwork.faults import Fault
from groundwork.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


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


class HouseFault(RuleFault):
    """Something is wrong with a file: in this line of it, or in none (0).

    Its sentence begins with the place: ``/etc/boxctl/variants/crown.toml:7: …``. ``without_place``
    is the sentence for those who do not know the file.
    """

    def __init__(self, code: str, file: str, line: int, sentence: str, cure: str) -> None:
        place = f"{file}:{line}" if line else file
        super().__init__(code, f"{place}: {sentence}", cure)
        self.file = file
        self.line = line
        self.without_place = sentence

    def __reduce__(self) -> tuple[type[HouseFault], tuple[str, str, int, str, str]]:  # type: ignore[override]
        return type(self), (self.code, self.file, self.line, self.without_place, self.cure)


def fault_in(file: str, line: int | None, code: str, sentence: str, cure: str) -> HouseFault:
    """Return a fault of this file, which is named with the line if there is one."""
    return HouseFault(code, file if file.isprintable() else ascii(file), line or 0, sentence, cure)


def in_order(faults: Iterable[HouseFault]) -> tuple[HouseFault, ...]:
    """Return the faults of one file from its first line to its last; first those of no line."""
    return tuple(sorted(faults, key=lambda fault: fault.line))
