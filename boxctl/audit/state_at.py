"""How a recorded match stood when a ruling had been made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boxctl.audit.rejudge import Rejudger, RulingsDiffer
from boxctl.journal.faults import ruled_otherwise
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.phrases import choices, dice, how_many_dice, put_back
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.presentation.sentences import sentence
from boxctl.referee.play import Play
from boxctl.referee.ruling import Ruling
from boxctl.referee.ruling_data import moves_as_json, put_back_as_json
from boxctl.rules.tiles import numbers, write_tiles


@dataclass(frozen=True)
class StateAt:
    """The table after a ruling, as the referee had it in its book."""

    entry: int
    ruling: Ruling
    play: Play

    def as_json(self) -> dict[str, Any]:
        """The state as ``boxctl replay --at --json`` gives it."""
        play, answer = self.play, self.play.answer
        return {
            "entry": self.entry,
            "ruling": ruling_as_json(self.ruling),
            "over": play.over,
            "player": play.player,
            "open": numbers(play.open),
            "levers": numbers(play.levers),
            "to_move": numbers(play.left),
            "throw": None if answer is None else list(answer.throw),
            "moves": None if answer is None else moves_as_json(answer.moves),
            "moved": None if answer is None else numbers(answer.moved),
            "put_back": put_back_as_json(play.put_back),
            "dice": list(play.counts) if play.throw_awaited else None,
            "owed": self.owed,
            "scores": self._by_player(play.sheet.round_scores),
            "totals": self._by_player(play.sheet.totals),
            "out": [play.players[seat] for seat in play.sheet.out],
        }

    @property
    def owed(self) -> str:
        """What has to happen next, in words."""
        play, answer = self.play, self.play.answer
        if play.over:
            return "nothing, the match is over"
        if play.put_back:
            return put_back(play.put_back)
        if play.throw_awaited:
            count = how_many_dice(play.counts)
            stands = answer is not None and answer.move is not None
            return f"a throw of {count}" + (", or confirm for the move" if stands else "")
        if answer is not None and answer.move is not None:
            return "confirm for the move"
        if answer is not None:
            return f"an answer to {dice(answer.throw)}"
        return "nothing but time"

    @property
    def sentence(self) -> str:
        """The sentence of the ruling."""
        return sentence(self.ruling)

    @property
    def lines(self) -> list[str]:
        """What people are told."""
        play, answer = self.play, self.play.answer
        told = [
            f"turn    {play.player}" if not play.over else "turn    none, the match is over",
            f"open    {write_tiles(play.open)}",
        ]
        if answer is not None:
            told.append(f"throw   {dice(answer.throw)}")
            told.append(f"moves   {choices(answer.moves)}")
            told.append(f"moved   {write_tiles(answer.moved)}")
        told.append(f"owed    {self.owed}")
        told.append(f"scores  {_listed(self._by_player(play.sheet.round_scores))}")
        if play.rules.match in ("tournament", "knockout"):
            told.append(f"totals  {_listed(self._by_player(play.sheet.totals))}")
        return told

    def _by_player(self, by_seat: dict[int, int]) -> dict[str, int]:
        return {self.play.players[seat]: by_seat[seat] for seat in sorted(by_seat)}


def state_at(match: RecordedMatch, entry: int) -> StateAt:
    """The table of a sound match after the ruling that is this entry.

    Raises :class:`JournalFault` (BX612) if today's referee has ruled otherwise up to there.
    """
    ruling = None
    try:
        judging = Rejudger(match)
        for kept in match.entries[1 : entry + 1]:
            ruling = judging.follow(kept)
    except RulingsDiffer as differ:
        raise ruled_otherwise(match.number, differ.difference.entry) from differ
    assert ruling is not None, "the entry is a ruling"
    return StateAt(entry, ruling, judging.referee.play)


def _listed(scores: dict[str, int]) -> str:
    return ", ".join(f"{name} {made}" for name, made in scores.items()) or "none yet"
