"""The score sheet of a match as text, for a chat: a line a player, no columns. Pure.

That of an evening has a line for each match above them.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.score_card.contents import CardLine, ScoreCard
from groundwork.language import commas, labelled, tr, tr_n, with_minus


def card_lines(card: ScoreCard) -> Iterator[str]:
    """Yield the lines: what was played and when, a line for each player, who has won, the pool."""
    if card.matches:
        yield from _of_evening(card)
        return
    yield tr("{game}, match {match}, {began}", game=card.game, match=card.number, began=card.began)
    for line in card.lines:
        yield labelled(line.name, "; ".join(_of_player(card, line)))
    yield card.result
    if card.pool:
        yield card.pool
    yield from card.notes


def _of_evening(card: ScoreCard) -> Iterator[str]:
    yield card.game
    for match in card.matches:
        made = commas(f"{name} {score}" for name, score in match.scores)
        about = tr(
            "match {match}, {began}, {game}",
            match=match.number,
            began=match.began,
            game=match.game,
        )
        yield f"{labelled(about, made)}. {match.result}"
    for line in card.lines:
        yield labelled(line.name, "; ".join(_in_all(line)))
    yield from card.notes


def _in_all(line: CardLine) -> Iterator[str]:
    """Yield what the matches of an evening come to for a player."""
    played = line.played or 0
    yield tr_n(
        "{won} of one match won",
        "{won} of {count} matches won",
        played,
        won=line.wins or 0,
        count=played,
    )
    if line.shut:
        yield tr_n("one box shut", "{n} boxes shut", line.shut, n=line.shut)
    if line.money:
        yield line.money


def _of_player(card: ScoreCard, line: CardLine) -> Iterator[str]:
    scores = ["–" if each is None else str(each) for each in line.rounds]
    if line.total is not None and not card.is_of_one_round:
        made = [each for each in scores if each != "–"]
        yield f"{' + '.join(made)} = {line.total}"
    else:
        yield " ".join(scores) or "–"
    if line.wins is not None:
        yield tr_n("one round won", "{n} rounds won", line.wins, n=line.wins)
    if line.shut:
        yield tr_n("one box shut", "{n} boxes shut", line.shut, n=line.shut)
    if line.handicap:
        yield tr("handicap {points}", points=with_minus(f"{line.handicap:+d}"))
    if line.money:
        yield line.money
    if line.given_away is not None:
        from boxctl.presentation.analysis_sentences import given_away_in_words

        yield given_away_in_words(line.given_away, in_points=card.in_points)
