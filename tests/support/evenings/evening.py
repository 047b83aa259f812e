"""What a seed stands for: who plays what, on which wood, and what will go wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, changed_from
from boxctl.rules.tiles import TileSet
from boxctl.rules.variants import names, variant
from hardware.virtual import MILLISECOND, Wood
from tests.support.setting_samples import changed

SECOND = 1000 * MILLISECOND
PRESSED = 100 * MILLISECOND
"""So long a button is usually held, in microseconds."""
PLAYERS = ("Ann", "Bob", "Cy", "Dee")
MOST_PLAYERS_OF_LONG_MATCHES = 2
MOST_TILES_OF_LONG_MATCHES = 12
MOST_TILES_OF_A_BATTLE = 9

TWISTS: dict[str, tuple[str, ...]] = {
    name: setting.samples.usual for name, setting in SETTINGS.items() if name != "stake"
}
"""What a table may have changed, but for the stake, which every table settles."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How people play. All but ``pace`` are chances, from 0 to 1, for each thing they do.

    ``pace`` is the longest they usually think, in microseconds. ``errs``: a mistake, or a cheat;
    ``hurries``: going on before the table has answered; ``both_hands``: several tiles at a time;
    ``knocks``: a die hits a tile; ``loiters``: a pause of up to two minutes.
    """

    pace: int
    errs: float
    hurries: float
    both_hands: float
    knocks: float
    loiters: float


@dataclass(frozen=True, slots=True)
class Troubles:
    """What befalls the box. Chances, from 0 to 1, for each thing that people do.

    ``noise`` is that of each message on the roller's cable; ``cuts`` are those of the program,
    and the last five what the disk is for a while. Of the others, ``stalls`` holds the
    loop up for less than the bump time, ``chatters`` is a sensor that goes on and off and whose
    lever does not move meanwhile, and ``clock_steps`` sets the wall clock: none of them excuses a
    false ruling. ``lies`` and ``sticks`` do: a sensor that chatters while its lever moves, or whose
    edges are lost, and a loop that does not run for a second; and a sensor that sticks, which no
    program can know that has but one sensor a lever.
    """

    noise: float = 0
    pulls_cable: float = 0
    restarts_roller: float = 0
    unreadable: float = 0
    stalls: float = 0
    chatters: float = 0
    clock_steps: float = 0
    lies: float = 0
    sticks: float = 0
    cuts: float = 0
    slow: float = 0
    full: float = 0
    failing: float = 0
    stalled: float = 0
    lying: float = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening: so many ``matches`` of one table.

    ``wired`` tiles are on the box, of which ``standing`` stand open at the start; ``begins`` is
    the box's clock then. ``quiet`` is how long a contact has to be still, ``latency`` the longest
    that an edge is under way to the program. All times are in microseconds. With ``own_dice`` the
    box throws itself, on its roll button.
    """

    seed: int
    name: str
    rules: RuleSet
    players: tuple[str, ...]
    matches: int
    wired: int
    standing: TileSet
    begins: int
    wood: Wood
    quiet: int
    latency: int
    own_dice: bool
    habits: Habits
    troubles: Troubles

    def __str__(self) -> str:
        changes = changed_from(variant(self.name), self.rules)
        settings = "".join(f", {name} = {value}" for name, value in changes.items())
        return f"{self.name}{settings}; {', '.join(self.players)}"


def evening(seed: int) -> Evening:
    """The evening of this seed. One seed after the other, every variant has its turn."""
    random = Random(f"evening {seed}")
    every = names()
    name = every[seed % len(every)]
    # By itself: what is drawn for the table hangs on how many settings there are.
    rules, players = _table(name, Random(f"table {seed}"))
    wired = max(rules.tiles, random.choice((0, 0, 12)))
    as_left = random.random() < 0.2
    wood, quiet, latency = _wood(rules, random)
    return Evening(
        seed=seed,
        name=name,
        rules=rules,
        players=players,
        matches=random.choice((1, 1, 2)),
        wired=wired,
        standing=random.getrandbits(wired) if as_left else ~rules.down_tiles,
        begins=random.randrange(10_000 * SECOND),
        wood=wood,
        quiet=quiet,
        latency=latency,
        own_dice=random.random() < 0.1,
        habits=_habits(random),
        troubles=_troubles(random, latency),
    )


def _table(name: str, random: Random) -> tuple[RuleSet, tuple[str, ...]]:
    rules = variant(name)
    for twist, values in random.sample(sorted(TWISTS.items()), random.choice((0, 0, 0, 1, 2, 3))):
        value, has_effect = random.choice(values), random.random() < 0.5
        twisted = changed(rules, twist, value, has_effect=has_effect)
        if twisted is not None and _ends_before_long(twisted):
            rules = twisted
    seats = random.randint(1, len(PLAYERS))
    if rules.match in ("tournament", "knockout"):
        seats = min(seats, MOST_PLAYERS_OF_LONG_MATCHES)
    seats = {"duel": 2, "relay": 2, "solo": 1}.get(rules.match, seats)
    stake = 0 if rules.match == "solo" else random.choice((0, 1, 25, 50))
    return replace(rules, stake=stake), PLAYERS[:seats]


def _ends_before_long(rules: RuleSet) -> bool:
    """Whether a match ends before long."""
    if rules.match in ("duel", "relay") and rules.stop_number is not None:
        return False  # The tile of that number may be the last, and no throw can move it.
    if rules.match != "single" and rules.tiles > MOST_TILES_OF_LONG_MATCHES:
        return False
    return not _is_undone_again_and_again(rules)


def _is_undone_again_and_again(rules: RuleSet) -> bool:
    """Whether a throw opens about as many tiles as the one before has shut, a thousand times."""
    by_turns = rules.match == "duel" and rules.pass_box == "each_throw"
    quick = rules.tiles <= MOST_TILES_OF_A_BATTLE and rules.combine.startswith("sum")
    return by_turns and not quick


def _wood(rules: RuleSet, random: Random) -> tuple[Wood, int, int]:
    """Wood, and a quiet time and a latency that go with it.

    However slow a lever is, it is still within the bump time: one that takes longer is told by no
    sensor from one that is moved to and fro. Where a lever is slow, edges are told of at once: one
    that is under way for longer than its contact pauses makes the time of the change uncertain.
    """
    bump = round(rules.bump_ms * MILLISECOND)
    bounces = Wood(random.randint(0, 6), random.randint(1, 2 * MILLISECOND))
    quiet = random.choice((5, 5, 8, 12)) * MILLISECOND
    if random.random() < 0.3:
        longest = bump - 2 * bounces.bounces * bounces.bounce
        return replace(bounces, slowness=random.randint(4, longest * 4 // 3)), quiet, 0
    return bounces, quiet, random.choice((0, 0, random.randrange(quiet - bounces.bounce)))


def _habits(random: Random) -> Habits:
    careful = random.random() < 0.3
    return Habits(
        pace=random.choice((300, 1000, 3000)) * MILLISECOND,
        errs=0.0 if careful else random.uniform(0, 0.2),
        hurries=0.0 if careful else random.uniform(0, 0.4),
        both_hands=random.uniform(0, 0.5),
        knocks=random.choice((0, random.uniform(0, 0.5))),
        loiters=random.choice((0, 0.005)),
    )


def _troubles(random: Random, latency: int) -> Troubles:
    def sometimes(most: float) -> float:
        return random.choice((0, 0, random.uniform(0, most)))

    return Troubles(
        noise=sometimes(0.2),
        pulls_cable=sometimes(0.03),
        restarts_roller=sometimes(0.03),
        unreadable=sometimes(0.1),
        stalls=sometimes(0.2),
        chatters=0 if latency else sometimes(0.05),
        clock_steps=sometimes(0.05),
        lies=random.choice((0,) * 9 + (random.uniform(0, 0.1),)),
        sticks=random.choice((0,) * 19 + (random.uniform(0, 0.1),)),
        cuts=sometimes(0.03),
        slow=sometimes(0.03),
        full=sometimes(0.01),
        failing=sometimes(0.01),
        stalled=sometimes(0.01),
        lying=sometimes(0.03),
    )
