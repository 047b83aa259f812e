"""The state of a recorded match after a ruling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from boxctl.audit.rejudge import Rejudger, RulingsDiffer
from boxctl.journal.entry_kinds import RulingMade, read_as
from boxctl.journal.faults import ruled_otherwise
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.journal.audit_sentences import state_lines, what_is_owed
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.presentation.sentences.ruling import sentence_with_doubts
from boxctl.referee.fields import moves_as_json, put_back_as_json
from boxctl.referee.play import Play
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import numbers


@dataclass(frozen=True)
class StateAt:
    """The table after a ruling, by the referee's book."""

    entry: int
    ruling: Ruling
    play: Play

    def as_json(self) -> dict[str, Any]:
        """Return the state as ``boxctl replay --at --json`` writes it."""
        play, answer = self.play, self.play.answer
        wins = play.sheet.wins_of_all
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
            "dice": list(play.counts) if play.may_throw else None,
            "owed": what_is_owed(play),
            "scores": self._by_player(play.sheet.round_scores),
            "totals": self._by_player(play.sheet.totals),
            **({} if wins is None else {"wins": self._by_player(wins)}),
            "out": [play.players[seat] for seat in play.sheet.out],
        }

    @property
    def sentence(self) -> str:
        """The sentence of the ruling, with its doubts."""
        return sentence_with_doubts(self.ruling)

    @property
    def lines(self) -> list[str]:
        """The state of the table, in lines for people."""
        return list(state_lines(self.play))

    def _by_player(self, by_seat: dict[int, int]) -> dict[str, int]:
        return {self.play.players[seat]: by_seat[seat] for seat in sorted(by_seat)}


def state_at(match: RecordedMatch, entry: int) -> StateAt:
    """Return the table of a sound match after a ruling; ``entry`` is its number.

    Raises :class:`JournalFault` (BX612) if today's referee rules otherwise up to there.
    """
    ruling = None
    try:
        judging = Rejudger(match)
        for kept in match.entries[1 : entry + 1]:
            ruling = judging.follow(kept)
    except RulingsDiffer as differ:
        raise ruled_otherwise(match.number, differ.difference.entry) from differ
    assert ruling is not None, "the entry is a ruling"
    # The referee never doubts: what it rules again lacks the doubts that the table had.
    doubts = read_as(match.entries[entry], RulingMade).ruling.unverified
    return StateAt(entry, replace(ruling, unverified=doubts), judging.referee.play)
