"""What happens at a table that plays by any rules, told as the lines that a box would give.

The second reading sits beside it to know what fits, so that matches of every kind come to their
end. In between there is every mistake that people and wood make.
"""

from __future__ import annotations

import json
from random import Random

from tests.support.second_reading import LAST, Referee, Rules, Ruling, box, dice_allowed, legal

GAPS = (0, 1, 40, 79, 80, 81, 149, 150, 151, 400)  # milliseconds between two levers
FALLING = (0, 1, 20, 40, 60, 90)  # milliseconds between two levers of a box that is knocked over
BAD_LINES = (
    "",
    "   ",
    "throw 3 4",
    "7",
    "null",
    "[]",
    "{}",
    '{"at": NaN}',
    '{"at": 1e999}',
    '{"at": true}',
    '{"at": "NOW"}',
    '{"at": -1}',
    '{"at": PAST}',
    '{"shut": 3}',
    '{"at": NOW, "shut": 0}',
    '{"at": NOW, "shut": 25}',
    '{"at": NOW, "open": true}',
    '{"at": NOW, "open": null}',
    '{"at": NOW, "flip": 3}',
    '{"at": NOW, "shut": 3, "open": 4}',
    '{"at": NOW, "shut": 3, "press": "confirm"}',
    '{"at": NOW, "throw": 7}',
    '{"at": NOW, "throw": null}',
    '{"at": NOW, "press": "roll"}',
    '{"at": NOW, "press": null}',
)


def random_match(
    rules: Rules, players: list[str], random: Random, length: int
) -> tuple[list[str], list[Ruling]]:
    """About so many lines, and what the second reading rules on them."""
    table = RandomTable(rules, players, random)
    while len(table.lines) < length:
        table.something_happens()
    table.referee.run_clock(LAST)
    return table.lines, table.referee.rulings


class RandomTable:
    def __init__(self, rules: Rules, players: list[str], random: Random) -> None:
        self.rules = rules
        self.random = random
        self.referee = Referee(rules, players)
        self.now = 0  # milliseconds
        self.lines: list[str] = []

    def something_happens(self) -> None:
        if self.random.random() < 0.15:
            self.mishap()
        elif self.referee.phase == "over":
            self.after_the_match()
        elif self.referee.broken or self.must_be_made_ready():
            self.put_right()
        elif self.referee.phase == "first throws":
            self.throw(1)
        elif self.referee.throw is None:
            self.throw_dice()
        elif self.referee.is_provisional():
            self.after_a_provisional_move()
        else:
            self.move()
        if self.random.random() < 0.7:
            self.happens(self.random.choice((200, 1200)), {})  # every lever is decided

    def must_be_made_ready(self) -> bool:
        between = self.referee.phase in ("between turns", "first throws")
        return between and self.referee.seen != self.referee.book

    def happens(self, after: int, event: dict[str, object]) -> None:
        self.now += after
        self.line(json.dumps({"at": self.now / 1000} | event))

    def line(self, text: str) -> None:
        self.lines.append(text)
        self.referee.read_line(len(self.lines), text)

    def flip(self, tile: int, after: int | None = None) -> None:
        gap = self.random.choice(GAPS) if after is None else after
        self.happens(gap, {"shut" if tile in self.referee.seen else "open": tile})

    # ------------------------------------------------------------------------------ what should be

    def after_the_match(self) -> None:
        if self.random.random() < 0.2:
            self.throw(self.rules.dice)  # void
        self.happens(1000, {"press": "new"})

    def put_right(self) -> None:
        """Put the levers where the book has them, or those of a refused move."""
        wrong = sorted(self.referee.seen ^ self.referee.book)
        if self.referee.broken:
            wrong = sorted(self.referee.to_put_back())
        self.random.shuffle(wrong)
        if self.random.random() < 0.1:
            wrong = wrong[:1]
        for tile in wrong:
            self.flip(tile)
        self.happens(200, {})

    def throw_dice(self) -> None:
        self.throw(self.random.choice(sorted(dice_allowed(self.rules, self.to_move()))))

    def throw(self, count: int) -> None:
        """A throw that has a move, more often than chance would have it; and doubles."""
        values: list[int] = []
        for _ in range(self.random.choice((1, 1, 2, 6))):
            values = [self.random.randint(1, self.rules.sides) for _ in range(count)]
            if self.random.random() < 0.2:
                values = values[:1] * count
            if self.referee.phase != "turn" or self.allowed(tuple(values)):
                break
        self.happens(self.random.choice((200, 1000)), {"throw": values})

    def to_move(self) -> frozenset[int]:
        return self.referee.next_to_move()

    def allowed(self, throw: tuple[int, ...]) -> bool:
        first = not self.referee.committed and self.referee.throw is None
        return bool(legal(self.rules, self.to_move(), throw, first=first))

    def move(self) -> None:
        """Complete a move that holds what has been moved; sometimes only a part of it."""
        moved = set(self.referee.moved())
        fitting = [tiles for tiles, _ in self.referee.moves if moved < set(tiles)]
        if not fitting:
            self.put_right()
            return
        if moved and self.random.random() < 0.3:
            self.flip(self.random.choice(sorted(moved)), 100)  # taken back
            return
        tiles = [tile for tile in self.random.choice(fitting) if tile not in moved]
        self.random.shuffle(tiles)
        if self.random.random() < 0.15:
            tiles = tiles[:1]
        for tile in tiles:
            self.flip(tile)
        self.happens(self.random.choice((0, 81, 200)), {})

    def after_a_provisional_move(self) -> None:
        chance = self.random.random()
        if chance < 0.2:
            self.happens(100, {"press": "confirm"})
        elif chance < 0.3:
            self.happens(2000, {})  # it settles
        elif chance < 0.5:
            self.move_on()
        elif self.rules.match == "first_to_shut":
            self.happens(100, {"press": "confirm"})
        else:
            self.throw_dice()

    def move_on(self) -> None:
        """Change a provisional move: to a larger one, or take a tile back."""
        moved = self.referee.moved()
        larger = any(set(moved) < set(tiles) for tiles, _ in self.referee.moves)
        if larger and self.random.random() < 0.7:
            self.move()
        else:
            self.flip(self.random.choice(moved))

    # --------------------------------------------------------------------------- what should not be

    def mishap(self) -> None:
        slips = (
            self.wrong_lever,
            self.knock,
            self.sweep,
            self.bump,
            self.bad_throw,
            self.press,
            self.bad_line,
        )
        self.random.choice(slips)()

    def wrong_lever(self) -> None:
        self.flip(self.random.randint(1, self.rules.tiles))

    def knock(self) -> None:
        """The box falls over, or on its back, and sometimes a tile springs back."""
        stand = self.random.random() < 0.8
        falling = [tile for tile in box(self.rules) if (tile in self.referee.seen) == stand]
        self.random.shuffle(falling)
        falling += [tile for tile in falling if self.random.random() < 0.1]
        self.fall(falling)

    def sweep(self) -> None:
        """A hand moves some tiles beside each other; often it answers the throw, too."""
        first = self.random.randint(1, self.rules.tiles)
        swept = list(range(first, first + self.random.randint(2, 4)))
        if self.referee.moves and self.random.random() < 0.5:
            swept += self.random.choice(self.referee.moves)[0]
        self.fall([tile for tile in dict.fromkeys(swept) if tile in box(self.rules)])

    def fall(self, tiles: list[int]) -> None:
        for tile in tiles:
            self.flip(tile, self.random.choice(FALLING))
            if self.random.random() < 0.03:
                self.line("neither time nor act")
            elif self.random.random() < 0.03:
                self.happens(self.random.choice((0, 30)), {"press": "confirm"})

    def bump(self) -> None:
        tile = self.random.randint(1, self.rules.tiles)
        for _ in range(self.random.choice((2, 2, 3))):
            self.flip(tile)

    def bad_throw(self) -> None:
        throws: tuple[list[int | None], ...] = (
            [],
            [0, 3],
            [None, 2],
            [self.rules.sides + 1, 1],
            [3],
            [1, 1, 1],
            [2, 2],
        )
        self.happens(200, {"throw": self.random.choice(throws)})

    def press(self) -> None:
        self.happens(100, {"press": self.random.choice(("confirm", "new"))})

    def bad_line(self) -> None:
        """Mostly no event at all, at a time that would be right."""
        text = self.random.choice(BAD_LINES)
        self.line(text.replace("NOW", str(self.now / 1000)).replace("PAST", str(self.now / 1001)))
