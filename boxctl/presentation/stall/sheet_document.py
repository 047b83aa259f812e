"""A day at a stall as a document for programs: what ``--json`` of its commands answers."""

from __future__ import annotations

from typing import Any

from boxctl.presentation.stall.payout_lines import terms_as_json
from boxctl.presentation.stall.sheet_lines import game_of_day
from boxctl.stall.accounts import accounts_of
from boxctl.stall.day import Award, Day, Go


def sheet_as_json(number: int, day: Day) -> dict[str, Any]:
    """Return the whole day; money in minor units."""
    accounts = accounts_of(day)
    return {
        "stall": number,
        "rules": day.opened.variant,
        "title": game_of_day(day),
        **terms_as_json(day.terms),
        "closed": day.closed,
        "float": accounts.float,
        "brought": accounts.brought,
        "taken": accounts.taken,
        "refunded": accounts.refunded,
        "settled": accounts.settled,
        "in_tin": accounts.in_tin,
        "pot_now": accounts.pot,
        "due": accounts.due,
        "unplayed": accounts.unplayed,
        "earned": accounts.earned,
        "counted": day.counted,
        "balances": accounts.balances,
        "lowest": day.lowest,
        "goes": [_go(day, go) for go in day.goes],
        "corrections": [
            {
                "go": told.go,
                "was": told.was,
                "score": told.score,
                "reason": told.reason,
                "by": told.by,
            }
            for told in day.corrections
        ],
    }


def _go(day: Day, go: Go) -> dict[str, Any]:
    award = day.awards.get(go.number, Award())
    return {
        "go": go.number,
        "name": go.name,
        "score": go.score,
        "void": go.void,
        "match": None if go.match is None else go.match.match,
        "prize": award.prize,
        "pot": award.pot,
        "best": award.best,
        "settled": go.settled,
        "due": day.due(go),
    }
