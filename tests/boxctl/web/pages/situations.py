"""Situations at a table, as the states that a page is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

State = dict[str, Any]


def state(
    tiles: int = 9,
    shut: Sequence[int] = (),
    throw: Sequence[int | None] = (),
    *,
    players: Sequence[str] = ("Ann", "Bob"),
    says: str = "Ann, throw the dice.",
    kind: str = "plain",
    **other: Any,
) -> State:
    """Return a state; ``shut`` are tiles that lie, ``other`` are fields of the state."""
    told: State = {
        "format": 1,
        "language": "en",
        "rules": {
            "id": "classic",
            "name": "Shut the Box",
            "summary": "Shut tiles that add up to the dice.",
            "changes": [],
        },
        "phase": "throw",
        "match": 1,
        "begun": True,
        "over": False,
        "turn": players[0],
        "opens": False,
        "tiles": [
            {
                "number": number,
                "state": "shut" if number in shut else "open",
                "lamp": "off" if number in shut else "on",
                "in_play": True,
                "moved": False,
                "may_move": False,
                "asked": "",
            }
            for number in range(1, tiles + 1)
        ],
        "dice": {
            "values": list(throw),
            "sides": 6,
            "counts": [2],
            "rolling": False,
            "real": False,
            "entered": [],
            "number": 1,
        },
        "moves": [],
        "announcement": {"text": says, "kind": kind},
        "players": [
            {
                "name": name,
                "seat": seat,
                "playing": seat == 0,
                "robot": False,
                "rounds": [None],
                "total": None,
                "out": False,
                "won": False,
                "markers": 0,
                "payout": None,
                "written": "",
            }
            for seat, name in enumerate(players)
        ],
        "rounds": ["1"],
        "totals": False,
        "winners": [],
        "pool": "",
        "evening": [],
        "question": None,
        "troubles": [],
        "doubtful": False,
        "actions": [],
        "rulings": [],
        "next_players": list(players),
        "remark": "",
        "records": [],
    }
    told.update(other)
    return told


def with_tiles(told: State, numbers: Sequence[int], **fields: Any) -> State:
    """Return the state with other fields of these tiles."""
    tiles = [{**tile, **fields} if tile["number"] in numbers else tile for tile in told["tiles"]]
    return {**told, "tiles": tiles}


RULINGS = [
    {"number": 11, "at": 61.2, "verdict": "ready", "rule": "R4.9", "player": "Bob",
     "text": "Bob's turn begins.", "kind": "plain"},
    {"number": 12, "at": 66.0, "verdict": "throw", "rule": "R3.1", "player": "Bob",
     "text": "Bob throws 5 and 4: 9.", "kind": "plain"},
    {"number": 13, "at": 69.4, "verdict": "refused", "rule": "R4.5", "player": "Bob",
     "text": "The 8 is too much: put the 8 back.", "kind": "refused"},
]  # fmt: skip


def beginning() -> State:
    """A match begins; nobody has thrown."""
    return state(says="Ann, throw two dice.")


def refused() -> State:
    """Bob has shut a tile that is too much, and one lies that has to stand."""
    told = state(
        9, (2, 4, 8), (5, 4), says="The 8 is too much: put the 8 back.", kind="refused",
        turn="Bob", phase="play", pool="pool £4.00 (£2.00 each)",
        moves=[[9], [3, 6]], rulings=RULINGS,
        actions=["move", "put_back"],
        evening=[
            {"name": "Ann", "matches": 4, "won": 3, "purse": 400, "written": "+£4.00"},
            {"name": "Bob", "matches": 4, "won": 1, "purse": -400, "written": "−£4.00"},
        ],
    )  # fmt: skip
    told["players"][0] |= {"playing": False, "rounds": [12]}
    told["players"][1] |= {"playing": True}
    return with_tiles(with_tiles(told, (4,), moved=True), (8,), asked="open", lamp="fast")


def the_300() -> State:
    """Two boxes read as one, four dice, six players, many rounds."""
    told = state(
        24, (3, 7, 12, 15, 20), (6, 2, 5, 1),
        players=("Ann", "Bob", "Clothilde-Marguerite", "Dieter", "Eve", "François"),
        says="Ann throws 6, 2, 5 and 1: 14.", phase="play", totals=True,
        rounds=["1", "2", "3", "4", "5", "6", "7", "8"],
    )  # fmt: skip
    for line in told["players"]:
        line |= {"rounds": [31, 44, 120, 7, 88, 45, 12, None], "total": 347}
    return told


def won() -> State:
    """Ann has shut the box and won."""
    told = state(
        9, range(1, 10), (5, 4), says="Ann shuts the box and wins £6.00!", kind="won",
        phase="match_over", over=True, winners=["Ann"], turn="Ann",
        pool="pool £6.00 (£2.00 each), paid out", actions=["new"],
    )  # fmt: skip
    told["players"][0] |= {
        "rounds": [0],
        "won": True,
        "playing": False,
        "payout": 400,
        "written": "+£4.00",
    }
    return with_tiles(told, range(1, 10), lamp="in_turn")


def attract() -> State:
    """Nobody plays."""
    return state(
        says="", begun=False,
        records=["Ann shut the box in 5 throws, on 12 November.", "Longest evening: 23 matches."],
    )  # fmt: skip


def twenty_twelve() -> State:
    """One die of twenty sides that cannot be read, and a sensor that is asked about."""
    told = state(
        12, (1, 2), (None,), says="Does the 5 stand?", kind="asks", phase="asking",
        question={"tile": 5, "where": True}, actions=["confirm", "new"],
    )  # fmt: skip
    told["dice"]["sides"] = 20
    return with_tiles(with_tiles(told, (5,), state="unknown"), (1, 2), in_play=False)


def own_turn() -> State:
    """On a laptop: Ann may move levers, or throw one die."""
    told = state(
        9, (9,), (3, 4), says="Ann throws 3 and 4: 7.", phase="play",
        actions=["move", "throw", "throw_one", "confirm", "take_back", "names", "new"],
        moves=[[7], [1, 6]], rulings=RULINGS,
    )  # fmt: skip
    return with_tiles(told, (7, 1, 6), may_move=True)


def own_dice() -> State:
    """People type what their own dice show."""
    told = state(says="Ann, throw two dice.", actions=["type_throw", "new"])
    told["dice"] |= {"real": True, "counts": [1, 2]}
    return told


def crowded() -> State:
    """Eight players with long names, the evening behind them, and a long sentence."""
    names = [
        "Ann", "Bartholomew the Elder", "Clothilde-Marguerite", "Dieter", "Eve", "François",
        "Guðrún Jónsdóttir", "Hieronymus Bosch",
    ]  # fmt: skip
    told = state(
        12, (1, 12), (6, 6), players=names, totals=True, rounds=["1", "2", "3"], kind="doubt",
        says="Bartholomew the Elder shuts the 12 (the sensor of the 12 chattered for two seconds, "
        "so the ruling is not sure).",
        pool="pool £16.00 (£2.00 each)",
        evening=[
            {"name": name, "matches": 12, "won": 8 - seat, "purse": 0, "written": "+£10.00"}
            for seat, name in enumerate(names)
        ],
    )  # fmt: skip
    for line in told["players"]:
        line |= {"rounds": [45, 0, 12], "total": 57}
    return told


def full_table() -> State:
    """The 300 with twelve players, an evening behind them, and a sentence as long as there is."""
    names = [
        "Bartholomäus von Hohenstein", "Clothilde-Marguerite", "Dieter", "Eve", "François",
        "Guðrún Jónsdóttir", "Hieronymus Bosch", "Ida", "Józef", "Κατερίνα", "Леонид", "مريم",
    ]  # fmt: skip
    told = state(
        24, (1, 7, 13), (1, 2, 6, 4), players=names, totals=True, rounds=["1", "2", "3"],
        kind="doubt", phase="play",
        says="Noch zu tun: stell die 1 wieder auf. Wenn das getan ist und die Box es nicht sieht, "
        "halte Bestätigen gedrückt: der Sensor kommt in Quarantäne, und das Spiel geht auf dein "
        "Wort weiter.",
        evening=[
            {"name": name, "matches": 12, "won": 12 - seat, "purse": 0, "written": "+10,00 €"}
            for seat, name in enumerate(names)
        ],
    )  # fmt: skip
    for line in told["players"]:
        line |= {"rounds": [145, 80, 112], "total": 337}
    told["players"][0] |= {"won": True}
    told["players"][1] |= {"out": True}
    return with_tiles(told, (1,), asked="open")
