"""The log of a match: a line for each turn, with its throws, its moves and what went wrong.

The sentences of the rulings are not in it: they are announced.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boxctl.presentation.phrases import WRITTEN, added_up, dice, shown, shown_player
from boxctl.referee.payloads import Verdict
from boxctl.rules import rule_ids
from boxctl.rules.ruleset import MOST_DICE, RuleSet
from boxctl.rules.tiles import NO_TILES, tile_set
from boxctl.view.announcement import AnnouncementKind
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import clauses, commas, labelled, tr

MOST_KEPT = 400
"""The most lines that are kept."""

_S = (Verdict.PENDING, Verdict.PROVISIONAL, Verdict.TAKEN_BACK)

_AS_SENTENCES = (Verdict.ROUND_OVER, Verdict.MATCH_OVER)


@frozen_dataclass
class LogLine:
    """A line of the log. ``colour`` is the seat of the player whom it is about, None for nobody."""

    text: str
    colour: int | None = None
    kind: AnnouncementKind = AnnouncementKind.PLAIN


class TurnLog:
    """The lines of a match among these players, taken from rulings as the contract has them."""

    def __init__(self, rules: RuleSet, players: Sequence[str]) -> None:
        self._rules = rules
        self._seats = {player: seat for seat, player in enumerate(players)}
        self._lines: deque[LogLine] = deque(maxlen=MOST_KEPT)
        self._player: str | None = None
        self._parts: list[str] = []
        self._thrown = self._answering = ""
        self._refused = NO_TILES
        """The tiles that the newest part calls refused."""
        self._has_moved = False

    @property
    def lines(self) -> list[LogLine]:
        """All lines, the oldest first; the last may be that of a turn that goes on."""
        return [*self._lines, *self._turn_so_far()]

    def remark(self, text: str, kind: AnnouncementKind = AnnouncementKind.PLAIN) -> None:
        """Add a line of its own; what the turn still brings goes below it."""
        self._end_line()
        self._lines.append(LogLine(text, kind=kind))

    def ruled(self, ruling: Mapping[str, Any]) -> None:
        """Take in a ruling."""
        verdict = str(ruling["verdict"])
        if verdict in _AS_SENTENCES:
            self._end_turn()
            self.remark(str(ruling.get("text", "")))
        else:
            self._note(verdict, ruling)
        if doubts := ruling.get("unverified"):
            self.remark(
                tr("unverified: {reasons}", reasons=clauses(doubts)), AnnouncementKind.DOUBT
            )
        if verdict == Verdict.TURN_OVER:
            self._end_turn()

    def _note(self, verdict: str, ruling: Mapping[str, Any]) -> None:
        if parts := list(self._parts_of(verdict, ruling)):
            if self._player != ruling["player"]:
                self._end_turn()
                self._player = ruling["player"]
            if verdict == Verdict.REFUSED:
                del self._parts[len(self._parts) - bool(self._refused) :]
                self._refused |= tile_set(ruling["tiles"])
            else:
                self._refused = NO_TILES
            self._parts += parts
            if verdict not in (Verdict.VOID, Verdict.REFUSED, Verdict.DISTURBED):
                self._answering = ""
        if verdict == Verdict.THROW:
            self._thrown = self._answering = _dice(ruling["throw"])
            self._player = ruling["player"]
        elif verdict in _S:
            moved = added_up(tile_set(ruling["tiles"]), WRITTEN)
            self._answering = labelled(self._thrown, f"{moved} …") if moved else self._thrown

    def _parts_of(self, verdict: str, ruling: Mapping[str, Any]) -> Iterable[str]:
        match verdict:
            case Verdict.FIRST_THROW:
                yield tr("{dice} to start", dice=_dice(ruling["throw"]))
            case Verdict.COMMITTED:
                yield self._move(ruling)
            case Verdict.AGAIN if ruling["rule"] == rule_ids.MAY_RETHROW:
                yield tr("{dice}: thrown again", dice=_dice(ruling["throw"]))
            case Verdict.AGAIN:
                yield tr("{dice}: no move, throws again", dice=_dice(ruling["throw"]))
            case Verdict.VOID:
                yield tr("{dice}: does not count", dice=_dice(ruling["throw"]))
            case Verdict.REFUSED | Verdict.DISTURBED:
                yield from self._wrong(verdict, ruling)
            case Verdict.SHUT_THE_BOX:
                yield tr("the box is shut")
            case Verdict.TURN_OVER:
                yield from self._end(ruling)

    def _move(self, ruling: Mapping[str, Any]) -> str:
        thrown, moved = _dice(ruling["throw"]), tile_set(ruling["tiles"])
        tiles = added_up(moved, WRITTEN)
        first, self._has_moved = not self._has_moved, True
        if not first:
            return labelled(thrown, tiles)
        if moved & tile_set(ruling["open"]):
            return tr("{dice}: opened {tiles}", dice=thrown, tiles=tiles)
        return tr("{dice}: shut {tiles}", dice=thrown, tiles=tiles)

    def _wrong(self, verdict: str, ruling: Mapping[str, Any]) -> Iterable[str]:
        moved, back = tile_set(ruling["tiles"]), ruling["put_back"]
        if not moved & (tile_set(back["open"]) | tile_set(back["shut"])):
            return  # one of several has been put back
        if verdict == Verdict.REFUSED:
            tiles = added_up(moved | self._refused, WRITTEN)
            yield tr("{dice}: {tiles} refused", dice=self._thrown, tiles=tiles)
        else:
            yield tr("{tiles} moved out of turn", tiles=added_up(moved, WRITTEN))

    def _end(self, ruling: Mapping[str, Any]) -> Iterable[str]:
        said = []
        if ruling.get("throw") is not None:
            thrown = _dice(ruling["throw"])
            if ruling["rule"] == rule_ids.STOP_NUMBER:
                said.append(tr("{dice}: the end", dice=thrown))
            else:
                said.append(tr("{dice}: no move", dice=thrown))
        if not self._rules.box_stays:
            said.append(tr("scores {score}", score=ruling["score"]))
        if said:
            yield commas(said)

    def _turn_so_far(self) -> list[LogLine]:
        parts = list(self._parts)
        # What is refused names the throw already.
        if self._answering and not (self._refused and self._answering == self._thrown):
            parts.append(self._answering)
        if not parts or self._player is None:
            return []
        text = f"{shown_player(self._player)}  {clauses(parts)}"
        return [LogLine(text, self._seats.get(self._player))]

    def _end_line(self) -> None:
        answering, self._answering = self._answering, ""
        self._lines.extend(self._turn_so_far())
        self._parts, self._answering, self._refused = [], answering, NO_TILES

    def _end_turn(self) -> None:
        self._end_line()
        self._player, self._has_moved, self._answering = None, False, ""


def _dice(throw: Sequence[object]) -> str:
    """Return a throw as ``4 3``."""
    if len(throw) > MOST_DICE:
        return dice(throw, WRITTEN)
    return " ".join(shown(value, WRITTEN) for value in throw)
