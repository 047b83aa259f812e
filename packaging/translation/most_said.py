"""The order in which messages matter to people at a table: what is said most in games, first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from boxctl.cli import main
from groundwork import language
from groundwork.language import ENGLISH, Language, use
from groundwork.languages.text_with_english import has_words
from translation.catalogs import Key, messages_of_source

ASIDE = ("boxctl/cli/", "boxctl/screens/laptop/fault_bench.py")
"""Where what the games call, but nobody at a table is told, comes from."""

GAMES = ("classic", "canoga", "thai", "long-game", "tournament", "high-rollers")
"""What two robots play to find out what is said."""

NEAREST_FIRST = (
    "boxctl/presentation/sentences",
    "boxctl/presentation/sound",
    "boxctl/view",
    "boxctl/presentation/rule_page",
    "boxctl/presentation",
    "boxctl/screens",
    "boxctl/rules",
    "boxctl/web",
    "boxctl",
)
"""Where what is not said in these games comes from, the table first."""


class _Listening(Language):
    """English, counting what it says."""

    __slots__ = ("said",)

    def __init__(self) -> None:
        super().__init__("en")
        self.said: Counter[Key] = Counter()

    def tr(self, message: str, /, **values: object) -> str:
        self.said["", message] += 1
        return super().tr(message, **values)

    def tr_n(self, one: str, many: str, number: int, /, **values: object) -> str:
        self.said["", (one, many)] += 1
        return super().tr_n(one, many, number, **values)

    def tr_as(self, context: str, message: str, /, **values: object) -> str:
        self.said[context, message] += 1
        return super().tr_as(context, message, **values)


def most_said_first(messages: Iterable[Key]) -> list[Key]:
    """Return these messages, those that matter most at a table first.

    Signs without a word come last: a language seldom has others.
    """
    said, source = _said_in_games(), messages_of_source()

    def order(key: Key) -> tuple[bool, int, int, str]:
        context, text = key
        places = [place for place, _line in source[key].locations]
        often = 0 if all(place.startswith(ASIDE) for place in places) else said[key]
        far = min(map(_distance, places))
        first = text if isinstance(text, str) else text[0]
        return (not has_words(str(text)), -often, far, f"{first} {context}")

    return sorted(messages, key=order)


def _distance(place: str) -> int:
    near = (at for at, folder in enumerate(NEAREST_FIRST) if place.startswith(f"{folder}/"))
    return next(near, len(NEAREST_FIRST))


@cache
def _said_in_games() -> Counter[Key]:
    """Count what is said line by line in a few games, and what the referee writes of them."""
    listening = _Listening()
    language._languages["en"] = listening
    try:
        with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
            journal = ("--journal", str(Path(folder) / "journal.db"))
            for seed, game in enumerate(GAMES):
                players = ("--players", "highest-first,random", "--seed", str(seed))
                main(["play", "--plain", "--rules", game, *players, *journal])
                main(["replay", "last", "--json", *journal])
    finally:
        language._languages["en"] = ENGLISH
        use(ENGLISH)
    return listening.said
