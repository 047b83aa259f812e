"""The problems of a box.toml, reported all at once, each with place and cure."""

from __future__ import annotations

from collections.abc import Sequence

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class Problem:
    """One problem. ``line`` counts from 1; None if there is no such line.

    ``key`` is the place in the file, such as ``tiles.pins``; empty for the whole file.
    """

    code: str
    file: str
    line: int | None
    key: str
    sentence: str
    cure: str

    @property
    def place(self) -> str:
        """File, line and key, as far as they are known."""
        line = "" if self.line is None else f":{self.line}"
        return f"{self.file}{line}" + (f": {self.key}" if self.key else "")

    @property
    def text(self) -> str:
        """The problem and its cure."""
        return tr("{sentence}; {cure}", sentence=self.sentence, cure=self.cure)

    def __str__(self) -> str:
        return f"{self.code}: {self.place}: {self.text}"


class BoxFileFault(Fault):
    """A box.toml that cannot be used, with at least one problem, in the order of the file.

    Its text has a line for each problem; ``code`` is that of the first.
    """

    command_is_wrong = True

    def __init__(self, problems: Sequence[Problem]) -> None:
        first = problems[0]
        super().__init__(first.code, f"{first.place}: {first.text}")
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each problem."""
        return tuple(map(str, self.problems))
