"""A tournament as a document for programs: what ``--json`` of its commands answers."""

from __future__ import annotations

from typing import Any

from boxctl.presentation.tournament.table_lines import game_of
from boxctl.tournament.draw import is_over, may_draw
from boxctl.tournament.order_of_play import order_of_play
from boxctl.tournament.standings import standings
from boxctl.tournament.state import RoundPairing, Tournament


def tournament_as_json(number: int, cup: Tournament) -> dict[str, Any]:
    """Return the whole tournament; points are numbers, such as 2.5."""
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
            {"pairing": each.pairing.number, "when": each.turn.name.lower()}
            for each in order_of_play(cup)
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
    }


def _pairing(pairing: RoundPairing) -> dict[str, Any]:
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
