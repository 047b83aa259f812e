"""What a box tells of its record: matches to replay, what a ruling rests on, a signed record."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from boxctl.audit.record_file import contents_as_data
from boxctl.journal.proof.chain import GENESIS, Head, link
from boxctl.journal.proof.keys import BoxKey
from boxctl.journal.proof.printed_evening import sign_contents
from boxctl.journal.proof.signed_heads import HeadStamp, head_message
from boxctl.web.page_texts import own_names
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.situations import state, with_tiles

WHY: dict[str, Any] = {
    "text": "The 8 is too much: put the 8 back.",
    "rule": "R4.5",
    "day": "2026-11-22", "time": "22:15:03.123",
    "throw": [5, 4],
    "sides": 6,
    "open": [1, 3, 4, 5, 6, 7, 8, 9],
    "moves": [{"tiles": [9], "rule": "R3.1"}, {"tiles": [4, 5], "rule": "R3.1"}],
    "chosen": [4],
    "events": [
        {"at": 66.0, "day": "2026-11-22", "time": "22:15:00.004",
         "text": "Bob threw 5 and 4.", "evidence": []},
        {"at": 67.1, "day": "2026-11-22", "time": "22:15:01.101", "text": "The 4 was shut.",
         "evidence": ["2 edges in 3 ms"]},
        {"at": 69.1, "day": "2026-11-22", "time": "22:15:03.123",
         "text": "The 8 was shut.", "evidence": []},
    ],
    "rules": {
        "R4.5": "When the moved tiles cannot all be part of one allowed move, they are refused.",
        "R3.1": "Any set of different open tiles that add up to the total.",
    },
    "unverified": [],
}  # fmt: skip

RULES: dict[str, Any] = {
    "title": "Shut the Box",
    "sections": [
        {
            "title": "The box",
            "lines": [
                "Shut tiles that add up to the total of the dice.",
                "With only the 1 open you may throw one die.",
            ],
        },
        {
            "title": "Winning",
            "lines": [
                "Whoever shuts the box wins at once; else the lowest score wins.",
                "Each player puts £2.00 into the pool.",
            ],
        },
    ],
}

MATCHES: list[dict[str, Any]] = [
    {"match": 1, "title": "Shut the Box", "began": "2026-11-22 20:15",
     "players": ["Ann", "Bob"], "winners": ["Ann"], "rulings": 57},
    {"match": 2, "title": "Canoga", "began": "2026-11-22 20:48",
     "players": ["Ann", "<b>Bob</b>", "Cy"], "winners": [], "rulings": 12},
]  # fmt: skip


def replay() -> dict[str, Any]:
    """Return a short match: a throw, a move, another throw, a refusal."""
    shown = [
        state(says="Ann, throw two dice."),
        state(9, (), (3, 4), says="Ann throws 3 and 4: 7.", phase="play"),
        with_tiles(state(9, (7,), (3, 4), says="Ann shuts the 7."), (7,), moved=True),
        state(9, (7,), (5, 4), says="Ann throws 5 and 4: 9.", phase="play"),
        with_tiles(
            state(9, (7, 8), (5, 4), says="The 8 is too much: put the 8 back.", kind="refused"),
            (8,), asked="open",
        ),
    ]  # fmt: skip
    states = [
        {**told, "ruling": 10 + place, "at": 2.5 * place, "day": "2026-11-22",
         "time": f"20:15:{place:02}.000"}
        for place, told in enumerate(shown)
    ]  # fmt: skip
    luck = [
        {"ruling": 11, "player": "Ann", "luck": 1.4, "skill": 0.0},
        {"ruling": 13, "player": "Ann", "luck": 0.6, "skill": -0.8},
    ]
    return {"match": 1, "title": "Shut the Box", "states": states, "luck": luck}


JOURNAL = "5172e9b594abd9a6"
_KEY = BoxKey(hashlib.sha256(b"a box").digest())


def evening(*records: dict[str, Any], told: tuple[int, ...] = (1, 2)) -> dict[str, Any]:
    """Return these records as an evening, of which the box has signed that it has ``told``."""
    heads = [(each, record(each)["head"]) for each in told]
    listed = [Head(match, head["entries"], bytes.fromhex(head["hash"])) for match, head in heads]
    contents = sign_contents(_KEY, listed, "2026-11-21T22:15:00.000Z")
    return {"evening": list(records), "contents": contents_as_data(contents)}


def _head_of(record: dict[str, Any]) -> str:
    head = record["head"]
    return json.dumps({"match": record["match"], "entries": head["entries"], "head": head["hash"]})


def record(match: int = 1, entries: int = 5) -> dict[str, Any]:
    """Return a match's entries, chained and signed as a box does it."""
    told, before = [], GENESIS
    after = "null" if match == 1 else _head_of(record(match - 1))
    for number in range(entries):
        body = f'{{"at": {number}, "player": "Zoë \\u003cb\\u003e"}}'
        if number == 0:
            body = f'{body[:-1]}, "journal": "{JOURNAL}", "after": {after}}}'
        kind = "match" if number == 0 else "event"
        before = link(before, match, number, kind, body)
        told.append({"number": number, "kind": kind, "body": body, "hash": before.hex()})
    stamp = HeadStamp(JOURNAL, 118, "20261121T221500.000Z")
    signature = _KEY.sign(head_message(Head(match, entries, before), stamp))
    return {
        "match": match,
        "entries": told,
        "head": {
            "entries": entries,
            "hash": before.hex(),
            "key": _KEY.public.hex(),
            "signature": signature.hex(),
            "journal": stamp.journal,
            "counter": stamp.counter,
            "time": stamp.time,
        },
    }


def put_into(box: PretendBox) -> None:
    """Have the box tell all of these."""
    box.documents |= {
        "/phone.json": {"url": "http://192.168.4.1:8080/"},
        "/rulings/13": WHY,
        "/rulings/14": WHY,
        "/languages.json": own_names(),
        "/rules.json": RULES,
        "/matches.json": MATCHES,
        "/matches/1.json": replay(),
        "/matches/1/record.json": record(),
        "/matches/2/record.json": record(2),
        "/evening/record.json": evening(record(), record(2)),
    }
