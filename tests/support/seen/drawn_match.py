"""A match drawn by its number: the game, the language, and the people who play, err and knock."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boxctl.presentation.ways_to_play import robots_among
from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import TileSet, numbers
from boxctl.rules.variants import names
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.laptop_table import LaptopTable

MATCHES = 100
LINES, LONG = 55, 170
"""So many lines people type; then the match stays as it stands. Every tenth match is a long one."""

LANGUAGES = ("en", "de", "fr")

COMPANIES = (
    ("Ann", "Bob"), ("Ann",), ("Ann", "Bob", "Cleo"), ("Zoë", "李", "Bob", "Dan"),
    ("Ann", "random"),
)  # fmt: skip

Changes = tuple[tuple[str, str], ...]

CHANGES: tuple[Changes, ...] = (
    (),
    (("stake", "50"),),
    (),
    (("stake", "150"), ("currency", "EUR")),
    (("take_back", "until_next_throw"),),
)

AGAIN_IN = 20
"""In the last of so many matches, a long one, a double may be thrown again (R5.7).

No variant has it.
"""

THROWS_AGAIN = ("doubles", "may_rethrow")

TOOLS = (
    "bump {}", "stick {}", "stick {}", "cock", "knock", "unplug", "plug", "report", "report",
    "report", "pull", "pull", "pull",
)  # fmt: skip

CHATTERS_IN = 8
"""One of so many matches has a sensor that chatters: that is a thousand states of the pages."""


@dataclass(frozen=True)
class DrawnMatch:
    """What is played, in which language, and on which bench."""

    number: int
    chosen: GameChoice
    language: str
    bench: bool

    @property
    def lines(self) -> int:
        """How many lines people type."""
        return LONG if self.number % 10 == 9 else LINES

    @property
    def other_language(self) -> str:
        """The language of somebody who comes to the pages later."""
        return LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]


def drawn_match(number: int) -> DrawnMatch:
    """The match of this number: the variants in turn, all else by chance."""
    random = Random(number)
    known = names()
    variant = known[number % len(known)]
    for players in (random.choice(COMPANIES), *COMPANIES):
        for changes in (random.choice(CHANGES), ()):
            if number % AGAIN_IN == AGAIN_IN - 1:
                changes = (*changes, THROWS_AGAIN)
            chosen = GameChoice(variant, changes, players, seed=number)
            try:
                chosen.check()
            except RuleFault:
                continue
            language = LANGUAGES[number // len(known) % len(LANGUAGES)]
            # Nobody can report a sensor while a robot plays.
            bench = random.random() < 0.6 and not robots_among(players)
            return DrawnMatch(number, chosen, language, bench)
    raise AssertionError(f"nobody can play {variant}")


class PlayersWhoErr:
    """The next line that people type at a table: mostly what is due, at times what is not."""

    def __init__(self, drawn: DrawnMatch) -> None:
        self._random = Random(f"lines of {drawn.number}")
        self._bench = drawn.bench
        self._tools = TOOLS if drawn.number % CHATTERS_IN else (*TOOLS, "chatter {}")

    def line(self, table: LaptopTable) -> str:
        """What is typed at the table as it stands."""
        random, play, hands = self._random, table.play, table.hands
        tiles = play.rules.tiles
        if table.session is None:
            return random.choice(("plug", "plug", str(random.randint(1, tiles))))
        if hands.question is not None:
            return random.choice(("confirm", "new", "undo", "status"))
        if hands.interrupted:
            return random.choice(("", "", "confirm", "status", "new"))
        chance = random.random()
        if self._bench and chance < 0.12:
            return self._trouble(tiles)
        if chance < 0.18:
            return random.choice(("why", "moves", "scores", "status", "undo", "confirm", "new"))
        if chance < 0.25:
            return str(random.randint(1, tiles))
        if chance < 0.28:
            return random.choice(("throw", "throw 1"))
        answer = play.answer
        if play.may_throw_again and random.random() < 0.4:
            return "throw"
        if answer is None or play.put_back or not answer.moves_with_moved:
            return ""
        if answer.move is not None and random.random() < 0.5:
            return ""
        return self._part_of(random.choice(answer.moves_with_moved).tiles & ~answer.moved)

    def _part_of(self, to_go: TileSet) -> str:
        """All of these tiles at once, or the first of them alone."""
        found = numbers(to_go)
        whole = self._random.random() < 0.6
        return " ".join(map(str, found if whole else found[:1]))

    def _trouble(self, tiles: int) -> str:
        tile = self._random.randint(1, tiles)
        return self._random.choice(self._tools).format(tile)
