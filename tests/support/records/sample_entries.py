"""An entry of each kind that boxctl writes or has written, with every key that it can have."""

from __future__ import annotations

from typing import Any

from boxctl.journal import entries as kinds

NOW = "2026-11-21T20:15:00.000Z"
HASH = "0123456789abcdef" * 4
RULED: dict[str, Any] = {"at": 1.5, "line": 3, "rule": "R4.5", "player": "Ann", "open": [1, 2, 9]}
DOUBTS: list[Any] = [{"reason": "not_shown", "source": 7, "seconds": 1.5}, "in words"]

SAMPLES: dict[str, list[dict[str, Any]]] = {
    kinds.MATCH: [
        {
            "began": NOW,
            "box": "corner",
            "variant": "classic",
            "rules": {"tiles": "9"},
            "players": ["Ann", "Bob"],
            "levers": [1, 2, 9],
            "at": 0.5,
            "line": 0,
            "software": {"boxctl": "1.0"},
            "after": {"match": 1, "entries": 30, "head": HASH},
            "journal": HASH[:16],
        }
    ],
    kinds.EVENT: [
        {
            "line": 3,
            "event": {"at": 1.5, "throw": [3, 4]},
            "how": {
                "series": 77,
                "serial": 5,
                "edges": 3,
                "lasted_ms": 2.5,
                "repeated": 1,
                "damaged": 1,
                "witness": "people",
                "doubts": DOUBTS,
            },
        },
        {"line": 3, "event": {"at": 1.5, "shut": 7}},
        {"line": 3, "event": {"at": 1.5, "press": "confirm"}},
    ],
    kinds.RULING: [
        RULED | {"verdict": "ready", "dice_counts": [1, 2], "unverified": DOUBTS},
        RULED
        | {
            "verdict": "match_over",
            "scores": {"Ann": 3, "Bob": 4},
            "winners": ["Ann"],
            "payout": {"Ann": 50, "Bob": -50},
            "text": "Ann wins.",
            "unverified": ["in words"],
        },
        RULED
        | {
            "verdict": "throw",
            "throw": [3, 4],
            "moves": [{"tiles": [7], "rule": "R3.1"}],
            "text": "Shut 7.",
        },
        RULED
        | {
            "verdict": "refused",
            "tiles": [9],
            "put_back": {"open": [9], "shut": [2]},
            "text": "Put back 9.",
        },
    ],
    kinds.DEVICE: [
        {"at": 1.5, "device": "tile 7", "answers": False, "says": "is silent", "fault": "stuck",
         "left_out": True},
        {"at": 1.5, "device": "roller", "answers": True, "says": "two dice",
         "board": {"name": "x", "dice": 2, "sides": 6, "tiles": 9, "series": 7, "lasting": True}},
    ],
    kinds.RESUMED: [
        {"at": 1.5, "now": NOW, "put_back": {"open": [9], "shut": [2]},
         "software": {"boxctl": "1.0"}},
    ],
    kinds.DECLARED: [{"at": 1.5, "levers": [1, 2, 9], "now": NOW}],
    kinds.GOES_ON: [{"at": 1.5, "now": NOW}],
    kinds.LEFT: [{"at": 1.5, "now": NOW, "why": "they left", "reason": "players_left"}],
    kinds.KEY: [{"now": NOW, "key": HASH, "before": HASH, "signed_by_before": HASH * 2}],
    kinds.MISSING: [{"now": NOW, "match": 1, "entries": 30, "head": HASH, "signed": NOW}],
    kinds.LEDGER: [{"now": NOW, "why": "missing"}],
    kinds.UNSIGNED: [{"now": NOW, "signed": 3, "entries": 30}],
    kinds.OVERRULED: [
        {"now": NOW, "ruling": 15, "player": "Ann", "score": 3, "was": 9, "reason": "seen by all",
         "by": "Cy"},
    ],
}  # fmt: skip
