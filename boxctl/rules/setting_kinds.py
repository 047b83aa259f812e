"""The kinds of settings: which text is an answer, what it means, and what to try it with.

The settings are declared with them in :mod:`boxctl.rules.turn_settings` and
:mod:`boxctl.rules.match_settings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import ALL_TILES_OF, Dice, Parity, RuleSet, read_dice
from boxctl.rules.tiles import TileSet, read_tiles, write_tiles
from boxctl.rules.ways import Way, read_ways, rule_by_way
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import any_of, commas, message, tr

TURN = message("The turn")
"""The title of the group of settings that the declarations of both have."""

NONE = message("none")

MOST = 1_000_000_000
"""The largest number that a setting may have."""

Decides = Literal["turn", "match", "order", "play", "money", "sensor"]
"""What a setting makes a difference to:

- ``turn``: what a turn can come to. The solver of a turn, and so every odds, has to know it.
- ``match``: who wins by the scores. The odds to win have to know it.
- ``order``: who begins, and what a tie is worth. So have they, but it makes no other game.
- ``play``: how tiles may be moved, whatever they score.
- ``money``: what is paid.
- ``sensor``: how a box takes what its levers do.
"""

OF_THE_ODDS: tuple[Decides, ...] = ("turn", "match", "order")
"""What the odds depend on."""


@frozen_dataclass
class Samples:
    """Values of a setting to try it with, as text. The tests draw from them.

    ``small`` ones keep a match short and a turn quick to solve, ``usual`` ones are played at
    tables, ``extreme`` ones are the smallest and the largest that there are.
    """

    small: tuple[str, ...]
    usual: tuple[str, ...]
    extreme: tuple[str, ...] = ()


@frozen_dataclass(kw_only=True)
class Kind:
    """The answers that a setting takes, and samples of them.

    ``words`` has marked messages for those values that are shown in words.
    """

    samples: Samples
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def choices(self) -> tuple[str, ...]:
        """All answers where they are few, else those with a name, in the rule book's order."""
        return ()

    @property
    def all_words(self) -> frozenset[str]:
        """All words that stand in an answer."""
        return frozenset(self.words)

    @property
    def is_typed(self) -> bool:
        """Whether there are more answers than :attr:`choices`."""
        return not self.choices

    def answers(self) -> str:
        """Return the possible answers in words."""
        raise NotImplementedError

    def in_words(self, value: str) -> str:
        """Return a value, as text, in words; as it is if it has none."""
        words = self.words.get(value)
        return value if words is None else tr(words)

    def read(self, text: str) -> Any:
        """Return the value that :class:`RuleSet` holds.

        Raises :class:`ValueError` or :class:`RuleFault` (BX203) for text that is no answer.
        """
        raise NotImplementedError

    def implied(self, _text: str) -> dict[str, Any]:
        """Return the values of other settings that an answer implies, as :class:`RuleSet` has them.

        The text must be an answer.
        """
        return {}

    def write(self, value: Any) -> str:
        """Return a value as text."""
        return str(value)


@frozen_dataclass(kw_only=True)
class OneOf(Kind):
    """One of the ``words``; ``also`` are other words for some of them."""

    also: Mapping[str, str] = field(default_factory=dict)

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(self.words)

    def answers(self) -> str:
        return any_of(self.words)

    def read(self, text: str) -> str:
        word = self.also.get(text, text)
        if word not in self.words:
            raise ValueError(text)
        return word


def one_of(words: Mapping[str, str], also: Mapping[str, str] | None = None) -> OneOf:
    """Return the kind of a setting that is one of some words: all of them are samples."""
    return OneOf(words=words, also=also or {}, samples=Samples(tuple(words), tuple(words)))


@frozen_dataclass(kw_only=True)
class WaysOfThrows(OneOf):
    """A list of ways (R3.10), or one of the ``words``, which are names of such lists.

    ``of_ways`` has a marked message for each way.
    """

    of_ways: Mapping[Way, str]

    @property
    def all_words(self) -> frozenset[str]:
        return frozenset({*self.words, *self.of_ways})

    @property
    def is_typed(self) -> bool:
        return True

    def answers(self) -> str:
        named = commas(self.words)
        return tr("{names}, or ways joined by +: {ways}", names=named, ways=commas(self.of_ways))

    def read(self, text: str) -> str:
        return read_ways(text).combine

    def implied(self, text: str) -> dict[str, Any]:
        return dict.fromkeys(read_ways(text).beside, True)

    def in_words(self, value: str) -> str:
        if (words := self.words.get(value)) is not None:
            return tr(words)
        return any_of(tr(self.of_ways[way]) for way in rule_by_way(value))


@frozen_dataclass(kw_only=True)
class YesOrNo(Kind):
    """True or false."""

    @property
    def choices(self) -> tuple[str, ...]:
        return ("true", "false")

    def answers(self) -> str:
        return any_of(self.choices)

    def read(self, text: str) -> bool:
        if text not in self.choices:
            raise ValueError(text)
        return text == "true"

    def write(self, value: bool) -> str:
        return str(value).lower()


YES_OR_NO = YesOrNo(
    words={"true": message("yes"), "false": message("no")},
    samples=Samples(("false", "true"), ("false", "true")),
)
"""The kind of a setting that is false in ``classic``."""


@frozen_dataclass(kw_only=True)
class WholeNumber(Kind):
    """A whole number, or one of the ``words``, of which ``none`` is the value None."""

    low: int
    high: int = MOST

    def answers(self) -> str:
        numbers = tr("a whole number from {low} to {high}", low=self.low, high=self.high)
        return any_of([numbers, *self.words])

    def read(self, text: str) -> int | str | None:
        if text in self.words:
            return None if text == "none" else text
        if not (text.isascii() and text.isdigit() and len(text) <= 10):
            raise ValueError(text)
        if not self.low <= int(text) <= self.high:
            raise ValueError(text)
        return int(text)

    def write(self, value: int | str | None) -> str:
        return "none" if value is None else str(value)


@frozen_dataclass(kw_only=True)
class Milliseconds(Kind):
    """A number of milliseconds from 0 to ``most``."""

    most: int = 3_600_000

    def answers(self) -> str:
        return tr("a number of milliseconds from {low} to {high}", low=0, high=self.most)

    def read(self, text: str) -> float:
        whole, _point, part = text.partition(".")
        if not (whole + part).isascii() or not (whole + part).isdigit() or len(text) > 20:
            raise ValueError(text)
        value = float(text)
        if value > self.most:
            raise ValueError(text)
        return int(value) if value.is_integer() else value


@frozen_dataclass(kw_only=True)
class Tiles(Kind):
    """A tile set, or all odd or even tiles of the box."""

    def answers(self) -> str:
        return tr("a tile set such as 1-3, odd, even, or - for none")

    def read(self, text: str) -> TileSet | Parity:
        for parity in ALL_TILES_OF:
            if text == parity:
                return parity
        if text.isalpha():
            raise ValueError(text)
        return read_tiles(text)

    def write(self, value: TileSet | Parity) -> str:
        return write_tiles(value) if isinstance(value, int) else value


@frozen_dataclass(kw_only=True)
class NumberOfDice(Kind):
    """How many dice of how many sides."""

    def answers(self) -> str:
        return tr("a number of dice such as 2d6")

    def read(self, text: str) -> Dice:
        return read_dice(text)


@frozen_dataclass(kw_only=True)
class Stake(Kind):
    """An amount in minor units, and the code of its currency: two values."""

    def answers(self) -> str:
        return tr(
            "a whole number from 0 to {most}, or an amount with its currency such as 50p, £1.50, "
            "1,50 € or 0.50 EUR",
            most=MOST,
        )

    def read(self, text: str) -> tuple[int, str]:
        if text == "0":
            return 0, ""
        from boxctl.rules.money import read_money  # few tables play for money

        money = read_money(text)
        if money.minor > MOST:
            raise ValueError(text)
        return money.minor, money.currency if money.minor else ""

    def write(self, value: tuple[int, str]) -> str:
        from boxctl.rules.money import Money

        return str(Money(*value))


Needs = Mapping[str, tuple[str, ...]]
"""The values of other settings of which one is needed, by their names."""


@frozen_dataclass(kw_only=True)
class RuleSetting:
    """One setting of the rule book: what it is, and all that is said of it.

    ``meaning``, ``title`` and ``group`` are marked messages: what it says, what it is called on a
    screen, and beside which others. ``only_with`` has the values of other settings that it needs:
    without them it contradicts, unless it is as in ``classic``; ``values_only_with`` has the same
    for single values of it. ``beside`` are settings beside which it makes a difference, for those
    who try it. A setting that :class:`RuleSet` holds in several ``fields`` has a value for each, as
    a tuple. ``sentence`` is a marked message, which may have ``{value}``: the page of the rules
    says it where the setting is not as in ``classic``. It is empty where more than that has to be
    said: :mod:`boxctl.presentation.rule_page` has the sentences then.
    """

    name: str
    rule: str
    decides: tuple[Decides, ...]
    group: str
    title: str
    meaning: str
    kind: Kind
    only_with: Needs = field(default_factory=dict)
    values_only_with: Mapping[str, Needs] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)
    fields: tuple[str, ...] = ()
    sentence: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        """All answers where they are few, in the rule book's order."""
        return self.kind.choices

    @property
    def usual(self) -> str:
        """The value that ``classic`` has."""
        held = tuple(getattr(RuleSet(), field) for field in self.fields_held)
        return self.write(held if self.fields else held[0])

    @property
    def samples(self) -> Samples:
        """Values to try it with, of the small and the usual ones that of ``classic`` first."""
        small, usual = (
            tuple(sorted(values, key=lambda value: value != self.usual))
            for values in (self.kind.samples.small, self.kind.samples.usual)
        )
        return Samples(small, usual, self.kind.samples.extreme)

    @property
    def fields_held(self) -> tuple[str, ...]:
        """The fields of :class:`RuleSet` that hold it."""
        return self.fields or (self.name,)

    def needs(self, value: str) -> dict[str, tuple[str, ...]]:
        """Return the values of other settings that this value of it needs: one of each."""
        needed = {} if value == self.usual else dict(self.only_with)
        return needed | dict(self.values_only_with.get(value, {}))

    def tried_with(self, value: str) -> dict[str, str]:
        """Return values of other settings with which this one goes, and makes a difference."""
        needed = {**self.only_with, **self.needs(value)}
        return {name: values[0] for name, values in needed.items()} | dict(self.beside)

    def read(self, text: str) -> Any:
        """Return the value of a text; raises :class:`RuleFault` (BX203) if it is no answer."""
        try:
            return self.kind.read(text)
        except RuleFault:
            raise
        except ValueError:
            raise RuleFault(
                "BX203",
                tr('{name} = "{text}" is not possible', name=self.name, text=text),
                tr("it may be {answers}", answers=self.kind.answers()),
            ) from None

    def held(self, text: str) -> dict[str, Any]:
        """Return the value that :class:`RuleSet` holds for a text; raises as :meth:`read` does."""
        value = self.read(text)
        held = dict(zip(self.fields, value, strict=True)) if self.fields else {self.name: value}
        return held | self.kind.implied(text)

    def write(self, value: Any) -> str:
        """Return the text of a value."""
        return self.kind.write(value)
