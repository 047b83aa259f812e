"""Tonight's game in Home Assistant: a list to choose from, where the landlord allows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from boxctl.rules.variants import house_names
from boxctl.table.tonight.offers import WantedGame
from boxctl.web.acting.tonight import ChoosableTable, tonight_games
from boxctl.web.mqtt.discovery import Discovery, Topics
from boxctl.web.state import TableSnapshot

LONGEST_NAME = 200
"""Bytes of the name of a game that a broker may send; a longer message is none."""


class ChoosableFeed(Protocol):
    """A table at which a game can be chosen. Safe from any thread."""

    @property
    def choosable(self) -> ChoosableTable | None:
        """What can be chosen; None if nothing can."""
        ...

    def want(self, wanted: WantedGame) -> None:
        """Have the loop take the game."""
        ...


class TonightSelect:
    """Announces the games that can be played, and takes the name of one. For one thread."""

    def __init__(self, feed: ChoosableFeed, topics: Topics, discovery: Discovery | None) -> None:
        self._feed = feed
        self._topics = topics
        self._discovery = discovery
        self._games: Mapping[str, str] = {}
        self._announced: dict[str, str] = {}
        self._seen: tuple[str, int, tuple[int, ...], tuple[str, ...]] | None = None

    @property
    def topic(self) -> str:
        """The topic under which a name is taken."""
        return self._topics.choice

    def of(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return the announcement, empty where nothing can be chosen."""
        tonight = snapshot.tonight
        choice = -1 if tonight is None else tonight.choice
        # The files of the games are read again when something of the table has changed, or people
        # have saved one.
        tiles = tuple(tile.number for tile in snapshot.tiles)
        seen = (snapshot.rules.id, choice, tiles, house_names())
        if seen != self._seen:
            self._seen = seen
            table = self._feed.choosable
            games = [] if table is None else tonight_games(table)["games"]
            self._games = {game["title"]: game["id"] for game in games if not game["why_not"]}
            if tonight is not None:
                # What is played now is among them, whatever it is.
                self._games = {tonight.game.name: tonight.game.id, **self._games}
            if self._discovery is not None:
                self._announced = self._discovery.select(list(self._games))
        return self._announced

    def take(self, text: bytes) -> None:
        """Take a message of the broker: the name of a game, as it was announced."""
        name = text[: LONGEST_NAME + 1].decode(errors="replace")
        if (game := self._games.get(name)) is not None:
            self._feed.want(WantedGame(game))
