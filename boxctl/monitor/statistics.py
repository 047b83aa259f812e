"""Count what contacts, roller and the other devices of a box do. Pure: times are arguments."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.debounce import Debouncer
from hardware.devices import BUTTONS, Contact, DeviceBack, DeviceEvent, DeviceLost, DiceRolled, Edge

BOUNCE_BOUNDS_MS = (0, 1, 2, 5, 10, 20, 50)
"""The upper bound of each class of bounces but the last, which has no bound, in milliseconds."""

_BOUNDS_US = tuple(1000 * bound for bound in BOUNCE_BOUNDS_MS)


@frozen_dataclass
class SettledContact:
    """A contact has come to rest at ``at``, the time of its last edge, in the state ``on``.

    ``moved`` is whether that is another state than before. ``edges`` counts those since it was last
    at rest, and ``lost`` those of them that were dropped on the way; ``bounce`` is the time from
    the first to the last. Without edges only a reading showed the change, so ``at`` is when the box
    was read. Times are microseconds.
    """

    at: int
    contact: Contact
    on: bool
    moved: bool
    edges: int
    lost: int
    bounce: int


@dataclass(slots=True)
class ContactStatistics:
    """The counts of one contact since the statistics began. Times are microseconds.

    ``level`` is what its sensor shows this moment, ``settled`` what is believed, ``changed_at``
    when that changed last (None: never). ``returns`` counts how often it left its state and came
    back to it, ``unseen`` the moves that no edge told. ``bounces`` counts the bounces of moves and
    returns, a number for each class of :data:`BOUNCE_BOUNDS_MS` and one for longer ones.
    """

    level: bool
    settled: bool
    changed_at: int | None = None
    edges: int = 0
    lost: int = 0
    moves: int = 0
    returns: int = 0
    unseen: int = 0
    worst_bounce: int = 0
    bounces: list[int] = field(default_factory=lambda: [0] * (len(_BOUNDS_US) + 1))

    def take(self, settled: SettledContact) -> None:
        """Count a contact that has come to rest."""
        self.settled = settled.on
        if settled.moved:
            self.moves += 1
            self.changed_at = settled.at
        else:
            self.returns += 1
        if not settled.edges:
            self.unseen += 1
        else:
            self.worst_bounce = max(self.worst_bounce, settled.bounce)
            self.bounces[bisect_left(_BOUNDS_US, settled.bounce)] += 1


@dataclass(slots=True)
class _Restless:
    """The edges of a contact since it was last at rest: how many, the first and the last."""

    first: int
    last: int
    edges: int = 0
    lost: int = 0


class ContactBook:
    """The statistics of all contacts of a box, by the same debounce as in play.

    ``known`` is a reading of the box at ``now``; ``quiet`` gives the debounce time of a contact.
    Times are microseconds. Not thread-safe.
    """

    def __init__(
        self, known: Mapping[Contact, bool], now: int, quiet: Callable[[Contact], int]
    ) -> None:
        self._debouncer = Debouncer(known, now, quiet)
        self._quiet = quiet
        self._since = now
        self._restless: dict[Contact, _Restless] = {}
        in_order = sorted(known, key=_place)
        self.statistics = {
            contact: ContactStatistics(known[contact], known[contact]) for contact in in_order
        }

    @property
    def due(self) -> int:
        """The time at which the box has to be read next."""
        return self._debouncer.due

    def edge(self, edge: Edge, now: int) -> None:
        """Take in an edge."""
        # One that is not known yet, as its chip did not answer, counts as off, as in play.
        statistics = self.statistics.setdefault(edge.contact, ContactStatistics(False, False))
        at = max(min(edge.at, now), self._since)
        self._debouncer.edge(edge.contact, at, edge.lost)
        statistics.level = edge.on
        statistics.edges += 1 + edge.lost
        statistics.lost += edge.lost
        restless = self._restless.setdefault(edge.contact, _Restless(at, at))
        restless.last = max(restless.last, at)
        restless.edges += 1 + edge.lost
        restless.lost += edge.lost

    def read(self, states: Mapping[Contact, bool], now: int) -> list[SettledContact]:
        """Take in a reading of the box; return what has come to rest, in the order of time."""
        # Moves are found below, together with edges, so that a button that only flickered counts.
        self._debouncer.read(states, now)
        self._debouncer.take_unseen()
        for contact, on in states.items():
            self.statistics.setdefault(contact, ContactStatistics(on, False)).level = on
        found = [
            self._settled(contact, self._debouncer.known[contact], now)
            for contact in states
            if self._is_at_rest(contact, now)
        ]
        settled = sorted((each for each in found if each is not None), key=lambda each: each.at)
        for each in settled:
            self.statistics[each.contact].take(each)
        return settled

    def reset(self) -> None:
        """Begin all statistics anew; levels and settled states stay."""
        self.statistics = {
            contact: ContactStatistics(before.level, before.settled, before.changed_at)
            for contact, before in self.statistics.items()
        }

    def _is_at_rest(self, contact: Contact, now: int) -> bool:
        restless = self._restless.get(contact)
        return restless is None or now >= restless.last + self._quiet(contact)

    def _settled(self, contact: Contact, on: bool, now: int) -> SettledContact | None:
        restless = self._restless.pop(contact, None)
        moved = on != self.statistics[contact].settled
        if restless is None:
            return SettledContact(now, contact, on, moved, 0, 0, 0) if moved else None
        bounce = restless.last - restless.first
        return SettledContact(
            restless.last, contact, on, moved, restless.edges, restless.lost, bounce
        )


def _place(contact: Contact) -> tuple[bool, int]:
    """Tiles come first, by their numbers."""
    if isinstance(contact, int):
        return False, contact
    return True, BUTTONS.index(contact)


@dataclass(slots=True)
class DeviceStatistics:
    """A device: whether it answers, how often it was lost, and what was last said of it."""

    answers: bool = True
    losses: int = 0
    says: str = ""


@dataclass(slots=True)
class RollerStatistics:
    """The throws: how many, how many with a die that could not be read, how many came late.

    ``last`` is what the dice showed last, with None for a die that could not be read, and
    ``last_at`` when, in microseconds (None: never).
    """

    throws: int = 0
    unreadable: int = 0
    late: int = 0
    last: tuple[int | None, ...] = ()
    last_at: int | None = None


class DeviceBook:
    """The statistics of everything but levers and buttons. Not thread-safe.

    ``outputs`` are the devices that are there before any of them has said anything. ``throws_dice``
    is whether the box throws dice.
    """

    def __init__(self, outputs: Iterable[str] = (), *, throws_dice: bool = False) -> None:
        self.devices = {name: DeviceStatistics() for name in outputs}
        self.throws_dice = throws_dice
        self.roller = RollerStatistics()

    def take(self, event: DeviceEvent) -> None:
        """Count an event of a device; one of a contact is passed over."""
        match event:
            case DiceRolled():
                roller = self.roller
                roller.throws += 1
                roller.unreadable += None in event.values
                roller.late += event.late
                roller.last, roller.last_at = event.values, event.at
            case DeviceLost(device=device, why=why):
                statistics = self.devices.setdefault(device, DeviceStatistics())
                statistics.answers = False
                statistics.losses += 1
                statistics.says = why
            case DeviceBack(device=device, what=what):
                statistics = self.devices.setdefault(device, DeviceStatistics())
                statistics.answers = True
                statistics.says = what
            case _:
                pass

    def reset(self) -> None:
        """Begin all counts anew; what answers stays."""
        self.roller = RollerStatistics(last=self.roller.last, last_at=self.roller.last_at)
        for statistics in self.devices.values():
            statistics.losses = 0
