"""The display of a simulated box, as text in a frame."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.devices import Face, TextLine


class DrawnDisplay:
    """A display in memory; ``face`` is what it can show. Not thread-safe."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self._lines: tuple[TextLine, ...] = ()

    def show(self, lines: Sequence[TextLine]) -> None:
        """Show exactly these lines."""
        self._lines = tuple(lines)

    def darken(self) -> None:
        """Show nothing, as without power."""
        self._lines = ()

    def rows(self, *, ascii_only: bool = False) -> tuple[str, ...]:
        """Draw it, as many rows as its face and the frame have; large letters stand apart."""
        top, side, bottom = ("+-+", "|", "+-+") if ascii_only else ("╭─╮", "│", "╰─╯")
        columns = self.face.columns
        drawn: list[str] = []
        for line in self._lines:
            spaced = line.text if line.size == 1 else (" " * (line.size - 1)).join(line.text)
            drawn += [spaced, *[""] * (line.size - 1)]
        drawn = [*drawn, *[""] * self.face.rows][: self.face.rows]
        return (
            top[0] + top[1] * columns + top[2],
            *(f"{side}{row[:columns].ljust(columns)}{side}" for row in drawn),
            bottom[0] + bottom[1] * columns + bottom[2],
        )
