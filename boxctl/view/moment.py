"""The table as it stands after a ruling: the one fold of rulings as the contract has them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from boxctl.presentation.phrases import is_shown
from boxctl.referee.fields import in_microseconds
from boxctl.referee.verdict import Verdict
from boxctl.rules import rule_ids
from boxctl.rules.tiles import NO_TILES, TileSet, tile_set
from boxctl.view.announcement import Announcement, announcement_of
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr_as

ByPlayer = Mapping[str, int]


@frozen_dataclass
class RoundScores:
    """The scores of each round that is over, and of the one that is played, by player.

    ``names`` are those of the rounds that are over: their numbers, or that of a roll-off (R7.8).
    """

    names: tuple[str, ...] = ()
    over: tuple[ByPlayer, ...] = ()
    current: ByPlayer = field(default_factory=dict)

    def after(self, ruling: Mapping[str, Any]) -> RoundScores:
        """Return the scores after a ruling as ``boxctl referee`` writes it."""
        match ruling["verdict"]:
            case Verdict.TURN_OVER:
                current = {**self.current, ruling["player"]: ruling["score"]}
                return RoundScores(self.names, self.over, current)
            case Verdict.ROUND_OVER:
                names = (*self.names, self._name(ruling["rule"]))
                return RoundScores(names, (*self.over, dict(ruling["scores"])))
            case _:
                return self

    def _name(self, rule: str) -> str:
        if rule == rule_ids.TIES:
            return tr_as("score sheet", "tie")
        return str(len(self.over) + 1)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all rounds, that of the round that is played among them."""
        return (*self.names, str(len(self.over) + 1)) if self.current else self.names

    def of(self, player: str) -> tuple[int | None, ...]:
        """Return the score of this player in each column; None where there is none."""
        rounds = (*self.over, self.current) if self.current else self.over
        return tuple(scores.get(player) for scores in rounds)


@frozen_dataclass
class Moment:
    """The table as it stood after a ruling; ``at`` is in microseconds.

    ``number`` counts the rulings of the match, ``throws`` its throws. ``player`` is that of the
    ruling, ``turn`` whose turn it was then. ``standing`` are the tiles that stood open, ``moved``
    those of the answer to the throw, ``moves`` what it allows with them, ``asked`` the tiles that
    had to be moved. ``dice`` are those thrown last, None for one that cannot be read. ``totals``
    are those after the last round; they and money are by player.
    """

    at: int = 0
    said: Announcement = Announcement("")
    number: int = 0
    throws: int = 0
    verdict: str = ""
    player: str = ""
    turn: str = ""
    standing: TileSet = NO_TILES
    moved: TileSet = NO_TILES
    moves: tuple[TileSet, ...] = ()
    asked: TileSet = NO_TILES
    dice: tuple[int | None, ...] = ()
    over: bool = False
    winners: tuple[str, ...] = ()
    scores: RoundScores = RoundScores()
    totals: ByPlayer = field(default_factory=dict)
    payout: ByPlayer = field(default_factory=dict)
    out: tuple[str, ...] = ()

    def total(self, player: str) -> int | None:
        """Return what a player has in all, this round among it; None before his first score."""
        made = self.scores.current.get(player)
        before = self.totals.get(player)
        return before if made is None else (before or 0) + made


def moments(rulings: Sequence[Mapping[str, Any]]) -> tuple[Moment, ...]:
    """Return the table after each ruling, in order."""
    found: list[Moment] = []
    for place, ruling in enumerate(rulings):
        before = found[-1] if found else Moment(standing=tile_set(ruling["open"]))
        after = moment_after(before, ruling)
        found.append(replace(after, turn=_whose_turn(rulings, place)))
    return tuple(found)


def moment_after(before: Moment, ruling: Mapping[str, Any]) -> Moment:
    """Return the table after a ruling; whose turn it is then is left as it was."""
    verdict = ruling["verdict"]
    if before.over and verdict in (Verdict.READY, Verdict.FIRST_THROW):
        before = Moment(turn=before.turn, dice=before.dice)
    now = replace(
        before,
        at=in_microseconds(ruling["at"]),
        said=announcement_of(ruling),
        number=before.number + 1,
        verdict=verdict,
        player=ruling["player"],
        scores=before.scores.after(ruling),
    )
    if (throw := thrown(ruling)) is not None:
        now = replace(now, throws=now.throws + 1, dice=throw)
    return _counted(_moved(now, ruling), ruling)


def thrown(ruling: Mapping[str, Any]) -> tuple[int | None, ...] | None:
    """Return the dice of a throw that is ruled on, None for each that cannot be read.

    None unless it is ruled on a throw: a move that is committed names its throw again.
    """
    if ruling.get("throw") is None or ruling["verdict"] == Verdict.COMMITTED:
        return None
    return tuple(value if is_shown(value) else None for value in ruling["throw"])


_ENDS_A_TURN = (Verdict.TURN_OVER, Verdict.ROUND_OVER)

_KEEPS_MOVES = (Verdict.REFUSED, Verdict.DISTURBED, Verdict.RESTORED, Verdict.VOID)


def _whose_turn(rulings: Sequence[Mapping[str, Any]], place: int) -> str:
    """Return whose turn it is after a ruling: the end of a turn names the player that it ends."""
    if rulings[place]["verdict"] in _ENDS_A_TURN:
        for later in rulings[place + 1 :]:
            if later["verdict"] not in _ENDS_A_TURN:
                return str(later["player"])
    return str(rulings[place]["player"])


def _moved(now: Moment, ruling: Mapping[str, Any]) -> Moment:
    """Return the moment with its levers: the book, but for S and the tiles that stand wrong."""
    book = tile_set(ruling["open"])
    if now.verdict not in _KEEPS_MOVES:
        moves = tuple(tile_set(move["tiles"]) for move in ruling.get("moves", ()))
        now = replace(now, moves=moves)
    match now.verdict:
        case Verdict.PENDING | Verdict.PROVISIONAL | Verdict.TAKEN_BACK:
            moved = tile_set(ruling["tiles"])
            return replace(now, standing=book ^ moved, moved=moved, asked=NO_TILES)
        case Verdict.REFUSED | Verdict.DISTURBED | Verdict.TURN_OVER:
            moved = NO_TILES if now.verdict == Verdict.TURN_OVER else now.moved
            back = ruling["put_back"]
            up, down = tile_set(back["open"]), tile_set(back["shut"])
            standing = (book ^ moved) & ~up | down
            return replace(now, standing=standing, moved=moved, asked=up | down)
        case Verdict.RESTORED:
            return replace(now, standing=book ^ now.moved, asked=NO_TILES)
        case Verdict.READY | Verdict.FIRST_THROW | Verdict.THROW | Verdict.COMMITTED:
            return replace(now, standing=book, moved=NO_TILES, asked=NO_TILES)
        case _:
            return now


def _counted(now: Moment, ruling: Mapping[str, Any]) -> Moment:
    if now.verdict == Verdict.ROUND_OVER:
        out = (*now.out, *ruling["out"])
        return replace(now, totals=dict(ruling["totals"]), out=out)
    if now.verdict == Verdict.MATCH_OVER:
        payout = {player: money for player, money in ruling["payout"].items() if money}
        return replace(now, over=True, winners=tuple(ruling["winners"]), payout=payout)
    return now
