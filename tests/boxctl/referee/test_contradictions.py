"""Settings that contradict each other, or have no effect, and boxes and dice of no size."""

from __future__ import annotations

import pytest

from boxctl.rules.faults import RuleFault
from tests.support.tables.referee_alone import RefereeAlone


@pytest.mark.parametrize(
    ("name", "players", "settings", "both"),
    [
        ("long-game", "Ann", {}, ("match", "players")),
        ("relay", "Ann,Bob,Cy", {}, ("match", "players")),
        ("long-game", "Ann,Bob", {"opening_tile": 2}, ("match", "opening_tile")),
        ("relay", "Ann,Bob", {"stops": "match"}, ("stops", "match")),
        ("classic", "Ann,Bob", {"match": "solo"}, ("match", "players")),
        ("classic", "Ann", {"match": "solo", "stake": 5}, ("match", "stake")),
        ("tournament", "Ann", {"stops": "match"}, ("stops", "match")),
        ("classic", "Ann", {"target": 50}, ("target", "match")),
        ("the-300", "Ann", {"combine": "canoga"}, ("combine", "dice")),
        ("twenty-twelve", "Ann", {"combine": "sum_or_difference"}, ("combine", "dice")),
        ("three-down-extreme", "Ann", {"opening_tile": 2}, ("opening_tile", "down")),
        ("classic", "Ann", {"opening_tile": 12}, ("opening_tile", "tiles")),
        ("classic", "Ann", {"down": "9,10"}, ("down", "tiles")),
        ("classic", "Ann", {"down": "1-9"}, ("down", "tiles")),
        ("classic", "Ann", {"match": "first_to_shut"}, ("match", "tiles")),
        ("lucky-seven", "Ann", {"stop_number": 7}, ("match", "stop_number")),
        (
            "classic",
            "Ann",
            {"opening_lost": "match", "match": "knockout"},
            ("opening_lost", "match"),
        ),
        ("classic", "Ann", {"rounds": 3}, ("rounds", "match")),
        ("last-standing", "Ann", {"rounds": 3}, ("rounds", "match")),
        ("canadienne", "Ann", {"rounds": 3}, ("rounds", "target")),
        ("tournament", "Ann", {"rounds": 3, "target": 100}, ("rounds", "target")),
        ("tournament", "Ann", {"knock_out": "at_once"}, ("knock_out", "match")),
        ("classic", "Ann", {"pass_box": "each_throw"}, ("pass_box", "match")),
        ("classic", "Ann", {"shut_bonus": 10}, ("shut_bonus", "match")),
        ("canadienne", "Ann", {"shut_bonus": "double"}, ("shut_bonus", "shut_wins")),
        (
            "last-standing",
            "Ann",
            {"shut_bonus": 10, "knock_out": "at_once"},
            ("shut_bonus", "knock_out"),
        ),
        ("classic", "Ann", {"quotient": "true"}, ("quotient", "combine")),
        ("thai", "Ann", {"double_shuts_own": "true"}, ("double_shuts_own", "combine")),
        ("classic", "Ann", {"combine": "either", "dice": "3d6"}, ("combine", "dice")),
        ("even-stevens", "Ann", {"tiles": 1}, ("down", "tiles")),
        ("against-all-odds", "Ann", {"opening_tile": 2}, ("opening_tile", "down")),
    ],
)
def test_a_contradiction_names_both_settings(
    name: str, players: str, settings: dict[str, object], both: tuple[str, str]
) -> None:
    with pytest.raises(RuleFault, match=r"^BX204") as fault:
        RefereeAlone(name, players, **settings)
    assert all(f"{setting} = " in str(fault.value) for setting in both)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("canadienne", {"dice": "2d1"}),
        ("classic", {"ties": "roll_off", "stops": "match"}),
        ("classic", {"opening_lost": "match"}),
        ("canadienne", {"rounds": 3, "target": "none"}),
        ("tournament", {"rounds": 3}),
        ("tournament", {"target": "none"}),
        ("last-standing", {"shut_bonus": "double"}),
        ("classic", {"combine": "either", "dice": "1d6"}),
        ("even-stevens", {"tiles": 2}),
        ("against-all-odds", {"tiles": 1}),
        ("classic", {"shut_wins": "match", "double_on_shut": "true"}),
    ],
)
def test_a_setting_without_effect_is_no_contradiction(
    name: str, settings: dict[str, object]
) -> None:
    RefereeAlone(name, "Ann", **settings)


@pytest.mark.parametrize(
    "settings",
    [
        {"down": "1-6,8,9"},
        {"down": "1-8", "combine": "thai"},
        {"down": "1-8", "combine": "canoga"},
        {"down": "3-9", "combine": "canoga"},
        {"down": "2-9", "combine": "sum_or_difference"},
        {"down": "1-8", "dice": "3d3"},
        {"down": "1-8", "dice": "3d9", "combine": "thai"},
        {"down": "1-6,8,9", "combine": "sum_or_difference", "stop_number": "8"},
        {"down": "2-9", "combine": "sum_or_difference", "stop_number": "7"},
    ],
)
def test_a_box_that_one_throw_can_shut(settings: dict[str, object]) -> None:
    table = RefereeAlone("classic", "Ann", match="first_to_shut", **settings)
    assert table.ruled == ["ready R4.9"]


@pytest.mark.parametrize("dice", ["0d6", "2d0", "d6", "2x6", "", "2d", "99d6"])
def test_a_die_of_no_size_is_refused(dice: str) -> None:
    with pytest.raises(RuleFault, match=r"^BX203: dice = "):
        RefereeAlone(dice=dice)


@pytest.mark.parametrize("tiles", [0, 25, "many", -1])
def test_a_box_of_no_size_is_refused(tiles: object) -> None:
    with pytest.raises(RuleFault, match=r"^BX203: tiles = "):
        RefereeAlone(tiles=tiles)
