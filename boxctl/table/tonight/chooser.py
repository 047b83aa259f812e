"""The menu of one table: it is opened, walked through by presses, and closed; what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress

from boxctl.journal.entry_kinds import ChosenBy
from boxctl.presentation.menu_notices import MenuClosed, MenuKeys, MenuNotNow, MenuShown
from boxctl.rules.faults import RuleFault
from boxctl.table.interruption import Tell
from boxctl.table.states import Activity, StateMachine, Trigger
from boxctl.table.tonight.menu import GameMenu, meaning, open_menu
from boxctl.table.tonight.offers import GameOffers, Offer, PlannedMatch, WantedGame, too_late
from hardware.devices import ButtonName, Contact, RollerDice

Take = Callable[[PlannedMatch, ChosenBy], None]
"""Called with the match that people have chosen."""


def menu_keys(contacts: Collection[Contact]) -> MenuKeys | None:
    """Return the buttons that a box of these contacts has for the menu; None for none."""
    if "new" in contacts:
        return MenuKeys.BOTH if "confirm" in contacts else MenuKeys.NEW
    return MenuKeys.CONFIRM if "confirm" in contacts else None


class GameChooser:
    """Lets people choose tonight's game at one table. Not thread-safe.

    ``keys`` are the buttons that the box has, None for none. ``roller`` returns the dice that the
    roller has told, ``following`` the match that would be played next; ``take`` is given the one
    that is chosen. Times are in microseconds of box time.
    """

    def __init__(
        self,
        offers: GameOffers,
        keys: MenuKeys | None,
        machine: StateMachine,
        tell: Tell,
        roller: Callable[[], RollerDice | None],
        following: Callable[[], PlannedMatch],
        take: Take,
    ) -> None:
        self.offers = offers
        self.keys = keys
        self._machine = machine
        self._tell = tell
        self._roller = roller
        self._following = following
        self._take = take
        self._menu: GameMenu | None = None
        self.chosen = 0

    @property
    def shown(self) -> MenuShown | None:
        """What the menu shows; None while it is closed."""
        return None if self._menu is None else self._menu.shown

    @property
    def due(self) -> int | None:
        """The time at which the menu is closed if nobody presses a button; None without one."""
        return None if self._menu is None else self._menu.closes_at

    @property
    def roller(self) -> RollerDice | None:
        """The dice that the roller has told."""
        return self._roller()

    def open(self, now: int) -> None:
        """Open the menu; tell people what it shows. Nothing happens if no game is offered."""
        if self.keys is None or self._menu is not None:
            return
        following, offers = self._following(), self.offers
        with suppress(RuleFault):  # A file of the house that cannot be read just now.
            self._menu = open_menu(
                self.keys,
                offers.families,
                following,
                offers.players,
                now,
                self._offer,
                offers.handicaps(following),
            )
        if self._menu is not None:
            self._machine.fire(Trigger.MENU_OPENED)
            self._tell(self._menu.shown)

    def refuse(self, *, interrupted: bool) -> None:
        """Tell people that the menu cannot be opened now."""
        self._tell(MenuNotNow(interrupted))

    def press(self, button: ButtonName, now: int, *, long: bool) -> None:
        """Take a press of confirm or new in the open menu."""
        assert self._menu is not None
        press = meaning(self._menu.keys, button, long=long)
        try:
            result = self._menu.pressed(press, now, self._offer)
        except RuleFault:  # The file of that game has gone meanwhile.
            result = None
        match result:
            case GameMenu():
                self._menu = result
                self._tell(result.shown)
            case WantedGame():
                self._chosen(result)
            case None:
                self.close()

    def look(self, now: int) -> None:
        """Close the menu if nobody presses a button any more, or play stops for something else."""
        if self._menu is None:
            return
        if self._machine.state.activity is not Activity.JUDGING or now >= self._menu.closes_at:
            self.close()

    def close(self, *, by_throw: bool = False) -> None:
        """Close the menu without a choice, if it is open."""
        if self._shut():
            self._tell(MenuClosed(by_throw))

    def choose(self, wanted: WantedGame, by: ChosenBy) -> None:
        """Take a game that was chosen elsewhere. The first of two counts.

        Raises :class:`RuleFault` with why it cannot be played, or why it comes too late.
        """
        self._take_over(self.plan(wanted), by)

    def plan(self, wanted: WantedGame) -> PlannedMatch:
        """Return the match that would be played, as :meth:`choose` takes it; or raise likewise."""
        following = self._following()
        if wanted.seen is not None and wanted.seen != self.chosen:
            raise too_late(following)
        return self.offers.plan(wanted, following, self._roller())

    def _chosen(self, choice: WantedGame) -> None:
        try:
            plan = self.plan(choice)
        except RuleFault:
            # Another roller has come meanwhile, or a file of the house has gone.
            self.close()
        else:
            self._take_over(plan, ChosenBy.BUTTONS)

    def _take_over(self, plan: PlannedMatch, by: ChosenBy) -> None:
        self._shut()
        self.chosen += 1
        self._take(plan, by)

    def _shut(self) -> bool:
        """Close the menu without a word; return whether it was open."""
        if self._menu is None:
            return False
        self._menu = None
        self._machine.fire(Trigger.MENU_CLOSED)
        return True

    def _offer(self, name: str) -> Offer:
        return self.offers.offer(name, self._following(), self._roller())
