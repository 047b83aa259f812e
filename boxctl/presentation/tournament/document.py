"""A tournament as a document for programs: what ``--json`` of its commands answers."""

from __future__ import annotations

from typing import Literal, TypedDict

from boxctl.presentation.tournament.table_lines import game_of
from boxctl.tournament.bracket import BracketMatch, bracket_rounds
from boxctl.tournament.draw import is_over, may_draw
from boxctl.tournament.events import System
from boxctl.tournament.standings import standings
from boxctl.tournament.state import RoundPairing, Tournament, order_of_play


class StandingDocument(TypedDict):
    """A line of the table, the first place first; points are numbers, such as 2.5."""

    place: int
    name: str
    points: float
    won: int
    drawn: int
    lost: int
    buchholz: float
    sonneborn_berger: float
    out_in: int | None
    handicap: int
    here: bool
    withdrawn: bool


class PairingDocument(TypedDict):
    """Two who meet, or one who rests: then ``other`` is null."""

    pairing: int
    round: int
    box: str | None
    one: str
    other: str | None
    decided: bool
    winner: str | None
    decided_by: Literal["match", "organiser", "walkover"] | None


class TurnDocument(TypedDict):
    """Where an open pairing stands in the order of play."""

    pairing: int
    when: Literal["being_played", "next", "later", "somebody_away"]


class CorrectionDocument(TypedDict):
    """A result that was another one before."""

    pairing: int
    was: str | None
    winner: str | None
    reason: str
    by: str | None


class BracketDocument(TypedDict):
    """A match of the bracket; null for who is not there, or not known yet."""

    pairing: int | None
    one: str | None
    other: str | None
    winner: str | None


class TournamentDocument(TypedDict):
    """A whole tournament; ``docs/contracts.md`` says what its fields are."""

    tournament: int
    system: Literal["round_robin", "knockout", "swiss"]
    rules: str
    title: str
    settings: dict[str, str]
    boxes: list[str]
    rounds: int | None
    seed: int | None
    round: int
    may_draw: bool
    over: bool
    standings: list[StandingDocument]
    pairings: list[PairingDocument]
    order_of_play: list[TurnDocument]
    corrections: list[CorrectionDocument]
    bracket: list[list[BracketDocument]]


def tournament_as_json(number: int, cup: Tournament) -> TournamentDocument:
    """Return the whole tournament."""
    return {
        "tournament": number,
        "system": cup.system.value,
        "rules": cup.begun.variant,
        "title": game_of(cup),
        "settings": dict(cup.begun.settings),
        "boxes": list(cup.begun.boxes),
        "rounds": cup.begun.rounds or None,
        "seed": cup.begun.seed,
        "round": cup.round,
        "may_draw": may_draw(cup),
        "over": is_over(cup),
        "standings": [
            {
                "place": line.place,
                "name": line.name,
                "points": line.points / 2,
                "won": line.won,
                "drawn": line.drawn,
                "lost": line.lost,
                "buchholz": line.buchholz / 2,
                "sonneborn_berger": line.sonneborn_berger / 4,
                "out_in": line.out_in,
                "handicap": cup.entrant(line.name).handicap,
                "here": line.here,
                "withdrawn": line.withdrawn,
            }
            for line in standings(cup)
        ],
        "pairings": [_pairing(pairing) for pairing in cup.pairings],
        "order_of_play": [
            {"pairing": each.pairing.number, "when": each.turn.value} for each in order_of_play(cup)
        ],
        "corrections": [
            {
                "pairing": told.pairing,
                "was": told.was,
                "winner": told.winner,
                "reason": told.reason,
                "by": told.by,
            }
            for told in cup.corrections
        ],
        "bracket": []
        if cup.system is not System.KNOCKOUT
        else [[_of_bracket(match) for match in matches] for matches in bracket_rounds(cup)],
    }


def _of_bracket(match: BracketMatch) -> BracketDocument:
    pairing = match.pairing
    return {
        "pairing": None if pairing is None else pairing.number,
        "one": match.one,
        "other": match.other,
        "winner": match.winner,
    }


def _pairing(pairing: RoundPairing) -> PairingDocument:
    result = pairing.result
    return {
        "pairing": pairing.number,
        "round": pairing.round,
        "box": pairing.box or None,
        "one": pairing.one,
        "other": pairing.other,
        "decided": pairing.is_bye or result is not None,
        "winner": pairing.winner,
        "decided_by": None if result is None else result.decided_by.value,
    }
