"""Rule sets of any settings, as `--set` names them, and the second reading of such a name."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from boxctl.rules.settings import SETTINGS
from tests.support.second_reading import Rules, contradictions


def throws_of(name: str, text: str) -> int:
    """How many throws there are of these dice; 1 for a value that is no dice."""
    count, _, sides = text.partition("d") if name == "dice" else ("1", "", "1")
    throws: int = int(sides) ** int(count)
    return throws


VALUES: dict[str, tuple[str, ...]] = {
    name: setting.samples.small for name, setting in SETTINGS.items()
} | {"players": ("1", "2", "3", "4"), "handicap": ("0", "2", "0,5,1", "7,0,999,7")}
"""Of each setting the values that matter, that of `classic` first.

`players` and their `handicap`, by seat, count as settings.
"""

OF_PLAYERS = ("players", "handicap")

MOST_THROWS = 10_000
"""The second reading looks at each throw."""

EXTREMES: dict[str, tuple[str, ...]] = {
    name: tuple(value for value in setting.samples.extreme if throws_of(name, value) <= MOST_THROWS)
    for name, setting in SETTINGS.items()
}
"""Values of the largest and smallest kind, which contradict others more often."""

SELDOM_MET: tuple[dict[str, str], ...] = (
    {
        "match": "duel",
        "pass_box": "each_throw",
        "take_back": "until_next_throw",
        "one_die": "sum_at_most_6",
        "one_die_choice": "must",
        "tiles": "6",
    },
    {"opening_tile": "2", "opening_lost": "match", "ties": "roll_off", "tiles": "3"},
    {"stop_number": "4", "stops": "match", "ties": "roll_off", "tiles": "3"},
    {"match": "knockout", "shut_bonus": "double", "ties": "roll_off", "tiles": "3"},
    {"doubles": "extra", "combine": "canoga", "double_shuts_own": "true"},
    {"match": "rounds_won", "ties": "roll_off", "first_player": "loser", "tiles": "3"},
    {"match": "rounds_won", "ties": "fewest_tiles", "first_player": "rotate", "tiles": "3"},
    {
        "match": "tournament",
        "target": "8",
        "target_ends": "at_once",
        "ties": "roll_off",
        "tiles": "3",
    },
    {"match": "knockout", "target": "8", "first_player": "rotate", "tiles": "3"},
    {"ties": "roll_off", "handicap": "2", "players": "2", "tiles": "3"},
    {"match": "knockout", "shut_bonus": "double_once", "handicap": "0,5,1", "tiles": "3"},
    {"ties": "fewest_tiles", "handicap": "2", "tiles": "4"},
)
"""Settings that lead to situations which others seldom meet."""

Chosen = dict[str, str]
Named = tuple[str, str]  # a setting and its value


@dataclass(frozen=True)
class Settings:
    """A value for every setting of :data:`VALUES`."""

    chosen: tuple[Named, ...]

    @property
    def rules(self) -> Rules:
        fields = {
            name: value_of(name, text) for name, text in self.chosen if name not in OF_PLAYERS
        }
        fields["handicaps"] = self.handicaps
        known = {field.name for field in dataclasses.fields(Rules)}
        assert fields.keys() <= known, (
            "the second reading (tests/support/second_reading/settings.py) does not know "
            + " and ".join(sorted(fields.keys() - known))
        )
        count, sides = fields["dice"].split("d")
        return Rules(**fields | {"dice": int(count), "sides": int(sides)})

    @property
    def players(self) -> list[str]:
        return ["Ann", "Bob", "Cy", "Dee"][: int(dict(self.chosen)["players"])]

    @property
    def handicaps(self) -> tuple[int, ...]:
        """Those of the players, by seat; none if nobody has one."""
        by_seat = [int(text) for text in dict(self.chosen)["handicap"].split(",")]
        given = (by_seat + [0] * len(self.players))[: len(self.players)]
        return tuple(given) if any(given) else ()

    @property
    def changes(self) -> list[Named]:
        """What `--set` is given, for `classic`."""
        return [
            (name, text)
            for name, text in self.chosen
            if name not in OF_PLAYERS and text != VALUES[name][0]
        ]

    def contradictions(self) -> set[frozenset[str]]:
        return contradictions(self.rules, len(self.players))

    def __str__(self) -> str:
        changes = " ".join(f"--set {name}={text}" for name, text in self.changes)
        given = zip(self.players, self.handicaps, strict=False)
        handicaps = " ".join(f"--handicap {player}={points}" for player, points in given if points)
        return f"--players {','.join(self.players)} {handicaps} {changes}"


def value_of(name: str, text: str) -> Any:
    """The value as the second reading has it."""
    if name == "down":
        return text if text in ("odd", "even") else tiles_of(text)
    if name == "stake":
        return int(text.split()[0])
    if name.endswith("_ms"):
        return float(text)
    if text in ("true", "false"):
        return text == "true"
    if text == "none" and name != "doubles":
        return None
    return int(text) if text.isdigit() else text


def tiles_of(text: str) -> frozenset[int]:
    """A tile set such as `1-6,8` or `-`."""
    tiles: set[int] = set()
    for part in text.split(",") if text != "-" else ():
        lowest, _, highest = part.partition("-")
        tiles |= set(range(int(lowest), int(highest or lowest) + 1))
    return frozenset(tiles)


def settings_of(chosen: Chosen) -> Settings:
    """These values, and for every other setting that of `classic`."""
    return Settings(tuple((name, chosen.get(name, values[0])) for name, values in VALUES.items()))


def any_settings(random: Random, fixed: Chosen, likely: float = 0.5) -> Settings | None:
    """Settings that contradict nothing, drawn at random around these; None if none are found.

    Each setting is that of `classic` with a chance of ``1 - likely``.
    """
    chosen = {
        name: random.choice(values) if random.random() < likely else values[0]
        for name, values in VALUES.items()
    } | fixed
    for _ in range(30):
        settings = settings_of(chosen)
        wrong = sorted(sorted(pair - fixed.keys()) for pair in settings.contradictions())
        if not wrong:
            return settings
        if not wrong[0]:
            return None
        name = random.choice(random.choice([pair for pair in wrong if pair] or wrong))
        chosen[name] = random.choice(VALUES[name])
    return None


def pairs_of(settings: Settings) -> set[tuple[Named, Named]]:
    return set(combinations(settings.chosen, 2))


def every_pair() -> set[tuple[Named, Named]]:
    """Every two values of two settings."""
    return {
        ((one, value), (other, another))
        for one, other in combinations(VALUES, 2)
        for value in VALUES[one]
        for another in VALUES[other]
    }


def covering(random: Random) -> tuple[list[Settings], set[tuple[Named, Named]]]:
    """Settings among which is every pair of values that can stand together, and the other pairs."""
    rows: list[Settings] = []
    alone: set[tuple[Named, Named]] = set()
    uncovered = every_pair()
    while uncovered:
        pair = min(uncovered)
        drawn = [any_settings(random, dict(pair), 0.9) for _ in range(12)]
        found = [settings for settings in drawn if settings is not None]
        if not found:
            alone.add(pair)
            uncovered.remove(pair)
            continue
        best = max(found, key=lambda settings: len(pairs_of(settings) & uncovered))
        rows.append(best)
        uncovered -= pairs_of(best)
    return rows, alone
