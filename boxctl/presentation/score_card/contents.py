"""What is on the card of a match, or of an evening with several, and its score sheet as text. Pure.

The text is for a chat: a line a player, no columns. That of an evening has a line for each match
above them.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import commas, labelled, tr, tr_n, with_minus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.odds.given_away import GivenAway


@frozen_dataclass
class CardLine:
    """A player, as people read the name, and what the match has brought.

    ``rounds`` has a score for each round of the card, None where there is none; ``total`` adds
    them up, ``wins`` are the rounds won, each None where it decides nothing. ``money`` is what was
    won or lost, in words, empty without a stake. The scores have the ``handicap`` (R7.16).
    ``given_away`` is what choices lost against best play, None where the card does not say it.

    Of an evening, ``rounds`` are the scores of its matches, of which the player has ``played`` some
    and won those in the places ``won_in``; a box was shut in the places ``shut_in``. Whoever plays
    by himself has no line to sign (``signs``).
    """

    name: str
    rounds: tuple[int | None, ...]
    total: int | None = None
    wins: int | None = None
    shut: int = 0
    money: str = ""
    handicap: int = 0
    won: bool = False
    given_away: GivenAway | None = None
    played: int | None = None
    won_in: frozenset[int] = frozenset()
    shut_in: frozenset[int] = frozenset()
    signs: bool = True


@frozen_dataclass
class MatchOnCard:
    """A match of an evening: when it was begun, what was played, and who made what, in words."""

    number: int
    began: str
    game: str
    scores: tuple[tuple[str, str], ...]
    result: str


@frozen_dataclass
class ScoreCard:
    """The card of match ``number``, begun at ``began``, as people read it.

    ``rounds`` are the names of the rounds. ``result`` says who has won, ``pool`` what became of
    the stakes, empty without any. ``notes`` is what whoever signs has to know: that turns were
    overruled, that nothing sensed the levers. ``head`` is the printed head of the record
    (:func:`boxctl.journal.proof.printed_heads.as_text`). What is given away is ``in_points``, or
    in chances.

    The card of an evening has its ``matches``, of which ``number`` is the first; ``game`` is the
    name of the evening, ``rounds`` are the numbers of the matches, and ``games`` say what was
    played in which.
    """

    number: int
    game: str
    box: str
    began: str
    rounds: tuple[str, ...]
    lines: tuple[CardLine, ...]
    result: str
    pool: str = ""
    notes: tuple[str, ...] = ()
    head: str = ""
    in_points: bool = True
    matches: tuple[MatchOnCard, ...] = ()
    games: tuple[str, ...] = ()

    @property
    def is_of_one_round(self) -> bool:
        """Whether a score of a round is all that a player has."""
        return len(self.rounds) <= 1 and not self.matches


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
    """Yield a player's totals of an evening."""
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
