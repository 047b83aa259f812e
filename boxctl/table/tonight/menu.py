"""The menu in which people choose tonight's game with the buttons. Pure.

Game, stake, players and their handicaps are chosen one after the other.

A press gives the next state of the menu, or the choice, or nothing when it is closed. Times are
given, in microseconds of box time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum, auto

from boxctl.presentation.menu_notices import MenuKeys, MenuShown, MenuStep
from boxctl.referee.players import ToldHandicaps
from boxctl.rules.money import Money
from boxctl.table.tonight.offers import Offer, PlannedMatch, WantedGame, nearest_stake, seated
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import ButtonName

MENU_PATIENCE = 60_000_000
"""Microseconds without a press after which the menu is closed."""

HANDICAPS = (0, 1, 2, 3, 5, 10, 15, 20, 30, 50)
"""The points that are offered as a handicap (R7.16); any other is put together by its figures."""

HUNDREDS = 100
"""The first figure of a handicap is that of its hundreds."""

Offers = Callable[[str], Offer]
"""Returns what can be chosen of the variant of a name."""


class MenuPress(Enum):
    """What a press means in the menu."""

    NEXT = auto()
    TAKE = auto()
    JUMP = auto()
    """The first game of the next family; of anything else the first one."""
    LEAVE = auto()


def meaning(keys: MenuKeys, button: ButtonName, *, long: bool) -> MenuPress:
    """Return the meaning of a press of confirm or new."""
    if keys is not MenuKeys.BOTH:
        return MenuPress.TAKE if long else MenuPress.NEXT
    if button == "new":
        return MenuPress.JUMP if long else MenuPress.NEXT
    return MenuPress.LEAVE if long else MenuPress.TAKE


@frozen_dataclass
class GameMenu:
    """The state of an open menu; :func:`open_menu` makes the first one.

    ``families`` are the games that are offered, ``offer`` what can be chosen of the one shown, or
    taken. ``place`` counts the choices of the ``step`` from 0, ``stake`` is the one shown or taken;
    ``played_for`` and ``seats`` are the stake and how many played last. ``known`` are the names of
    players, ``closes_at`` is the time at which the menu is closed. ``handicaps`` are those of all
    who are known, by name; that of ``whose`` is chosen, once somebody is, and its ``figure``, 100,
    10 or 1, where it is none of those offered.
    """

    keys: MenuKeys
    families: tuple[tuple[str, ...], ...]
    offer: Offer
    stake: Money
    played_for: Money
    seats: int
    known: tuple[str, ...]
    closes_at: int
    step: MenuStep = MenuStep.GAME
    place: int = 0
    begins: bool = True
    handicaps: tuple[tuple[str, int], ...] = ()
    whose: str = ""
    figure: int | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are offered, in order."""
        return tuple(game for family in self.families for game in family)

    @property
    def shown(self) -> MenuShown:
        """What people are shown."""
        at_game = self.step is MenuStep.GAME
        return MenuShown(
            self.step,
            self.place + 1,
            len(self._choices),
            self.offer.variant,
            self.stake,
            self._players,
            self.keys,
            self.offer.lack if at_game else None,
            self.begins,
            self._handicap,
            self._shown_whose,
            self._shown_figure,
        )

    @property
    def _choices(self) -> Sequence[object]:
        match self.step:
            case MenuStep.GAME:
                return self.games
            case MenuStep.STAKE:
                return self.offer.stakes
            case MenuStep.PLAYERS:
                return self.offer.seats
            case MenuStep.HANDICAP:
                return ("", *self._players)
            case MenuStep.POINTS:
                return self._points

    @property
    def _points(self) -> tuple[int | None, ...]:
        """The points offered, and last None for any other; or those with each other figure."""
        points = self._given_points
        if (figure := self.figure) is not None:
            return tuple(points + (other - _digit(points, figure)) * figure for other in range(10))
        return (*sorted({*HANDICAPS, points}), None)

    @property
    def _given_points(self) -> int:
        return dict(self.handicaps).get(self.whose, 0)

    @property
    def _shown_figure(self) -> int | None:
        if self.step is MenuStep.POINTS and self._points[self.place] is None:
            return 0
        return self.figure

    @property
    def _shown_whose(self) -> str:
        if self.step is not MenuStep.HANDICAP:
            return self.whose
        return ("", *self._players)[self.place]

    @property
    def _handicap(self) -> dict[str, int]:
        """The handicaps as they would be played with, in seat order; one shown is among them."""
        if not self.offer.handicap:
            return {}
        given = dict(self.handicaps)
        if self.step is MenuStep.POINTS and (points := self._points[self.place]) is not None:
            given[self.whose] = points
        return {name: given[name] for name in self._players if given.get(name)}

    @property
    def _players(self) -> tuple[str, ...]:
        offered = self.offer.seats
        if self.step is MenuStep.PLAYERS:
            return seated(offered[self.place], self.known)
        return seated(self.seats if self.seats in offered else offered[0], self.known)

    def pressed(self, press: MenuPress, now: int, offers: Offers) -> GameMenu | WantedGame | None:
        """Return the menu after a press, what was chosen by it, or None if it is closed by it."""
        menu = replace(self, closes_at=now + MENU_PATIENCE, begins=False)
        match press:
            case MenuPress.LEAVE:
                return None
            case MenuPress.NEXT:
                return menu._at((self.place + 1) % len(self._choices), offers)
            case MenuPress.JUMP:
                return menu._at(self._jump(), offers)
            case MenuPress.TAKE:
                return menu._taken()

    def _jump(self) -> int:
        if self.step is not MenuStep.GAME:
            return 0
        first = 0
        for family in self.families:
            first += len(family)
            if self.place < first:
                return first % len(self.games)
        return 0

    def _at(self, place: int, offers: Offers) -> GameMenu:
        """Return the menu with the choice of this place."""
        match self.step:
            case MenuStep.GAME:
                offer = offers(self.games[place])
                return replace(
                    self, place=place, offer=offer, stake=nearest_stake(self.stake, offer)
                )
            case MenuStep.STAKE:
                return replace(self, place=place, stake=self.offer.stakes[place])
            case MenuStep.PLAYERS | MenuStep.HANDICAP | MenuStep.POINTS:
                return replace(self, place=place)

    def _taken(self) -> GameMenu | WantedGame:
        """Return the menu at the next step that leaves a choice; a game that cannot be stays."""
        offer = self.offer
        if self.step is MenuStep.GAME:
            if offer.lack is not None:
                return self
            if len(offer.stakes) > 1:
                place = offer.stakes.index(self.stake)
                return replace(self, step=MenuStep.STAKE, place=place, begins=True)
        if self.step in (MenuStep.GAME, MenuStep.STAKE) and len(offer.seats) > 1:
            place = offer.seats.index(self.seats) if self.seats in offer.seats else 0
            return replace(self, step=MenuStep.PLAYERS, place=place, begins=True)
        return self._seated()

    def _seated(self) -> GameMenu | WantedGame:
        """Return the menu at the handicaps, or the choice, once it is known who plays."""
        at_whom = self.step is MenuStep.HANDICAP
        if at_whom and self.place:
            return replace(self, step=MenuStep.POINTS, whose=self._shown_whose)._at_points()
        if self.step is MenuStep.POINTS:
            return self._given(self._points[self.place])
        players = self._players
        if self.offer.handicap and len(players) > 1 and not at_whom:
            menu = replace(self, seats=len(players), step=MenuStep.HANDICAP)
            return replace(menu, place=0, begins=True)
        given_to = self.handicaps if self.offer.handicap else ()
        told = tuple((name, str(points)) for name, points in given_to if name in players)
        return WantedGame(self.offer.variant, players, self.stake, handicaps=told)

    def _at_points(self) -> GameMenu:
        """Return the menu at the points that the player has."""
        return replace(self, place=self._points.index(self._given_points), begins=True)

    def _given(self, points: int | None) -> GameMenu:
        """Return the menu once these points are taken: at the next figure, or at the handicaps."""
        if points is None:
            return replace(self, figure=HUNDREDS)._at_points()
        given = dict(self.handicaps) | {self.whose: points}
        menu = replace(self, handicaps=tuple(given.items()))
        if self.figure is not None and self.figure > 1:
            return replace(menu, figure=self.figure // 10)._at_points()
        menu = replace(menu, whose="", figure=None)
        return replace(menu, step=MenuStep.HANDICAP, place=0, begins=True)


def _digit(points: int, figure: int) -> int:
    return points // figure % 10


def open_menu(
    keys: MenuKeys,
    families: tuple[tuple[str, ...], ...],
    following: PlannedMatch,
    known: tuple[str, ...],
    now: int,
    offers: Offers,
    handicaps: ToldHandicaps = (),
) -> GameMenu | None:
    """Return the menu as it opens: at the game that would be played next; None without games.

    ``known`` are the names of players beside those of the ``following`` match; ``handicaps`` are
    those that go on with their names.
    """
    games = [game for family in families for game in family]
    if not games:
        return None
    place = games.index(following.variant) if following.variant in games else 0
    offer = offers(games[place])
    return GameMenu(
        keys,
        families,
        offer,
        nearest_stake(following.stake, offer),
        following.stake,
        len(following.players),
        tuple(dict.fromkeys((*following.players, *known))),
        now + MENU_PATIENCE,
        place=place,
        handicaps=tuple((name, int(points)) for name, points in handicaps),
    )
