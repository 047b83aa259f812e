"""What people tell of the other players of a match, as they write it, for a chance to win."""

from __future__ import annotations

from dataclasses import fields, replace

from boxctl.odds.match.match_table import MatchTable
from boxctl.presentation.answers.position import PositionFault
from boxctl.referee.players import MOST_HANDICAP
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet, score, turn_rank
from boxctl.rules.tiles import NO_TILES, numbers, tile_set
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from groundwork.reader import for_reader

TurnMade = tuple[int, ...]
"""How a turn of somebody else has ended: a score, or the tiles left open."""

MOST_DIGITS = 40


@frozen_dataclass
class OthersTold:
    """What is told of the other players, all as it is written; empty or None is not told.

    ``beat`` is the lowest score made so far, and ``to_come`` how many play after. ``totals`` are
    those before this round of all who are still in, or ``wins`` the rounds that each has won;
    ``scores`` are those of this round so far, and ``handicap`` what each has (R7.16), all in the
    order of play with commas between. Where ``ties`` are decided by tiles, a score is written as
    the tiles left open, ``1+9``. ``roll_off`` tells that the round is one that plays for a tie.
    """

    beat: str = ""
    to_come: int | None = None
    totals: str = ""
    wins: str = ""
    scores: str = ""
    rounds_to_come: int | None = None
    handicap: str = ""
    roll_off: bool = False

    @property
    def told(self) -> list[str]:
        """The names of the fields that are told."""
        unsaid = OthersTold()
        names = [each.name for each in fields(self)]
        return [name for name in names if getattr(self, name) != getattr(unsaid, name)]


FIELDS = {
    "beat": message("Lowest score so far"),
    "to_come": message("Players still to come"),
    "totals": message("Totals before this round"),
    "wins": message("Rounds won before this one"),
    "scores": message("Scores of this round"),
    "rounds_to_come": message("Rounds that follow this one"),
    "handicap": message("Handicaps"),
    "roll_off": message("The round plays for a tie"),
}
"""What a page calls each field."""


FIGURES = ("to_come", "rounds_to_come")
"""The fields that are one whole number."""

SWITCHES = ("roll_off",)
"""The fields that are told or not."""


def fields_for(rules: RuleSet) -> list[str]:
    """Return the fields that mean something by these rules, as people are asked for them."""
    if rules.box_stays or rules.match == "solo":
        return []
    if rules.match == "first_to_shut":
        return ["to_come"]
    in_rounds = ["totals"] if rules.adds_up_rounds else ["wins"] if rules.counts_wins else []
    set_rounds = ["rounds_to_come"] if rules.adds_up_rounds and rules.rounds is not None else []
    rolled = ["roll_off"] if rules.ties == "roll_off" else []
    return ["beat", "to_come", *in_rounds, "scores", *set_rounds, "handicap", *rolled]


def field(name: str) -> str:
    """Return the name of a field for its reader: its option, or its words on a page."""
    option = "--" + name.replace("_", "-")
    return for_reader(option, page=tr('"{field}"', field=tr(FIELDS[name])))


def score_to_beat(rules: RuleSet, told: OthersTold) -> int | None:
    """Return the score of the turn to ``beat``; None without it. Raises PositionFault."""
    if not told.beat:
        return None
    return _counts_for(rules, "beat", _turn("beat", told.beat))


def others_to_come(rules: RuleSet, told: OthersTold) -> int:
    """Return how many play after: where turns are one throw, one unless it is told."""
    # Turns of one throw need a table of players: two by default.
    usual = 1 if rules.match == "first_to_shut" else 0
    return usual if told.to_come is None else told.to_come


def match_table(rules: RuleSet, told: OthersTold) -> MatchTable | None:
    """Return the table that is told of; None where there is nothing but whom to beat.

    Raises :class:`PositionFault` for what excludes each other, and :class:`RuleFault` for a
    handicap that does not go with the rules.
    """
    table = _table(rules, told)
    if not told.handicap or table is None:
        return table
    handicaps = _whole_numbers("handicap", told.handicap)
    if len(handicaps) != len(table.totals) or max(handicaps) > MOST_HANDICAP:
        raise PositionFault(
            tr(
                "{handicap} {handicaps}: give one from 0 to {most} for each of {number} players, "
                "such as {example}",
                handicap=field("handicap"),
                handicaps=",".join(map(str, handicaps)),
                most=MOST_HANDICAP,
                number=len(table.totals),
                example=",".join(["0"] * (len(table.totals) - 1) + ["5"]),
            )
        )
    if not any(handicaps):
        return table
    check(replace(rules, handicaps=handicaps))
    points = turn_rank(rules, 1, NO_TILES)
    made = tuple(
        one + points * handicap for one, handicap in zip(table.made, handicaps, strict=False)
    )
    return replace(table, made=made, handicaps=handicaps, point=points)


def _table(rules: RuleSet, told: OthersTold) -> MatchTable | None:
    scores = tuple(
        _counts_for(rules, "scores", turn)
        for turn in (_turns("scores", told.scores) if told.scores else ())
    )
    if told.scores and told.beat:
        raise PositionFault(
            tr(
                "{beat} goes without {scores}, which tell the lowest of them",
                beat=field("beat"),
                scores=field("scores"),
            )
        )
    if told.rounds_to_come is not None and (rules.rounds is None or not told.totals):
        raise PositionFault(
            tr(
                "{rounds} goes with {totals}, and where rounds is set",
                rounds=field("rounds_to_come"),
                totals=field("totals"),
            )
        )
    if told.wins:
        return _table_of_wins(rules, told, scores)
    if told.totals:
        return _table_of_totals(rules, told, scores)
    for name in ("handicap", "scores"):
        if rules.adds_up_rounds and getattr(told, name) and not told.roll_off:
            raise PositionFault(
                tr(
                    "{field} needs {totals} in a tournament or a knockout",
                    field=field(name),
                    totals=field("totals"),
                )
            )
    if not (told.scores or told.handicap or told.roll_off):
        return None
    beat = score_to_beat(rules, told)
    made = scores or (() if beat is None else (beat,))
    players = len(made) + 1 + (told.to_come or 0)
    return _in_seat_order((0,) * players, made, rolling_off=told.roll_off)


def _table_of_totals(rules: RuleSet, told: OthersTold, scores: tuple[int, ...]) -> MatchTable:
    if not rules.adds_up_rounds:
        raise PositionFault(
            tr(
                "{totals} is for a tournament or a knockout, not {match}",
                totals=field("totals"),
                match=rules.match,
            )
        )
    if told.beat or told.to_come is not None or told.roll_off:
        raise PositionFault(
            tr(
                "{totals} goes with {scores} only: it tells who is still to play",
                totals=field("totals"),
                scores=field("scores"),
            )
        )
    to_come = told.rounds_to_come or 0
    if rules.rounds is not None and to_come >= rules.rounds:
        raise PositionFault(
            tr(
                "{field} {number} is too many: rounds = {rounds}",
                field=field("rounds_to_come"),
                number=to_come,
                rounds=rules.rounds,
            )
        )
    totals = _whole_numbers("totals", told.totals)
    return _in_seat_order(totals, scores, rounds_to_come=to_come)


def _table_of_wins(rules: RuleSet, told: OthersTold, scores: tuple[int, ...]) -> MatchTable:
    won = _whole_numbers("wins", told.wins)
    if not rules.counts_wins:
        raise PositionFault(
            tr(
                "{wins} is for match = rounds_won, not {match}",
                wins=field("wins"),
                match=rules.match,
            )
        )
    if set(told.told) - {"wins", "scores", "handicap"}:
        raise PositionFault(
            tr(
                "{wins} goes with {scores} and {handicap} only: it tells who is still to play",
                wins=field("wins"),
                scores=field("scores"),
                handicap=field("handicap"),
            )
        )
    if len(won) < 2:
        raise PositionFault(
            tr("{wins} names all players, two or more, such as 1,0", wins=field("wins"))
        )
    if max(won) >= rules.wins:
        raise PositionFault(
            tr(
                "{field} {won}: with wins = {wins} the match is over",
                field=field("wins"),
                won=",".join(map(str, won)),
                wins=rules.wins,
            )
        )
    if 0 in scores:
        raise PositionFault(tr("{scores} 0: a shut box has won the round", scores=field("scores")))
    return replace(_in_seat_order((0,) * len(won), scores), wins=won)


def _in_seat_order(
    totals: tuple[int, ...],
    made: tuple[int, ...],
    *,
    rolling_off: bool = False,
    rounds_to_come: int = 0,
) -> MatchTable:
    return MatchTable(totals, made, (False,) * len(totals), rolling_off, rounds_to_come)


def _counts_for(rules: RuleSet, name: str, turn: TurnMade) -> int:
    """Return the score of a turn, and the tiles left open if they decide a tie."""
    written = "+".join(map(str, turn))
    if rules.ties != "fewest_tiles":
        if len(turn) > 1:
            raise PositionFault(
                tr(
                    "{option} {turn}: write the score. Tiles count with ties = fewest_tiles only",
                    option=field(name),
                    turn=written,
                )
            )
        return turn[0]
    playable = [0] if len(turn) == 1 else []
    playable += numbers(rules.in_play)
    if not set(turn) <= set(playable) or len(set(turn)) < len(turn):
        raise PositionFault(
            tr(
                "{option} {turn}: with ties = fewest_tiles write the tiles left open, such as 1+9, "
                "or 0 for a shut box",
                option=field(name),
                turn=written,
            )
        )
    left = tile_set(number for number in turn if number)
    return turn_rank(rules, score(rules.scoring, left), left)


def _turns(name: str, text: str) -> tuple[TurnMade, ...]:
    return tuple(_turn(name, turn) for turn in text.split(","))


def _turn(name: str, text: str) -> TurnMade:
    """Read a turn: a score, or tiles with + between."""
    return tuple(_whole_number(name, part) for part in text.split("+"))


def _whole_numbers(name: str, text: str) -> tuple[int, ...]:
    return tuple(_whole_number(name, part) for part in text.split(","))


def _whole_number(name: str, text: str) -> int:
    written = text.strip()
    if not (written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS):
        raise PositionFault(
            tr(
                '{field}: "{text}" is not a whole number of 0 or more',
                field=field(name),
                text=written,
            )
        )
    return int(written)
