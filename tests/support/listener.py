"""Someone at the table who sees nothing, and keeps the game in mind by what is said.

It reads the words as a person would hear them; nothing of how they were made is used here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
VALUES = {word: value for value, word in enumerate(ONES.split())} | {
    word: 10 * value for value, word in enumerate(TENS.split(), start=2)
}
SIZES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}

Tiles = frozenset[int]
NONE: Tiles = frozenset()


@cache
def number_heard(words: str) -> int:
    """``two hundred and five``, or digit by digit ``nine one zero``."""
    parts = re.split(r"[ -]", words.replace(" and ", " "))
    digits = [VALUES[part] for part in parts if part in VALUES]
    in_tens = any(VALUES.get(part, 0) >= 20 for part in parts)
    if len(parts) > 1 and len(digits) == len(parts) and not in_tens:
        return int("".join(map(str, digits)))
    total = part_of = 0
    for part in parts:
        if part == "hundred":
            part_of *= 100
        elif part in SIZES:
            total, part_of = total + part_of * SIZES[part], 0
        else:
            part_of += VALUES[part]
    return total + part_of


# ``re`` keeps few patterns, and looks through them at some length.
_compiled = cache(re.compile)

UNIT = "(?:pounds?|pence|penny|euros?|cents?|dollars?|francs?|rappen|yen)"
MAJOR = ("pound", "euro", "dollar", "franc")


def money_heard(words: str) -> int:
    """``one pound fifty``, ``two euros and five cents``, ``one hundred yen``, in minor units."""
    return money_in(words, number_heard, UNIT, MAJOR, "and")


def money_in(
    words: str, number: Callable[[str], int], unit: str, major: tuple[str, ...], and_: str
) -> int:
    """An amount in minor units; ``unit`` is a pattern, ``major`` how the large units begin."""
    heard = re.fullmatch(rf"(.+?) ({unit})(?: (?:{and_} )?(.+?)(?: {unit})?)?", words)
    if heard is None:
        return number(words)
    size = 100 if heard[2].startswith(major) else 1
    return number(heard[1]) * size + (number(heard[3]) if heard[3] else 0)


@dataclass(frozen=True)
class Tongue:
    """How a language is understood.

    ``understood`` has a pattern for each kind of sentence; ``voids`` are words of a throw that does
    not count, ``results`` words of what has been, and not of what is to be done. ``requests`` ask
    for levers, in groups ``up`` and ``down``. ``ways`` are moves, and maybe how ``more`` there are.
    """

    number: Callable[[str], int]
    money: Callable[[str], int]
    and_: str
    or_: str
    to: str
    articles: str
    voids: str
    results: str
    requests: tuple[str, ...]
    ways: str
    gets: str
    understood: tuple[tuple[str, Callable[[Listener, re.Match[str]], None]], ...]

    def words_of(self, words: str) -> list[str]:
        return re.split(self.and_, words)

    def tiles(self, words: str) -> Tiles:
        """``one to five, eight and nine``, with articles or without."""
        tiles: set[int] = set()
        for part in self.words_of(re.sub(self.articles, "", words.lower())):
            first, _to, last = part.partition(self.to)
            tiles |= set(range(self.number(first), self.number(last or first) + 1))
        return frozenset(tiles)


@dataclass
class Listener:
    """What someone knows who began with nothing, on a box with so many tiles."""

    tiles: int
    language: str = "en"
    open: Tiles | None = None
    up: Tiles = NONE
    down: Tiles = NONE
    throw: list[int] | None = None
    so_far: Tiles = NONE
    ways: list[Tiles] = field(default_factory=list)
    more_ways: int = 0
    turn: str = ""
    counts: tuple[int, ...] = ()
    markers: int = 0
    scores: dict[str, int] = field(default_factory=dict)
    round_scores: dict[str, int] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    money: dict[str, int] = field(default_factory=dict)
    doubled: bool = False
    over: bool = False
    voids: int = 0
    doubts: list[str] = field(default_factory=list)

    @property
    def tongue(self) -> Tongue:
        return tongue(self.language)

    def hears(self, words: str) -> None:
        """Take in everything that is said in one go."""
        words = words.replace("\u00a0", " ").replace("’", "'")
        if re.search(self.tongue.voids, words):
            self.voids += 1
            # Whoever is asked for another throw, and for no lever, has all levers right.
            self.up = self.down = NONE
            self._hears_a_request(words)
            return
        if not re.search(self.tongue.results, words):
            self.up = self.down = NONE
        for sentence in re.split(r"(?<=[.!]) ", words):
            self._hears_sentence(sentence)

    def _hears_sentence(self, words: str) -> None:
        for pattern, understand in self.tongue.understood:
            if (heard := _compiled(pattern).fullmatch(words)) is not None:
                understand(self, heard)
                return
        raise AssertionError(f"what does this mean? {words!r}")

    def _hears_a_request(self, words: str) -> None:
        for request in self.tongue.requests:
            if (heard := re.search(request, words)) is not None:
                asked = heard.groupdict()
                self.up, self.down = (
                    self.tongue.tiles(asked[way]) if asked.get(way) else NONE
                    for way in ("up", "down")
                )
                return

    # What each kind of sentence tells.

    def _all_open(self, _heard: re.Match[str]) -> None:
        self.open = frozenset(range(1, self.tiles + 1))

    def _none_open(self, _heard: re.Match[str]) -> None:
        self.open = NONE

    def _open(self, heard: re.Match[str]) -> None:
        self.open = self.tongue.tiles(heard[1])

    def _ready(self, heard: re.Match[str]) -> None:
        self.turn, self.counts = heard[1], self._dice(heard[2])
        self.markers = 0
        self.throw, self.over = None, False

    def _throws_next(self, heard: re.Match[str]) -> None:
        self.turn, self.counts = heard[1], self._dice(heard[2])
        self.throw = None

    def _dice(self, words: str) -> tuple[int, ...]:
        each = words.split(self.tongue.or_)
        return tuple(self.tongue.number(dice.partition(" ")[0]) for dice in each)

    def _thrown(self, heard: re.Match[str]) -> None:
        self.throw = [self.tongue.number(word) for word in self.tongue.words_of(heard[1].lower())]
        self.so_far, self.ways, self.more_ways = NONE, [], 0
        if heard.lastindex == 2:
            assert sum(self.throw) == self.tongue.number(heard[2])

    def _ways(self, heard: re.Match[str]) -> None:
        parts = re.fullmatch(self.tongue.ways, heard[1])
        assert parts is not None
        self.ways = [self.tongue.tiles(way) for way in parts[1].split(f",{self.tongue.or_}")]
        self.more_ways = self.tongue.number(parts[2]) if parts[2] else 0

    def _many_ways(self, heard: re.Match[str]) -> None:
        self.ways = [self.tongue.tiles(heard[2])]
        self.more_ways = self.tongue.number(heard[1].lower()) - 1

    def _so_far(self, heard: re.Match[str]) -> None:
        self.so_far = self.tongue.tiles(heard[1])

    def _taken_back(self, _heard: re.Match[str]) -> None:
        self.so_far = NONE

    def _committed(self, _heard: re.Match[str]) -> None:
        self.throw, self.so_far = None, NONE

    def _put_back(self, heard: re.Match[str]) -> None:
        self._hears_a_request(heard[0][:1].lower() + heard[0][1:])

    def _stand_up(self, heard: re.Match[str]) -> None:
        self.up = self.tongue.tiles(heard[1])
        self.down = self.tongue.tiles(heard[2]) if heard[2] else NONE
        self.throw = None

    def _lay_down(self, heard: re.Match[str]) -> None:
        self.up, self.down = NONE, self.tongue.tiles(heard[1])
        self.throw = None

    def _markers(self, heard: re.Match[str]) -> None:
        self.markers = self.tongue.number(heard[1])

    def _costs_a_marker(self, heard: re.Match[str]) -> None:
        self.markers, self.throw = self.tongue.number(heard[1]), None

    def _costs_the_last_marker(self, _heard: re.Match[str]) -> None:
        self.markers, self.throw = 0, None

    def _no_throw(self, _heard: re.Match[str]) -> None:
        self.throw = None

    def _score(self, heard: re.Match[str]) -> None:
        self.scores[heard[1]] = self.tongue.number(heard[2])
        self.throw = None

    def _round(self, heard: re.Match[str]) -> None:
        self.round_scores = {}
        for part in heard[1].split(", "):
            player, _, score = part.partition(" ")
            self.round_scores[player] = self.tongue.number(score)

    def _gone(self, heard: re.Match[str]) -> None:
        self.out = self.tongue.words_of(heard[1])

    def _won(self, heard: re.Match[str]) -> None:
        self.winners, self.over, self.money = self.tongue.words_of(heard[1]), True, {}
        self.doubled = False

    def _nobody_won(self, _heard: re.Match[str]) -> None:
        self.winners, self.over, self.money = [], True, {}

    def _doubled(self, _heard: re.Match[str]) -> None:
        self.doubled = True

    def _money(self, heard: re.Match[str]) -> None:
        amount = self.tongue.money(heard[3])
        self.money[heard[1]] = amount if heard[2] == self.tongue.gets else -amount

    def _match_over(self, _heard: re.Match[str]) -> None:
        self.over = True

    def _doubted(self, heard: re.Match[str]) -> None:
        self.doubts.append(heard[1])

    def _nothing_new(self, _heard: re.Match[str]) -> None:
        """Ignore this: it repeats what was said in another way, or is talk."""


NAME = r"([A-Z][a-z]+(?: one| two)?)"
NUMBER = rf"(?:(?:{'|'.join([*VALUES, *SIZES, 'and'])})[ -]?)+"
LIST = r"([a-z][a-z ,-]*?)"
DICE = r"((?:one die|[a-z]+ dice)(?: or [a-z]+ dice)?)"

UNDERSTOOD = (
    (r"All open\.", Listener._all_open),
    (r"None open\.", Listener._none_open),
    (rf"Open: {LIST}\.", Listener._open),
    (rf"{NAME}, your turn: throw {DICE}\.", Listener._ready),
    (r"You (?:shut|open)\.", Listener._nothing_new),
    (rf"{NAME} throws {DICE}(?: to open tiles)?\.", Listener._throws_next),
    (rf"{NAME} throws one die, to see who starts\.", Listener._no_throw),
    (rf"{NAME} throws [a-z-]+(?:: .* starts with [a-z-]+)?\.", Listener._nothing_new),
    (rf"{NAME} throws next\.", Listener._nothing_new),
    (rf".* tie with [a-z-]+: {NAME} throws again\.", Listener._nothing_new),
    (rf"((?i:{NUMBER}(?:, {NUMBER})*)), ({NUMBER}) in all\.", Listener._thrown),
    (rf"((?i:{NUMBER}))\.", Listener._thrown),
    (rf"(?:Shut|Open|To go:) {LIST}\.", Listener._ways),
    (rf"((?i:{NUMBER})) ways, such as {LIST}\.", Listener._many_ways),
    (r"Shut the box!|The box is open!", Listener._nothing_new),
    (r"Or throw the double again\.", Listener._nothing_new),
    (r".* (?:is|are) thrown again instead of being played\.", Listener._nothing_new),
    (r"Confirm tells more\.", Listener._nothing_new),
    (r"The first move must shut (?:the )?[a-z-]+\.", Listener._nothing_new),
    (r"(?i:double|.* are alike).* cannot be played: throw again\.", Listener._no_throw),
    (r".* cannot be played, but comes right after a double: throw again\.", Listener._no_throw),
    (rf".* cannot be played, which costs a marker: ({NUMBER}) (?:is|are) left, throw again\.",
     Listener._costs_a_marker),
    (r".* cannot be played, which costs your last marker: throw again\.",
     Listener._costs_the_last_marker),
    (rf"You have ({NUMBER}) markers?\.", Listener._markers),
    (r"((?i:[a-z ,-]+)) so far\.", Listener._so_far),
    (r"(?:The )?[a-z ,-]+ (?:is|are) taken back\.", Listener._taken_back),
    (r"((?i:[a-z ,-]+)) (?:is|are) (?:shut|open)\.", Listener._committed),
    (rf"Next, {DICE}\.", Listener._nothing_new),
    (r"((?i:.*)) will do: .*\.", Listener._nothing_new),
    (r"That will do: throw again, or confirm\.", Listener._nothing_new),
    (rf"Or add {LIST}\.", Listener._nothing_new),
    (r"Put .* back (?:up|down)\.", Listener._put_back),
    (rf"Stand up {LIST}(?:, and lay down {LIST})?\.", Listener._stand_up),
    (rf"Lay down {LIST}\.", Listener._lay_down),
    (rf"For {NAME}'s turn\.", Listener._nothing_new),
    (rf"{NAME} is next\.", Listener._nothing_new),
    (r"The [a-z-]+ (?:belongs to a move you have made|may not be taken back)\.",
     Listener._nothing_new),
    (r"The [a-z-]+ is (?:not in play|not yours to move)\.", Listener._nothing_new),
    (r"[A-Z][a-z ,-]* may not be moved now\.", Listener._nothing_new),
    (rf"((?i:{NUMBER})) levers moved at once, and none of them counts\.", Listener._nothing_new),
    (r"Throw first\.", Listener._nothing_new),
    (r"Not all right yet\.", Listener._nothing_new),
    (r".* (?:is more than the|cannot be made up to|leads to no move|is no move for) .*\.",
     Listener._nothing_new),
    (r"All is as it should be: .*\.", Listener._nothing_new),
    (r".* (?:cannot be played|the (?:turn|match) is lost|that ends the (?:turn|match))\.",
     Listener._no_throw),
    (rf"{NAME} has (?:shut|opened) the box!", Listener._nothing_new),
    (rf"{NAME}'s turn is over\.", Listener._no_throw),
    (rf"{NAME} scores ({NUMBER})(?:, .* with the handicap)?\.", Listener._score),
    (r"The tie goes to .* open tiles\.", Listener._nothing_new),
    (r"(?:Rounds won, of .*|Handicap): .*\.", Listener._nothing_new),
    (r"The round is over\.", Listener._nothing_new),
    (r"The match is over\.", Listener._match_over),
    (rf"(?:In all: )?({NAME} {NUMBER}(?:, {NAME} {NUMBER})*)\.", Listener._round),
    (r"(.*) (?:is|are) out\.", Listener._gone),
    (r".* tie and play one more turn each\.", Listener._nothing_new),
    (r"Nobody wins(?:: every stake goes back)?\.", Listener._nobody_won),
    (r"(.*) (?:wins|share the win)\.", Listener._won),
    (r"The stake is paid double\.", Listener._doubled),
    (rf"{NAME} (gets|pays) ({NUMBER}.*)\.", Listener._money),
    (r"Press new for another\.", Listener._nothing_new),
    (r"Unverified: (.*)\.", Listener._doubted),
)  # fmt: skip

ENGLISH = Tongue(
    number=number_heard,
    money=money_heard,
    and_=r", and |, | and ",
    or_=" or ",
    to=" to ",
    articles="the ",
    voids="does not count|it has to be",
    results=r"scores|turn is over|the box!|round is over|wins\.|share the win|^The match is over",
    requests=(
        r"put (?P<up>.*?) back up(?:,? and (?P<down>.*?) back down)?(?: first)?\.",
        r"put (?P<down>.*?) back down(?: first)?\.",
        r"stand (?P<up>.*?) up(?: and lay (?P<down>.*?) down)? first",
        r"lay (?P<down>.*?) down first",
    ),
    ways=r"(.*?)(?:, and ([a-z -]+) more ways?)?",
    gets="gets",
    understood=UNDERSTOOD,
)


@cache
def tongue(language: str) -> Tongue:
    """How a language is understood, by its code."""
    if language == "fr":
        from tests.support.tongues.french import FRENCH

        return FRENCH
    if language == "de":
        from tests.support.tongues.german import GERMAN

        return GERMAN
    return ENGLISH
