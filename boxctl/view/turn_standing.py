"""How the turn that is played stands: what it would score, and what it has to beat. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boxctl.rules.ruleset import RuleSet, score
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class TurnStanding:
    """How the turn of the ``player`` stands, with what is ``left`` if the answer stands.

    ``scores`` is what it would score now; where the box goes round, ``to_go`` are the tiles that
    are still to be moved, and where only a shut box counts both are None. ``beat`` is the score to
    beat in a round that decides, made by ``made_by``; None while there is none.
    """

    scores: int | None = None
    to_go: int | None = None
    beat: int | None = None
    made_by: str = ""


def turn_standing(
    rules: RuleSet,
    players: Sequence[str],
    player: str,
    left: TileSet,
    made: Mapping[str, int],
) -> TurnStanding:
    """Return how a turn stands; ``made`` are the scores of its round so far, by player.

    What is to beat is told as the turn is, without the handicap of who plays (R7.16); 0 is for
    who can only shut the box.
    """
    scores = to_go = beat = None
    made_by = ""
    if rules.box_stays:
        to_go = left.bit_count()
    elif rules.match != "first_to_shut":
        scores = score(rules.scoring, left)
    others = {other: its for other, its in made.items() if other != player}
    if rules.match in ("single", "rounds_won") and others:
        made_by = min(others, key=others.__getitem__)
        beat = max(0, others[made_by] - rules.handicap(players.index(player)))
    return TurnStanding(scores, to_go, beat, made_by)
