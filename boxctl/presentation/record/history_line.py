"""The lines in which a history is shown, and what each of them is."""

from __future__ import annotations

from enum import Enum, auto

from groundwork.frozen_dataclass import frozen_dataclass


class LineKind(Enum):
    """The kind of a line; a screen shows each kind in its own way."""

    TITLE = auto()
    HEADINGS = auto()
    ROW = auto()
    SCALE = auto()
    """What the cells of the chart below it mean."""
    CHART = auto()
    NOTE = auto()
    GAP = auto()


@frozen_dataclass
class HistoryLine:
    """A line of a history."""

    text: str
    kind: LineKind = LineKind.NOTE
