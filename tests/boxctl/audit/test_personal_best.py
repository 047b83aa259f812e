"""A solo player's best on a box, by rules that matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.audit.narrate import OverrulingRequest, overrule
from boxctl.audit.personal_best import PersonalBest, personal_best
from boxctl.journal.add_entry import add_signature
from boxctl.journal.entry_kinds import time_of_day
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from tests.support.records.forger import Forged, forges, writes
from tests.support.records.journals import BOX
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.tables.virtual_table import VirtualTable

SEVEN, FIFTEEN = (9, 8), (9,)
"""The tiles of a turn that scores so much on the short box."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def plays(path: Path, *turns: tuple[int, ...], players: str = "Ann", **settings: str) -> None:
    """Matches one after the other, each of one turn of each player."""
    rules = {"down": SHORT_BOX} | settings
    table = VirtualTable("classic", players, journal=path, **rules)  # type: ignore[arg-type]
    for turn in turns:
        play_turns(table, *[turn] * len(players.split(",")))
        table.presses("new")
    table.close()


def best(path: Path, player: str = "Ann", box: str = BOX, **settings: str) -> PersonalBest | None:
    rules = {"down": SHORT_BOX} | settings
    return personal_best(path, box, with_settings(variant("classic"), rules.items()), player)


def test_it_is_the_lowest_of_the_finished_matches(path: Path) -> None:
    assert best(path) is None
    plays(path, FIFTEEN, SEVEN, FIFTEEN)
    assert best(path) == PersonalBest(7, 3)


def test_it_is_of_one_player_alone_on_one_box(path: Path) -> None:
    plays(path, SEVEN)
    plays(path, SEVEN, players="Ann,Bob")
    assert best(path) == PersonalBest(7, 1)
    assert best(path, "Bob") is None
    assert best(path, box="play") is None


def test_rules_that_change_the_score_keep_bests_apart(path: Path) -> None:
    plays(path, SEVEN)
    assert best(path, down="1-5") is None
    assert best(path, scoring="missionary") is None
    assert best(path, one_die="never") is None
    assert best(path, bump_ms="40", take_back="never", match="solo", ties="roll_off") is not None


def test_a_forged_match_does_not_count(path: Path) -> None:
    plays(path, FIFTEEN, SEVEN)

    def better(entries: Forged) -> Forged:
        for kind, body in entries:
            if kind == "ruling" and body["verdict"] == "match_over":
                body["scores"] = {"Ann": 1}
        return entries

    forges(path, 2, better)
    assert best(path) == PersonalBest(15, 1)


def test_a_match_that_the_key_of_the_box_has_not_signed_does_not_count(path: Path) -> None:
    plays(path, FIFTEEN, SEVEN)
    table = VirtualTable("classic", "Ann", journal=path, down=SHORT_BOX)
    add_signature(path, table.read(1))
    assert best(path) == PersonalBest(15, 1)


def test_a_journal_in_which_somebody_wrote_is_no_obstacle(path: Path) -> None:
    plays(path, SEVEN, FIFTEEN)
    writes(
        path,
        "UPDATE entry SET body = json_set(body, '$.rules.tiles', 'x') WHERE id = 2000000000",
    )
    assert best(path) is None or best(path) == PersonalBest(7, 1)
    path.write_bytes(b"no journal")
    assert best(path) is None


def test_an_overruled_score_counts_as_it_stands(path: Path) -> None:
    plays(path, SEVEN, FIFTEEN)
    table = VirtualTable("classic", "Ann", journal=path, down=SHORT_BOX)
    add_signature(path, table.read(1))
    add_signature(path, table.read(2))
    (turn,) = [kept.number for kept in table.read(1).of_kind("ruling")
               if kept.body["verdict"] == "turn_over"]  # fmt: skip
    overrule(path, "1", OverrulingRequest(str(turn), 20, "seen", None), time_of_day())
    assert best(path) == PersonalBest(15, 2)
