"""Tonight's game on a page: what can be chosen, and why not, in the language of whoever asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypedDict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from boxctl.presentation.game_names import summary_in_words
from boxctl.presentation.phrases import WRITTEN, titles_of
from boxctl.presentation.sentences.menu import lack_in_words, stake_in_words
from boxctl.referee.players import typed_players
from boxctl.rules.faults import RuleFault
from boxctl.rules.money import Money
from boxctl.rules.settings import setting
from boxctl.rules.variant_titles import variant_title
from boxctl.rules.variants import LookedAtOnce, load
from boxctl.table.runtime import Runtime
from boxctl.table.tonight.offers import GameOffers, Offer, PlannedMatch, WantedGame
from boxctl.web.acting.table_code import Act
from boxctl.web.http.guard import NOT_NOW
from boxctl.web.http.served import Address, routes_of, serves
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import RollerDice


class OfferedStake(TypedDict):
    """A stake: ``id`` is what an act takes."""

    id: str
    text: str


class TonightGame(TypedDict):
    """A game that may be chosen; ``why_not`` is empty, or says why the box cannot play it.

    ``handicap``: its players may have one (R7.16).
    """

    id: str
    title: str
    summary: str
    why_not: str
    stakes: list[OfferedStake]
    seats: list[int]
    handicap: bool


class TonightGames(TypedDict):
    """The games that may be chosen, as they are listed everywhere, and the names of players.

    ``handicap`` has those of the players that go on with their names (R7.16), ``titles`` what
    people call those whom boxctl has named. ``may_save``: rules that were changed may be saved as a
    game of the house.
    """

    games: list[TonightGame]
    known: list[str]
    titles: dict[str, str]
    handicap: dict[str, int]
    may_save: bool


@frozen_dataclass
class ChoosableTable:
    """What a table offers: its games, the match that would follow, and the roller's dice."""

    offers: GameOffers
    following: PlannedMatch
    roller: RollerDice | None


def choosable(table: Runtime | None) -> ChoosableTable | None:
    """Return the choice of games at a table; None if there is none."""
    if table is None or (chooser := table.chooser) is None:
        return None
    return ChoosableTable(chooser.offers, table.following, chooser.roller)


def wanted_game(act: Act) -> WantedGame:
    """Return the game that an act chooses. Raises :class:`RuleFault` for a stake that is none."""
    stake = Money(*setting("stake").read(act.stake)) if act.stake else None
    players, handicaps = typed_players(act.names)
    return WantedGame(act.variant, players, stake, act.choice, handicaps)


class TonightRoutes:
    """``/tonight.json``. ``table`` returns what can be chosen now; safe from any thread."""

    def __init__(self, table: Callable[[], ChoosableTable | None]) -> None:
        self._table = table

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return routes_of(self)

    @serves(
        Address("/tonight.json", "What can be chosen as tonight's game, and why not.", TonightGames)
    )
    async def _tonight(self, _request: Request) -> Response:
        table = self._table()
        if table is None:
            return NOT_NOW.response()
        # Each game is read from its file.
        told = await asyncio.to_thread(tonight_games, table)
        return JSONResponse(told, headers={"cache-control": "no-store"})


def tonight_games(table: ChoosableTable) -> TonightGames:
    """Return the games that can be chosen, in the language in use, without unreadable files."""
    games: list[TonightGame] = []
    with LookedAtOnce():
        for name in (name for family in table.offers.families for name in family):
            with suppress(RuleFault):
                games.append(_game(table.offers.offer(name, table.following, table.roller)))
    known = dict.fromkeys((*table.following.players, *table.offers.players))
    given = {name: int(points) for name, points in table.offers.handicaps(table.following)}
    handicap = {name: points for name, points in given.items() if points}
    return TonightGames(
        games=games,
        known=list(known),
        titles=titles_of(known),
        handicap=handicap,
        may_save=not table.offers.are_named,
    )


def _game(offer: Offer) -> TonightGame:
    stakes = ((str(each), stake_in_words(each, WRITTEN)) for each in offer.stakes)
    return TonightGame(
        id=offer.variant,
        title=variant_title(offer.variant),
        summary=summary_in_words(load(offer.variant)),
        why_not="" if offer.lack is None else lack_in_words(offer.lack),
        stakes=[OfferedStake(id=id, text=text) for id, text in stakes],
        seats=list(offer.seats),
        handicap=offer.handicap,
    )
