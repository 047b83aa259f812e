"""Pairing: the match goes on with the roller that it began with, or with one that people confirm.

A roller is known by what its board says of itself and, if that has lasting memory, by its series of
throws. Somebody with a device on the cable can claim to be any of them; this finds an exchange, not
a forgery (docs/threats.md).
"""

from __future__ import annotations

from dataclasses import replace

from boxctl.journal.entry_kinds import DeviceChanged
from boxctl.journal.evidence import Evidence
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.referee.ruling import Doubt, DoubtReason
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.devices import BoardIdentity, DeviceBack, DeviceLost, DiceRolled

MOST_HELD = 16
"""Throws of a roller that is not confirmed are held up to this number; later ones never count."""


@frozen_dataclass
class KnownRoller:
    """The roller that a match began with, and the one in use, as its record has them."""

    first: BoardIdentity
    used: BoardIdentity


def known_roller(match: RecordedMatch | None) -> KnownRoller | None:
    """Return the rollers of a recorded match; None if it names none."""
    if match is None:
        return None
    changes = (changed for _entry, changed in match.read(DeviceChanged))
    named = [changed.board for changed in changes if changed.board is not None]
    return KnownRoller(named[0], named[-1]) if named else None


class Pairing:
    """The roller of one table's match. Not thread-safe.

    ``known`` is the roller of the box's newest match. People ``can_confirm`` another one; where
    they cannot, for want of a button, it is taken at once. Its throws are in doubt either way.
    """

    def __init__(self, known: KnownRoller | None = None, *, can_confirm: bool = True) -> None:
        self._first = known.first if known else None
        self._used = known.used if known else None
        self._can_confirm = can_confirm
        self._up: DeviceBack | None = None
        self._stranger: DeviceBack | None = None
        self._held: list[tuple[DiceRolled, Evidence]] = []
        self._dropped: list[Evidence] = []

    @property
    def asks(self) -> bool:
        """Whether people have to confirm another roller."""
        return self._stranger is not None

    def back(self, event: DeviceBack, *, in_match: bool) -> list[DeviceLost | DeviceBack]:
        """Return the notices to give instead of this event.

        ``in_match``: dice have been thrown in the match, and it is not over.
        """
        board = event.board
        if board is None:
            asked_of = self._stranger.device if self._stranger is not None else None
            return [] if event.device == asked_of else [event]
        # The record of an older boxctl names no roller, and neither does one of dice in the hand.
        expected = self._used is None or self._is_expected(board)
        if not in_match or self._used is None:
            self._first = board
        if not in_match and not expected:
            event = replace(event, what=tr("{what}; not the roller of before", what=event.what))
        if expected or not in_match:
            return [self._use(event)]
        lost = DeviceLost(event.at, event.device, str(self._other_roller(board)))
        if not self._can_confirm:
            return [lost, self._use(event)]
        self._drop_held()
        self._stranger = event
        return [lost]

    def hold(self, throw: DiceRolled, evidence: Evidence) -> bool:
        """Hold a throw whose roller people have to confirm; return False if it need not wait."""
        if self._stranger is None or not throw.series:
            return False
        if len(self._held) < MOST_HELD:
            self._held.append((throw, evidence))
        else:
            self._dropped.append(evidence)
        return True

    def take_dropped(self) -> list[Evidence]:
        """Return the evidence of throws that will never count: their roller may forget them."""
        dropped, self._dropped = self._dropped, []
        return dropped

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The doubts about each throw that is made now."""
        same = self._first is None or self._used is None or _same(self._first, self._used)
        return () if same else (Doubt(DoubtReason.OTHER_ROLLER),)

    def confirm(self, now: int) -> tuple[DeviceBack, list[tuple[DiceRolled, Evidence]]]:
        """Go on with the roller that people confirm; return its return, and its throws held so far.

        The throws get the time ``now``: before that nobody knew whose they were. Raises
        AssertionError unless :attr:`asks`.
        """
        assert self._stranger is not None
        held = [(replace(throw, at=now), evidence) for throw, evidence in self._held]
        self._held = []
        return self._use(replace(self._stranger, at=now)), held

    def roller_refused(self) -> None:
        """Note that the roller that answers is not used: nobody is asked about any other."""
        self._up = self._stranger = None
        self._drop_held()

    def match_begins(self) -> DeviceBack | None:
        """Pair the roller that is there with the match that begins; return it, if there is one."""
        if self._stranger is not None:
            self._use(self._stranger)
        self._first = self._used
        return self._up

    def _use(self, event: DeviceBack) -> DeviceBack:
        self._used = event.board
        self._up = event
        self._stranger = None
        self._drop_held()
        return event

    def _drop_held(self) -> None:
        self._dropped += [evidence for _throw, evidence in self._held]
        self._held = []

    def _is_expected(self, board: BoardIdentity) -> bool:
        return any(known is not None and _same(known, board) for known in (self._used, self._first))

    def _other_roller(self, board: BoardIdentity) -> Fault:
        goes_on = (
            tr("press confirm to go on with it")
            if self._can_confirm
            else tr("its throws are marked")
        )
        return Fault(
            "BX520",
            tr(
                'another roller answers than that of this match: "{name}", series {series}; '
                "plug the right one in, or {goes_on}",
                name=board.name,
                series=f"{board.series:08X}",
                goes_on=goes_on,
            ),
        )


def _same(known: BoardIdentity, board: BoardIdentity) -> bool:
    """Return whether both may be the same board; without lasting memory its series changes."""
    return known == (board if board.lasting else replace(board, series=known.series))
