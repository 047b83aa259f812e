"""What has to hold, whatever happens to the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxctl.presentation.lamps import lamps
from tests.support.evenings.checks.broken import Broken
from tests.support.evenings.checks.reading import Told, as_told
from tests.support.evenings.checks.record import Record
from tests.support.evenings.checks.unmarked import Unmarked
from tests.support.evenings.troubles import Troubles
from tests.support.evenings.world import World
from tests.support.rulings import of


class Agreement:
    """Whether what is ruled, ruling by ruling, is what is true."""

    def __init__(self) -> None:
        self._held = 0

    def hold(self, ruled: Sequence[Mapping[str, Any]], true: Sequence[Told]) -> None:
        """Compare what is new in both. Raises :class:`Broken` at the first ruling that differs."""
        for ruling in ruled[self._held :]:
            told = as_told(ruling)
            if self._held >= len(true) or true[self._held] != told:
                instead = true[self._held] if self._held < len(true) else "nothing"
                raise Broken(f"was ruled: {told}\\n   truth: {instead}")
            self._held += 1
        if len(true) > self._held:
            raise Broken(f"was not ruled: {true[self._held]}")


class Checks:
    """All checks of one evening.

    Where sensors lie, rulings are held only against what the program was told, and ``unmarked``
    counts those that are wrong and do not say so.
    """

    def __init__(self, world: World, troubles: Troubles) -> None:
        self._world = world
        self._troubles = troubles
        often = world.evening.troubles
        self._sticks, self._lies = often.sticks > 0, often.sticks > 0 or often.lies > 0
        self.unmarked = Unmarked(world.account)
        self._agreement = Agreement()
        self._ruled = world.account.ruled
        self._paid = 0
        self.record = Record(world)
        world.account.before_anew = self._hold_rulings
        world.when_cut = self.record.hold_after_a_cut

    def hold(self) -> None:
        """Raises :class:`Broken` if anything does not hold now."""
        world = self._world
        self._pools_balance()
        if not world.power.is_on:
            return
        self._hold_rulings()
        if world.at_rest and not self._troubles.lying:
            if not world.account.interrupted:
                self._levers_are_known()
                if self._lies and not self._sticks:
                    self.unmarked.look(world.runtime.referee.clock)
            self._lamps_follow()

    def hold_at_the_end(self) -> None:
        """As :meth:`hold`, when the evening is over and all is quiet."""
        self.hold()
        world = self._world
        if not (world.at_rest and world.roller.idle and world.power.program.writing.idle):
            raise Broken("the box does not come to rest")
        self._every_throw_has_come()
        if world.account.notices != world.lost_and_back:
            raise Broken(f"of {world.lost_and_back} was said {world.account.notices}")
        self.record.hold_at_the_end(world.power.program)

    def _hold_rulings(self) -> None:
        account = self._world.account
        if self._ruled is not account.ruled:
            self._ruled, self._agreement = account.ruled, Agreement()
        if not self._lies:
            true = account.truth.rulings(self._world.runtime.referee.clock)
            self._agreement.hold(account.ruled, true)

    def _pools_balance(self) -> None:
        shown = self._world.account.shown
        for ruling in shown[self._paid :]:
            if of(ruling).payout is not None and sum(of(ruling).payout.values()) != 0:
                raise Broken(f"the pool does not balance: {of(ruling).payout}")
        self._paid = len(shown)

    def _levers_are_known(self) -> None:
        known, true = self._world.runtime.referee.play.levers, self._world.levers
        if (known ^ true) & ~self._world.account.by_word:
            raise Broken(f"the levers stand {true:b}, and are taken to stand {known:b}")

    def _lamps_follow(self) -> None:
        world = self._world
        lit, wanted = world.lit, lamps(world.levers, world.runtime.asked, world.now)
        if (lit ^ wanted) & ~world.account.by_word:
            raise Broken(f"the lamps show {lit:b} and not {wanted:b}")

    def _every_throw_has_come(self) -> None:
        roller, account = self._world.roller, self._world.account
        if missing := roller.throws.keys() - account.taken - account.dropped - roller.forgotten:
            raise Broken(f"throws were lost on the way: {sorted(missing)}")
