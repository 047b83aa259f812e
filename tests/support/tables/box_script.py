"""What happens at a table, drawn at random and told as the lines that a box would give.

A table mostly plays well: it throws, plays a move, makes the box ready. In between it makes every
mistake that people and wood make. Hypothesis draws the actions, so a disagreement shrinks to a
short list of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from boxctl.referee.lines import read_event
from boxctl.referee.referee import Referee
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS
from boxctl.rules.tiles import numbers
from boxctl.rules.variants import names, variant
from tests.support.setting_samples import changed

Line = dict[str, Any]


@dataclass(frozen=True)
class Action:
    """Something that happens ``after`` so many milliseconds; ``choice`` picks what exactly."""

    kind: str
    after: int
    choice: int = 0

    def __repr__(self) -> str:
        return f"{self.kind}({self.after}, {self.choice})"


USUAL = ("play on", "throw", "play", "ready")
UNUSUAL = (
    "bump",
    "flip",
    "start a move",
    "throw anything",
    "start a move",
    "confirm",
    "new",
    "time",
    "take back",
    "knock",
    "sweep",
)
MILLISECONDS = (0, 1, 40, 79, 80, 81, 149, 150, 151, 400, 1000)
DELAYS = st.sampled_from(MILLISECONDS)

actions = st.lists(
    st.builds(
        Action,
        st.one_of(st.sampled_from(USUAL), st.sampled_from(UNUSUAL + USUAL)),
        DELAYS,
        st.integers(0, 9999),
    ),
    min_size=1,
    max_size=60,
)


def many_actions(random: Random, length: int) -> list[Action]:
    """As :data:`actions`, so many of them: longer than Hypothesis cares to draw."""
    return [
        Action(
            random.choice(USUAL if random.random() < 0.7 else UNUSUAL),
            random.choice(MILLISECONDS),
            random.randrange(10_000),
        )
        for _ in range(length)
    ]


twists = st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from(setting.samples.small) for name, setting in SETTINGS.items()},
)


@st.composite
def tables(draw: st.DrawFn, name: str) -> tuple[RuleSet, list[str]]:
    """A variant with a few settings changed, and players for it."""
    rules = variant(name)
    for key, value in draw(twists).items():
        rules = changed(rules, key, value) or rules
    seats = 2 if rules.match in ("duel", "relay") else draw(st.integers(1, 3))
    if rules.match == "solo":
        seats = 1
    return rules, ["Ann", "Bob", "Cy"][:seats]


every_variant = names()


def lines_of(rules: RuleSet, players: Sequence[str], happened: Sequence[Action]) -> list[Line]:
    """The lines that a box would give for these actions."""
    script = BoxScript(Referee(rules, players))
    for action in happened:
        script.does(action)
    return script.lines


class BoxScript:
    """Writes the lines of a box, with a referee beside it to know what fits.

    It has no box and no runtime: the lines are what the box would give.
    """

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.referee.begin()
        self.up = set(numbers(referee.play.levers))
        self.now = 0
        self.lines: list[Line] = []

    def does(self, action: Action) -> None:
        if action.kind == "play on":
            self.play_on(action.choice)
            return
        for after, event in self.events(action):
            self.now += after
            line = {"at": self.now / 1000} | event
            self.lines.append(line)
            self.referee.hear(read_event(json.dumps(line)))

    def play_on(self, choice: int) -> None:
        """The next few things that should happen, without a mistake."""
        for step in range(1 + choice % 16):
            play, picked = self.referee.play, choice * 7919 >> step
            if play.over:
                self.does(Action("new", 1000))
            elif play.put_back:
                self.does(Action("ready", 100))
            elif play.throw_awaited:
                self.does(Action("throw", 1000, picked))
            else:
                self.does(Action("play", 100, picked))
            self.does(Action("time", 160))

    def events(self, action: Action) -> Iterator[tuple[int, Line]]:
        play, choice, after = self.referee.play, action.choice, action.after
        match action.kind:
            case "throw":
                counts = play.counts
                yield after, {"throw": _values(choice, counts[choice % len(counts)], play.rules)}
            case "throw anything":
                yield after, {"throw": _anything(choice)}
            case "play" | "start a move":
                yield from self.move(action)
            case "take back":
                moved = numbers(play.answer.moved) if play.answer is not None else ()
                for number in moved[choice % 3 :][:1]:
                    yield after, self.lever(number, stand=number not in self.up)
            case "ready":
                back = play.put_back
                for number in numbers(back.open):
                    yield after, self.lever(number, stand=True)
                for number in numbers(back.shut):
                    yield after, self.lever(number, stand=False)
            case "flip" | "bump":
                number = 1 + choice % play.rules.tiles
                yield after, self.lever(number, stand=number not in self.up)
                if action.kind == "bump":
                    back_after = (0, 1, 40, 79, 80, 81)[choice % 6]
                    yield back_after, self.lever(number, stand=number not in self.up)
            case "knock" | "sweep":
                yield from self.fall(action)
            case "confirm" | "new":
                yield after, {"press": action.kind}
            case "time":
                yield after, {}

    def move(self, action: Action) -> Iterator[tuple[int, Line]]:
        answer = self.referee.play.answer
        if answer is None:
            return
        tiles = numbers(answer.moves[action.choice % len(answer.moves)].tiles)
        if action.kind == "start a move":
            tiles = tiles[:1]
        book = numbers(self.referee.play.open)
        for number in tiles:
            yield action.after, self.lever(number, stand=number not in book)

    def fall(self, action: Action) -> Iterator[tuple[int, Line]]:
        """All tiles that stand fall, or a hand moves some beside each other."""
        tiles, choice = self.referee.play.rules.tiles, action.choice
        falling = sorted(self.up)
        if action.kind == "sweep":
            falling = list(range(1 + choice % tiles, tiles + 1))[: 2 + choice % 3]
        Random(choice).shuffle(falling)
        after = action.after
        for number in falling:
            yield after, self.lever(number, stand=number not in self.up)
            after = choice % 50

    def lever(self, number: int, *, stand: bool) -> Line:
        (self.up.add if stand else self.up.discard)(number)
        return {"open" if stand else "shut": number}


def _values(choice: int, count: int, rules: RuleSet) -> list[int]:
    values = []
    for _ in range(count):
        choice, shown = divmod(choice, rules.dice.sides)
        values.append(shown + 1)
    return values


def _anything(choice: int) -> list[int | None]:
    odd: tuple[list[int | None], ...] = ([], [0, 3], [None, 2], [7, 1], [3], [1, 1, 1], [6, 6], [2])
    return odd[choice % len(odd)]
