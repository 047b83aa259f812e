"""The bracket of a knockout, from the first round to the final: who met whom, and who may yet."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.tournament.pairing.round_pairs import bracket
from boxctl.tournament.state import RoundPairing, Tournament
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class BracketMatch:
    """A match of the bracket: who meets in it, None for nobody, or for who is not known yet.

    ``pairing`` is None before its round is drawn, and where nobody came to it.
    """

    one: str | None
    other: str | None
    pairing: RoundPairing | None

    @property
    def is_bye(self) -> bool:
        """Whether one of the two goes on without a match."""
        return self.pairing is not None and self.pairing.is_bye

    @property
    def winner(self) -> str | None:
        """Who goes on; None if nobody does, or not yet."""
        return None if self.pairing is None else self.pairing.winner


def bracket_rounds(cup: Tournament) -> tuple[tuple[BracketMatch, ...], ...]:
    """Return all rounds of a knockout, each from top to bottom: neighbours meet in the next.

    Rounds that are not drawn yet are among them, with those who have come so far.
    """
    rounds: list[tuple[BracketMatch, ...]] = []
    left = left_in(cup, 0)
    while len(left) > 1:
        number = len(rounds) + 1
        drawn = {name: each for each in cup.of_round(number) for name in each.names}
        rounds.append(
            tuple(
                BracketMatch(one, other, drawn.get(one or other or ""))
                for one, other in _neighbours(left)
            )
        )
        left = [each.winner for each in rounds[-1]]
    return tuple(rounds)


def left_in(cup: Tournament, rounds: int) -> list[str | None]:
    """Return who is left after so many rounds, from top to bottom; None where nobody is, or yet."""
    # Byes are drawn behind the matches of a round, so the place in the bracket is worked out anew.
    left: list[str | None] = [
        None if number is None else cup.entrants[number].name
        for number in bracket(len(cup.entrants))
    ]
    for number in range(1, rounds + 1):
        won: dict[str, str | None] = {}
        for pairing in cup.of_round(number):
            won |= dict.fromkeys(pairing.names, pairing.winner)
        left = [won.get(one or other or "") for one, other in _neighbours(left)]
    return left


def _neighbours(left: list[str | None]) -> Iterator[tuple[str | None, str | None]]:
    return zip(left[::2], left[1::2], strict=True)
