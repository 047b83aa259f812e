"""What is on the card of a match, or of an evening with several. Pure."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass

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
