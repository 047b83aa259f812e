"""Learn how contacts are wired, from the levels and edges of lines while people move them.

Pure: time is in the samples. Each contact is moved twice: first all are actuated one after the
other (tiles shut, buttons held down), then all are released in the same order. So each moves once
while its neighbours stand one way and once while they stand the other way, which is what shows
lines that hang on each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import Enum, auto

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.pins import Pin
from hardware.devices import Contact

Line = Pin | int
"""A line of a chip, or the number of a contact of a USB board."""

REST = 1_000_000
"""The rest before, between and after movements, in microseconds: a line that moves then floats."""

RISE = 200_000
"""The time that lines may take to follow their pull once they are watched, in microseconds."""

QUIET = 100_000
"""The time for which the lines must be quiet to end a movement, in microseconds."""

LONGEST_MOVEMENT = 1_500_000
"""The longest movement, in microseconds: a line that still moves then floats, as no lever does."""

MOST_BLIPS = 3
"""The number of times that a line may change and change back: a knocked lever does so, too."""


@frozen_dataclass
class LineSample:
    """The levels of all lines at ``at`` (microseconds), and how often each changed before.

    ``edges`` counts those since the last sample; lines without any may be left out.
    """

    at: int
    levels: Mapping[Line, bool]
    edges: Mapping[Line, int] = field(default_factory=dict)


@frozen_dataclass
class MovementRequest:
    """A request to people: actuate this contact, or with ``release`` let go of it."""

    contact: Contact
    release: bool


@frozen_dataclass
class MovementTrial:
    """The result of a request: the lines that changed, each with its new level."""

    request: MovementRequest
    changed: Mapping[Line, bool]

    @property
    def high_at_rest(self) -> bool | None:
        """The level at rest of the line that changed; None if that was not one alone."""
        if len(self.changed) != 1:
            return None
        (high,) = self.changed.values()
        return high == self.request.release

    @property
    def is_of_tile(self) -> bool:
        """Whether a lever was moved, not a button."""
        return isinstance(self.request.contact, int)


class WiringMistake(Enum):
    """A mistake in the wire of a contact."""

    DEAD = auto()
    """Nothing moves with it."""

    FLOATING = auto()
    """Its line moves by itself."""

    SHORTED = auto()
    """Several lines move with it, or its line moves with several contacts."""

    SWAPPED = auto()
    """It is on the line that was meant for another one."""

    INVERTED = auto()
    """It is the other way round than most."""

    UNSTEADY = auto()
    """Another line moved when it was actuated than when it was released."""


@frozen_dataclass
class MistakeFound:
    """A mistake, the contacts that it concerns, and their lines as far as they are known."""

    mistake: WiringMistake
    contacts: tuple[Contact, ...]
    lines: tuple[Line, ...] = ()


@frozen_dataclass
class LearnedContact:
    """A contact whose line is known; ``high_at_rest``: high while open, or not pressed."""

    line: Line
    high_at_rest: bool


@frozen_dataclass
class LearnedWiring:
    """The contacts that can be relied on, and every mistake. ``floating`` are lines."""

    contacts: Mapping[Contact, LearnedContact]
    mistakes: tuple[MistakeFound, ...]
    floating: frozenset[Line] = frozenset()

    def mistake_of(self, contact: Contact) -> MistakeFound | None:
        """Return the first mistake that is about this contact."""
        return next((each for each in self.mistakes if contact in each.contacts), None)


class WiringLearner:
    """Takes samples of lines in order of time, and asks for one movement after the other.

    ``plan`` has the line that each contact should be on, as far as that is known;
    ``high_at_rest`` is the level that an open tile, and a button that is not pressed, should have.
    """

    def __init__(
        self,
        contacts: Sequence[Contact],
        plan: Mapping[Contact, Line] | None = None,
        *,
        high_at_rest: bool = True,
    ) -> None:
        self._contacts = contacts
        self._plan = dict(plan or {})
        self._high_at_rest = high_at_rest
        self._todo = _requests(contacts)
        self._trials: list[MovementTrial] = []
        self._floating: set[Line] = set()
        self._levels: dict[Line, bool] = {}
        self._settled: dict[Line, bool] = {}
        self._active_at: dict[Line, int] = {}
        self._blips: Counter[Line] = Counter()
        self._rests_until: int | None = None
        self._rises_until = 0
        self._moves_since: int | None = None
        self._is_over = False
        self._now = 0

    @property
    def request(self) -> MovementRequest | None:
        """The request to people now; None while they should leave everything alone."""
        return self._todo[0] if self._todo and self._rests_until is None and self._levels else None

    @property
    def is_over(self) -> bool:
        """Whether everything was tried."""
        return self._is_over

    @property
    def trials(self) -> Sequence[MovementTrial]:
        """The trials so far."""
        return self._trials

    @property
    def floating(self) -> frozenset[Line]:
        """The lines that have moved by themselves so far."""
        return frozenset(self._floating)

    def take(self, sample: LineSample) -> None:
        """Take the next sample."""
        self._now = sample.at
        if not self._levels:
            self._begin(sample)
            return
        active = {
            line
            for line, high in sample.levels.items()
            if sample.edges.get(line) or self._levels.get(line) != high
        }
        self._levels.update(sample.levels)
        self._active_at.update(dict.fromkeys(active, sample.at))
        if self._rests_until is not None:
            self._rest(sample.at, active)
        else:
            self._watch(sample.at, active - self._floating)

    def pass_over(self) -> None:
        """Record that people did as asked, and nothing moved."""
        if self.request is not None:
            self._record({})

    def findings(self) -> LearnedWiring:
        """Return the findings of the trials so far."""
        return _Findings(
            self._contacts, self._trials, self._plan, frozenset(self._floating), self._high_at_rest
        ).all()

    def _begin(self, sample: LineSample) -> None:
        self._levels = dict(sample.levels)
        self._rests_until = sample.at + RISE + REST
        self._rises_until = sample.at + RISE

    def _rest(self, at: int, active: set[Line]) -> None:
        if at > self._rises_until:
            self._floating |= active
        if self._rests_until is not None and at >= self._rests_until:
            self._rests_until = None
            self._settled = dict(self._levels)
            self._is_over = not self._todo

    def _watch(self, at: int, active: set[Line]) -> None:
        if self._moves_since is None:
            if not active:
                return
            self._moves_since = at
        moving = {
            line
            for line, last in self._active_at.items()
            if last >= self._moves_since and line not in self._floating
        }
        latest = max((self._active_at[line] for line in moving), default=at - QUIET)
        if at - latest >= QUIET:
            self._end_movement(moving)
        elif at - self._moves_since > LONGEST_MOVEMENT:
            self._floating |= {line for line in moving if at - self._active_at[line] < QUIET}

    def _end_movement(self, moved: set[Line]) -> None:
        self._moves_since = None
        now, before = self._levels, self._settled
        changed = {line: now[line] for line in now if line in moved and now[line] != before[line]}
        if changed:
            self._record(changed)
            return
        self._blips.update(moved)
        self._floating |= {line for line in moved if self._blips[line] >= MOST_BLIPS}

    def _record(self, changed: Mapping[Line, bool]) -> None:
        done = self._todo.pop(0)
        self._trials.append(MovementTrial(done, changed))
        self._moves_since = None
        self._settled = dict(self._levels)
        if not self._todo or self._todo[0].release > done.release:
            # A line may float only while its contact is open, or only while it is closed.
            self._rests_until = self._now + REST


def _requests(contacts: Sequence[Contact]) -> list[MovementRequest]:
    tiles = [each for each in contacts if isinstance(each, int)]
    buttons = [each for each in contacts if not isinstance(each, int)]
    return [
        *(MovementRequest(tile, release=False) for tile in tiles),
        *(MovementRequest(tile, release=True) for tile in tiles),
        *(MovementRequest(button, release) for button in buttons for release in (False, True)),
    ]


class _Findings:
    """The findings of all trials together."""

    def __init__(
        self,
        contacts: Sequence[Contact],
        trials: Sequence[MovementTrial],
        plan: Mapping[Contact, Line],
        floating: frozenset[Line],
        high_at_rest: bool,
    ) -> None:
        self._contacts = contacts
        self._plan = plan
        self._usual = high_at_rest
        self._trials = trials
        self._moves: dict[Line, dict[MovementRequest, bool]] = {}
        for trial in trials:
            for line, high in trial.changed.items():
                self._moves.setdefault(line, {})[trial.request] = high
        self._floating = floating | {
            line for line in self._moves.keys() - floating if self._is_erratic(line, floating)
        }

    def all(self) -> LearnedWiring:
        learned = {}
        mistakes: list[MistakeFound] = list(self._shorts())
        shorted = {contact for each in mistakes for contact in each.contacts}
        for contact in self._contacts:
            if contact in shorted:
                continue
            found = self._judged(contact)
            if isinstance(found, LearnedContact):
                learned[contact] = found
            else:
                mistakes.append(found)
        mistakes += self._misplaced(learned)
        mistakes += self._inverted(learned)
        return LearnedWiring(learned, tuple(mistakes), self._floating)

    def _lines(self, contact: Contact, *, release: bool) -> dict[Line, bool]:
        """The steady lines that changed when the contact was moved this way."""
        request = MovementRequest(contact, release)
        return {
            line: moves[request]
            for line, moves in self._moves.items()
            if request in moves and line not in self._floating
        }

    def _is_erratic(self, line: Line, floating: frozenset[Line]) -> bool:
        """Return whether no contact explains how a line has moved: it moves with several."""
        requests = self._moves[line]
        contacts = {request.contact for request in requests}
        if len(contacts) < 2 or self._tied_to(line, floating):
            return False
        alone = all(
            set(trial.changed) - floating == {line}
            for trial in self._trials
            if trial.request in requests
        )
        return not alone or len(contacts) > 2

    def _tied_to(self, line: Line, floating: frozenset[Line]) -> set[Line]:
        """The other lines that have moved whenever this one did, and in the same way."""
        own = self._moves[line]
        return {
            other
            for other, moves in self._moves.items()
            if other != line and moves == own and other not in floating
        }

    def _shorts(self) -> Iterable[MistakeFound]:
        met: set[Line] = set()
        for line in self._moves:
            if line in met or line in self._floating:
                continue
            group = {line, *self._tied_to(line, self._floating)}
            met |= group
            by = {request.contact for request in self._moves[line]}
            if len(group) > 1 or len(by) > 1:
                meant = {contact for contact, meant in self._plan.items() if meant in group}
                contacts = [each for each in self._contacts if each in by | meant]
                lines = [each for each in self._moves if each in group]
                yield MistakeFound(WiringMistake.SHORTED, tuple(contacts), tuple(lines))

    def _judged(self, contact: Contact) -> LearnedContact | MistakeFound:
        actuated = self._lines(contact, release=False)
        released = self._lines(contact, release=True)
        if len(actuated) == 1 and actuated.keys() == released.keys():
            ((line, high),) = released.items()
            return LearnedContact(line, high)
        if not actuated and not released:
            wanted = self._plan.get(contact)
            floats = self._floating if wanted is None else self._floating & {wanted}
            kind = WiringMistake.FLOATING if floats else WiringMistake.DEAD
            lines = floats or (() if wanted is None else (wanted,))
            return MistakeFound(kind, (contact,), tuple(sorted(lines, key=str)))
        return MistakeFound(WiringMistake.UNSTEADY, (contact,), tuple({**actuated, **released}))

    def _misplaced(self, learned: Mapping[Contact, LearnedContact]) -> Iterable[MistakeFound]:
        meant_for = {line: contact for contact, line in self._plan.items()}
        told: set[Contact] = set()
        for contact, found in learned.items():
            other = meant_for.get(found.line)
            if other is None or other == contact or contact in told:
                continue
            back = learned.get(other)
            told |= {contact, other} if back and meant_for.get(back.line) == contact else {contact}
            lines = (found.line,) if back is None else (found.line, back.line)
            yield MistakeFound(WiringMistake.SWAPPED, (contact, other), lines)

    def _inverted(self, learned: Mapping[Contact, LearnedContact]) -> Iterable[MistakeFound]:
        for of_tiles in (True, False):
            kind = {each: found for each, found in learned.items()
                    if isinstance(each, int) == of_tiles}  # fmt: skip
            usual = usual_level(kind.values(), self._usual)
            for contact, found in kind.items():
                if found.high_at_rest != usual:
                    yield MistakeFound(WiringMistake.INVERTED, (contact,), (found.line,))


def usual_level(learned: Iterable[LearnedContact], expected: bool) -> bool:
    """Return the level at rest that most of these have; of as many each way, the expected one."""
    return most_of([each.high_at_rest for each in learned], expected)


def most_of(levels: Sequence[bool], expected: bool) -> bool:
    """Return the level of most of these; of as many each way, the expected one."""
    return expected if 2 * levels.count(expected) >= len(levels) else not expected
