"""The result of a match in which an operator has overruled the ends of turns.

The turns are folded into the scoresheet again, with the scores that stand now. A score of 0 is a
shut box (R6.4). If by those scores the match was already won, or the player already out, a turn no
longer counts. If a turn would have been due that was never played, there is no result.

The record must be sound (:func:`boxctl.journal.proof.integrity.first_break`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from boxctl.journal.entry_kinds import RulingMade, TurnOverruled, read_as
from boxctl.journal.faults import NOT_TO_BE_OVERRULED, JournalFault
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.journal.audit_sentences import result_sentence
from boxctl.presentation.journal.ledger_sentences import OverrulingRefusal, OverrulingRefusalReason
from boxctl.referee.payloads import MatchOver, Verdict
from boxctl.referee.ruling import Ruling
from boxctl.referee.scoresheet import Ending, MatchResult, Scoresheet, new_sheet
from boxctl.rules import rule_ids
from boxctl.rules.ruleset import score
from boxctl.rules.tiles import NO_TILES, TileSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

Scores = Mapping[int, int]
"""The score that stands now of each overruled turn, by the entry of its ``turn_over``."""

NO_SCORES: Scores = MappingProxyType({})
"""No turn is overruled."""


class NotToBeOverruled(JournalFault):
    """A turn cannot have this score, or a match no result with it (BX610)."""

    def __init__(self, reason: OverrulingRefusalReason, *about: int | str) -> None:
        # A match that is resumed needs none of these sentences, and a box has to start fast.
        from boxctl.presentation.journal.audit_sentences import why_not_overruled

        self.refusal = OverrulingRefusal(reason, about)
        why = why_not_overruled(self.refusal)
        super().__init__(NOT_TO_BE_OVERRULED, tr("{why}: nothing is overruled.", why=why))


class NoSuchTurn(NotToBeOverruled):
    """There is no such turn, or no turn can have such a score: the command is wrong."""

    command_is_wrong = True


@frozen_dataclass
class RecordedTurn:
    """A turn as played; ``entry`` is its ``turn_over``, ``rolling_off`` if it played off a tie.

    ``left`` are the tiles that it left to be moved, ``rounds_over`` is how many rounds were over.
    """

    entry: int
    seat: int
    score: int
    ending: Ending
    left: TileSet
    rolling_off: bool
    rounds_over: int


@frozen_dataclass
class OverruledResult:
    """The result of a match, by player; ``payout`` is in minor units of ``currency``.

    ``stake`` is what each put into the pool; ``uncounted`` are the ``turn_over`` entries of turns
    that no longer count.
    """

    rule: str
    scores: dict[str, int]
    winners: tuple[str, ...]
    payout: dict[str, int]
    uncounted: tuple[int, ...]
    stake: int = 0
    currency: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the result for JSON."""
        return {
            "rule": self.rule,
            "scores": self.scores,
            "winners": list(self.winners),
            "payout": self.payout,
            "uncounted": list(self.uncounted),
        }

    def in_words(self) -> str:
        """Return the result for people."""
        over = MatchOver(
            self.scores,
            self.winners,
            self.payout,
            stake=self.stake or None,
            currency=self.currency or None,
        )
        return result_sentence(over, self.uncounted)


def turns_played(match: RecordedMatch, end: int | None = None) -> tuple[RecordedTurn, ...]:
    """Return the turns that ended before the entry ``end``, in order, as they were played."""
    return _as_played(match, end)[0]


def check_overrulings(match: RecordedMatch) -> None:
    """Raise :class:`NotToBeOverruled` if one of the match's overrulings could not be made."""
    for number, overruled in match.read(TurnOverruled):
        turn = _turn(match, overruled.ruling, number)
        if match.players[turn.seat] != overruled.player:
            raise NoSuchTurn(OverrulingRefusalReason.OTHER_PLAYER, turn.entry)
        _check_score(match, overruled.score)
        result_of(match, overruled_scores(match, number + 1))


def result_that_stands(match: RecordedMatch) -> OverruledResult | None:
    """Return the result with all overrulings; None before the end, or if there is no result."""
    try:
        return result_of(match)
    except NotToBeOverruled:
        return None


def recorded_result(match: RecordedMatch) -> OverruledResult | None:
    """Return the result as it was ruled, without overrulings; None before the end."""
    for ruling in match.rulings:
        if ruling.verdict is Verdict.MATCH_OVER:
            over, ruled = ruling.contract, ruling.payload if isinstance(ruling, Ruling) else None
            money = ruled if isinstance(ruled, MatchOver) else None
            return OverruledResult(
                ruling.rule,
                over.scores or {},
                over.winners or (),
                over.payout or {},
                (),
                (money and money.stake) or 0,
                (money and money.currency) or "",
            )
    return None


def final_result(match: RecordedMatch) -> OverruledResult | None:
    """Return the result as it was ruled, or with the overrulings if there are any; else None."""
    return result_that_stands(match) if match.overrulings else recorded_result(match)


def overruled_scores(match: RecordedMatch, end: int | None = None) -> Scores:
    """Return the scores that the overrulings before the entry ``end`` have set."""
    return {
        overruled.ruling: overruled.score
        for number, overruled in match.read(TurnOverruled)
        if end is None or number < end
    }


def result_of(match: RecordedMatch, scores: Scores | None = None) -> OverruledResult | None:
    """Return the result by the scores that stand now, or by ``scores``; None before the end.

    Raises :class:`NotToBeOverruled` if by them it would have gone on.
    """
    if not match.over:
        return None
    scores = overruled_scores(match) if scores is None else scores
    folded = _fold(match, turns_played(match), scores)
    over, players = folded.over, match.players
    if over is None:
        raise _never_played(match, folded.sheet)
    return OverruledResult(
        over.rule,
        {players[seat]: over.scores[seat] for seat in sorted(over.scores)},
        tuple(players[seat] for seat in over.winners),
        dict(zip(players, over.payout, strict=True)),
        folded.uncounted,
        match.rules.stake,
        match.rules.currency,
    )


def scores_that_count(
    match: RecordedMatch, result: OverruledResult
) -> tuple[list[tuple[str, int]], Counter[str]]:
    """Return who made which score, turn by turn, and how often each has shut the box."""
    if match.overrulings:
        stands = overruled_scores(match)
        turns = (turn for turn in turns_played(match) if turn.entry not in result.uncounted)
        scores = [(match.players[turn.seat], stands.get(turn.entry, turn.score)) for turn in turns]
        return scores, Counter(player for player, made in scores if made == 0)
    made = ((ruling.player, ruling.contract.score) for ruling in match.rulings)
    return [(player, score) for player, score in made if score is not None], boxes_shut(match)


def boxes_shut(match: RecordedMatch) -> Counter[str]:
    """Return how often each has shut the box, as it was played."""
    shut = (ruling for ruling in match.rulings if ruling.verdict is Verdict.SHUT_THE_BOX)
    return Counter(ruling.player for ruling in shut)


def turn_to_overrule(match: RecordedMatch, entry: int, score: int) -> RecordedTurn:
    """Return the turn that ended with this entry, if it can have this score.

    Raises :class:`NotToBeOverruled`.
    """
    turn = _turn(match, entry, None)
    _check_score(match, score)
    scores = {**overruled_scores(match), entry: score}
    if match.over:
        result_of(match, scores)
    else:
        _sheet_to_go_on_with(match, scores, None)
    return turn


def sheet_overruled(match: RecordedMatch, end: int) -> Scoresheet:
    """Return the sheet of an unfinished match with the overrulings before the entry ``end``.

    Raises :class:`NotToBeOverruled` if the match would have gone on in another way.
    """
    return _sheet_to_go_on_with(match, overruled_scores(match, end), end)


def wins_with(match: RecordedMatch, scores: Scores) -> dict[str, int] | None:
    """Return the rounds that each player has won by these scores; None if none are counted."""
    wins = _fold(match, turns_played(match), scores).sheet.wins_of_all
    return None if wins is None else {match.players[seat]: won for seat, won in wins.items()}


def sheet_with(match: RecordedMatch, scores: Scores) -> Scoresheet:
    """Return the sheet with which an unfinished match goes on by these scores.

    Raises :class:`NotToBeOverruled` if by them it would have gone on in another way.
    """
    return _sheet_to_go_on_with(match, scores, None)


@frozen_dataclass
class _Folded:
    """The sheet after some turns; ``uncounted`` are the entries of those left out."""

    sheet: Scoresheet
    over: MatchResult | None = None
    uncounted: tuple[int, ...] = ()


def _turn(match: RecordedMatch, entry: int, end: int | None) -> RecordedTurn:
    for turn in turns_played(match, end):
        if turn.entry == entry:
            return turn
    raise NoSuchTurn(OverrulingRefusalReason.NOT_A_TURN, entry)


def _check_score(match: RecordedMatch, made: int) -> None:
    most = score(match.rules.scoring, match.rules.in_play)
    if not 0 <= made <= most:
        raise NoSuchTurn(OverrulingRefusalReason.NO_SUCH_SCORE, most, made)


def _as_played(
    match: RecordedMatch, end: int | None
) -> tuple[tuple[RecordedTurn, ...], Scoresheet]:
    """Return the turns before the entry ``end``, and the sheet with which the match went on."""
    turns: list[RecordedTurn] = []
    sheet, over, before, left = _first_sheet(match), False, "", NO_TILES
    for kept in match.entries[:end]:
        if kept.kind == TurnOverruled.kind and not over:
            scores = overruled_scores(match, kept.number + 1)
            sheet = _fold(match, turns, scores).sheet
        if kept.kind != RulingMade.kind:
            continue
        ruling = read_as(kept, RulingMade).ruling
        score = ruling.contract.score
        if ruling.verdict is Verdict.READY:
            left = match.rules.in_play & ruling.open
        elif ruling.verdict is Verdict.COMMITTED:
            left &= ~(ruling.contract.tiles or NO_TILES)
        if score is not None and ruling.player in match.players:
            ending = _ending(ruling.rule, before)
            seat = match.players.index(ruling.player)
            when = bool(sheet.rolling_off), sheet.rounds_over
            turns.append(RecordedTurn(kept.number, seat, score, ending, left, *when))
            sheet, _round, ended = sheet.after_turn(score, ending, left)
            over = ended is not None
        before = ruling.verdict
    return tuple(turns), sheet


def _ending(rule: str, before: str) -> Ending:
    if before == Verdict.SHUT_THE_BOX:
        return Ending.SHUT
    by_rule = {
        rule_ids.STOP_NUMBER: Ending.STOPPED,
        rule_ids.OPENING_TILE: Ending.OPENING_LOST,
    }
    return by_rule.get(rule, Ending.PLAYED)


def _first_sheet(match: RecordedMatch) -> Scoresheet:
    """Return the first sheet; the first ``ready`` tells who starts (R7.9)."""
    ready = (ruling.player for ruling in match.rulings if ruling.verdict is Verdict.READY)
    first = next((match.players.index(name) for name in ready if name in match.players), 0)
    return new_sheet(match.rules, len(match.players), first)


def _fold(match: RecordedMatch, turns: Iterable[RecordedTurn], scores: Scores) -> _Folded:
    folded = _Folded(_first_sheet(match))
    for turn in turns:
        sheet = folded.sheet
        if folded.over is not None or _left_out(turn, sheet):
            folded = replace(folded, uncounted=(*folded.uncounted, turn.entry))
            continue
        played = turn.seat, turn.rolling_off, turn.rounds_over
        if played != (sheet.seat, bool(sheet.rolling_off), sheet.rounds_over):
            raise _never_played(match, sheet)
        sheet, _round, over = sheet.after_turn(*_as_it_stands(turn, scores))
        folded = replace(folded, sheet=sheet, over=over)
    return folded


def _as_it_stands(turn: RecordedTurn, scores: Scores) -> tuple[int, Ending, TileSet]:
    stands = scores.get(turn.entry, turn.score)
    if stands == turn.score:
        return stands, turn.ending, turn.left
    if stands == 0:
        return stands, Ending.SHUT, NO_TILES
    # A player who is given a score has shut no box, and not lost the match by R5.1.
    ending = Ending.STOPPED if turn.ending is Ending.STOPPED else Ending.PLAYED
    return stands, ending, turn.left


def _left_out(turn: RecordedTurn, sheet: Scoresheet) -> bool:
    """Return whether the player would not have played: out (R7.3), or not among those who tie.

    Nor would he if the round was won before his turn (R7.13).
    """
    if turn.rounds_over < sheet.rounds_over:
        return True
    if turn.rolling_off:
        return bool(sheet.rolling_off) and turn.seat not in sheet.rolling_off
    return turn.seat in sheet.out


def _sheet_to_go_on_with(match: RecordedMatch, scores: Scores, end: int | None) -> Scoresheet:
    turns, played = _as_played(match, end)
    folded = _fold(match, turns, scores)
    if folded.over is not None or folded.uncounted or _order(played) != _order(folded.sheet):
        raise NotToBeOverruled(OverrulingRefusalReason.PLAY_WOULD_DIFFER)
    return folded.sheet


def _order(sheet: Scoresheet) -> Sequence[tuple[int, ...]]:
    return sheet.order, sheet.due, sheet.out, sheet.rolling_off


def _never_played(match: RecordedMatch, sheet: Scoresheet) -> NotToBeOverruled:
    if sheet.rolling_off:
        tied = (match.players[seat] for seat in sheet.rolling_off)
        return NotToBeOverruled(OverrulingRefusalReason.TIE_NOT_PLAYED_OFF, *tied)
    return NotToBeOverruled(OverrulingRefusalReason.TURN_NOT_PLAYED, match.players[sheet.seat])
