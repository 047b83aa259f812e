"""What has to hold, whatever happens to the box."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxctl.referee.ruling import Ruling
from boxctl.scenes import lamps
from tests.simulation.reading import Told, as_told
from tests.simulation.troubles import Troubles
from tests.simulation.world import World

Doubt = Callable[[Ruling], bool]
"""Whether the program itself marks a ruling as unverified."""


def sure_of_everything(_ruling: Ruling) -> bool:
    """Says of no ruling that it is unverified, as a program that marks none."""
    return False


class Broken(AssertionError):
    """Something that has to hold does not."""


class Agreement:
    """Whether what is shown, ruling by ruling, is what is true.

    A ruling that is marked unverified need not be. After it, and until a verified ruling is true
    again, the truth may have gone on unseen.
    """

    def __init__(self, unverified: Doubt = sure_of_everything) -> None:
        self._unverified = unverified
        self._shown = 0
        self._true = 0
        self._in_doubt = False

    def hold(self, shown: Sequence[Ruling], true: Sequence[Told]) -> None:
        """Compare what is new in both. Raises :class:`Broken` at the first ruling that differs."""
        for ruling in shown[self._shown :]:
            self._shown += 1
            if self._unverified(ruling):
                self._in_doubt = True
            else:
                self._find(as_told(ruling), true)
        if not self._in_doubt and len(true) > self._true:
            raise Broken(f"was not ruled: {true[self._true]}")

    def _find(self, told: Told, true: Sequence[Told]) -> None:
        last = len(true) if self._in_doubt else self._true + 1
        for place in range(self._true, min(last, len(true))):
            if true[place] == told:
                self._true, self._in_doubt = place + 1, False
                return
        instead = true[self._true] if self._true < len(true) else "nothing"
        raise Broken(f"was ruled: {told}\n   truth: {instead}")


class Checks:
    """All checks of one evening. ``unverified`` is the program's own doubt in a ruling.

    Where sensors lie, and the program does not say which rulings are in doubt, rulings are only
    held against what the program has heard.
    """

    def __init__(self, world: World, troubles: Troubles, unverified: Doubt | None = None) -> None:
        self._world = world
        self._troubles = troubles
        self._lies = world.evening.troubles.lies > 0 and unverified is None
        self._agreement = Agreement(unverified or sure_of_everything)
        self._told = 0
        self._paid = 0

    def hold(self) -> None:
        """Raises :class:`Broken` if anything does not hold now."""
        world = self._world
        now = world.program.runtime.referee.clock
        reading = world.as_heard if self._lies else world.truth
        if self._lies:
            for event in world.heard[self._told :]:
                reading.hear(event)
            self._told = len(world.heard)
        self._agreement.hold(world.shown, reading.rulings(now))
        self._pools_balance()
        if world.at_rest and not self._troubles.lying:
            self._levers_are_known()
            self._lamps_follow()

    def hold_at_the_end(self) -> None:
        """As :meth:`hold`, when the evening is over and all is quiet."""
        self.hold()
        if not (self._world.at_rest and self._world.roller.idle):
            raise Broken("the box does not come to rest")
        self._every_throw_has_come()
        if self._world.notices != self._world.lost_and_back:
            raise Broken(f"of {self._world.lost_and_back} was said {self._world.notices}")

    def _pools_balance(self) -> None:
        for ruling in self._world.shown[self._paid :]:
            if ruling.payout is not None and sum(ruling.payout.values()) != 0:
                raise Broken(f"the pool does not balance: {ruling.payout}")
        self._paid = len(self._world.shown)

    def _levers_are_known(self) -> None:
        known, true = self._world.program.runtime.referee.play.levers, self._world.levers
        if known != true:
            raise Broken(f"the levers stand {true:b}, and are taken to stand {known:b}")

    def _lamps_follow(self) -> None:
        world = self._world
        back = world.program.runtime.referee.play.put_back
        lit, wanted = world.wood.lamps.lit, lamps(world.levers, back, world.now)
        if lit != wanted:
            raise Broken(f"the lamps show {lit:b} and not {wanted:b}")

    def _every_throw_has_come(self) -> None:
        roller = self._world.roller
        if missing := roller.throws.keys() - self._world.taken - roller.forgotten:
            raise Broken(f"throws were lost on the way: {sorted(missing)}")
