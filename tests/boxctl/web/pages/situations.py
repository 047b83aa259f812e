"""Situations at a table, as the states that a page is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from boxctl.referee.payloads import Verdict
from boxctl.view.announcement import AnnouncementKind
from boxctl.view.score_sheet import SheetLine, TurnStanding
from boxctl.web.reading import as_data
from boxctl.web.state import (
    FORMAT,
    Announced,
    DiceState,
    EveningLine,
    HouseRecord,
    HouseState,
    LessonState,
    QuestionState,
    RulesState,
    RulingLine,
    ShutBox,
    TableSnapshot,
    TileState,
)

State = dict[str, Any]

Lines = tuple[SheetLine, ...]


def lines(*names: str, **each: Any) -> Lines:
    """Return a line of the sheet for each player; ``each`` are the fields that all of them have."""
    return tuple(
        SheetLine(name, seat, **{"playing": seat == 0, "rounds": (None,), **each})
        for seat, name in enumerate(names)
    )


ANN_AND_BOB = lines("Ann", "Bob")
TWO_DICE = DiceState(counts=(2,), number=1)


def state(
    tiles: int = 9,
    shut: Sequence[int] = (),
    throw: Sequence[int | None] = (),
    *,
    players: Lines = ANN_AND_BOB,
    says: str = "Ann, throw the dice.",
    kind: str = "plain",
    dice: DiceState = TWO_DICE,
    **other: Any,
) -> State:
    """Return a state; ``shut`` are tiles that lie, ``other`` are fields of the state."""
    told = TableSnapshot(
        format=FORMAT,
        language="en",
        rules=RulesState("classic", "Shut the Box", "Shut tiles that add up to the dice."),
        phase="throw",
        match=1,
        begun=True,
        over=False,
        turn=players[0].name,
        opens=False,
        tiles=tuple(
            TileState(number, "shut" if number in shut else "open",
                      lamp="off" if number in shut else "on")
            for number in range(1, tiles + 1)
        ),
        dice=replace(dice, values=tuple(throw)),
        moves=(),
        announcement=Announced(says, AnnouncementKind(kind)),
        remark="",
        players=players,
        rounds=("1",),
        totals=False,
        winners=(),
        pool="",
        evening=(),
        question=None,
        troubles=(),
        doubtful=False,
        next_players=tuple(line.name for line in players),
        actions=(),
    )  # fmt: skip
    standing = TurnStanding(scores=sum(set(range(1, tiles + 1)) - set(shut)))
    told_so: State = as_data(replace(told, **({"stands": standing} | other)))
    return told_so


def with_tiles(told: State, numbers: Sequence[int], **fields: Any) -> State:
    """Return the state with other fields of these tiles."""
    tiles = [{**tile, **fields} if tile["number"] in numbers else tile for tile in told["tiles"]]
    return {**told, "tiles": tiles}


RULINGS = (
    RulingLine(11, 61.2, Verdict.READY, "R4.9", "Bob", "Bob's turn begins."),
    RulingLine(12, 66.0, Verdict.THROW, "R3.1", "Bob", "Bob throws 5 and 4: 9."),
    RulingLine(
        13,
        69.4,
        Verdict.REFUSED,
        "R4.5",
        "Bob",
        "The 8 is too much: put the 8 back.",
        AnnouncementKind.REFUSED,
    ),
)


def beginning() -> State:
    """A match begins; nobody has thrown."""
    return state(says="Ann, throw two dice.")


def refused() -> State:
    """Bob has shut a tile that is too much, and one lies that has to stand."""
    told = state(
        9, (2, 4, 8), (5, 4), says="The 8 is too much: put the 8 back.", kind="refused",
        turn="Bob", phase="play", pool="pool £4.00 (£2.00 each)",
        players=(SheetLine("Ann", 0, rounds=(12,)), SheetLine("Bob", 1, True, rounds=(None,))),
        moves=((9,), (3, 6)), rulings=RULINGS, actions=("move", "put_back"),
        stands=TurnStanding(scores=31, beat=12, made_by="Ann"),
        evening=(
            EveningLine("Ann", 4, 3, 400, "+£4.00"), EveningLine("Bob", 4, 1, -400, "−£4.00"),
        ),
    )  # fmt: skip
    return with_tiles(with_tiles(told, (4,), moved=True), (8,), asked="open", lamp="fast")


def the_300() -> State:
    """Two boxes read as one, four dice, six players, many rounds."""
    return state(
        24, (3, 7, 12, 15, 20), (6, 2, 5, 1),
        players=lines(
            "Ann", "Bob", "Clothilde-Marguerite", "Dieter", "Eve", "François",
            rounds=(31, 44, 120, 7, 88, 45, 12, None), total=347,
        ),
        says="Ann throws 6, 2, 5 and 1: 14.", phase="play", totals=True,
        rounds=("1", "2", "3", "4", "5", "6", "7", "8"),
    )  # fmt: skip


def long_tournament() -> State:
    """Round 12 of a tournament for money, in which somebody is out and scores are high."""
    played = (31, 44, 45, 7, 38, 45, 12, 9, 23, 45, 28)
    ann, bob, clothilde, dieter = lines(
        "Ann", "Bob", "Clothilde-Marguerite", "Dieter", rounds=(*played, None), total=327,
        payout=0, written="−£10.00",
    )  # fmt: skip
    return state(
        9, (1, 8), (6, 2), says="Ann throws 6 and 2: 8.", phase="play", totals=True,
        players=(ann, replace(bob, rounds=(*played, 45), total=372), clothilde,
                 replace(dieter, out=True)),
        rounds=tuple(str(number) for number in range(1, 13)), pool="pool £40.00 (£10.00 each)",
    )  # fmt: skip


def won() -> State:
    """Ann has shut the box and won."""
    ann, bob = lines("Ann", "Bob", playing=False)
    told = state(
        9, range(1, 10), (5, 4), says="Ann shuts the box and wins £6.00!", kind="won",
        phase="match_over", over=True, stands=None, winners=("Ann",), actions=("new",),
        players=(replace(ann, rounds=(0,), won=True, payout=400, written="+£4.00"), bob),
        pool="pool £6.00 (£2.00 each), paid out", rulings=(*RULINGS, RulingLine(
            14, 71.0, Verdict.MATCH_OVER, "R7.1", "Ann", "Ann shuts the box and wins £6.00!",
            AnnouncementKind.WON,
        )),
    )  # fmt: skip
    return with_tiles(told, range(1, 10), lamp="in_turn")


def made_ready() -> State:
    """Ann's turn is over, and the box is made ready for Bob."""
    shut = (1, 2, 3, 4, 5, 6, 9)
    told = state(9, shut, (5, 4), says="Ann scores 15. Make the box ready.", phase="turn_over")
    return with_tiles(told, shut, asked="open", lamp="slow")


def attract() -> State:
    """Nobody plays."""
    return state(
        says="", begun=False,
        house=HouseState(
            (
                HouseRecord("Lowest score", 0, "Ann", "2026-11-12"),
                HouseRecord("Most matches won", 23, "Bob the Unforgettable"),
            ),
            ShutBox(match=1, ruling=6, player="Ann", day="2026-11-12"),
        ),
    )  # fmt: skip


def twenty_twelve() -> State:
    """One die of twenty sides that cannot be read, and a sensor that is asked about."""
    told = state(
        12, (1, 2), (None,), says="Does the 5 stand?", kind="asks", phase="asking",
        question=QuestionState(5, where=True), actions=("confirm", "new"),
        dice=DiceState(sides=20, counts=(2,), number=1),
    )  # fmt: skip
    return with_tiles(with_tiles(told, (5,), state="unknown"), (1, 2), in_play=False)


def own_turn() -> State:
    """On a laptop: Ann may move levers, or throw one die."""
    told = state(
        9, (9,), (3, 4), says="Ann throws 3 and 4: 7.", phase="play",
        actions=("move", "throw", "throw_one", "confirm", "take_back", "names", "new"),
        moves=((7,), (1, 6)), rulings=RULINGS,
    )  # fmt: skip
    return with_tiles(told, (7, 1, 6), may_move=True)


def own_dice() -> State:
    """People type what their own dice show."""
    dice = DiceState(counts=(1, 2), number=1, real=True)
    return state(says="Ann, throw two dice.", dice=dice, actions=("type_throw", "new"))


def lesson_slip() -> State:
    """Somebody's first match: a tile is to be shut by mistake."""
    told = ("You threw 3 and 4, 7 in all. 7 is your move, but hands slip: see how it is mended.",)
    return {**own_turn(), "lesson": as_data(LessonState("Tap 6, as if by mistake.", told))}


def lesson_why_not() -> State:
    """Somebody's first match: a refused move, whose reason is to be asked for."""
    then = LessonState("Tap Put the tiles right.", ("So it is with every ruling.",))
    lesson = LessonState(
        "Tap the sentence of the referee.",
        ("The 8 is too much: put the 8 back.", "Why not? Ask for the reason."),
        then,
    )
    return {**refused(), "lesson": as_data(lesson)}


def party(*names: str, rounds: int = 1, **other: Any) -> State:
    """A throw is answered by the last of these players; with more ``rounds`` they are added up."""
    scores = tuple(12 + place for place in range(rounds - 1))
    total = sum(scores) if rounds > 1 else None
    *before, last = lines(*names, playing=False, rounds=(*scores, 31), total=total)
    told: dict[str, Any] = {
        "players": (*before, replace(last, playing=True, rounds=(*scores, None))),
        "rounds": tuple(str(number) for number in range(1, rounds + 1)),
        "totals": rounds > 1, "turn": last.name, "phase": "play",
        "moves": ((9,), (3, 6), (4, 5), (1, 3, 5)),
        "stands": TurnStanding(scores=35, beat=31, made_by=names[0]),
    }  # fmt: skip
    return state(9, (2, 8), (5, 4), says=f"{last.name} throws 5 and 4: 9.", **(told | other))


def three_players() -> State:
    """The third of three plays."""
    return party("Ann", "Bob", "Clothilde")


def four_players() -> State:
    """The fourth of four plays the fifth round."""
    return party("Ann", "Bob", "Clothilde", "Dieter", rounds=5)


def five_players() -> State:
    """The fifth of five plays, for money."""
    return party("Ann", "Bob", "Clothilde", "Dieter", "Eve", pool="pool £10.00 (£2.00 each)")


def crowded() -> State:
    """Eight players with long names, the evening behind them, and a long sentence."""
    names = (
        "Ann", "Bartholomew the Elder", "Clothilde-Marguerite", "Dieter", "Eve", "François",
        "Guðrún Jónsdóttir", "Hieronymus Bosch",
    )  # fmt: skip
    return state(
        12, (1, 12), (6, 6), players=lines(*names, rounds=(45, 0, 12), total=57), totals=True,
        rounds=("1", "2", "3"), kind="doubt",
        says="Bartholomew the Elder shuts the 12 (the sensor of the 12 chattered for two seconds, "
        "so the ruling is not sure).",
        pool="pool £16.00 (£2.00 each)",
        evening=tuple(
            EveningLine(name, 12, 8 - seat, 0, "+£10.00") for seat, name in enumerate(names)
        ),
    )  # fmt: skip


def full_table() -> State:
    """The 300 with twelve players, an evening behind them, and a sentence as long as there is."""
    names = (
        "Bartholomäus von Hohenstein", "Clothilde-Marguerite", "Dieter", "Eve", "François",
        "Guðrún Jónsdóttir", "Hieronymus Bosch", "Ida", "Józef", "Κατερίνα", "Леонид", "مريم",
    )  # fmt: skip
    first, second, *others = lines(*names, rounds=(145, 80, 112), total=337)
    told = state(
        24, (1, 7, 13), (1, 2, 6, 4), totals=True, rounds=("1", "2", "3"), kind="doubt",
        players=(replace(first, won=True), replace(second, out=True), *others), phase="play",
        says="Noch zu tun: stell die 1 wieder auf. Wenn das getan ist und die Box es nicht sieht, "
        "halte Bestätigen gedrückt: der Sensor kommt in Quarantäne, und das Spiel geht auf dein "
        "Wort weiter.",
        evening=tuple(
            EveningLine(name, 12, 12 - seat, 0, "+10,00 €") for seat, name in enumerate(names)
        ),
    )  # fmt: skip
    return with_tiles(told, (1,), asked="open")
