"""A season as rows, one for each person in each match that counts, for a table of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from boxctl.audit.history_tally import Outcome, outcome_of
from boxctl.audit.overruled_result import OverruledResult, scores_that_count
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.game_names import title_of_match
from boxctl.presentation.ways_to_play import among_people, robots_among
from boxctl.referee.players import handicaps_by_name

COLUMNS = (
    "match", "began", "box", "rules", "title", "player", "seat", "players", "outcome", "score",
    "turns", "boxes_shut", "handicap", "money", "currency", "overruled", "tapped",
)  # fmt: skip

FORMULA = ("=", "+", "-", "@")
"""What begins a formula in a spreadsheet, which a name must not be."""

Row = tuple[str | int | None, ...]
"""A value for each of :data:`COLUMNS`; None where there is none."""


def rows_of(
    match: RecordedMatch, result: OverruledResult, players: Collection[str]
) -> Iterator[Row]:
    """Yield the rows of a match that is over: of these players, without any of all people.

    Robots have no money, as in the ledger, and rows only where they are named.
    """
    money = among_people(result.payout) if match.rules.stake else {}
    robots = robots_among(match.players)
    scores, shut = scores_that_count(match, result)
    handicaps = handicaps_by_name(match.rules, match.players)
    for seat, player in enumerate(match.players, start=1):
        if player not in players if players else player in robots:
            continue
        yield (
            match.number,
            match.began,
            _as_value(match.box),
            match.variant,
            _as_value(title_of_match(match)),
            _as_value(player),
            seat,
            len(match.players),
            _outcome(match, result, player),
            result.scores.get(player),
            sum(who == player for who, _score in scores),
            shut[player],
            handicaps.get(player, 0),
            money.get(player),
            match.rules.currency or None,
            "yes" if match.overrulings else "no",
            match.header.tapped,
        )


def _outcome(recorded: RecordedMatch, result: OverruledResult, player: str) -> str:
    match outcome_of(player, recorded, result):
        case Outcome.ALONE:
            return "alone"
        case Outcome.WON:
            return "won"
        case Outcome.SHARED:
            return "shared"
        case Outcome.NOT_WON:
            return "lost" if result.winners else "nobody"


def _as_value(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
