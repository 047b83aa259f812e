"""The states of one table in several languages, from one feed. For the thread of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from boxctl.journal.facts import MatchBegan
from boxctl.web.reading import TableReading
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import MatchTakenUp, Piece
from groundwork.language import Language, current
from groundwork.spoken_language import speaking

MakeStates = Callable[[Callable[[], Iterable[Piece]], Language, bool], SnapshotMaker]
"""Makes the states in a language, from what a function returns; the flag: it translates others."""


class MatchSoFar:
    """What a table has said since its match began, for readers that come at any time.

    ``pieces`` returns what waits in the feed; :meth:`take` it for the first reader.
    """

    def __init__(self, pieces: Callable[[], Iterable[Piece]]) -> None:
        self._pieces = pieces
        self._said: list[Piece] = []
        self._reading: TableReading | None = None
        self._waiting: list[list[Piece]] = []

    def take(self) -> list[Piece]:
        """Return what waits; those who have joined get it too."""
        taken = list(self._pieces())
        for piece in taken:
            self._keep(piece)
        for waiting in self._waiting:
            waiting += taken
        return taken

    def join(self) -> Callable[[], list[Piece]]:
        """Return what returns what is new, at first all since the match began."""
        last = [] if self._reading is None else [self._reading]
        waiting: list[Piece] = [*self._said, *last]
        self._waiting.append(waiting)

        def take() -> list[Piece]:
            taken = waiting.copy()
            waiting.clear()
            return taken

        return take

    def _keep(self, piece: Piece) -> None:
        if isinstance(piece, TableReading):
            self._reading = piece
            return
        if isinstance(piece, MatchBegan | MatchTakenUp):
            self._said.clear()
        self._said.append(piece)


class TranslatedStates:
    """The states of a table in the language in use (``first``), and in any other."""

    def __init__(self, pieces: Callable[[], Iterable[Piece]], make: MakeStates) -> None:
        self._so_far = MatchSoFar(pieces)
        self._make = make
        self.first = make(self._so_far.take, current(), False)

    def translate(self, language: Language) -> SnapshotMaker:
        """Return the same states in another language."""
        with speaking(language):
            maker = self._make(self._so_far.join(), language, True)
            maker.catch_up()
        return maker
