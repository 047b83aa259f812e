"""The states of one table in several languages, from one feed. For the thread of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from boxctl.journal.entry_kinds import MatchBegan
from boxctl.presentation.record.recorded_rulings import as_contract
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.referee.ruling import Ruling
from boxctl.web.reading import TableReading
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import MatchTakenUp, Piece
from groundwork.language import Language, speaking

MakeStates = Callable[[Callable[[], Iterable[Piece]], bool], SnapshotMaker]
"""Makes the states from what a function returns; the flag: it translates those of another."""


class MatchSoFar:
    """All that a table has said since its match began, for readers that come at any time.

    ``pieces`` returns what waits in the feed; :meth:`take` it for the first reader.
    """

    def __init__(self, pieces: Callable[[], Iterable[Piece]]) -> None:
        self._pieces = pieces
        self._said: list[Piece] = []
        self._reading: TableReading | None = None
        self._said_before_reading = 0
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
        waiting = self._said.copy()
        if self._reading is not None:
            # Behind a newer ruling it would pass for the reading that this ruling awaits.
            waiting.insert(self._said_before_reading, self._reading)
        self._waiting.append(waiting)

        def take() -> list[Piece]:
            taken = waiting.copy()
            waiting.clear()
            return taken

        return take

    @property
    def said(self) -> tuple[Piece, ...]:
        """All but how the table stands."""
        return tuple(self._said)

    def _keep(self, piece: Piece) -> None:
        if isinstance(piece, TableReading):
            self._reading, self._said_before_reading = piece, len(self._said)
            return
        if isinstance(piece, MatchBegan | MatchTakenUp):
            self._said.clear()
            self._said_before_reading = 0
        self._said.append(piece)


def rulings_among(pieces: Iterable[Piece]) -> list[Mapping[str, Any]]:
    """Return the rulings among what a table has said, as ``boxctl referee`` writes them."""
    found: list[Mapping[str, Any]] = []
    for piece in pieces:
        if isinstance(piece, Ruling):
            found.append(ruling_as_json(piece))
        elif isinstance(piece, MatchTakenUp):
            found += map(as_contract, piece.rulings)
    return found


class TranslatedStates:
    """The states of a table in the language in use (``first``), and in any other."""

    def __init__(self, pieces: Callable[[], Iterable[Piece]], make: MakeStates) -> None:
        self._so_far = MatchSoFar(pieces)
        self._make = make
        self.first = make(self._so_far.take, False)

    @property
    def rulings(self) -> list[Mapping[str, Any]]:
        """The rulings of the match that is played."""
        return rulings_among(self._so_far.said)

    def translate(self, language: Language) -> SnapshotMaker:
        """Return the same states in another language."""
        with speaking(language):
            maker = self._make(self._so_far.join(), True)
            maker.catch_up()
        return maker
