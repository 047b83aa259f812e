"""The history of players as data; :mod:`boxctl.audit.history` makes it from a journal."""

from __future__ import annotations

from collections import Counter
from typing import Any

from boxctl.rules.dice import Throw
from boxctl.rules.tiles import TileSet, numbers
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class NotableThrow:
    """A throw: how lucky it was, and what its answer lost against the best one (0 or more)."""

    match: int
    throw: Throw
    moved: TileSet | None
    best: TileSet | None
    luck: float
    lost: float

    def as_json(self) -> dict[str, object]:
        """Return the throw for JSON."""
        return {
            "match": self.match,
            "throw": list(self.throw),
            "moved": None if self.moved is None else list(numbers(self.moved)),
            "best": None if self.best is None else list(numbers(self.best)),
            "luck": self.luck,
            "lost": self.lost,
        }


@frozen_dataclass
class BestTurn:
    """The lowest score of a turn, and the match in which it was first made."""

    score: int
    match: int
    began: str

    def as_json(self) -> dict[str, Any]:
        """Return the turn for JSON."""
        return {"score": self.score, "match": self.match, "began": self.began}


@frozen_dataclass
class Streak:
    """The matches in a row that were won, shared wins among them: the most, and up to now."""

    longest: int
    now: int


@frozen_dataclass
class TrendPoint:
    """Some matches in a row: the means of a turn, None where there is no score or no odds."""

    began: str
    matches: int
    score: float | None
    luck: float | None
    skill: float | None

    def as_json(self) -> dict[str, Any]:
        """Return the point for JSON."""
        return {
            "began": self.began,
            "matches": self.matches,
            "score": self.score,
            "luck": self.luck,
            "skill": self.skill,
        }


@frozen_dataclass
class LuckAndSkill:
    """The means of a turn, and the throws that stand out.

    In points of the score where a turn is scored (``in_points``), else chances to win from 0 to 1.
    """

    turns: int
    luck: float
    skill: float
    in_points: bool
    luckiest: NotableThrow | None
    costliest: NotableThrow | None

    def as_json(self) -> dict[str, Any]:
        """Return luck and skill for JSON."""
        return {
            "turns": self.turns,
            "luck": self.luck,
            "skill": self.skill,
            "unit": "points" if self.in_points else "chance",
            "luckiest": self.luckiest and self.luckiest.as_json(),
            "costliest": self.costliest and self.costliest.as_json(),
        }


@frozen_dataclass
class GameHistory:
    """The history of one player in one game: a variant with the ``settings`` that were changed.

    ``against`` is how many matches had other players; only those can be won. ``mean`` is that of
    the scores of turns; it and ``best`` are None in a game that scores do not decide. ``luck`` is
    None where no odds are known. ``money`` is in minor units of each currency.
    """

    variant: str
    settings: dict[str, str]
    matches: int
    against: int
    won: int
    shared: int
    turns: int
    mean: float | None
    best: BestTurn | None
    shut: int
    streak: Streak
    luck: LuckAndSkill | None
    money: dict[str, int]
    trend: tuple[TrendPoint, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the game as ``boxctl history --json`` has it."""
        return {
            "rules": self.variant,
            "settings": self.settings,
            "matches": self.matches,
            "against": self.against,
            "won": self.won,
            "shared": self.shared,
            "turns": self.turns,
            "mean": self.mean,
            "best": self.best and self.best.as_json(),
            "boxes_shut": self.shut,
            "streak": {"longest": self.streak.longest, "now": self.streak.now},
            "luck": self.luck and self.luck.as_json(),
            "money": [
                {"currency": currency or None, "amount": amount}
                for currency, amount in self.money.items()
            ],
            "trend": [point.as_json() for point in self.trend],
        }


@frozen_dataclass
class PlayerHistory:
    """The history of one player in each game, the one played most often first."""

    player: str
    games: tuple[GameHistory, ...]

    @property
    def money(self) -> dict[str, int]:
        """The balance of the player in minor units of each currency: won, or below 0 lost."""
        money: Counter[str] = Counter()
        for game in self.games:
            money.update(game.money)
        return dict(money)

    def as_json(self) -> dict[str, Any]:
        """Return the player as ``boxctl history --json`` has it."""
        return {"player": self.player, "games": [game.as_json() for game in self.games]}
