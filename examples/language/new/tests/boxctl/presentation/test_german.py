"""A match told in German: every ruling has its sentence, and no English is left."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from boxctl.presentation.display.pages import layout
from boxctl.presentation.german import GERMAN
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.presentation.table_view import table_view_of
from boxctl.referee.doubt import Doubt, DoubtReason
from boxctl.referee.referee import Referee
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from hardware.devices import Face

ENGLISH = re.compile(r"\b(the|you|your|throw|turn|match|round|shut|open|back|up|down)\b", re.I)


def told(*events: dict[str, Any], rules: str = "classic", players: str = "Ann,Bob") -> list[str]:
    """What is said in German of these events, a second apart."""
    referee = Referee(with_settings(variant(rules), ()), players.split(","))
    lines = [json.dumps({"at": at, **event}).encode() for at, event in enumerate(events)]
    return [json.loads(line)["text"] for line in referee_lines(referee, lines, wording=GERMAN)]


def test_a_turn_with_a_wrong_move() -> None:
    assert told(
        {"throw": [4, 3]},
        {"shut": 9},
        {"throw": [1, 1]},
        {"open": 9},
        {"shut": 1},
        {"shut": 6},
        {"throw": [6, 6, 6]},
    ) == [
        "Ann, du bist dran: wirf mit zwei Würfeln.",
        "Du hast 4 und 3, zusammen 7: schließe 7, 6+1, 5+2, 4+3 oder 4+2+1.",
        "9 ist mehr als die 7, die du geworfen hast: stell die 9 wieder auf.",
        "Der Wurf 1 und 1 zählt nicht: erst stell die 9 wieder auf.",
        "Alles steht richtig: dein Wurf 4 und 3 ist noch nicht gespielt.",
        "Bisher die 1 für 4 und 3: es fehlt 6 oder 4+2.",
        "Die 1 und die 6 sind für 4 und 3 geschlossen.",
        "Du hast mit drei Würfeln geworfen, richtig ist mit zwei Würfeln: wirf noch einmal.",
    ]


def test_a_match_to_its_end() -> None:
    *_, turn, _round, over = told({"throw": [1, 1]}, {"shut": 2}, {"throw": [1, 1]}, players="Ann")
    assert turn == "Auf 1 und 1 gibt es keinen Zug. Ann hat 43."
    assert over == "Das Spiel ist vorbei: Ann hat 43."


def test_no_english_is_left() -> None:
    seen = told(
        {"shut": 4},
        {"open": 4},
        {"throw": [2, 4]},
        {"shut": 2},
        {"press": "confirm"},
        {"open": 2},
        {"shut": 2},
        {"throw": [None, 3]},
        {"throw": [1, 9]},
        {"throw": [2, 2]},
        {"shut": 4},
        {"throw": [2, 2]},
        {"throw": [3, 3]},
        {"open": 2},
        {"open": 4},
        rules="canoga",
    )
    assert len(seen) > 12
    for text in seen:
        assert not ENGLISH.search(text), text


def test_a_doubt_is_marked_in_german() -> None:
    referee = Referee(variant("classic"), ["Ann"])
    (ready,) = referee.begin()
    doubtful = replace(ready, unverified=(Doubt(DoubtReason.CHATTERED, 7, lasted=1_500_000),))
    assert GERMAN.with_doubts(doubtful) == (
        "Ann, du bist dran: wirf mit zwei Würfeln. "
        "(ungeprüft: der Sensor der 7 hat 1,5 s lang geprellt)"
    )


def test_a_display_is_german() -> None:
    view = table_view_of(Referee(variant("classic"), ["Ann"]).play)
    (page,) = layout(view, Face(columns=20, rows=4), GERMAN).pages
    assert [line.text for line in page] == ["Ann", "wirf", "offen 1-9"]
