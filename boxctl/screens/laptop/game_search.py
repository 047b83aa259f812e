"""Find a game by its names, family or description, and tell which letters were found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from boxctl.presentation.game_names import summary_in_words
from boxctl.rules.variant_names import HOUSE, folded
from boxctl.rules.variant_names import title as family_title
from boxctl.rules.variants import (
    LookedAtOnce,
    also_understood,
    by_family,
    load,
    names_of,
    other_names,
    words,
)
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

Place = tuple[int, int]
"""The beginning and the end of a piece of a text, as indexes of characters."""


@frozen_dataclass
class ListedGame:
    """A variant as the menu lists it; all texts are in the language of the program.

    ``english`` is its English title, empty if that is the same; ``names`` is all else by which it
    is found.
    """

    variant: str
    title: str
    english: str
    family: str
    names: tuple[str, ...]
    summary: str

    @property
    def in_list(self) -> str:
        """The title, with the English one behind."""
        return f"{self.title} ({self.english})" if self.english else self.title


@frozen_dataclass
class GameFound:
    """A game that was found, and the place in its title of what was typed.

    If that is not in the title, ``told`` is the text that has it, at ``place``.
    """

    game: ListedGame
    in_title: Place | None = None
    told: str = ""
    place: Place = (0, 0)


def listed_games() -> tuple[ListedGame, ...]:
    """Return every variant, family by family, in the order in which they are listed."""
    with LookedAtOnce():
        return tuple(
            _listed(name, tr(family_title(family)))
            for family, members in by_family().items()
            for name in members
        )


def _listed(name: str, family: str) -> ListedGame:
    title, *others = names_of(name)
    told = words(name)
    in_english = told["summary"]
    summary = summary_in_words(load(name)) if told["family"] == HOUSE else tr(in_english)
    english = "" if folded(told["title"]) == folded(title) else told["title"]
    further = (english, name, *others, *other_names(name), *also_understood(name))
    return ListedGame(
        name,
        title,
        english,
        family,
        # Each once, in this order.
        tuple(dict.fromkeys(filter(None, further))),
        summary,
    )


def search(games: Sequence[ListedGame], typed: str) -> tuple[GameFound, ...]:
    """Return the games that fit what was typed, the best fit first; without letters, every game.

    Games whose name begins with it come first, then those that have it inside a name, then families
    and descriptions. Several words may stand apart: each has to be found somewhere. Case, hyphens,
    spaces, apostrophes and accents do not count.
    """
    if not folded(typed):
        return tuple(map(GameFound, games))
    ranked = [(rank, found) for game in games for rank, found in _fits(game, typed)]
    # The sort is stable: games of one rank keep their order.
    return tuple(found for _rank, found in sorted(ranked, key=lambda each: each[0]))


def _fits(game: ListedGame, typed: str) -> Iterator[tuple[int, GameFound]]:
    """Yield the rank of a game that fits (0 is best) and where it does; nothing if it does not."""
    if (place := find_folded(game.title, typed)) is not None:
        yield (0 if place[0] == 0 else 2), GameFound(game, place)
        return
    for name in game.names:
        if (place := find_folded(name, typed)) is not None:
            yield (1 if place[0] == 0 else 3), GameFound(game, None, name, place)
            return
    for rank, text in ((4, game.family), (5, game.summary)):
        if (place := find_folded(text, typed, at_word=True)) is not None:
            yield rank, GameFound(game, None, text, place)
            return
    yield from _fits_by_words(game, typed.split())


def _fits_by_words(game: ListedGame, typed: Sequence[str]) -> Iterator[tuple[int, GameFound]]:
    texts = (game.title, *game.names, game.family, game.summary)
    wanted = [word for word in typed if folded(word)]
    places = [_first(texts, word) for word in wanted]
    if len(wanted) > 1 and None not in places:
        told = next(found for found in places if found is not None)
        yield 6, GameFound(game, None, *told)


def _first(texts: Iterable[str], word: str) -> tuple[str, Place] | None:
    for text in texts:
        if (place := find_folded(text, word, at_word=True)) is not None:
            return text, place
    return None


def find_folded(text: str, typed: str, *, at_word: bool = False) -> Place | None:
    """Return the first place of what was typed in a text, None if there is none.

    Compares as :func:`search` does. With ``at_word`` it has to begin a word.
    """
    wanted = folded(typed)
    letters = [(letter, at) for at, sign in enumerate(text) for letter in folded(sign)]
    plain = "".join(letter for letter, _at in letters)
    start = plain.find(wanted)
    while wanted and start >= 0:
        first, last = letters[start][1], letters[start + len(wanted) - 1][1]
        if not at_word or first == 0 or not text[first - 1].isalnum():
            return first, last + 1
        start = plain.find(wanted, start + 1)
    return None
