"""The card of a recorded match: the result that stands now, after overrulings, and its head.

The record must be sound (:func:`boxctl.journal.proof.integrity.first_break`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from boxctl.audit.overruled_result import (
    OverruledResult,
    boxes_shut,
    final_result,
    scores_that_count,
)
from boxctl.audit.score_that_stands import score_that_stands
from boxctl.journal.faults import WrongJournal
from boxctl.journal.proof.printed_heads import as_text, bare_text
from boxctl.journal.proof.signed_heads import kept
from boxctl.journal.query import LAST, find_sound_match, numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.presentation.game_names import name_of_match
from boxctl.presentation.journal.audit_sentences import GUIDED, nothing_sensed
from boxctl.presentation.match_score import MatchScore, pool_in_words
from boxctl.presentation.phrases import WRITTEN, shown_player, signed
from boxctl.presentation.score_card.contents import CardLine, ScoreCard
from boxctl.presentation.sentences.throws import who_wins
from boxctl.presentation.ways_to_play import among_people, robots_among
from boxctl.referee.fields import WrongValue
from boxctl.referee.payloads import MatchOver
from boxctl.referee.players import handicaps_by_name
from groundwork.language import tr
from groundwork.local_time import told_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.odds.given_away import GivenAway

NOT_OVER = "BX796"


def match_for_card(connection: sqlite3.Connection, journal: Path, wanted: str) -> RecordedMatch:
    """Return a sound match that is over; the ``last`` is the newest of those.

    A box begins the next match at once, so the newest match is seldom the one that people mean.
    Raises :class:`WrongJournal`: BX796 if it is not over, else as :func:`find_sound_match`.
    """
    if wanted == LAST:
        wanted = str(newest_over(connection) or LAST)
    match = find_sound_match(connection, journal, wanted)
    if match.over:
        return match
    raise WrongJournal(
        NOT_OVER,
        tr(
            "match {match} is not over, so there is no card of it yet: play it to its end, or "
            "name another match.",
            match=match.number,
        ),
    )


def newest_over(connection: sqlite3.Connection) -> int | None:
    """Return the newest match that is over, or cannot be read; None if there is none."""
    over = (
        number
        for number in reversed(tuple(numbers_in(connection)))
        if (match := read_match(connection, number)) is not None and _is_over_or_damaged(match)
    )
    return next(over, None)


def _is_over_or_damaged(match: RecordedMatch) -> bool:
    """Return whether a match is over, or cannot be read: that is not passed over in silence."""
    try:
        return match.has_header and match.over
    except WrongValue:
        return True


def head_for_card(connection: sqlite3.Connection, match: RecordedMatch) -> tuple[str, bool]:
    """Return the printed head of a match, and whether it is signed: by whoever recorded its end.

    Who plays signs at the end of each match, so a page needs no key for it.
    """
    for signed_head in reversed(list(kept(connection, match.number))):
        if signed_head.head == match.head and signed_head.holds:
            return as_text(signed_head), True
    return bare_text(match.head), False


def card_of_match(match: RecordedMatch, head: str, *, points_given_away: bool = False) -> ScoreCard:
    """Return the card of a match that is over, in the language in use.

    With ``points_given_away`` it says what each player's choices lost against best play, as history
    does (:class:`boxctl.audit.history_tally.LuckJudge`), or in a note that it is not known.
    """
    result, score = final_result(match), score_that_stands(match)
    rules, columns = match.rules, score.rounds.columns
    # Of a match without a result the card has what was played.
    shut = boxes_shut(match) if result is None else scores_that_count(match, result)[1]
    paid = {} if result is None else among_people(result.payout)
    robots = robots_among(match.players)
    winners = () if result is None else result.winners
    handicaps = handicaps_by_name(rules, match.players)
    lost = _given_away(match) if points_given_away else {}
    lines = tuple(
        CardLine(
            name=shown_player(player),
            rounds=score.rounds.of(player),
            total=score.total(player) if rules.adds_up_rounds else None,
            wins=_wins(match, score, player),
            shut=shut[player],
            money=signed(paid.get(player, 0), rules.currency)
            if rules.stake and player not in robots
            else "",
            handicap=handicaps.get(player, 0),
            won=player in winners,
            given_away=lost.get(player),
            signs=player not in robots,
        )
        for player in match.players
    )
    return ScoreCard(
        match.number,
        name_of_match(match),
        match.box,
        told_time(match.began),
        columns,
        lines,
        _who_has_won(result),
        pool_in_words(rules, match.players, replace(score, payout=paid)),
        tuple(_notes(match, is_unknown=points_given_away and not lost)),
        head,
        rules.is_scored,
    )


def _who_has_won(result: OverruledResult | None) -> str:
    if result is None:
        return tr("By the scores after overruling it would have gone on: there is no result.")
    over = MatchOver(result.scores, result.winners, result.payout, stake=result.stake or None)
    return who_wins(over, WRITTEN)


def _given_away(match: RecordedMatch) -> dict[str, GivenAway]:
    """Return the points given away by each player who has thrown; empty where no odds are known."""
    from boxctl.audit.history_tally import LuckJudge
    from boxctl.odds.given_away import given_away

    luck = LuckJudge().luck(match)
    judged = ((player, luck.of(player)) for player in match.players)
    return {player: given_away(of.losses, of.most) for player, of in judged if of is not None}


def _notes(match: RecordedMatch, *, is_unknown: bool) -> Iterator[str]:
    if match.overrulings:
        yield tr("A turn was overruled: these are the scores that stand since.")
    if match.header.tapped is not None:
        yield nothing_sensed(match.header.tapped)
    if match.header.guided:
        yield tr(GUIDED)
    if is_unknown:
        yield tr(
            "What was given away is not known: the best play of this game takes too long to find."
        )


def _wins(match: RecordedMatch, score: MatchScore, player: str) -> int | None:
    """Return the rounds that a player has won; None where they decide nothing, or may differ."""
    return score.wins.get(player, 0) if match.rules.counts_wins and not match.overrulings else None
